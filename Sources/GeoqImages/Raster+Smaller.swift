extension Raster {
    /// The picture with fewer pixels, as `PixelRows.smaller(width:height:)` makes them.
    ///
    /// - Precondition: Neither side grows.
    /// - Complexity: O(pixels); one row of sums beside both pictures.
    package func smaller(width newWidth: Int, height newHeight: Int) -> Raster {
        guard (newWidth, newHeight) != (width, height) else { return self }
        return samples.withUnsafeBufferPointer {
            PixelRows(interleaved: $0, width: width, height: height)
                .smaller(width: newWidth, height: newHeight)
        }
    }
}

/// Pixels that lie in a decoder's memory, as those of a `Raster` do, or in a plane for each color; a row may have more
/// bytes than its pixels.
struct PixelRows {
    /// Of each color `height - 1` times `stride` bytes, and those of the last row.
    let red: UnsafePointer<UInt8>
    let green: UnsafePointer<UInt8>
    let blue: UnsafePointer<UInt8>
    /// Bytes from a pixel to the next.
    let step: Int
    /// Bytes from the beginning of a row to that of the next.
    let stride: Int
    let width: Int
    let height: Int

    /// The picture with fewer pixels: each is the mean of the area that it
    /// covers.
    ///
    /// - Precondition: Neither side grows.
    /// - Complexity: O(pixels); one row of sums beside both pictures.
    func smaller(width newWidth: Int, height newHeight: Int) -> Raster {
        precondition(1...width ~= newWidth && 1...height ~= newHeight, "A picture is only made smaller.")
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 3)
        // In units of 1/newWidth of a column, a column is newWidth wide and a new
        // one is width wide; rows likewise.
        var row = [Float](repeating: 0, count: newWidth * 3)
        var sums = [Float](repeating: 0, count: newWidth * 3)
        let area = Float(width) * Float(height)
        var covered = 0
        for y in 0..<height {
            sumColumns(y, &row)
            // How much of this row belongs to the new row that is being summed.
            let part = min(newHeight, height - covered)
            add(row, Float(part), to: &sums)
            covered += part
            guard covered == height else { continue }
            for value in sums { result.append(UInt8(max(0, min(255, value / area + 0.5)))) }
            covered = newHeight - part
            for position in sums.indices { sums[position] = row[position] * Float(covered) }
        }
        return Raster(width: newWidth, height: newHeight, samples: result)
    }

    /// Sums the columns of one row into those of the new width.
    private func sumColumns(_ y: Int, _ row: inout [Float]) {
        let newWidth = row.count / 3
        row.withUnsafeMutableBufferPointer { row in
            var position = y * stride
            let (reds, greens, blues, step) = (self.red, self.green, self.blue, self.step)
            var (target, covered) = (0, 0)
            var (red, green, blue) = (0, 0, 0)
            for _ in 0..<width {
                let (r, g, b) = (Int(reds[position]), Int(greens[position]), Int(blues[position]))
                position += step
                let part = min(newWidth, width - covered)
                red += r * part
                green += g * part
                blue += b * part
                covered += part
                guard covered == width else { continue }
                (row[target], row[target + 1], row[target + 2]) = (Float(red), Float(green), Float(blue))
                target += 3
                covered = newWidth - part
                (red, green, blue) = (r * covered, g * covered, b * covered)
            }
        }
    }

    private func add(_ row: [Float], _ weight: Float, to sums: inout [Float]) {
        for position in row.indices { sums[position] += row[position] * weight }
    }
}

extension PixelRows {
    /// Red, green and blue of each pixel one after the other, without a gap.
    ///
    /// - Precondition: As many samples as the pixels have, at least one.
    init(interleaved samples: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        guard let start = samples.baseAddress, samples.count == width * height * 3 else {
            preconditionFailure("A picture has three samples for each pixel.")
        }
        self.init(
            red: start, green: start + 1, blue: start + 2, step: 3, stride: width * 3, width: width, height: height)
    }
}
