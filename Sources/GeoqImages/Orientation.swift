/// How a picture must be turned to stand upright: EXIF's tag 0x0112.
package enum Orientation: Int, CaseIterable, Hashable, Sendable {
    case upright = 1
    case mirrored, turnedHalf, flipped, transposed, turnedRight, transversed, turnedLeft

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The pixel of the stored picture that is at (x, y) of the upright one.
    ///
    /// - Parameter width: of the stored picture, as `height`.
    fileprivate func source(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .turnedHalf: (width - 1 - x, height - 1 - y)
        case .flipped: (x, height - 1 - y)
        case .transposed: (y, x)
        case .turnedRight: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .turnedLeft: (width - 1 - y, x)
        }
    }

    /// What stands before EXIF data in a JPEG. Some programs keep it in a PNG and in a WebP.
    private static let mark = Array("Exif\0\0".utf8)

    /// The orientation that EXIF data say, which begin with a TIFF header, or with the mark that they have in a
    /// JPEG; upright when they say nothing that can be read.
    package init(ofEXIF data: ArraySlice<UInt8>) {
        let header = data.starts(with: Self.mark) ? data.dropFirst(Self.mark.count) : data
        self = Self.read(Array(header.prefix(1 << 16))) ?? .upright
    }

    private static func read(_ data: [UInt8]) -> Orientation? {
        guard data.count >= 8 else { return nil }
        let isBig = data[0] == 0x4D
        guard data[0] == data[1], isBig || data[0] == 0x49 else { return nil }
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset + count <= data.count else { return nil }
            let bytes = data[offset..<offset + count]
            return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, 2) == 42, let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + entry * 12
            guard let tag = number(start, 2) else { return nil }
            // Type 3 is an unsigned number of two bytes.
            if tag == 0x0112, number(start + 2, 2) == 3 { return number(start + 8, 2).flatMap(Self.init) }
        }
        return nil
    }
}

extension Raster {
    /// The picture turned upright.
    ///
    /// - Complexity: O(pixels).
    package func upright(_ orientation: Orientation) -> Raster {
        guard orientation != .upright else { return self }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        var result: [UInt8] = []
        result.reserveCapacity(samples.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let source = orientation.source(x, y, width: width, height: height)
                let position = (source.y * width + source.x) * 3
                result.append(samples[position])
                result.append(samples[position + 1])
                result.append(samples[position + 2])
            }
        }
        return Raster(width: newWidth, height: newHeight, samples: result)
    }
}
