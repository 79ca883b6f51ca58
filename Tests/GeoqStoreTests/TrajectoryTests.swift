import Foundation
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The ways of migrations: how far they are, and which boxes they touch.
@Suite struct TrajectoryTests {
    static let bird = FeatureID("b0000000-0000-4000-8000-000000000001")!

    static func id(_ number: Int) -> FeatureID {
        FeatureID("c0000000-0000-4000-8000-" + String(repeating: "0", count: 10) + String(format: "%02d", number))!
    }

    static func trajectory(_ places: [(latitude: Double, longitude: Double)]) throws -> Trajectory {
        Trajectory(
            id: id(1), bird: Bird(id: bird),
            points: try places.map { place in
                .init(coordinate: try Coordinate(latitude: place.latitude, longitude: place.longitude))
            })
    }

    /// Places of a line that is straight in longitude and latitude, many on each edge.
    private static func samples(_ trajectory: Trajectory, each count: Int) throws -> [Coordinate] {
        let places = trajectory.points.map(\.coordinate)
        return try places
            + zip(places, places.dropFirst()).flatMap { start, end in
                var across = end.longitude - start.longitude
                across += across > 180 ? -360 : across < -180 ? 360 : 0
                return try (0...count).map { index in
                    let part = Double(index) / Double(count)
                    var longitude = start.longitude + across * part
                    longitude += longitude > 180 ? -360 : longitude < -180 ? 360 : 0
                    return try Coordinate(
                        latitude: start.latitude + (end.latitude - start.latitude) * part, longitude: longitude)
                }
            }
    }

    @Test func `the distance is that to the nearest of many places of the line`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let reaches: [Double] = [0.02, 2, 40]
        for _ in 1...60 {
            let reach = reaches.randomElement(using: &random) ?? 2
            let middle = Double.random(in: -85...85, using: &random)
            let meridian = Double.random(in: -180...180, using: &random)
            func near() -> (latitude: Double, longitude: Double) {
                let latitude = middle + Double.random(in: -reach...reach, using: &random)
                var longitude = meridian + Double.random(in: -reach...reach, using: &random)
                if longitude > 180 { longitude -= 360 }
                if longitude < -180 { longitude += 360 }
                return (min(89.9, max(-89.9, latitude)), longitude)
            }
            let way = try Self.trajectory((0..<Int.random(in: 1...6, using: &random)).map { _ in near() })
            let center = near()
            let place = try Coordinate(latitude: center.latitude, longitude: center.longitude)
            let count = 2_000
            let distances = try Self.samples(way, each: count).map { sample -> Double in
                Geodesic.inverse(from: place, to: sample).distance.meters
            }
            let sampled = distances.min() ?? .infinity
            let found = try #require(way.distance(from: place, within: .halfTheEarth)).meters
            // A sample is no nearer than the line, and the nearest one is at most half a step away from its foot.
            let step: Double = 4 * reach * 111_700 / Double(count)
            #expect(found <= sampled + 1e-6, "\(way) \(place), seed \(seed)")
            #expect(found >= sampled - step, "\(way) \(place), seed \(seed)")
            // What is within a smaller radius is told as far away as before, and what is not is none.
            let again = try #require(way.distance(from: place, within: .meters(found + 1e-6)), "seed \(seed)")
            #expect(abs(again.meters - found) < 1e-6, "seed \(seed)")
            if found > 1 {
                let none = way.distance(from: place, within: .meters(found * 0.999))
                #expect(none == nil, "seed \(seed)")
            }
        }
    }

    @Test func `a box is touched where a place of the line is in it`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var (touched, missed) = (0, 0)
        for _ in 1...400 {
            func longitude() -> Double { Double.random(in: -180...180, using: &random) }
            let way = try Self.trajectory(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (Double.random(in: -80...80, using: &random), longitude())
                })
            let (south, west) = (Double.random(in: -80...60, using: &random), longitude())
            let east = west + Double.random(in: 1...60, using: &random)
            let box = try BoundingBox(
                west: west, south: south, east: east > 180 ? east - 360 : east,
                north: south + Double.random(in: 1...20, using: &random))
            let isSampled = try Self.samples(way, each: 4_000).contains(where: box.contains)
            let isTouched = way.touches(box)
            if isSampled { #expect(isTouched, "\(way) \(box), seed \(seed)") }
            if isSampled { touched += 1 }
            if !isTouched { missed += 1 }
            // A line that only cuts off a corner between two samples is longer in a box that is a step larger.
            if isTouched, !isSampled {
                let larger = try BoundingBox(
                    west: max(-180, box.west - 0.1), south: box.south - 0.1, east: min(180, box.east + 0.1),
                    north: box.north + 0.1)
                #expect(
                    try Self.samples(way, each: 40_000).contains(where: larger.contains), "\(way) \(box), seed \(seed)")
            }
        }
        // Some 28 boxes are touched; five or fewer are less likely than one in a million.
        #expect(touched > 5 && missed > 5, "\(touched) \(missed), seed \(seed)")
    }

    /// A box that begins west of ±180° and goes round nearly all of the Earth lies two turns from the end of a line that
    /// goes west over it.
    @Test func `a line across the date line is in a wide box, whichever way it is drawn`() throws {
        let lines: [(places: [(latitude: Double, longitude: Double)], boxes: [[Double]])] = [
            ([(0, -80), (40, 120)], [[170, 35, 165, 36], [150, 36.5, 140, 37.5], [-170, 36.5, 140, 37.5]]),
            ([(0, -179), (10, 170)], [[179, 4.9, 176, 5.1], [-180, 4.9, 176, 5.1]]),
        ]
        for (places, boxes) in lines {
            for degrees in boxes {
                let box = try BoundingBox(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
                #expect(try Self.trajectory(places).touches(box), "\(places) \(box)")
                #expect(try Self.trajectory(places.reversed()).touches(box), "\(places) \(box)")
            }
            let beside = try BoundingBox(west: 179, south: 5.2, east: 174, north: 5.3)
            #expect(try Self.trajectory(places.reversed()).touches(beside) == Self.trajectory(places).touches(beside))
        }
    }

    /// Legs of half the Earth, and one that is about equally far away all along.
    @Test func `long legs have the distances of many places of theirs`() throws {
        for (places, center) in [
            ([(60, -120), (60, 60)], (85, -30)), ([(10, 0), (50, 179)], (50, 30)), ([(0, -170), (40, 20)], (-10, 100)),
            ([(-70, 10), (70, 10)], (5, 95)), ([(89, 0), (-89, 179)], (30, 140)),
        ] as [([(latitude: Double, longitude: Double)], (latitude: Double, longitude: Double))] {
            let way = try Self.trajectory(places)
            let place = try Coordinate(latitude: center.latitude, longitude: center.longitude)
            let sampled = try Self.samples(way, each: 50_000).reduce(Double.infinity) {
                min($0, Geodesic.inverse(from: place, to: $1).distance.meters)
            }
            let found = try #require(way.distance(from: place, within: .halfTheEarth)).meters
            #expect(found <= sampled + 1e-6 && found >= sampled - 0.05, "\(places) \(place): \(found) \(sampled)")
            #expect(way.distance(from: place, within: .meters(found)) == .meters(found))
        }
    }

    @Test func `a search stops between two legs of a line`() throws {
        let way = try Self.trajectory([(60, -120), (60, 60), (59, -120)])
        let interruption = Interruption()
        interruption.interrupt()
        var cost = TrajectoryCost()
        #expect(throws: IndexError.interrupted) {
            try way.distance(
                from: try Coordinate(latitude: 85, longitude: -30), within: .halfTheEarth, &cost,
                checking: interruption.check)
        }
        #expect(cost.edges == 0)
    }

    @Test func `lines across the date line, of one point, and with a point twice`() throws {
        let across = try Self.trajectory([(10, 179), (10, -179)])
        let onIt = try Coordinate(latitude: 10, longitude: 180)
        #expect(try #require(across.distance(from: onIt, within: .kilometers(1))).meters < 1e-3)
        #expect(across.touches(try BoundingBox(west: 179.5, south: 9, east: -179.5, north: 11)))
        #expect(across.touches(try BoundingBox(west: -180, south: 9, east: -179.5, north: 11)))
        #expect(!across.touches(try BoundingBox(west: -170, south: 9, east: 170, north: 11)))
        #expect(
            across.geometry.text
                == #"{"type":"MultiLineString","coordinates":[[[179,10],[180,10]],[[-180,10],[-179,10]]]}"#)
        // A place on that line is on either side of it.
        func lines(_ places: [(latitude: Double, longitude: Double)]) throws -> String {
            let text = try Self.trajectory(places).geometry.text
            return text.split(separator: #""coordinates":"#).last.map(String.init) ?? text
        }
        #expect(
            try lines([(10, 170), (10, -180), (20, 180), (30, -180), (30, 170)])
                == "[[170,10],[180,10],[180,20],[180,30],[170,30]]}")
        #expect(
            try lines([(10, -170), (10, 180), (10, 170)])
                == "[[[-170,10],[-180,10]],[[180,10],[170,10]]]}")
        #expect(try lines([(10, 170), (10, -180), (10, 0)]) == "[[[170,10],[180,10]],[[-180,10],[0,10]]]}")
        #expect(try lines([(10, 180), (20, -180)]) == "[[180,10],[180,20]]}")
        let point = try Self.trajectory([(10, 20)])
        #expect(point.geometry.text == #"{"type":"Point","coordinates":[20,10]}"#)
        #expect(try point.distance(from: try Coordinate(latitude: 10, longitude: 20), within: .meters(0)) == .meters(0))
        #expect(point.touches(try BoundingBox(west: 20, south: 10, east: 20, north: 10)))
        let twice = try Self.trajectory([(10, 20), (10, 20), (11, 20)])
        #expect(try twice.distance(from: try Coordinate(latitude: 10.5, longitude: 20), within: .meters(1)) != nil)
        // The diagonal passes between two boxes that its own box holds.
        let diagonal = try Self.trajectory([(0, 0), (10, 10)])
        #expect(!diagonal.touches(try BoundingBox(west: 6, south: 1, east: 9, north: 4)))
        #expect(diagonal.touches(try BoundingBox(west: 4, south: 1, east: 9, north: 4)))
    }

    /// Whether the line between two places of a grid meets a rectangle of it: by whole numbers.
    private static func meets(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int), _ box: [Int]) -> Bool {
        // Parts of the way from start to end at which it is within the west, east, south and north edge: a part is
        // a fraction with a positive denominator.
        var (from, until) = ((0, 1), (1, 1))
        for (step, room) in [
            (start.x - end.x, start.x - box[0]), (end.x - start.x, box[2] - start.x),
            (start.y - end.y, start.y - box[1]), (end.y - start.y, box[3] - start.y),
        ] {
            if step == 0, room < 0 { return false }
            if step > 0, room * until.1 < until.0 * step { until = (room, step) }
            if step < 0, -room * from.1 > from.0 * -step { from = (-room, -step) }
        }
        return from.0 * until.1 <= until.0 * from.1
    }

    /// A step without a common divisor, and the place nearest to it but its ends: Euclid's
    /// algorithm gives u and v with x · v − y · u = 1.
    private static func neighbor(x: Int, y: Int) -> (step: (x: Int, y: Int), aside: (x: Int, y: Int)) {
        var (old, rest) = ((value: x, v: 1, u: 0), (value: y, v: 0, u: -1))
        while rest.value != 0 {
            let times = old.value / rest.value
            (old, rest) = (
                rest, (old.value - times * rest.value, old.v - times * rest.v, old.u - times * rest.u)
            )
        }
        return ((x / old.value, y / old.value), (old.u, old.v))
    }

    @Test func `a line and a box that just touch are told apart from those that just do not`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        // A grid of 2⁻²⁴ degrees: its places are doubles, and the products below fit into 63 bits.
        let grid = 0x1p-24
        func place(_ point: (x: Int, y: Int)) throws -> Coordinate {
            try Coordinate(latitude: Double(point.y) * grid, longitude: Double(point.x) * grid)
        }
        var (touched, missed) = (0, 0)
        for _ in 1...20_000 {
            func number(_ most: Int) -> Int { Int.random(in: -most...most, using: &random) }
            // The corner lies on the line, or so near to it that only the last digits of the products tell the side.
            let (step, aside) = Self.neighbor(
                x: Int.random(in: 1...(20 << 24), using: &random), y: Int.random(in: 1...(20 << 24), using: &random))
            let mirrored = Bool.random(using: &random) ? -1 : 1
            let start = (x: number(30 << 24), y: number(30 << 24))
            let end = (x: start.x + mirrored * step.x, y: start.y + step.y)
            let way = [(x: 0, y: 0), (x: aside.x, y: aside.y), (x: step.x - aside.x, y: step.y - aside.y)]
            let offset = way.randomElement(using: &random) ?? way[0]
            let corner = (x: start.x + mirrored * offset.x, y: start.y + offset.y)
            let other = (x: corner.x + number(1 << 24), y: corner.y + number(1 << 24))
            let edges = [
                min(corner.x, other.x), min(corner.y, other.y), max(corner.x, other.x), max(corner.y, other.y),
            ]
            let degrees = edges.map { Double($0) * grid }
            let box = try BoundingBox(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
            let line = try Self.trajectory([start, end].map { (try place($0).latitude, try place($0).longitude) })
            let expected = Self.meets(start, end, edges)
            #expect(line.touches(box) == expected, "\(start) \(end) \(edges), seed \(seed)")
            if expected { touched += 1 } else { missed += 1 }
        }
        #expect(touched > 1_000 && missed > 1_000, "\(touched) \(missed), seed \(seed)")
    }
}

extension Trajectory {
    fileprivate func distance(from place: Coordinate, within most: Distance) -> Distance? {
        var cost = TrajectoryCost()
        return distance(from: place, within: most, &cost, checking: {})
    }

    fileprivate func touches(_ box: BoundingBox) -> Bool {
        var cost = TrajectoryCost()
        return touches(box, &cost)
    }
}
