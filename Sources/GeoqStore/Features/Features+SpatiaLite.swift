import GRDB
package import Geoq
import GeoqIndex

/// Answers to some questions, and how long they took.
package struct TimedAnswers: Sendable {
    /// The hits of each question, in order.
    package let ids: [[FeatureID]]
    /// All questions together.
    package let duration: Duration
}

extension Store.Features {
    /// The same questions, answered by SpatiaLite's SQL on the store's own
    /// file: its spatial index, then `ST_Distance(…, 1)`. Only `geoq bench`
    /// uses it, as something to compare with.
    ///
    /// For the nearest hits the box doubles until it holds enough. Before the
    /// clock starts, statements are prepared and the first question is asked
    /// once.
    ///
    /// - Precondition: the questions are of one layer, around a place, with a
    ///   radius or a limit and nothing else.
    package func answersBySpatiaLite(_ queries: [Query]) async throws -> TimedAnswers {
        guard let layer = queries.first?.layer else { return TimedAnswers(ids: [], duration: .zero) }
        do {
            return try await writer().read { db in
                let asker = try SpatiaLiteAsker(db, layer)
                _ = try asker.answer(queries[0])
                var ids: [[FeatureID]] = []
                let duration = try ContinuousClock().measure {
                    for query in queries { ids.append(try asker.answer(query)) }
                }
                return TimedAnswers(ids: ids, duration: duration)
            }
        } catch {
            throw Store.described(error, path: store.path)
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
