import Geoq
import Testing

@testable import GeoqImages

/// What pictures become before they are kept and sent.
@Suite struct PreparingTests {
    private let preparing = JPEGPreparing()

    /// The four corners of a picture, named by what they look like.
    private static func corners(_ raster: Raster) -> [String] {
        let (right, bottom) = (raster.width - 4, raster.height - 4)
        return [(3, 3), (right, 3), (3, bottom), (right, bottom)].map { x, y in
            let position = (y * raster.width + x) * 3
            let (red, green, blue) = (
                raster.samples[position] > 128, raster.samples[position + 1] > 128, raster.samples[position + 2] > 128
            )
            return switch (red, green, blue) {
            case (true, false, false): "red"
            case (false, true, false): "green"
            case (false, false, true): "blue"
            case (true, true, false): "yellow"
            case (true, true, true): "white"
            default: "dark"
            }
        }
    }

    private func prepared(_ bytes: [UInt8]) throws -> Raster {
        let photo = try preparing.prepare(bytes, for: .observation)
        #expect(photo.contentType == "image/jpeg" && PictureKind(sniffing: photo.bytes) == .jpeg)
        return try JPEGCodec.decode(photo.bytes, JPEGParts(photo.bytes), longest: 10_000)
    }

    /// A picture in four colors.
    private static func quarters(width: Int, height: Int) -> Raster {
        let colors: [[UInt8]] = [[220, 30, 30], [30, 200, 40], [30, 40, 210], [240, 220, 30]]
        var samples: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { samples += colors[(y * 2 / height) * 2 + x * 2 / width] }
        }
        return Raster(width: width, height: height, samples: samples)
    }

    @Test func `every kind is read, with its own way up (F38)`() throws {
        let upright = ["red", "green", "blue", "yellow"]
        for sample in [
            PictureSamples.progressiveJPEG, PictureSamples.inkJPEG, PictureSamples.deepPNG, PictureSamples.heic,
        ] {
            let raster = try prepared(sample)
            #expect(Self.corners(raster) == upright && raster.width > raster.height)
        }
        // To be turned right, by half, and left.
        #expect(Self.corners(try prepared(PictureSamples.jpeg)) == ["blue", "red", "yellow", "green"])
        #expect(Self.corners(try prepared(PictureSamples.png)) == ["yellow", "blue", "green", "red"])
        #expect(Self.corners(try prepared(PictureSamples.webp)) == ["green", "yellow", "red", "blue"])
        #expect(try prepared(PictureSamples.jpeg).height == 48)
        let gray = try prepared(PictureSamples.grayJPEG)
        #expect(gray.samples[0] == gray.samples[1] && (gray.width, gray.height) == (48, 32))
    }

    @Test func `of a PNG that moves it is said that one picture of it is sent`() throws {
        // Two pictures, and the chunk's check.
        let parts: [[UInt8]] = [
            [0, 0, 0, 8], Array("acTL".utf8), [0, 0, 0, 2, 0, 0, 0, 0], [0xF3, 0x8D, 0x93, 0x70],
        ]
        var png = PictureSamples.png
        // Behind the first chunk.
        png.insert(contentsOf: parts.flatMap { $0 }, at: 33)
        let photo = try preparing.prepare(png, for: .observation)
        #expect(photo.note == "it moves, and one picture of it is sent")
        #expect(try photo.bytes == preparing.prepare(PictureSamples.png, for: .observation).bytes)
    }

    @Test func `a HEIC is known by any of its brands`() throws {
        func heic(_ brand: String, _ others: [UInt8]? = nil) -> [UInt8] {
            var bytes = PictureSamples.heic
            bytes.replaceSubrange(8..<12, with: Array(brand.utf8))
            if let others { bytes.replaceSubrange(16..<28, with: others) }
            return bytes
        }
        for brand in ["hevc", "hevx", "miaf", "heic"] {
            #expect(Self.corners(try prepared(heic(brand))) == ["red", "green", "blue", "yellow"], "\(brand)")
        }
        // A film alone.
        #expect(PictureKind(sniffing: heic("xxxx", Array("isommp41mp42".utf8))) == nil)
        for count in 12..<28 {
            let kind = PictureKind(sniffing: Array(heic("hevc").prefix(count)))
            #expect(kind == (count < 24 ? nil : .heif), "\(count)")
        }
    }

    /// Its color is stored as that of a HEIC is, and Debian's libheif has decoders of both.
    @Test func `an AVIF is known by any of its brands, and shown as a JPEG`() throws {
        let brands = [("avif", "mif1miaf"), ("avis", "mif1msf1"), ("mif1", "miafavif"), ("miaf", "avifmif1")]
        for (brand, others) in brands {
            var bytes = PictureSamples.halfClearAVIF
            bytes.replaceSubrange(8..<12, with: Array(brand.utf8))
            bytes.replaceSubrange(16..<24, with: Array(others.utf8))
            bytes.replaceSubrange(24..<28, with: Array("xxxx".utf8))
            #expect(PictureKind(sniffing: bytes) == .avif, "\(brand)")
            let raster = try prepared(bytes)
            #expect((raster.width, raster.height) == (96, 64), "\(brand)")
            #expect(Self.corners(raster)[1...] == ["green", "blue", "white"], "\(brand)")
            #expect(try preparing.shown(bytes, longestSide: nil).contentType == "image/jpeg")
        }
        // A picture that is named after its container alone, as a HEIC may be.
        var bytes = PictureSamples.heic
        bytes.replaceSubrange(8..<28, with: Array("mif1".utf8) + [0, 0, 0, 0] + Array("mif1miafmif1".utf8))
        #expect(PictureKind(sniffing: bytes) == .heif)
    }

    @Test func `of a picture in inks it is said that its colors may change, and of others nothing`() throws {
        let inks = try JPEGPreparing().prepare(PictureSamples.inkJPEG, for: .observation)
        #expect(inks.note?.contains("CMYK") == true)
        for sample in [PictureSamples.jpeg, PictureSamples.grayJPEG, PictureSamples.png, PictureSamples.webp] {
            #expect(try JPEGPreparing().prepare(sample, for: .observation).note == nil)
        }
    }

    @Test func `16 bits a sample mean the colors that 8 bits do`() throws {
        let raster = try PNGCodec.decode(PictureSamples.deepPNG)
        #expect(Array(raster.samples.prefix(3)) == [220, 30, 30])
        #expect(Array(raster.samples.suffix(3)) == [240, 220, 30])
    }

    @Test func `what is transparent becomes white`() throws {
        for sample in [PictureSamples.clearPNG, PictureSamples.clearWebP] {
            #expect(Self.corners(try prepared(sample)) == ["red", "green", "blue", "white"])
        }
    }

    /// As browsers show it on a white page: the mean of the samples, not of the light.
    @Test func `what is half transparent is blended with white in the same way in each kind`() throws {
        for sample in [
            PictureSamples.halfClearPNG, PictureSamples.halfClearDeepPNG, PictureSamples.halfClearWebP,
            PictureSamples.halfClearHEIC, PictureSamples.halfClearAVIF,
        ] {
            let raster = try prepared(sample)
            let colors = [[237, 142, 142], [30, 200, 40], [30, 40, 210], [255, 255, 255]]
            #expect(Self.areNear(Self.middles(raster), colors), "\(Self.middles(raster))")
        }
    }

    /// The colors in the middle of the four quarters.
    private static func middles(_ raster: Raster) -> [[Int]] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            let position = (y * raster.height / 4 * raster.width + x * raster.width / 4) * 3
            return raster.samples[position..<position + 3].map { Int($0) }
        }
    }

    /// Whether colors are equal but for what a JPEG loses.
    private static func areNear(_ colors: [[Int]], _ others: [[Int]]) -> Bool {
        zip(colors.joined(), others.joined()).allSatisfy { abs($0 - $1) <= 4 }
    }

    /// EXIF 2.32, 4.6.4: where the stored row 0 and column 0 are in the picture.
    @Test func `all eight orientations are turned upright (F38)`() throws {
        let (width, height) = (48, 32)
        let picture = Self.quarters(width: width, height: height)
        let sides = [
            ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"), ("left", "top"),
            ("right", "top"), ("right", "bottom"), ("left", "bottom"),
        ]
        for (number, (row0, column0)) in zip(1..., sides) {
            let swaps = ["left", "right"].contains(row0)
            let stored = (width: swaps ? height : width, height: swaps ? width : height)
            var samples: [UInt8] = []
            for row in 0..<stored.height {
                for column in 0..<stored.width {
                    var (x, y) = (0, 0)
                    for (side, distance) in [(row0, row), (column0, column)] {
                        switch side {
                        case "top": y = distance
                        case "bottom": y = height - 1 - distance
                        case "left": x = distance
                        default: x = width - 1 - distance
                        }
                    }
                    let position = (y * width + x) * 3
                    samples += picture.samples[position..<position + 3]
                }
            }
            let raster = Raster(width: stored.width, height: stored.height, samples: samples)
            #expect(raster.upright(try #require(Orientation(rawValue: number))) == picture, "orientation \(number)")
            for (isBig, type) in [(false, 3), (true, 3), (false, 4), (true, 4)] {
                let exif = Self.exif(number, isBig: isBig, type: type)
                let jpeg = Self.with(exif, JPEGCodec.encode(raster, quality: 90))
                #expect(
                    Self.corners(try prepared(jpeg)) == ["red", "green", "blue", "yellow"],
                    "orientation \(number), type \(type)")
            }
        }
    }

    @Test func `the orientation of a PNG is read with the mark that EXIF has in a JPEG, and without`() {
        for isBig in [false, true] {
            let marked = Self.exif(6, isBig: isBig).1
            for data in [marked, Array(marked.dropFirst(6))] {
                let chunk: [UInt8] = [0, 0, 0, UInt8(data.count)] + Array("eXIf".utf8) + data + [0, 0, 0, 0]
                #expect(PNGCodec.orientation(Array(PictureSamples.png.prefix(8)) + chunk) == .turnedRight)
            }
        }
    }

    @Test func `nothing says where a picture was taken`() throws {
        for sample in [PictureSamples.jpeg, PictureSamples.png, PictureSamples.webp] {
            #expect(Self.contains(sample, "Exif") || Self.contains(sample, "eXIf") || Self.contains(sample, "EXIF"))
            let photo = try preparing.prepare(sample, for: .observation)
            for word in ["Exif", "eXIf", "EXIF", "http://ns.adobe.com"] { #expect(!Self.contains(photo.bytes, word)) }
        }
    }

    /// libheif turns them by their property. EXIF says the same again and is not looked at: they would be turned twice.
    @Test func `a HEIC and an AVIF of a phone are upright, and their camera and place stay here (F38)`() throws {
        for (sample, stored) in [
            (PictureSamples.turnedHEIC, ["green", "yellow", "red", "blue"]),
            (PictureSamples.turnedAVIF, ["blue", "red", "yellow", "green"]),
        ] {
            let raster = try prepared(sample)
            #expect((raster.width, raster.height) == (64, 96))
            #expect(Self.corners(raster) == ["red", "green", "blue", "yellow"])
            for purpose in PhotoPurpose.allCases {
                let photo = try preparing.prepare(sample, for: purpose)
                for secret in PictureSamples.secrets {
                    #expect(Self.contains(sample, secret) && !Self.contains(photo.bytes, secret), "\(secret)")
                }
                #expect(!Self.contains(photo.bytes, "Exif") && !Self.contains(photo.bytes, "http://ns.adobe.com"))
            }
            // Where the property turns nothing, the picture lies as it is stored, whatever EXIF says.
            var lying = sample
            let turn = try #require(lying.indices.first { lying[$0...].starts(with: "irot".utf8) })
            lying[turn + 4] = 0
            #expect(Self.corners(try prepared(lying)) == stored)
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

    /// Of such pictures TurboJPEG complains, and decodes all of them.
    @Test func `a picture is read whose segments are as some cameras and programs write them`() throws {
        let jpeg = JPEGCodec.encode(Self.quarters(width: 48, height: 32), quality: 90)
        let tables = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDB]) })
        let scan = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
        let filler: [UInt8] = [0, 0, 0]
        var (revision, coefficients) = (jpeg, jpeg)
        // Behind two markers, a length and a mark: the major number.
        revision[11] = 2
        // Which coefficient is the last of the scan: 63, but some cameras write 0.
        coefficients[scan + 6 + 2 * Int(jpeg[scan + 4])] = 0
        var (beforeTables, beforeScan) = (jpeg, jpeg)
        beforeTables.insert(contentsOf: filler, at: tables)
        beforeScan.insert(contentsOf: filler, at: scan)
        let pictures: [(what: String, picture: [UInt8])] = [
            ("filler before the tables", beforeTables), ("filler before the scan", beforeScan),
            ("a revision of JFIF", revision), ("no coefficients", coefficients),
        ]
        for (what, picture) in pictures {
            #expect(Self.corners(try prepared(picture)) == ["red", "green", "blue", "yellow"], "\(what)")
            #expect(throws: PictureError.self, "\(what), cut") {
                try preparing.prepare(Array(picture.dropLast(60)), for: .observation)
            }
        }
    }

    @Test func `the longest side is that of the purpose, and no picture grows`() throws {
        let large = JPEGCodec.encode(Self.quarters(width: 3_001, height: 1_500), quality: 90)
        for (purpose, side) in [(PhotoPurpose.observation, (1_200, 600)), (.profile, (800, 400)), (.cover, (800, 400))]
        {
            let parts = try JPEGParts(try preparing.prepare(large, for: purpose).bytes)
            #expect(parts.width == side.0 && parts.height == side.1, "\(purpose)")
        }
        let thin = JPEGCodec.encode(Self.quarters(width: 2_401, height: 1), quality: 90)
        let parts = try JPEGParts(try preparing.prepare(thin, for: .observation).bytes)
        #expect(parts.width == 1_200 && parts.height == 1)
        let small = JPEGCodec.encode(Self.quarters(width: 17, height: 9), quality: 90)
        #expect(try prepared(small).width == 17)
    }

    @Test func `the quality is that of the purpose`() throws {
        func tables(_ jpeg: [UInt8]) throws -> [ArraySlice<UInt8>] {
            var (tables, at): ([ArraySlice<UInt8>], Int) = ([], 2)
            while at + 4 <= jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
                let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
                if jpeg[at + 1] == 0xDB { tables.append(jpeg[(at + 4)..<end]) }
                at = end
            }
            return tables
        }
        let raster = Self.quarters(width: 64, height: 48)
        let original = JPEGCodec.encode(raster, quality: 95)
        for (purpose, quality) in [(PhotoPurpose.observation, 80), (.profile, 70), (.cover, 70)] {
            let prepared = try tables(try preparing.prepare(original, for: purpose).bytes)
            #expect(try !prepared.isEmpty && prepared == tables(JPEGCodec.encode(raster, quality: quality)))
            #expect(try prepared != tables(JPEGCodec.encode(raster, quality: quality + 1)), "\(purpose)")
        }
    }

    /// Each new pixel against the mean over the area that it covers.
    @Test func `a smaller picture has the means of what it covers`() {
        var generator = SystemRandomNumberGenerator()
        for (width, height, newWidth, newHeight) in [(7, 5, 3, 2), (16, 16, 4, 4), (9, 9, 9, 4), (5, 3, 1, 1)] {
            let samples = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let raster = Raster(width: width, height: height, samples: samples)
            let smaller = raster.smaller(width: newWidth, height: newHeight)
            for y in 0..<newHeight {
                for x in 0..<newWidth {
                    for color in 0..<3 {
                        var (sum, area) = (0.0, 0.0)
                        for row in 0..<height {
                            for column in 0..<width {
                                let across = Self.overlap(column, newWidth, x, width)
                                let down = Self.overlap(row, newHeight, y, height)
                                sum += Double(samples[(row * width + column) * 3 + color]) * across * down
                                area += across * down
                            }
                        }
                        let value = Double(smaller.samples[(y * newWidth + x) * 3 + color])
                        #expect(abs(value - sum / area) <= 0.51)
                    }
                }
            }
        }
    }

    /// How much a cell of `width` at `index` shares with one of `otherWidth`.
    private static func overlap(_ index: Int, _ width: Int, _ other: Int, _ otherWidth: Int) -> Double {
        Double(max(0, min((index + 1) * width, (other + 1) * otherWidth) - max(index * width, other * otherWidth)))
    }

    @Test func `a document stays as it is, and is of an entry alone`() throws {
        let document = Array("%PDF-1.7 and so on".utf8)
        let photo = try preparing.prepare(document, for: .observation)
        #expect(photo == PreparedPhoto(bytes: document, contentType: "application/pdf"))
        #expect(throws: PictureError.unsupported(.pdf, reason: "only an entry may have a document")) {
            try preparing.prepare(document, for: .profile)
        }
    }

    // MARK: JPEGs made by hand

    private static func contains(_ bytes: [UInt8], _ word: String) -> Bool { contains(bytes, Array(word.utf8)) }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    /// The JPEG with one more segment behind its first one.
    private static func with(_ segment: (marker: UInt8, data: [UInt8]), _ jpeg: [UInt8]) -> [UInt8] {
        let length = segment.data.count + 2
        return jpeg[..<2] + [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 255)] + segment.data + jpeg[2...]
    }

    /// - Parameter type: of the number: 3 for two bytes, 4 for four.
    private static func exif(_ orientation: Int, isBig: Bool, type: Int = 3) -> (UInt8, [UInt8]) {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let little = (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
            return isBig ? little.reversed() : little
        }
        let header = Array("Exif\0\0".utf8) + Array((isBig ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        let value = type == 4 ? number(orientation, 4) : number(orientation, 2) + [0, 0]
        let entry = number(0x0112, 2) + number(type, 2) + number(1, 4) + value
        return (0xE1, header + number(1, 2) + entry + number(0, 4))
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
