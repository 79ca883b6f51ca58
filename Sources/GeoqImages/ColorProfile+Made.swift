extension ColorProfile {
    /// A profile of the colors of Adobe RGB (1998), by the numbers that its specification has (ICC.1:2001-04): for a
    /// picture whose camera names these colors and writes no profile.
    static let adobeRGB: [UInt8] = {
        // A gamma of 2 and 51 parts of 256.
        let curve = whole([ascii("curv"), big(0), big(1), [2, 51, 0, 0]])
        // Colors as seen by the white of profiles, and the white of a screen, in parts of 65,536.
        let tags: [(name: String, data: [UInt8])] = [
            ("desc", description("Compatible with Adobe RGB (1998)")),
            ("cprt", whole([ascii("text"), big(0), ascii("No copyright\0")])),
            ("wtpt", color(0xF351, 0x1_0000, 0x1_16CC)), ("rXYZ", color(0x9C18, 0x4FA5, 0x04FC)),
            ("gXYZ", color(0x348D, 0xA02C, 0x0F95)), ("bXYZ", color(0x2631, 0x102F, 0xBE9C)),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        return made(version: 0x0210_0000, tags)
    }()

    /// A profile of the colors of Display P3, by the numbers of SMPTE EG 432-1 (adapted to the white of profiles by
    /// Bradford's matrix) and the curve of sRGB (ICC.1:2010): for a picture that names them without a profile.
    static let displayP3: [UInt8] = {
        // ((sample + 0.055) / 1.055) to the power of 2.4; below 0.04045, sample / 12.92.
        let curve = whole([
            ascii("para"), big(0), [0, 3, 0, 0],
            big(0x2_6666), big(0xF2A7), big(0x0D59), big(0x13D0), big(0x0A5B),
        ])
        let adaptation = whole([
            ascii("sf32"), big(0),
            big(0x1_0C42), big(0x05DE), big(-0x0CDA),
            big(0x0793), big(0xFD90), big(-0x045E),
            big(-0x025D), big(0x03DC), big(0xC06E),
        ])
        return made(
            version: 0x0420_0000,
            [
                ("desc", localized("Display P3")), ("cprt", localized("No copyright")),
                ("wtpt", color(0xF6D6, 0x1_0000, 0xD32D)), ("chad", adaptation),
                ("rXYZ", color(0x83DF, 0x3DBF, -0x45)), ("gXYZ", color(0x4ABF, 0xB137, 0x0AB9)),
                ("bXYZ", color(0x2838, 0x110B, 0xC8B9)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ])
    }()

    private static func made(version: Int, _ tags: [(name: String, data: [UInt8])]) -> [UInt8] {
        let start = 128 + 4 + 12 * tags.count
        var table = big(tags.count)
        var body: [UInt8] = []
        for tag in tags {
            table += ascii(tag.name)
            table += big(start + body.count)
            table += big(tag.data.count)
            body += tag.data
            body += [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
        }
        return whole([head(version: version, bytes: start + body.count), table, body])
    }

    /// The head of 128 bytes, of a screen whose samples are red, green and blue (ICC.1:2001-04, 6.1).
    private static func head(version: Int, bytes: Int) -> [UInt8] {
        // 2000-01-01 at 0:00.
        let date: [UInt8] = [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
        let white = whole([big(0xF6D6), big(0x1_0000), big(0xD32D)])
        return whole([
            big(bytes), big(0), big(version), ascii("mntrRGB XYZ "), date, ascii("acsp"), zeros(28), white, zeros(48),
        ])
    }

    private static func color(_ x: Int, _ y: Int, _ z: Int) -> [UInt8] {
        whole([ascii("XYZ "), big(0), big(x), big(y), big(z)])
    }

    /// A name in ASCII, and none in other letters.
    private static func description(_ name: String) -> [UInt8] {
        let name = ascii(name + "\0")
        return whole([ascii("desc"), big(0), big(name.count), name, zeros(4 + 4 + 2 + 1 + 67)])
    }

    /// A name in English, as profiles of version 4 have it: in UTF-16, behind a table of its one language.
    private static func localized(_ name: String) -> [UInt8] {
        let name = name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return whole([ascii("mluc"), big(0), big(1), big(12), ascii("enUS"), big(name.count), big(28), name])
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func whole(_ parts: [[UInt8]]) -> [UInt8] { parts.flatMap { $0 } }
}
