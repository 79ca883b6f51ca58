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
            guard Self.heifBrands.contains(String(decoding: bytes[8..<12], as: UTF8.self)) else { return nil }
            self = .heif
        } else if has(Array("%PDF-".utf8)) {
            self = .pdf
        } else {
            return nil
        }
    }

    private static let heifBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "msf1"]
}
