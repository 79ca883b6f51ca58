import TestSupport
import Testing

@testable import GeoqIndex

/// The error bounds that decisions rest on, sampled where they are tight.
@Suite struct ChordDistanceTests {
    @Test(arguments: [UInt64(11), 12, 13])
    func `the plain form keeps its bound up to 5 000 km`(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<40_000 {
            let pair = Self.randomPair(longestMeters: 5_000_000, &generator)
            guard pair.chord < ChordDistance.longestPlainChord else { continue }
            asked += 1
            let estimate = ChordDistance(plainFrom: pair.start, to: pair.end)
            #expect(abs(estimate.meters - pair.exact) <= estimate.error, "\(pair)")
        }
        #expect(asked > 30_000)
    }

    @Test(arguments: [UInt64(21), 22, 23])
    func `the refined form keeps its bound up to 1 190 km`(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<40_000 {
            let pair = Self.randomPair(longestMeters: 1_190_000, &generator)
            guard pair.chord < ChordDistance.longestRefinedChord else { continue }
            asked += 1
            let estimate = ChordDistance(refinedFrom: pair.start, to: pair.end)
            #expect(abs(estimate.meters - pair.exact) <= estimate.error, "\(pair)")
        }
        #expect(asked > 30_000)
    }

    @Test(arguments: [UInt64(25), 26, 27])
    func `the short form keeps its bound up to 400 km`(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<60_000 {
            // Half of them where the bound is tight: far, in every direction.
            let length = round % 2 == 0 ? 399_000 : Double.random(in: 150_000...399_000, using: &generator)
            let pair =
                round % 2 == 0
                ? Self.randomPair(longestMeters: length, &generator) : Self.pair(length: length, &generator)
            let meters = ChordDistance.shortMeters(
                squaredChords: SIMD4(repeating: pair.chord * pair.chord), z: SIMD4(repeating: pair.end.z),
                originZ: pair.start.z)
            #expect(meters == SIMD4(repeating: meters.x))
            #expect(abs(meters.x - pair.exact) <= ChordDistance.shortError(overMeters: meters.x), "\(pair)")
        }
    }

    /// Where the bound is tight: long ways, in every direction.
    @Test func `the refined form is within a micrometer up to 940 km`() throws {
        let seed: UInt64 = 24
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<100_000 {
            let origin = Coordinate(unchecked: Double.random(in: -90...90, using: &generator), 0)
            let meters = Double.random(in: 800_000...941_000, using: &generator)
            let target = Geodesic.direct(
                from: origin, bearing: Double.random(in: 0..<360, using: &generator), distance: .meters(meters))
            let pair = Self.pair(origin, target)
            guard pair.originPoint.squaredChord(to: pair.targetPoint) < 940_000 * 940_000 else { continue }
            asked += 1
            let estimate = ChordDistance(refinedFrom: pair.originPoint, to: pair.targetPoint)
            #expect(estimate.error <= 1e-6)
            #expect(
                abs(estimate.meters - Geodesic.meters(from: origin, to: target)) <= estimate.error,
                "\(origin) \(target)")
        }
        #expect(asked > 50_000)
    }

    @Test(arguments: [15_000.0, 99_000, 101_000, 500_000, 3_000_000, 20_003_931])
    func `distances in answers are within a micrometer`(longestMeters: Double) throws {
        let seed: UInt64 = 31
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let origin = Self.randomPair(longestMeters: 1, &generator).pair.origin
            let targets = (0..<500).map { _ in
                Geodesic.direct(
                    from: origin, bearing: Double.random(in: 0..<360, using: &generator),
                    distance: .meters(Double.random(in: 0...longestMeters, using: &generator)))
            }
            let built = PackedTree.build(
                coordinates: targets, keys: targets.indices.map { ItemKey(high: 0, low: UInt64($0)) })
            for radius in [Distance.meters(longestMeters), nil] {
                let hits = try built.tree.neighbors(NeighborQuery(origin: origin, radius: radius))
                #expect(hits.count > 400)
                for hit in hits {
                    let exact = Geodesic.meters(from: origin, to: targets[Int(built.order[hit.position])])
                    #expect(abs(hit.distance.meters - exact) <= 1e-6, "\(origin) \(hit)")
                }
            }
        }
    }

    @Test func `a square of a chord that is out of reach is of items that are further`() throws {
        let seed: UInt64 = 51
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60_000 {
            let pair = Self.randomPair(longestMeters: 20_003_931, &generator)
            let limit = RadiusTest.furthestSquaredChord(asNearAs: pair.chord * pair.chord)
            // A pair with a longer chord has a geodesic longer than that chord.
            #expect(limit.squareRoot() >= min(pair.exact, 2 * WGS84.equatorialRadius), "\(pair)")
        }
    }

    @Test func `the chord bounds the geodesic from both sides`() throws {
        let seed: UInt64 = 41
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60_000 {
            let pair = Self.randomPair(longestMeters: 20_003_931, &generator)
            #expect(pair.chord <= pair.exact + RadiusTest.slack, "\(pair)")
            #expect(RadiusTest.longestArc(overChord: pair.chord) >= pair.exact, "\(pair)")
            let test = RadiusTest(radius: pair.exact * Double.random(in: 0.999...1.001, using: &generator))
            let squaredChord = pair.chord * pair.chord
            if squaredChord < test.innerSquaredChord { #expect(pair.exact <= test.radius, "\(pair)") }
            if squaredChord > test.outerSquaredChord { #expect(pair.exact > test.radius, "\(pair)") }
        }
    }

    @Test func `equal points are at distance zero, poles under any longitude`() throws {
        let pole = try Coordinate(latitude: 90, longitude: 12)
        let samePole = try Coordinate(latitude: 90, longitude: -170)
        for (from, to) in [(pole, samePole), (pole, pole)] {
            let pair = Self.pair(from, to)
            #expect(abs(ChordDistance(plainFrom: pair.originPoint, to: pair.targetPoint).meters) <= 1e-8)
            #expect(abs(ChordDistance(refinedFrom: pair.originPoint, to: pair.targetPoint).meters) <= 1e-8)
        }
    }

    /// Two places, with their exact distance.
    struct Pair: CustomStringConvertible {
        let pair: PointPair
        let exact: Double
        var start: EarthPoint { pair.originPoint }
        var end: EarthPoint { pair.targetPoint }
        var chord: Double { start.squaredChord(to: end).squareRoot() }
        var description: String { "\(pair.origin) \(pair.target) \(exact) m" }
    }

    /// Two places so far apart, the first anywhere.
    static func pair(length: Double, _ generator: inout SeededGenerator) -> Pair {
        let origin = Coordinate(unchecked: Double.random(in: -90...90, using: &generator), 0)
        let target = Geodesic.direct(
            from: origin, bearing: Double.random(in: 0..<360, using: &generator), distance: .meters(length))
        return Pair(pair: pair(origin, target), exact: Geodesic.meters(from: origin, to: target))
    }

    static func pair(_ origin: Coordinate, _ target: Coordinate) -> PointPair {
        PointPair(
            origin: origin, originPoint: EarthPoint(origin), target: target, targetPoint: EarthPoint(target))
    }

    /// Lengths evenly over the orders of magnitude, any direction; starts
    /// anywhere, at the poles, on the equator, at the date line.
    static func randomPair(longestMeters: Double, _ generator: inout SeededGenerator) -> Pair {
        var length = longestMeters
        for _ in 0..<Int.random(in: 0...9, using: &generator) { length /= 10 }
        length *= Double.random(in: 0.1...1, using: &generator)
        let latitudes: [Double] = [90, -90, 0, 45, -45, Double.random(in: -90...90, using: &generator)]
        let latitude =
            Int.random(in: 0..<3, using: &generator) == 0
            ? latitudes.randomElement(using: &generator)! : Double.random(in: -90...90, using: &generator)
        let longitude =
            Int.random(in: 0..<4, using: &generator) == 0 ? 180 : Double.random(in: -180...180, using: &generator)
        let bearing =
            Int.random(in: 0..<4, using: &generator) == 0
            ? Double(Int.random(in: 0..<4, using: &generator) * 90) : Double.random(in: 0..<360, using: &generator)
        let origin = Coordinate(unchecked: latitude, longitude)
        let target = Geodesic.direct(from: origin, bearing: bearing, distance: .meters(length))
        return Pair(pair: pair(origin, target), exact: Geodesic.meters(from: origin, to: target))
    }
}
