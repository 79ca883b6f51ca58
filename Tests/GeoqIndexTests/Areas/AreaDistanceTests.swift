import Foundation
import TestSupport
import Testing

@testable import GeoqIndex

/// The distance to the boundary against samples of each edge and a golden section.
@Suite struct AreaDistanceTests {
    @Test(arguments: RandomArea.allCases)
    func `the distance to the boundary is the least over all edges`(_ kind: RandomArea) throws {
        let seed: UInt64 = 231
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        var (worst, asked) = (0.0, 0)
        for _ in 0..<2 {
            let area = try kind.area(using: &generator)
            var places = RandomArea.places(of: area, count: 4, using: &generator)
            places += [.random(using: &generator), .make(90, 0), .make(-89.5, 70)]
            for place in places {
                let expected = Oracle.distance(from: place, to: area)
                guard expected < 19_000_000 else { continue }
                asked += 1
                let found = try #require(area.distanceToBoundary(from: place)).meters
                worst = max(worst, abs(found - expected))
                #expect(abs(found - expected) < 1e-7, "\(place), \(found), \(expected) in \(area.polygons)")
                let exact = area.exactMetersToBoundary(from: place, about: found)
                #expect(abs(exact - expected) < 1e-7, "\(place), \(exact), \(expected) in \(area.polygons)")
            }
        }
        print("worst \(worst) m")
        // The whole world has no boundary.
        #expect(asked > 0 || kind == .world)
    }

    @Test func `a place at the middle of a parallel is as far from all of it`() throws {
        let area = try Area([.init(outer: RandomArea.box(-180, 89, 180, 90))])
        let pole = Coordinate.make(90, 0)
        let ring = (0..<4).map { Coordinate.make(89, -180 + Double($0) * 90) }.closed
        let cap = try Area([.init(outer: ring)], pole: .north)
        for polar in [area, cap] {
            let found = try #require(polar.distanceToBoundary(from: pole)).meters
            #expect(abs(found - Geodesic.inverse(from: pole, to: .make(89, 0)).distance.meters) < 1e-7)
        }
        let off = try #require(cap.distanceToBoundary(from: .make(89.7, 45))).meters
        #expect(abs(off - Geodesic.inverse(from: .make(89.7, 45), to: .make(89, 45)).distance.meters) < 1e-7)
    }

    @Test(arguments: Area.Edges.allCases)
    func `the exact distance to a corner is that by Karney to the last bit`(edges: Area.Edges) throws {
        let seed: UInt64 = 233
        print("seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        let area = try Area([.init(outer: RandomArea.box(10.1, 20.3, 10.7, 20.9))], edges: edges)
        for _ in 0..<100 {
            let place = Coordinate.make(
                .random(in: 20...20.25, using: &generator), .random(in: 9.8...10.05, using: &generator))
            let about = try #require(area.distanceToBoundary(from: place)).meters
            let corner = Geodesic.inverse(from: place, to: .make(20.3, 10.1)).distance.meters
            #expect(area.exactMetersToBoundary(from: place, about: about) == corner, "seed \(seed): \(place)")
        }
    }

    @Test func `a place on the boundary is at distance zero`() throws {
        let area = try Area([.init(outer: RandomArea.box(10, 20, 30, 40))])
        for place in [Coordinate.make(20, 10), .make(20, 17), .make(33, 30)] {
            #expect(try #require(area.distanceToBoundary(from: place)).meters < 1e-7)
        }
        #expect(try Area([]).distanceToBoundary(from: .make(0, 0)) == nil)
    }

    @Test(arguments: RandomArea.allCases)
    func `a limit changes no distance`(_ kind: RandomArea) throws {
        let seed: UInt64 = 232
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let area = try kind.area(using: &generator)
            for place in RandomArea.places(of: area, count: 12, using: &generator) {
                let distance = area.distanceToBoundary(from: place)?.meters ?? .infinity
                let side: Area.Certainty = area.contains(place) ? .certain : .impossible
                #expect(area.certainty(of: place, within: .meters(0)) == side)
                guard distance < .infinity else {
                    #expect(area.certainty(of: place, within: .kilometers(10_000)) == side)
                    continue
                }
                #expect(area.certainty(of: place, within: .meters(distance * 1.01 + 1e-6)) == .possible)
                if distance > 1e-6 { #expect(area.certainty(of: place, within: .meters(distance * 0.99)) == side) }
            }
        }
    }

    @Test func `an obscured record counts by its cell`() throws {
        let area = try Area([.init(outer: RandomArea.box(10, 20, 30, 40), holes: [RandomArea.box(12, 22, 13, 23)])])
        func cell(_ west: Double, _ south: Double) throws -> Area.Certainty {
            area.certainty(in: try BoundingBox(west: west, south: south, east: west + 0.2, north: south + 0.2))
        }
        #expect(try cell(15, 25) == .certain)
        #expect(try cell(9.9, 25) == .possible)
        #expect(try cell(9, 25) == .impossible)
        #expect(try cell(12.4, 22.4) == .impossible)
        #expect(try cell(12.9, 22.9) == .possible)
        // A box around the whole hole.
        #expect(area.certainty(in: try BoundingBox(west: 11, south: 21, east: 14, north: 24)) == .possible)
    }
}

/// Every edge as it was given, sampled and then searched.
enum Oracle {
    static func distance(from place: Coordinate, to area: Area) -> Double {
        var best = Double.infinity
        for ring in area.polygons.flatMap({ [$0.outer] + $0.holes }) {
            for (start, end) in zip(ring, ring.dropFirst()) where !isSeam(start, end, of: area) {
                best = min(best, distance(from: place, start, end, below: best))
            }
        }
        return best
    }

    /// Whether an edge on ±180°, or along a pole, has the area on all sides. Edges of the
    /// random areas are so whole or not at all.
    private static func isSeam(_ start: Coordinate, _ end: Coordinate, of area: Area) -> Bool {
        if start.isPole, end.isPole, start.latitude == end.latitude {
            let latitude = start.latitude - (start.latitude > 0 ? 1e-7 : -1e-7)
            return stride(from: -179.5, to: 180, by: 7.25).allSatisfy { area.scannedContains(.make(latitude, $0)) }
        }
        guard start.longitude == end.longitude, abs(start.longitude) == 180 else { return false }
        let latitude = (start.latitude + end.latitude) / 2
        return [180 - 1e-7, -180 + 1e-7].allSatisfy { area.scannedContains(.make(latitude, $0)) }
    }

    private static func distance(
        from place: Coordinate, _ start: Coordinate, _ end: Coordinate, below best: Double
    ) -> Double {
        var step = end.longitude - start.longitude
        let isBox = abs(step) == 360 && start.latitude == end.latitude
        if abs(step) > 180, !isBox, !(start.isPole && end.isPole) { step += step > 0 ? -360 : 360 }
        func meters(_ t: Double) -> Double {
            let foot = Coordinate.make(
                start.latitude + (end.latitude - start.latitude) * t, start.longitude + step * t)
            return Geodesic.inverse(from: place, to: foot).distance.meters
        }
        let count = abs(step) + abs(end.latitude - start.latitude) < 1e-3 ? 20 : 250
        let samples = (0...count).map { meters(Double($0) / Double(count)) }
        var least = samples.min()!
        // Around each sample that is a local least and could be the nearest.
        let width = Geodesic.inverse(from: start, to: end).distance.meters / Double(count) * 6 + 1
        for index in samples.indices where samples[index] < min(best, least) + width {
            let (before, after) = (max(0, index - 1), min(count, index + 1))
            guard samples[before] >= samples[index], samples[after] >= samples[index] else { continue }
            least = min(least, golden(Double(before) / Double(count), Double(after) / Double(count), meters))
        }
        return least
    }

    /// The least value of a function between two places where it has one valley.
    static func golden(_ from: Double, _ to: Double, _ value: (Double) -> Double) -> Double {
        let ratio = (5.0.squareRoot() - 1) / 2
        var (low, high) = (from, to)
        // Both places are made anew each time: when one is kept, its rounding grows
        // with every step, to 0.4 µm on an edge of 5 000 km.
        for _ in 0..<75 {
            let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
            if value(left) < value(right) { high = right } else { low = left }
        }
        return [value(from), value(to), value(low), value(high)].min()!
    }
}
