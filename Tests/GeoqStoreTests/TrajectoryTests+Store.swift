import Foundation
import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Trajectories of a store, in the order of a question.
extension TrajectoryTests {
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
}
