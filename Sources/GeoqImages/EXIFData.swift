/// EXIF data: a TIFF header, and directories of tags (JEITA CP-3451, 4.6).
struct EXIFData {
    private let data: [UInt8]
    private let isBig: Bool
    /// Where the first directory is.
    private let main: Int

    /// What stands before EXIF data in a JPEG. Some programs keep it in a PNG and in a WebP.
    private static let mark = Array("Exif\0\0".utf8)

    /// - Parameter data: begin with a TIFF header, or with the mark that they have in a JPEG.
    /// - Returns: nil when they cannot be read.
    init?(_ data: ArraySlice<UInt8>) {
        let header = data.starts(with: Self.mark) ? data.dropFirst(Self.mark.count) : data
        let bytes = Array(header.prefix(1 << 16))
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x4D || bytes[0] == 0x49 else { return nil }
        let isBig = bytes[0] == 0x4D
        guard Self.number(2, 2, bytes, isBig) == 42, let main = Self.number(4, 4, bytes, isBig) else { return nil }
        (self.data, self.isBig, self.main) = (bytes, isBig, main)
    }

    /// Which way up the picture is; nil when they do not say it. Some programs write the number in four bytes, where
    /// the rules have two, and other readers take it.
    var orientation: Orientation? {
        (short(0x0112, in: main) ?? long(0x0112, in: main)).flatMap { Orientation(rawValue: $0) }
    }

    /// Whether the colors are those of Adobe RGB (1998). A camera that writes no profile says it by the version of
    /// the rules of its files (JEITA CP-3461, `R03`), and that they are not those of sRGB.
    var isOfAdobeRGB: Bool {
        guard let camera = long(0x8769, in: main), let rules = long(0xA005, in: camera),
            let version = entry(1, type: 2, in: rules), number(version + 4, 4) == 4
        else { return false }
        return short(0xA001, in: camera) != 1 && data[version + 8..<version + 12].elementsEqual("R03\0".utf8)
    }

    /// A number of two bytes.
    private func short(_ tag: Int, in directory: Int) -> Int? {
        entry(tag, type: 3, in: directory).flatMap { number($0 + 8, 2) }
    }

    /// A number of four bytes, such as where another directory is.
    private func long(_ tag: Int, in directory: Int) -> Int? {
        entry(tag, type: 4, in: directory).flatMap { number($0 + 8, 4) }
    }

    /// Where the entry of a tag is, whole; nil when there is none of this type.
    private func entry(_ tag: Int, type: Int, in directory: Int) -> Int? {
        guard let entries = number(directory, 2) else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + entry * 12
            guard let found = number(start, 2) else { return nil }
            if found == tag, number(start + 2, 2) == type { return start + 12 <= data.count ? start : nil }
        }
        return nil
    }

    private func number(_ offset: Int, _ count: Int) -> Int? { Self.number(offset, count, data, isBig) }

    private static func number(_ offset: Int, _ count: Int, _ data: [UInt8], _ isBig: Bool) -> Int? {
        guard offset >= 0, offset + count <= data.count else { return nil }
        let bytes = data[offset..<offset + count]
        return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
