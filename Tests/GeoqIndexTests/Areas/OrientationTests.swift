import TestSupport
import Testing

@testable import GeoqIndex

/// The side of a line against whole numbers of 128 bits.
@Suite struct OrientationTests {
    @Test func `the side is that of whole numbers`() {
        let seed: UInt64 = 101
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var zeros = 0
        for number in 0..<200_000 {
            let (a, b) = (Grid.random(&generator), Grid.random(&generator))
            // Most lie on the line or a unit or two from it.
            var c = number % 4 == 0 ? Grid.random(&generator) : a.between(b, &generator)
            if number % 4 > 1 { c.x += Int128.random(in: -1...1, using: &generator) }
            let expected = Grid.side(a, b, c)
            if expected == 0 { zeros += 1 }
            let found = Orientation.sign(a.point, b.point, c.point)
            let exact = Orientation.exactSign(a.point, b.point, c.point)
            #expect(found == expected && exact == expected, "\(a) \(b) \(c)")
        }
        #expect(zeros > 1000, "Points on the line are among them.")
    }

    @Test func `turns of 360 degrees are exact`() {
        let seed: UInt64 = 102
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<50_000 {
            let turns = (0..<3).map { _ in Int128.random(in: -1...1, using: &generator) }
            var points = (0..<3).map { _ in Grid.random(&generator) }
            // A third point near the line, where its turn lets it be in range.
            let flat = zip(points, turns).map { Grid(x: $0.x + Grid.turn * $1, y: $0.y) }
            let near = flat[0].between(flat[1], &generator)
            points[2] = Grid(x: near.x - Grid.turn * turns[2] + Int128.random(in: -1...1, using: &generator), y: near.y)
            guard points[2].x.magnitude <= Grid.turn / 2 else { continue }
            asked += 1
            let all = zip(points, turns).map { FlatPoint($0.place, turns: Double($1)) }
            let moved = zip(points, turns).map { Grid(x: $0.x + Grid.turn * $1, y: $0.y) }
            #expect(Orientation.sign(all[0], all[1], all[2]) == Grid.side(moved[0], moved[1], moved[2]))
        }
        #expect(asked > 1_000)
    }

    @Test func `numbers of any size keep the rules of sides`() {
        let seed: UInt64 = 103
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        func any() -> SIMD2<Double> {
            func number() -> Double {
                let exponent = Int.random(in: -500...7, using: &generator)
                return (Double(sign: .plus, exponent: exponent, significand: .random(in: -1...1, using: &generator)))
                    .coarse
            }
            return SIMD2(number(), number())
        }
        for _ in 0..<20_000 {
            let (a, b, c) = (any(), any(), any())
            let side = Orientation.sign(a, b, c)
            #expect(side == Orientation.sign(b, c, a) && side == -Orientation.sign(b, a, c))
            #expect(Orientation.sign(a, b, a) == 0 && Orientation.sign(a, a, c) == 0)
            // A power of two changes no side.
            let scale = 0x1p-200
            let all = [a, b, c].map { ($0 * scale) }
            guard all.allSatisfy({ $0.x == $0.x.coarse && $0.y == $0.y.coarse }) else { continue }
            #expect(Orientation.sign(all[0], all[1], all[2]) == side)
        }
    }

    @Test func `the least step off a line has a side`() {
        let (a, b) = (SIMD2(0.1, 0.1), SIMD2(99.9, 99.9))
        let c = SIMD2(33.3, 33.3)
        #expect(Orientation.sign(a, b, c) == 0)
        #expect(Orientation.sign(a, b, SIMD2(33.3, 33.3.nextUp)) == 1)
        #expect(Orientation.sign(a, b, SIMD2(33.3, 33.3.nextDown)) == -1)
    }
}

/// A place on a grid of 2⁻⁴⁵ degrees, as whole numbers.
private struct Grid {
    var x: Int128
    var y: Int128

    static let unit = 0x1p-45
    static let turn = Int128(360) << 45

    static func random(_ generator: inout SeededGenerator) -> Grid {
        let half = Int64(180) << 45
        return Grid(
            x: Int128(Int64.random(in: -half...half, using: &generator)),
            y: Int128(Int64.random(in: -half / 2...half / 2, using: &generator)))
    }

    /// A place on the way, rounded to the grid; often one that is on it exactly.
    func between(_ other: Grid, _ generator: inout SeededGenerator) -> Grid {
        let part = Int128.random(in: 0...8, using: &generator)
        return Grid(x: x + (other.x - x) * part / 8, y: y + (other.y - y) * part / 8)
    }

    var place: SIMD2<Double> { SIMD2(Double(x) * Self.unit, Double(y) * Self.unit) }
    var point: FlatPoint { FlatPoint(place) }

    static func side(_ a: Grid, _ b: Grid, _ c: Grid) -> Int {
        Int(((a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x)).signum())
    }
}
