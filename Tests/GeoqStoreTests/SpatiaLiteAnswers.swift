import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// SpatiaLite's own SQL on the store's file finds what geoq finds.
@Suite struct SpatiaLiteAnswersTests {
    /// Places at the date line and near a pole, where boxes of degrees go wrong.
    private static let hardPlaces: [(Double, Double)] = [(-17, 179.99), (-17, -179.99), (89.5, 10), (42, -76)]

    @Test func `SpatiaLite finds what geoq finds, also where boxes go wrong`() async throws {
        try await withFolder { folder in
            let seed: UInt64 = 20_261_123
            var random = SeededGenerator(seed: seed)
            func places(_ count: Int) throws -> [Coordinate] {
                try (0..<count).map { number in
                    let (latitude, longitude) = Self.hardPlaces[number % Self.hardPlaces.count]
                    return Geodesic.direct(
                        from: try Coordinate(latitude: latitude, longitude: longitude),
                        bearing: .random(in: 0..<360, using: &random),
                        distance: .kilometers(.random(in: 0...40, using: &random)))
                }
            }
            let rows = try places(2000).enumerated().map {
                "\($0.offset),\($0.element.latitude),\($0.element.longitude)"
            }
            let table = folder + "/places.csv"
            try ("name,lat,lon\n" + rows.joined(separator: "\n")).write(
                toFile: table, atomically: true, encoding: .utf8)
            let store = try Store.blank(folder + "/hard.sqlite")
            #expect(try await store.imports.run(table, as: .hotspots).added == 2000)
            let snapshot = try await store.snapshot()
            let queries = try places(100).flatMap { center in
                [1, 10, 100].map { Query.nearest($0, to: center) }
                    + [1.0, 10, 50].map { Query.near(center, within: .kilometers($0)) }
            }
            let answers = try await store.writer().read { db in
                let asker = try SpatiaLiteAsker(db, .hotspots)
                return try queries.map { try asker.answer($0) }
            }
            for (query, ids) in zip(queries, answers) {
                #expect(try snapshot.answer(query).map(\.id) == ids, "\(query.area), seed \(seed)")
            }
        }
    }
}

/// Questions as SQL, inside one access to the database.
private final class SpatiaLiteAsker {
    private let rows: PreparedStatement

    /// The table is a literal. Observed entries of watchlists are not among the
    /// answers: they are not rows of the table.
    init(_ db: Database, _ layer: Layer) throws {
        let name =
            switch layer {
            case .hotspots: "name"
            case .observations: "coalesce(common_name, scientific_name)"
            case .entries: "nickname"
            }
        let live = layer == .observations ? "" : "AND deleted_at IS NULL"
        rows = try PreparedStatement(
            db,
            """
            SELECT id, name, lat, lon, meters FROM
                (SELECT id, \(name) AS name, lat, lon, ST_Distance(geom, MakePoint(?1, ?2, 4326), 1) AS meters
                FROM \(layer.table) WHERE ROWID IN
                    (SELECT ROWID FROM SpatialIndex WHERE f_table_name = '\(layer.table)'
                    AND search_frame = BuildMbr(?4, ?5, ?6, ?7, 4326)) \(live))
            WHERE meters <= ?3 ORDER BY meters, id
            """)
    }

    func answer(_ query: Query) throws -> [FeatureID] {
        guard case .around(let center, let radius) = query.area else {
            preconditionFailure("SpatiaLite is asked around a place.")
        }
        if let radius { return try within(radius.meters, of: center).map(\.id) }
        let limit = query.limit ?? 0
        var reach = 2000.0
        while true {
            let found = try within(reach, of: center)
            if found.count >= limit || reach > Self.wholeEarth { return found.prefix(limit).map(\.id) }
            reach *= 2
        }
    }

    private static let wholeEarth = 2.1e7

    private func within(_ meters: Double, of center: Coordinate) throws -> [(id: FeatureID, meters: Double)] {
        var found: [(id: FeatureID, meters: Double)] = []
        let boxes = Self.boxes(around: center, meters)
        for box in boxes {
            for (number, value) in [
                center.longitude, center.latitude, meters, box.west, box.south, box.east, box.north,
            ].enumerated() {
                rows.bind(Int32(number + 1), value)
            }
            while try rows.step() {
                guard let id = FeatureID(rows.text(0)) else { continue }
                // Read what a caller needs of each hit, too.
                _ = (rows.text(1), rows.double(2), rows.double(3))
                found.append((id, rows.double(4)))
            }
            rows.reset()
        }
        if boxes.count > 1 { found.sort { ($0.meters, $0.id.description) < ($1.meters, $1.id.description) } }
        return found
    }

    /// The boxes of degrees that hold every place within some meters; two boxes
    /// across the date line.
    private static func boxes(
        around center: Coordinate, _ meters: Double
    ) -> [(west: Double, south: Double, east: Double, north: Double)] {
        let box = Circle(center: center, radius: .meters(meters)).box
        guard box.crossesDateLine else { return [(box.west, box.south, box.east, box.north)] }
        return [(box.west, box.south, 180, box.north), (-180, box.south, box.east, box.north)]
    }
}
