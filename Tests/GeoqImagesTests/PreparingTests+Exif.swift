import Geoq
import Testing

@testable import GeoqImages

/// What is written in a picture besides: it is turned upright by it, and tells no camera and no place.
extension PreparingTests {
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

    private static func contains(_ bytes: [UInt8], _ word: String) -> Bool { contains(bytes, Array(word.utf8)) }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    /// The JPEG with one more segment behind its first one.
    static func with(_ segment: (marker: UInt8, data: [UInt8]), _ jpeg: [UInt8]) -> [UInt8] {
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
}
