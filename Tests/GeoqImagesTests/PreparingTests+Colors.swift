import Geoq
import Testing

@testable import GeoqImages

/// The colors of pictures: they stay what they were, by a profile, or it is said that they may change.
extension PreparingTests {
    @Test func `of a picture in inks it is said that its colors may change, and of others nothing`() throws {
        let inks = try JPEGPreparing().prepare(PictureSamples.inkJPEG, for: .observation)
        #expect(inks.note?.contains("CMYK") == true)
        for sample in [PictureSamples.jpeg, PictureSamples.grayJPEG, PictureSamples.png, PictureSamples.webp] {
            #expect(try JPEGPreparing().prepare(sample, for: .observation).note == nil)
        }
    }

    @Test func `a color profile stays, so that colors mean what they meant`() throws {
        let plain = JPEGCodec.encode(Self.quarters(width: 40, height: 40), quality: 90)
        let jpeg = Self.with((0xE2, ColorProfile.mark + [1, 1] + [1, 2, 3, 4, 5]), plain)
        let photo = try preparing.prepare(jpeg, for: .profile)
        #expect(try JPEGParts(photo.bytes).profile == [1, 2, 3, 4, 5])
        #expect(Self.corners(try prepared(photo.bytes)) == ["red", "green", "blue", "yellow"])
    }

    /// Those of scanners and of some programs are too large for one segment of a JPEG.
    @Test func `a color profile of several segments stays whole, in whichever order they come`() throws {
        let plain = JPEGCodec.encode(Self.quarters(width: 40, height: 40), quality: 90)
        func jpeg(_ parts: [[UInt8]]) -> [UInt8] {
            parts.reduce(plain) { Self.with((0xE2, ColorProfile.mark + $1), $0) }
        }
        let profile = (0..<150_000).map { UInt8($0 / 251 & 255) }
        func part(_ number: UInt8, _ range: Range<Int>) -> [UInt8] { [number, 3] + Array(profile[range]) }
        let parts = [part(1, 0..<60_000), part(2, 60_000..<125_000), part(3, 125_000..<150_000)]
        for order in [parts, Array(parts.reversed())] {
            let photo = try preparing.prepare(jpeg(order), for: .observation)
            #expect(try JPEGParts(photo.bytes).profile == profile)
            #expect(Self.corners(try prepared(photo.bytes)) == ["red", "green", "blue", "yellow"])
        }
        let ofRGB = [UInt8](repeating: 0, count: 16) + Array("RGB ".utf8) + profile
        let heic = try preparing.prepare(Self.heic(with: ofRGB), for: .observation)
        #expect(try JPEGParts(heic.bytes).profile == ofRGB)
        // What is no profile is left out.
        let most = [UInt8](repeating: 1, count: 65_000)
        let tooLarge = (1...17).map { [UInt8($0), 17] + most }
        let unusable: [[[UInt8]]] = [
            [parts[0], parts[2]], parts + [parts[1]], [parts[0], [2, 2, 0], parts[2]], [[0, 1, 7]], [[1]], [[1, 1]],
            tooLarge,
        ]
        for parts in unusable {
            let photo = try preparing.prepare(jpeg(parts), for: .observation)
            #expect(try JPEGParts(photo.bytes).profile == nil, "\(parts.map { $0.prefix(2) })")
        }
    }

    /// A camera that is set to Adobe RGB may write no profile: then EXIF names the colors, and EXIF is dropped.
    @Test func `colors that EXIF alone says to be those of Adobe RGB get their profile`() throws {
        let plain = JPEGCodec.encode(Self.quarters(width: 40, height: 40), quality: 90)
        func profile(_ jpeg: [UInt8]) throws -> [UInt8]? {
            try JPEGParts(preparing.prepare(jpeg, for: .observation).bytes).profile
        }
        for isBig in [false, true] {
            for (rules, space, isOfAdobeRGB) in [("R03", 0xFFFF, true), ("R98", 0xFFFF, false), ("R03", 1, false)] {
                let jpeg = Self.with(Self.exif(rules: rules, space: space, isBig: isBig), plain)
                #expect(try profile(jpeg) == (isOfAdobeRGB ? ColorProfile.adobeRGB : nil), "\(rules), \(space)")
                // A profile of its own says more.
                let profiled = Self.with((0xE2, ColorProfile.mark + [1, 1] + [1, 2, 3]), jpeg)
                #expect(try profile(profiled) == [1, 2, 3])
            }
        }
        // Little CMS reads these bytes as Adobe RGB.
        let made = ColorProfile.adobeRGB
        #expect(ColorProfile.ofRGB(made) == made && made.count == 516 && made[2] == 2 && made[3] == 4)
        #expect(made[36..<40].elementsEqual("acsp".utf8) && made[68..<72].elementsEqual([0, 0, 0xF6, 0xD6]))
    }

    @Test func `a color profile of a WebP that is not of red, green and blue is left out`() throws {
        for (space, isKept) in [("RGB ", true), ("GRAY", false), ("CMYK", false)] {
            let profile = [UInt8](repeating: 0, count: 16) + Array(space.utf8) + [1, 2, 3, 4]
            let chunk: [UInt8] = Array("ICCP".utf8) + [UInt8(profile.count), 0, 0, 0] + profile
            let webp = Array(PictureSamples.webp[..<30]) + chunk + Array(PictureSamples.webp[30...])
            #expect(WebPCodec.parts(webp).profile == (isKept ? profile : nil), "\(space)")
        }
    }

    /// Phones take HEIC with a profile of more colors than sRGB has.
    @Test func `the color profile of a HEIC stays when it is of red, green and blue`() throws {
        for (space, isKept) in [("RGB ", true), ("GRAY", false)] {
            let profile = [UInt8](repeating: 0, count: 16) + Array(space.utf8) + [1, 2, 3, 4, 5]
            let heic = Self.heic(with: profile)
            let photo = try preparing.prepare(heic, for: .observation)
            #expect(try JPEGParts(photo.bytes).profile == (isKept ? profile : nil), "\(space)")
            #expect(Self.corners(try prepared(heic)) == ["red", "green", "blue", "yellow"], "\(space)")
        }
    }

    /// Screens of phones and computers are written as PNG in Display P3.
    @Test func `the color profile of a PNG stays, unless its samples are turned into sRGB`() throws {
        let png = PictureSamples.profiledPNG
        let profile = [UInt8](repeating: 0, count: 16)
        let photo = try preparing.prepare(png, for: .observation)
        #expect(try JPEGParts(photo.bytes).profile == profile + Array("RGB ".utf8) + [1, 2, 3, 4, 5])
        #expect(Self.corners(try prepared(png)) == ["red", "green", "blue", "yellow"])
        let gamma = try #require(PNGCodec.chunk("gAMA", png))
        var linear = png
        linear.replaceSubrange(gamma.indices, with: [0, 1, 0x86, 0xA0])
        #expect(PNGCodec.profile(linear) == nil)
        #expect(PNGCodec.profile(PictureSamples.png) == nil)
        let short = png.prefix(try #require(PNGCodec.chunk("iCCP", png)).endIndex - 2)
        #expect(PNGCodec.profile(Array(short)) == nil)
    }

    /// Screens of phones and computers, and cameras, name Display P3 by its number, too, and HDR by another.
    @Test func `colors that numbers name are kept if they are those of Display P3, and of others it is said`() throws {
        for (primaries, transfer, isP3, isSaid) in [
            (12, 13, true, false), (1, 13, false, false), (2, 2, false, false), (9, 16, false, true),
            (12, 18, false, true),
        ] {
            let numbers = [UInt8(primaries), UInt8(transfer)]
            let heic = Self.heic(with: [0, numbers[0], 0, numbers[1], 0, 6, 0x80], type: "nclx")
            let png = Self.with("cICP", numbers + [0, 1], PictureSamples.profiledPNG)
            for picture in [heic, png] {
                let photo = try preparing.prepare(picture, for: .observation)
                let profile = try JPEGParts(photo.bytes).profile
                #expect(profile == (isP3 ? ColorProfile.displayP3 : nil), "\(numbers)")
                #expect(photo.note == (isSaid ? NamedColors.noteOfOthers : nil), "\(numbers)")
                #expect(Self.corners(try prepared(picture)) == ["red", "green", "blue", "yellow"], "\(numbers)")
            }
        }
    }

    @Test func `colors that a PNG names by their places are kept or said, unless it says sRGB`() throws {
        let kinds: [(places: [Int], isP3: Bool, isSaid: Bool)] = [
            ([68_000, 32_000, 26_500, 69_000, 15_000, 6_000], true, false),
            ([64_000, 33_000, 30_000, 60_000, 15_000, 6_000], false, false),
            ([64_000, 33_000, 21_000, 71_000, 15_000, 6_000], false, true),
        ]
        let white = [31_270, 32_900]
        for (places, isP3, isSaid) in kinds {
            var data: [UInt8] = []
            for place in white + places {
                data += [0, UInt8(place >> 16), UInt8(place >> 8 & 255), UInt8(place & 255)]
            }
            let png = Self.with("cHRM", data, PictureSamples.png)
            let photo = try preparing.prepare(png, for: .observation)
            #expect(try JPEGParts(photo.bytes).profile == (isP3 ? ColorProfile.displayP3 : nil), "\(places)")
            #expect(photo.note == (isSaid ? NamedColors.noteOfOthers : nil), "\(places)")
            let usual = try preparing.prepare(Self.with("sRGB", [0], png), for: .observation)
            #expect(try JPEGParts(usual.bytes).profile == nil && usual.note == nil)
        }
    }

    @Test func `the profile of Display P3 is the one that Little CMS was asked about`() {
        let made = ColorProfile.displayP3
        #expect(ColorProfile.ofRGB(made) == made && made.count == 572)
        #expect(SHA256.hex(made) == "f8eda34706707f5ac8e38a72d078365731cee132bd51897641f3dd088132e373")
    }

    /// The PNG with one more chunk behind its first one.
    private static func with(_ name: String, _ data: [UInt8], _ png: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        let sum = CRC32.of(named[...])
        let check = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
        let chunk: [UInt8] = [0, 0, 0, UInt8(data.count)] + named + check
        return Array(png[..<33]) + chunk + Array(png[33...])
    }

    /// The HEIC of the samples with one more property of its picture (ISO 14496-12, 12.1.5): its colors.
    private static func heic(with profile: [UInt8], type kind: String = "prof") -> [UInt8] {
        var bytes = PictureSamples.heic
        func type(_ name: String) -> Int { bytes.indices.first { bytes[$0...].starts(with: name.utf8) } ?? 0 }
        func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        func grow(_ offset: Int, _ more: Int) {
            bytes.replaceSubrange(offset..<offset + 4, with: big(number(offset) + more))
        }
        let property = big(12 + profile.count) + Array("colr\(kind)".utf8) + profile
        let endOfProperties = type("ipco") - 4 + number(type("ipco") - 4)
        bytes.insert(contentsOf: property, at: endOfProperties)
        for name in ["ipco", "iprp", "meta"] { grow(type(name) - 4, property.count) }
        // The picture has the fourth property, too.
        let associations = type("ipma") - 4
        let endOfAssociations = associations + number(associations)
        bytes.insert(4, at: endOfAssociations)
        bytes[associations + 18] = 4
        for name in ["ipma", "iprp", "meta"] { grow(type(name) - 4, 1) }
        // Where its data are.
        grow(type("iloc") + 16, property.count + 1)
        return bytes
    }

    /// - Parameters:
    ///   - rules: the version of the rules of a camera's files.
    ///   - space: 1 for sRGB.
    private static func exif(rules: String, space: Int, isBig: Bool) -> (UInt8, [UInt8]) {
        var data = Array("Exif\0\0".utf8)
        func append(_ value: Int, _ count: Int) {
            let little = (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
            let bytes: [UInt8] = isBig ? little.reversed() : little
            data += bytes
        }
        func directory(_ entries: [(tag: Int, type: Int, count: Int, value: Int?)]) {
            append(entries.count, 2)
            for entry in entries {
                append(entry.tag, 2)
                append(entry.type, 2)
                append(entry.count, 4)
                if let value = entry.value {
                    append(value, entry.type == 3 ? 2 : 4)
                    if entry.type == 3 { data += [0, 0] }
                } else {
                    data += Array(rules.utf8) + [0]
                }
            }
            append(0, 4)
        }
        data += Array((isBig ? "MM" : "II").utf8)
        append(42, 2)
        append(8, 4)
        directory([(tag: 0x8769, type: 4, count: 1, value: 26)])
        directory([(tag: 0xA001, type: 3, count: 1, value: space), (tag: 0xA005, type: 4, count: 1, value: 56)])
        directory([(tag: 1, type: 2, count: 4, value: nil)])
        return (0xE1, data)
    }
}
