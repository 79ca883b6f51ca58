import Geoq
import Testing

@testable import GeoqImages

/// How large and how fine pictures become.
extension PreparingTests {
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
}
