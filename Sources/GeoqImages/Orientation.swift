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

    /// The orientation that EXIF data say, which begin with a TIFF header, or with the mark that they have in a
    /// JPEG; upright when they say nothing that can be read.
    package init(ofEXIF data: ArraySlice<UInt8>) {
        self = EXIFData(data)?.orientation ?? .upright
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
