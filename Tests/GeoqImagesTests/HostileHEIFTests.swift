import Geoq
import Testing

@testable import GeoqImages

/// HEIF files whose boxes and bytes contradict each other: libheif takes memory for what the bytes say (F38).
@Suite struct HostileHEIFTests {
    let preparing = JPEGPreparing()

    @Test func `a HEIC of tiles is read`() throws {
        let photo = try preparing.prepare(PictureSamples.tiledHEIC, for: .observation)
        let picture = try JPEGCodec.decode(photo.bytes, JPEGParts(photo.bytes), longest: 10_000)
        #expect((picture.width, picture.height) == (192, 64))
        #expect(PreparingTests.corners(picture) == ["red", "green", "blue", "yellow"])
    }

    @Test func `a picture is refused for what its own bytes say, and not for what its container says`() throws {
        let lying = HEIFMade(
            configuration: HEIFMade.sequence(width: 12_000, height: 8_000),
            items: [.init("hvc1", [0, 0, 0, 3, 0x28, 1, 0xAF])])
        #expect(throws: PictureError.tooLarge(.heif, width: 12_000, height: 8_000)) {
            try preparing.prepare(lying.bytes, for: .observation)
        }
        // The same parameters before the picture, instead of in the container.
        let unit = HEIFMade.sequence(width: 12_000, height: 8_000)
        let inside = HEIFMade(
            configuration: HEIFMade.sequence(width: 96, height: 64),
            items: [.init("hvc1", HEIFMade.number(unit.count, 4) + unit + [0, 0, 0, 3, 0x28, 1, 0xAF])])
        #expect(throws: PictureError.tooLarge(.heif, width: 12_000, height: 8_000)) {
            try preparing.prepare(inside.bytes, for: .observation)
        }
    }

    @Test func `many pictures in one image count as many as a decoder holds`() throws {
        func cost(_ count: Int) throws -> HEIFCost {
            let picture: [UInt8] = [0, 0, 0, 3, 0x28, 1, 0xAF]
            return try HEIFCost(
                of: HEIFMade(
                    configuration: HEIFMade.sequence(width: 4_000, height: 3_000),
                    items: [.init("hvc1", Array(repeatElement(picture, count: count).joined()))]
                ).bytes, .heif)
        }
        try cost(1).check(sizes: [(4_000, 3_000)], isDeep: false, hasAlpha: false, atOnce: 1)
        #expect(throws: PictureError.tooLarge(.heif, width: 4_000, height: 3_000)) {
            try cost(9).check(sizes: [(4_000, 3_000)], isDeep: false, hasAlpha: false, atOnce: 1)
        }
    }

    @Test(arguments: ["grid", "iovl"]) func `what is put together is refused for its own size`(_ kind: String) throws {
        let head: [UInt8] = [0, 1] + Array(repeating: 0, count: kind == "grid" ? 2 : 8)
        let made = HEIFMade(
            configuration: HEIFMade.sequence(width: 96, height: 64),
            items: [
                .init(kind, head + HEIFMade.number(14_000, 4) + HEIFMade.number(13_000, 4), sources: [2]),
                .init("hvc1", [0, 0, 0, 3, 0x28, 1, 0xAF]),
            ])
        #expect(throws: PictureError.tooLarge(.heif, width: 14_000, height: 13_000)) {
            try preparing.prepare(made.bytes, for: .observation)
        }
    }

    @Test func `images within images, and one image thousands of times, are refused`() throws {
        let grid: [UInt8] = [0, 0, 0, 0, 0, 96, 0, 64]
        let picture = HEIFMade.Item("hvc1", [0, 0, 0, 3, 0x28, 1, 0xAF])
        func cost(_ items: [HEIFMade.Item]) throws -> HEIFCost {
            try HEIFCost(
                of: HEIFMade(configuration: HEIFMade.sequence(width: 2_000, height: 1_000), items: items).bytes, .heif)
        }
        let layers = (2...7).map { HEIFMade.Item("grid", grid, sources: [$0]) }
        let tooDeep = PictureError.unsupported(.heif, reason: "it is put together in too many layers")
        #expect(throws: tooDeep) { try cost(layers + [picture]) }
        #expect(throws: tooDeep) { try cost([.init("grid", grid, sources: [1])]) }
        #expect(throws: PictureError.self) {
            try cost([.init("grid", grid, sources: Array(repeating: 2, count: 10_001)), picture])
        }
        let slow = try cost([.init("grid", grid, sources: Array(repeating: 2, count: 5_000)), picture])
        #expect(
            throws: PictureError.unsupported(.heif, reason: "its images take too long to decode; save it as JPEG")
        ) {
            try slow.check(sizes: [(96, 64)], isDeep: false, hasAlpha: false, atOnce: 1)
        }
    }

    @Test func `a box that is there twice, and an image of a form that is not checked, are refused`() throws {
        let picture = HEIFMade.Item("hvc1", [0, 0, 0, 3, 0x28, 1, 0xAF])
        let made = HEIFMade(configuration: HEIFMade.sequence(width: 96, height: 64), items: [picture]).bytes
        #expect(throws: PictureError.damaged(.heif, reason: "it has meta twice")) {
            try HEIFCost(of: made + HEIFMade.box("meta", [0, 0, 0, 0]), .heif)
        }
        #expect(throws: PictureError.unsupported(.heif, reason: "it has an image of the form unci")) {
            try HEIFCost(
                of: HEIFMade(
                    configuration: HEIFMade.sequence(width: 96, height: 64), items: [.init("unci", [1])]
                ).bytes, .heif)
        }
    }

    @Test func `millions of empty boxes are not listed`() {
        let made = HEIFMade(
            configuration: HEIFMade.sequence(width: 96, height: 64),
            items: [.init("hvc1", [0, 0, 0, 3, 0x28, 1, 0xAF])])
        let many = made.bytes + repeatElement(HEIFMade.box("free", []), count: HEIFBoxes.mostBoxes).joined()
        #expect(throws: PictureError.unsupported(.heif, reason: "it has more than 20000 boxes in one place")) {
            try HEIFCost(of: many, .heif)
        }
    }

    @Test func `an AVIF is refused for the size of its sequence`() throws {
        // A reduced head (AV1, 5.5.1) of 16 bits a side, 65 536 × 65 536 pixels.
        var bits = "000" + "1" + "1" + "00000" + "1111" + "1111"
        bits += String(repeating: "1", count: 32) + "000" + "000" + "0" + "0" + "0" + "0"
        bits += String(repeating: "0", count: 32)
        let head = HEIFMade.packed(bits)
        let made = HEIFMade(
            configuration: HEIFMade.sequence(width: 96, height: 64),
            items: [.init("av01", [0x0A, UInt8(head.count)] + head)])
        let cost = try HEIFCost(of: made.bytes, .avif)
        #expect(throws: PictureError.tooLarge(.avif, width: 65_536, height: 65_536)) {
            try cost.check(sizes: [(48, 32)], isDeep: false, hasAlpha: false, atOnce: 1)
        }
    }
}

/// A HEIF file packed from parts; the first item is the picture.
struct HEIFMade {
    struct Item {
        let kind: String
        let bytes: [UInt8]
        let sources: [Int]

        init(_ kind: String, _ bytes: [UInt8], sources: [Int] = []) {
            (self.kind, self.bytes, self.sources) = (kind, bytes, sources)
        }
    }

    let bytes: [UInt8]

    /// - Parameter configuration: the parameters of a sequence of HEVC.
    init(configuration: [UInt8], items: [Item]) {
        let ids = 1...items.count
        let head = Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        let handler = Self.box("hdlr", Self.zeros(8) + Array("pict".utf8) + Self.zeros(13))
        let first = Self.box("pitm", Self.zeros(4) + Self.number(1, 2))
        let kinds = Self.box(
            "iinf",
            Self.zeros(4) + Self.number(items.count, 2)
                + zip(ids, items).flatMap { id, item in
                    Self.box(
                        "infe",
                        Self.number(2 << 24, 4) + Self.number(id, 2) + Self.zeros(2) + Array(item.kind.utf8) + [0])
                })
        let references = Self.box(
            "iref",
            Self.zeros(4)
                + zip(ids, items).filter { !$0.1.sources.isEmpty }.flatMap { id, item in
                    Self.box(
                        "dimg",
                        Self.number(id, 2) + Self.number(item.sources.count, 2)
                            + item.sources.flatMap { Self.number($0, 2) })
                })
        let sets = Self.box(
            "hvcC",
            [1, 3, 0x70] + Self.zeros(9) + [0x1E, 0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 1, 33]
                + Self.number(1, 2) + Self.number(configuration.count, 2) + configuration)
        let size = Self.box("ispe", Self.zeros(4) + Self.number(48, 4) + Self.number(32, 4))
        let properties = Self.box(
            "iprp",
            Self.box("ipco", sets + size)
                + Self.box(
                    "ipma",
                    Self.zeros(4) + Self.number(items.count, 4) + ids.flatMap { Self.number($0, 2) + [2, 0x81, 2] }))
        func meta(_ start: Int) -> [UInt8] {
            var offset = start
            var places = Self.zeros(4) + [0x44, 0] + Self.number(items.count, 2)
            for (id, item) in zip(ids, items) {
                places += Self.number(id, 2) + [0, 0, 0, 1] + Self.number(offset, 4) + Self.number(item.bytes.count, 4)
                offset += item.bytes.count
            }
            return Self.box(
                "meta",
                Self.zeros(4) + handler + first + Self.box("iloc", places) + kinds + references + properties)
        }
        bytes =
            head + meta(head.count + meta(0).count + 8) + Self.box("mdat", items.flatMap(\.bytes))
    }

    /// The parameters of a sequence (ITU-T H.265, 7.3.2.2), up to the number of bits.
    static func sequence(width: Int, height: Int) -> [UInt8] {
        func exponential(_ value: Int) -> String {
            let digits = String(value + 1, radix: 2)
            return String(repeating: "0", count: digits.count - 1) + digits
        }
        let bits =
            "0000" + "000" + "1" + String(repeating: "1", count: 96) + exponential(0) + exponential(1)
            + exponential(width) + exponential(height) + "0" + exponential(0) + exponential(0) + "1"
        return [0x42, 1] + packed(bits)
    }

    static func packed(_ bits: String) -> [UInt8] {
        let digits = Array(bits)
        return stride(from: 0, to: digits.count, by: 8).map { start in
            let byte = String(digits[start..<min(start + 8, digits.count)])
            return UInt8(byte.padding8, radix: 2) ?? 0
        }
    }

    static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8, 4) + Array(name.utf8) + body
    }

    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}

extension String {
    fileprivate var padding8: String { self + String(repeating: "0", count: 8 - count) }
}
