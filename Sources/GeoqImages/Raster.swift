/// Pixels in memory: rows from the top, three bytes of red, green and blue each.
package struct Raster: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// `width * height * 3` bytes.
    package let samples: [UInt8]

    /// - Precondition: `samples` has as many bytes as the sides demand.
    package init(width: Int, height: Int, samples: [UInt8]) {
        precondition(samples.count == width * height * 3, "A raster has three bytes for each pixel.")
        (self.width, self.height, self.samples) = (width, height, samples)
    }

    /// The sides of a picture whose longest side is `longest` at most; never
    /// larger than it was, and never 0.
    package static func fitted(width: Int, height: Int, longest: Int) -> (width: Int, height: Int) {
        let side = max(width, height)
        guard side > longest else { return (width, height) }
        func scaled(_ length: Int) -> Int { max(1, (length * longest + side / 2) / side) }
        return (scaled(width), scaled(height))
    }

    /// Makes red, green and blue on white of red, green, blue and alpha, in the same place: as browsers do, by the mean
    /// of the samples.
    static func putOnWhite(_ samples: UnsafeMutableBufferPointer<UInt8>, pixels: Int) {
        for pixel in 0..<pixels {
            let alpha = Int(samples[pixel * 4 + 3])
            for color in 0..<3 {
                let value = Int(samples[pixel * 4 + color]) * alpha + 255 * (255 - alpha)
                samples[pixel * 3 + color] = UInt8((value + 127) / 255)
            }
        }
    }
}
