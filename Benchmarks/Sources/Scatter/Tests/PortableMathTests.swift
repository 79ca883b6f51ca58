import Foundation
import TestSupport
import Testing

/// The generator's own functions against those of the C library.
@Suite struct PortableMathTests {
    private static let seed: UInt64 = 20_261_121

    @Test func `sine and cosine are right to a few last bits`() {
        var random = SeededGenerator(seed: Self.seed)
        for degrees in [0, 30, 45, 60, 90, -90, 180, -180, 135, -45.5, 89.999999] + Self.numbers(-360...360, &random) {
            let (sine, cosine) = PortableMath.sineCosine(degrees: degrees)
            #expect(abs(sine - sin(degrees * .pi / 180)) < 1e-14, "\(degrees)°, seed \(Self.seed)")
            #expect(abs(cosine - cos(degrees * .pi / 180)) < 1e-14, "\(degrees)°, seed \(Self.seed)")
        }
        for radians in [0, 1e-9, 3, 6] + Self.numbers(0...8, &random) {
            let (sine, cosine) = PortableMath.sineCosine(radians: radians)
            #expect(abs(sine - sin(radians)) < 1e-14 && abs(cosine - cos(radians)) < 1e-14, "\(radians)")
        }
    }

    @Test func `right angles are exact`() {
        for (degrees, sine, cosine) in [(0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (-90, -1, 0), (-180, 0, -1)] {
            let found = PortableMath.sineCosine(degrees: degrees)
            #expect(found.sine == sine && found.cosine == cosine, "\(degrees)")
        }
    }

    @Test func `the logarithm is right to a few last bits`() {
        var random = SeededGenerator(seed: Self.seed)
        for value in [1, 0.5, 2, 1e-16, 0x1p-104, 0.999999] + Self.numbers(0...1, &random) where value > 0 {
            let expected = log(value)
            #expect(abs(PortableMath.logarithm(value) - expected) <= 4e-16 * max(1, abs(expected)), "\(value)")
        }
    }

    @Test func `the direction is right in every quadrant and on the axes`() {
        var random = SeededGenerator(seed: Self.seed)
        for (x, y) in zip(Self.numbers(-1...1, &random), Self.numbers(-1...1, &random)) {
            let expected = atan2(y, x) * 180 / .pi
            #expect(abs(PortableMath.degrees(y: y, x: x) - expected) < 1e-13, "\(x), \(y), seed \(Self.seed)")
        }
        for (x, y, degrees) in [(1.0, 0.0, 0.0), (0, 1, 90), (-1, 0, 180), (0, -1, -90), (0, 0, 0), (1, 1, 45)] {
            #expect(abs(PortableMath.degrees(y: y, x: x) - degrees) < 1e-13)
        }
    }

    private static func numbers(_ range: ClosedRange<Double>, _ random: inout SeededGenerator) -> [Double] {
        (0..<2000).map { _ in Double.random(in: range, using: &random) }
    }
}
