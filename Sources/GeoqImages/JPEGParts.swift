/// What the segments of a JPEG say, up to its pixels (ITU-T T.81, annex B).
struct JPEGParts {
    var width = 0
    var height = 0
    var components = 0
    /// The samples of the frame for 64 blocks of pixels, over all components: 64
    /// for gray, 192 without subsampling, 96 for 4:2:0.
    private var samplesPer64Pixels = 0
    /// Whether the decoder must hold the coefficients of the whole frame.
    private(set) var isBuffered = false
    private(set) var scans = 0
    /// Where the first scan's data begin.
    private var dataStart = 0
    /// Whether inks are stored inverted, as Adobe's programs do.
    private(set) var isOfAdobe = false
    private(set) var orientation = Orientation.upright
    private var isOfAdobeRGB = false
    private var profileParts = ColorProfileParts()
    /// The color profile, of one segment or of several; of a picture without one, that which EXIF names.
    var profile: [UInt8]? { profileParts.whole ?? (isOfAdobeRGB ? ColorProfile.adobeRGB : nil) }

    /// - Throws: `PictureError.damaged`.
    init(_ bytes: [UInt8]) throws {
        var position = 2
        var isProgressive = false
        while let marker = Self.nextMarker(bytes, &position) {
            guard marker != 0xD9 else { break }
            guard marker != 0x01, !(0xD0...0xD8).contains(marker) else { continue }
            guard position + 2 <= bytes.count else { break }
            let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
            guard length >= 2, position + length <= bytes.count else { break }
            let segment = bytes[position + 2..<position + length]
            position += length
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                try readFrame(Array(segment))
                isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
            case 0xDA:
                scans += 1
                if scans == 1 { dataStart = position }
                isBuffered = isBuffered || isProgressive || Int(segment.first ?? 0) < components
                // All scans are counted only where they can be many.
                if !isBuffered {
                    try check()
                    return
                }
            case 0xE1 where segment.starts(with: Array("Exif\0\0".utf8)):
                guard let exif = EXIFData(segment) else { continue }
                if orientation == .upright { orientation = exif.orientation ?? .upright }
                isOfAdobeRGB = isOfAdobeRGB || exif.isOfAdobeRGB
            case 0xE2 where segment.starts(with: ColorProfile.mark): profileParts.take(segment)
            case 0xEE where segment.starts(with: Array("Adobe".utf8)): isOfAdobe = true
            default: break
            }
        }
        try check()
    }

    /// What a decoder that holds all coefficients needs for a pixel, in bytes,
    /// rounded up; 0 for one that does not.
    var bytesPerPixel: Int { isBuffered ? (samplesPer64Pixels * 2 + 63) / 64 : 0 }

    /// Whether the marker of the end follows the first scan.
    func hasEnd(_ bytes: [UInt8]) -> Bool {
        var position = bytes.count - 2
        while position >= dataStart {
            if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return true }
            position -= 1
        }
        return false
    }

    private func check() throws {
        guard width > 0, height > 0, scans > 0 else {
            throw PictureError.damaged(.jpeg, reason: "it ends before its pixels")
        }
    }

    private mutating func readFrame(_ segment: [UInt8]) throws {
        guard components == 0, segment.count >= 6 else {
            throw PictureError.damaged(.jpeg, reason: "it has two frames, or half of one")
        }
        guard segment[0] == 8 else { throw PictureError.unsupported(.jpeg, reason: "\(segment[0]) bits a sample") }
        height = Int(segment[1]) << 8 | Int(segment[2])
        width = Int(segment[3]) << 8 | Int(segment[4])
        components = Int(segment[5])
        guard 1...4 ~= components, segment.count >= 6 + 3 * components else {
            throw PictureError.damaged(.jpeg, reason: "its frame has \(components) components")
        }
        let factors = (0..<components).map { component in
            let factor = Int(segment[7 + 3 * component])
            return (across: max(1, factor >> 4), down: max(1, factor & 15))
        }
        let across = factors.map(\.across).max() ?? 1
        let down = factors.map(\.down).max() ?? 1
        samplesPer64Pixels = factors.reduce(0) { $0 + (64 * $1.across * $1.down + across * down - 1) / (across * down) }
    }

    /// The next marker, past bytes that are no marker; `position` is behind it.
    private static func nextMarker(_ bytes: [UInt8], _ position: inout Int) -> UInt8? {
        bytes.withUnsafeBufferPointer { bytes in
            while position + 1 < bytes.count {
                if bytes[position] == 0xFF, bytes[position + 1] != 0, bytes[position + 1] != 0xFF {
                    position += 2
                    return bytes[position - 1]
                }
                position += 1
            }
            return nil
        }
    }
}
