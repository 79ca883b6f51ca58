import Foundation
import Geoq
import Synchronization
import Testing

@testable import GeoqImages

/// Pictures that are damaged, or lie.
@Suite struct HostilePictureTests {
    private let preparing = JPEGPreparing()

    @Test func `a picture that ends too early is refused (F38)`() throws {
        for sample in PictureSamples.all where sample != PictureSamples.movingWebP {
            for part in 1...9 {
                let cut = Array(sample[..<(sample.count * part / 10)])
                #expect(
                    throws: PictureError.self, "\(part) tenths of \(sample.prefix(8)), \(sample.count) bytes"
                ) { try preparing.prepare(cut, for: .observation) }
            }
            #expect(throws: Never.self) { try preparing.prepare(sample, for: .observation) }
        }
        #expect(throws: PictureError.unknownKind) { try preparing.prepare([], for: .observation) }
        #expect(throws: PictureError.unknownKind) {
            try preparing.prepare(Array("GIF89a".utf8), for: .observation)
        }
        #expect(throws: PictureError.unsupported(.webp, reason: "it moves")) {
            try preparing.prepare(PictureSamples.movingWebP, for: .observation)
        }
    }

    /// Small files that declare more than memory may hold.
    @Test func `a bomb is refused by what it declares (F38)`() throws {
        var png = PictureSamples.deepPNG
        png.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
        // The checksum of the new size, by libpng's own complaint about any other.
        let sum = CRC32.of(png[12..<29])
        png.replaceSubrange(29..<33, with: (0..<4).map { UInt8(sum >> (24 - 8 * UInt32($0)) & 255) })
        #expect(throws: PictureError.tooLarge(.png, width: 30_000, height: 30_000)) {
            try preparing.prepare(png, for: .observation)
        }
        for (sample, width, height) in [
            (PictureSamples.jpeg, 65_000, 65_000),
            // 90 megapixels are taken of a baseline picture; a progressive one
            // needs its coefficients at once.
            (PictureSamples.progressiveJPEG, 12_000, 11_000),
        ] {
            let bomb = try Self.resized(sample, width, height)
            #expect(throws: PictureError.tooLarge(.jpeg, width: width, height: height)) {
                try preparing.prepare(bomb, for: .observation)
            }
        }
        // A scan is some bytes, and a pass over all pixels.
        let small = try Self.resized(PictureSamples.progressiveJPEG, 8_000, 6_000)
        let scan = try #require(small.indices.first { small[$0...].starts(with: [0xFF, 0xDA]) })
        let many = Array(small[..<scan]) + Array(repeatElement(Array(small[scan...].dropLast(2)), count: 60).joined())
        #expect(throws: PictureError.tooLarge(.jpeg, width: 8_000, height: 6_000)) {
            try preparing.prepare(many, for: .observation)
        }
    }

    @Test func `a large WebP with transparent parts is refused before it is decoded, also a lossy one (F38)`() throws {
        var webp = PictureSamples.webp
        // That it has them, and the size less 1, of the canvas; the size of the picture in it.
        webp[20] |= 0x10
        webp.replaceSubrange(24..<30, with: [0x27, 0x23, 0, 0x3F, 0x1F, 0])
        let frame = try #require(webp.indices.first { webp[$0...].starts(with: [0x9D, 0x01, 0x2A]) })
        webp.replaceSubrange(frame + 3..<frame + 7, with: [0x28, 0x23, 0x40, 0x1F])
        #expect(throws: PictureError.tooLarge(.webp, width: 9_000, height: 8_000)) {
            try preparing.prepare(webp, for: .observation)
        }
    }

    @Test func `what a picture may hold leaves a program its own share of 350 MB (F38)`() throws {
        // `geoq push` takes 78 MB beside a small picture.
        #expect(PictureLimits.mostBytes + 80_000_000 <= 350_000_000)
        #expect(throws: PictureError.tooLarge(.png, width: 10_000, height: 9_000)) {
            try PictureLimits.check(.png, width: 10_000, height: 9_000, bytesPerPixel: 3, held: 0)
        }
    }

    /// Of more than 8 bits a sample libheif holds twice as much, in several steps: 629 MB for a telephone's largest.
    @Test func `a large HEIC of 10 bits is refused before it is decoded, and one of 8 bits is not (F38)`() throws {
        func mark(_ name: String) throws -> Int {
            try #require(PictureSamples.heic.indices.first { PictureSamples.heic[$0...].starts(with: name.utf8) })
        }
        var heic = PictureSamples.heic
        let size = try mark("ispe") + 8
        heic.replaceSubrange(size..<size + 8, with: [0, 0, 0x1F, 0x80, 0, 0, 0x17, 0xA0])
        // Its data are still those of a small picture.
        #expect(throws: PictureError.damaged(.heif, reason: "libheif cannot read it")) {
            try preparing.prepare(heic, for: .observation)
        }
        // What a decoder reads from many bytes is memory, too.
        func padded(_ count: UInt32) -> [UInt8] {
            heic + withUnsafeBytes(of: (count + 8).bigEndian) { Array($0) } + Array("free".utf8)
                + [UInt8](repeating: 0, count: Int(count))
        }
        #expect(throws: PictureError.damaged(.heif, reason: "libheif cannot read it")) {
            try preparing.prepare(padded(7_000_000), for: .observation)
        }
        #expect(throws: PictureError.tooLarge(.heif, width: 8_064, height: 6_048)) {
            try preparing.prepare(padded(9_000_000), for: .observation)
        }
        // Bits of luma above 8 (ISO 14496-15, 8.3.3.1.2).
        let depth = try mark("hvcC") + 4 + 17
        heic[depth] = 0xFA
        #expect(throws: PictureError.tooLarge(.heif, width: 8_064, height: 6_048)) {
            try preparing.prepare(heic, for: .observation)
        }
    }

    @Test func `a large HEIC that is cropped to a small part is refused before it is decoded (F38)`() throws {
        var heic = PictureSamples.heic
        func mark(_ name: String) throws -> Int {
            try #require(heic.indices.first { heic[$0...].starts(with: name.utf8) })
        }
        func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        func grow(_ name: String, by count: UInt8) throws {
            // Lengths here are below 65 536, and none of these goes over a multiple of 256.
            heic[try mark(name) - 1] += count
        }
        let size = try mark("ispe") + 8
        heic.replaceSubrange(size..<size + 8, with: number(12_000) + number(8_000))
        // One more property of the image, the fourth, which must be understood: a clean aperture of 48 × 32.
        let crop = number(40) + Array("clap".utf8) + [48, 1, 32, 1, 0, 1, 0, 1].flatMap(number)
        let properties = try mark("ipma")
        heic[properties + 14] = 4
        heic.insert(0x84, at: properties + 18)
        try grow("ipma", by: 1)
        heic.insert(contentsOf: crop, at: properties - 4)
        try grow("ipco", by: 40)
        try grow("iprp", by: 41)
        // 0x142 and 0x166, where the data begin.
        try grow("meta", by: 41)
        heic[try #require(heic.indices.first { heic[$0...].starts(with: [0, 0, 1, 0x66]) }) + 3] += 41
        #expect(throws: PictureError.tooLarge(.heif, width: 12_000, height: 8_000)) {
            try preparing.prepare(heic, for: .observation)
        }
    }

    /// A decoder of AV1 holds more, and the brands of a file may lie.
    @Test func `a large AVIF is refused before it is decoded, also when it is called a HEIC (F38)`() throws {
        for (brand, kind) in [("avif", PictureKind.avif), ("heic", .heif)] {
            var avif = PictureSamples.halfClearAVIF
            avif.replaceSubrange(8..<12, with: Array(brand.utf8))
            for size in avif.indices where avif[size...].starts(with: "ispe".utf8) {
                avif.replaceSubrange(size + 8..<size + 16, with: [0, 0, 0x17, 0x70, 0, 0, 0x0F, 0xA0])
            }
            #expect(throws: PictureError.tooLarge(kind, width: 6_000, height: 4_000)) {
                try preparing.prepare(avif, for: .observation)
            }
        }
    }

    /// Else several large pictures, as on a page of a server, would need the memory of each at the same time.
    @Test func `pictures that are held whole take turns, and a JPEG that is read in rows does not wait (F38)`() {
        let isDone = DispatchSemaphore(value: 0)
        JPEGPreparing.turn.withLock { _ in
            Thread.detachNewThread {
                _ = try? JPEGPreparing().prepare(PictureSamples.png, for: .observation)
                isDone.signal()
            }
            #expect(throws: Never.self) { try JPEGPreparing().prepare(PictureSamples.jpeg, for: .observation) }
            #expect(isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        }
        #expect(isDone.wait(timeout: .now() + .seconds(60)) == .success)
    }

    /// The JPEG with another size in its frame.
    private static func resized(_ jpeg: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
        let frame = try #require(
            jpeg.indices.dropLast(9).first { jpeg[$0] == 0xFF && [0xC0, 0xC2].contains(jpeg[$0 + 1]) })
        var bytes = jpeg
        let size = [height >> 8, height & 255, width >> 8, width & 255].map(UInt8.init)
        bytes.replaceSubrange(frame + 5..<frame + 9, with: size)
        return bytes
    }
}

/// The checksum of a PNG's chunk.
enum CRC32 {
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
