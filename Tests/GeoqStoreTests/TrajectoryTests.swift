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
            let store = try Store(path: folder + "/birds.sqlite")
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
                try await store.trajectories.answer(question).map(\.trajectory.title)
            }
            #expect(try await names(.all) == ["Equal", "North", "South"])
            let center = try Coordinate(latitude: 40, longitude: 5)
            let near = try await store.trajectories.answer(.near(center, within: .kilometers(4_000)))
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
}
