import Foundation
import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The ways of migrations: how far they are, and which boxes they touch.
@Suite struct TrajectoryTests {
    private static let bird = FeatureID("b0000000-0000-4000-8000-000000000001")!

    private static func id(_ number: Int) -> FeatureID {
        FeatureID("c0000000-0000-4000-8000-" + String(repeating: "0", count: 10) + String(format: "%02d", number))!
    }

    private static func trajectory(_ places: [(latitude: Double, longitude: Double)]) throws -> Trajectory {
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
            let found = try #require(try way.distance(from: place, within: .halfTheEarth)).meters
            // A sample is no nearer than the line, and the nearest one is at most half a step away from its foot.
            let step: Double = 4 * reach * 111_700 / Double(count)
            #expect(found <= sampled + 1e-6, "\(way) \(place), seed \(seed)")
            #expect(found >= sampled - step, "\(way) \(place), seed \(seed)")
            // What is within a smaller radius is told as far away as before, and what is not is none.
            let again = try #require(try way.distance(from: place, within: .meters(found + 1e-6)), "seed \(seed)")
            #expect(abs(again.meters - found) < 1e-6, "seed \(seed)")
            if found > 1 {
                let none = try way.distance(from: place, within: .meters(found * 0.999))
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

    @Test func `lines across the date line, of one point, and with a point twice`() throws {
        let across = try Self.trajectory([(10, 179), (10, -179)])
        let onIt = try Coordinate(latitude: 10, longitude: 180)
        #expect(try #require(try across.distance(from: onIt, within: .kilometers(1))).meters < 1e-3)
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

    @Test func `the store gives them in the order of the question, without what was deleted`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            #expect(try await store.trajectories.isEmpty())
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('here', 'file');
                        INSERT INTO bird (id, common_name, scientific_name, source)
                            VALUES ('\(Self.bird)', 'Barn Swallow', 'Hirundo rustica', 'here');
                        """)
                for (number, name, latitude) in [
                    (1, "South", 10.0), (2, "North", 50.0), (3, "Equal", 50.0), (4, "Gone", 50.0),
                ] {
                    try db.execute(
                        sql: """
                            INSERT INTO migration_session (id, bird_id, name, season, start_date, source, deleted_at)
                            VALUES (?, ?, ?, 'spring', '2026-03-01', 'here', ?)
                            """,
                        arguments: [
                            Self.id(number).description, Self.bird.description, name,
                            name == "Gone" ? "2026-01-01T00:00:00Z" : nil,
                        ])
                    // The order of the rows is not that of the way.
                    for (row, position) in [2, 0, 1].enumerated() {
                        try db.execute(
                            sql: """
                                INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon, source, deleted_at)
                                VALUES (?, ?, ?, ?, ?, 'here', ?)
                                """,
                            arguments: [
                                Self.id(number * 10 + row).description, Self.id(number).description, position, latitude,
                                Double(position * 10), position == 2 ? "2026-01-01T00:00:00Z" : nil,
                            ])
                    }
                }
            }
            func names(_ question: TrajectoryQuestion) async throws -> [String] {
                try await store.trajectories.answer(question).hits.map(\.trajectory.title)
            }
            #expect(try await names(.all) == ["Equal", "North", "South"])
            let center = try Coordinate(latitude: 40, longitude: 5)
            let near = try await store.trajectories.answer(.near(center, within: .kilometers(4_000))).hits
            #expect(near.map(\.trajectory.title) == ["North", "Equal", "South"])
            #expect(near[0].distance == near[1].distance && near[0].trajectory.points.count == 2)
            #expect(near[0].trajectory.points.map(\.coordinate.longitude) == [0, 10])
            #expect(try await names(.near(center, within: .kilometers(100))).isEmpty)
            let box = try BoundingBox(west: 4, south: 0, east: 6, north: 20)
            #expect(try await names(.inside(box)) == ["South"])
            #expect(try await !store.trajectories.isEmpty())
            let fields = near[0].trajectory.fields(distance: near[0].distance)
            #expect(fields.map(\.name).prefix(3) == ["name", "distance_m", "common_name"])
        }
    }

    /// A store with trajectories, some of them in several copies, so that distances are equal.
    private static func filled(
        _ folder: String, _ random: inout SeededGenerator
    ) async throws -> (store: Store, ways: [Trajectory]) {
        let store = try Store.blank(folder + "/birds.sqlite")
        let middle = Double.random(in: -70...70, using: &random)
        let meridian: Double = [0.0, 179, -76.5].randomElement(using: &random) ?? 0
        var ways: [Trajectory] = []
        for number in 1...24 {
            var way = try trajectory(
                (0..<Int.random(in: 1...8, using: &random)).map { _ in
                    let longitude = meridian + Double.random(in: -3...3, using: &random)
                    return (
                        middle + Double.random(in: -3...3, using: &random),
                        longitude > 180 ? longitude - 360 : longitude
                    )
                })
            if number % 5 == 0, let other = ways.last { way.points = other.points }
            way.id = id(number)
            ways.append(way)
        }
        let rows = ways.shuffled(using: &random)
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO geoq_source VALUES ('here', 'file');
                    INSERT INTO bird (id, common_name, scientific_name, source) VALUES
                        ('\(Self.bird)', 'Barn Swallow', 'Hirundo rustica', 'here'),
                        ('\(Self.id(99))', 'Swallow', 'Hirundo rústica', 'here');
                    """)
            for way in rows {
                try db.execute(
                    sql: "INSERT INTO migration_session (id, bird_id, source) VALUES (?, ?, 'here')",
                    arguments: [way.id.description, Self.bird.description])
                for (position, point) in way.points.enumerated() {
                    try db.execute(
                        sql: """
                            INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon, source)
                            VALUES (?, ?, ?, ?, ?, 'here')
                            """,
                        arguments: [
                            FeatureID.random().description, way.id.description, position, point.coordinate.latitude,
                            point.coordinate.longitude,
                        ])
                }
            }
        }
        return (store, ways)
    }

    /// The distance by a look at every edge, with nothing left out.
    private static func bruteForce(_ way: Trajectory, from place: Coordinate) throws -> Double {
        let places = way.points.map(\.coordinate)
        let ends = places.map { Geodesic.inverse(from: place, to: $0).distance.meters }
        let edges = try zip(places, places.dropFirst()).filter { $0 != $1 }.map { start, end in
            let edge = try Corridor([start, end], edges: .drawn, width: Corridor.largestWidth)
            return try #require(edge.foot(of: place, within: .halfTheEarth)).offset
        }
        return try #require((ends + edges).min())
    }

    @Test func `near and nearest give what a look at every edge gives, in its order`() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 1...2 {
            let folder = NSTemporaryDirectory() + "geoq-ways-" + FeatureID.random().description
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let (store, ways) = try await Self.filled(folder, &random)
            for _ in 1...8 {
                let way = try #require(ways.randomElement(using: &random)).points[0].coordinate
                let center = try Coordinate(
                    latitude: way.latitude + Double.random(in: -3...3, using: &random), longitude: way.longitude)
                let all = try ways.map { (way: $0, meters: try Self.bruteForce($0, from: center)) }
                    .sorted { ($0.meters, $0.way.id.key) < ($1.meters, $1.way.id.key) }
                let radius = Double.random(in: 0...600_000, using: &random)
                let near = try await store.trajectories.answer(.near(center, within: .meters(radius))).hits
                let expected = all.filter { $0.meters <= radius }
                #expect(near.map(\.trajectory.id) == expected.map(\.way.id), "\(center) \(radius), seed \(seed)")
                for (hit, other) in zip(near, expected) {
                    let meters = try #require(hit.distance).meters
                    #expect(abs(meters - other.meters) < 2e-7, "\(center), seed \(seed)")
                }
                // The radius of a hit is near enough, to the last bit, and with it all that are equally far away.
                if let last = near.last, let edge = last.distance {
                    let again = try await store.trajectories.answer(.near(center, within: edge)).hits
                    #expect(again == near, "\(center), seed \(seed)")
                }
                let count = Int.random(in: 1...12, using: &random)
                var question = TrajectoryQuestion.near(center, within: .halfTheEarth)
                question.first = count
                let nearest = try await store.trajectories.answer(question)
                #expect(nearest.hits.map(\.trajectory.id) == all.prefix(count).map(\.way.id), "\(center), seed \(seed)")
                #expect(nearest.cost.trajectories == 24 && nearest.cost.points == nearest.cost.exactDistances)
                let minimum = Double.random(in: 0...500_000, using: &random)
                question.minimum = .meters(minimum)
                let ring = try await store.trajectories.answer(question).hits
                let beyond = all.filter { $0.meters >= minimum }.prefix(count)
                #expect(ring.map(\.trajectory.id) == beyond.map(\.way.id), "\(center) \(minimum), seed \(seed)")
            }
            // A name finds the birds with the same scientific name, spelled in another way, too.
            for (name, isFound) in [("swallow", true), ("hirundo rustica", true), ("wren", false)] {
                var question = TrajectoryQuestion.all
                question.species = name
                #expect(try await store.trajectories.answer(question).hits.isEmpty != isFound, "\(name)")
            }
        }
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
    fileprivate func distance(from place: Coordinate, within most: Distance) throws -> Distance? {
        var cost = TrajectoryCost()
        return try distance(from: place, within: most, &cost)
    }

    fileprivate func touches(_ box: BoundingBox) -> Bool {
        var cost = TrajectoryCost()
        return touches(box, &cost)
    }
}
