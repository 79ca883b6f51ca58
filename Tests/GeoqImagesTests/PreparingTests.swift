import Geoq
import Testing

@testable import GeoqImages

/// What pictures become before they are kept and sent.
@Suite struct PreparingTests {
    let preparing = JPEGPreparing()

    /// The four corners of a picture, named by what they look like.
    static func corners(_ raster: Raster) -> [String] {
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

    func prepared(_ bytes: [UInt8]) throws -> Raster {
        let photo = try preparing.prepare(bytes, for: .observation)
        #expect(photo.contentType == "image/jpeg" && PictureKind(sniffing: photo.bytes) == .jpeg)
        return try JPEGCodec.decode(photo.bytes, JPEGParts(photo.bytes), longest: 10_000)
    }

    /// A picture in four colors.
    static func quarters(width: Int, height: Int) -> Raster {
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

    @Test func `a document stays as it is, and is of an entry alone`() throws {
        let document = Array("%PDF-1.7 and so on".utf8)
        let photo = try preparing.prepare(document, for: .observation)
        #expect(photo == PreparedPhoto(bytes: document, contentType: "application/pdf"))
        #expect(throws: PictureError.unsupported(.pdf, reason: "only an entry may have a document")) {
            try preparing.prepare(document, for: .profile)
        }
    }
}
