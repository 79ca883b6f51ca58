/// What a file of a picture is, by its first bytes; its name says nothing.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case webp = "WebP"
    /// HEIC and what else libheif reads with the same codec.
    case heif = "HEIC"
    /// Read by libheif, too.
    case avif = "AVIF"
    /// Kept as it is.
    case pdf = "PDF"

    /// - Returns: nil for all other files.
    package init?(sniffing bytes: [UInt8]) {
        func has(_ mark: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + mark.count && bytes[offset..<offset + mark.count].elementsEqual(mark)
        }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if has(Array("ftyp".utf8), at: 4), bytes.count >= 12 {
            guard let kind = Self.ofBrands(bytes) else { return nil }
            self = kind
        } else if has(Array("%PDF-".utf8)) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// What a brand says by itself of the codec of a picture.
    private static let brands: [String: PictureKind] = [
        "heic": .heif, "heix": .heif, "heim": .heif, "heis": .heif, "avif": .avif, "avis": .avif,
    ]
    /// More brands than this are not looked at.
    private static let mostBrands = 64

    /// What the first box of a file (ISO 14496-12, 4.3) says: what the file is, or else what it is, too. A sequence,
    /// such as a burst of a phone, is a film at first, and has one of its pictures besides. A picture of which only the
    /// container is named is taken for HEIC.
    private static func ofBrands(_ bytes: [UInt8]) -> PictureKind? {
        func brand(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
        let main = brand(8)
        if let kind = brands[main] { return kind }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(length, bytes.count, 16 + 4 * mostBrands)
        for offset in stride(from: 16, through: end - 4, by: 4) {
            if let kind = brands[brand(offset)] { return kind }
        }
        return main == "mif1" || main == "msf1" ? .heif : nil
    }
}
