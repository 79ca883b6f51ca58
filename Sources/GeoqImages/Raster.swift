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
}
