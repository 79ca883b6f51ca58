/// What a file of a picture is, by its first bytes; its name says nothing.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case webp = "WebP"
    /// HEIC and what else libheif reads with the same codec.
    case heif = "HEIC"
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
            guard Self.isHEIF(bytes) else { return nil }
            self = .heif
        } else if has(Array("%PDF-".utf8)) {
            self = .pdf
        } else {
            return nil
        }
    }

    private static let heifBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "msf1"]
    /// Those that say by themselves which codec a picture has.
    private static let heicBrands: Set<String> = ["heic", "heix", "heim", "heis"]
    /// More brands than this are not looked at.
    private static let mostBrands = 64

    /// Whether the first box of a file (ISO 14496-12, 4.3) names HEIC: as what the file is, or among what it is, too. A
    /// sequence, such as a burst of a phone, is a film at first, and has one of its pictures besides.
    private static func isHEIF(_ bytes: [UInt8]) -> Bool {
        func brand(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
        if heifBrands.contains(brand(8)) { return true }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(length, bytes.count, 16 + 4 * mostBrands)
        return stride(from: 16, through: end - 4, by: 4).contains { heicBrands.contains(brand($0)) }
    }
}
