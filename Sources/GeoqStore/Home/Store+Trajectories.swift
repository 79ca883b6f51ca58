import GRDB
import Geoq
package import GeoqIndex

extension Store {
    /// The ways of migrations.
    package struct Trajectories: StoreFacet {
        let store: Store
    }

    /// The ways of migrations.
    package var trajectories: Trajectories { Trajectories(store: self) }
}

extension Store.Trajectories {
    /// Whether no migration has a way.
    package func isEmpty() async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 \(Self.from))") ?? true
        }
    }

    /// The trajectories that are asked for, in the order of the question, and what they
    /// took. Distances are within 10⁻⁷ m of the truth, as `DrawnEdge.distance(from:)` tells them.
    ///
    /// - Parameter interruption: tells the search to stop.
    /// - Throws: `StoreError`; `IndexError.interrupted`.
    /// - Complexity: O(points of all), and what `Trajectory` says.
    package func answer(
        _ question: TrajectoryQuestion, interruption: Interruption? = nil
    ) async throws -> TrajectoryAnswer {
        try await read { db in
            var search = TrajectorySearch(
                question, birds: try question.species.map { try Self.names(like: $0, db) }, interruption: interruption)
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT p.migration_session_id AS id, p.lat, p.lon, p.at, m.bird_id, m.name, m.season, m.start_date,
                        m.end_date, b.scientific_name, b.common_name, b.shape_id
                    \(Self.from) ORDER BY p.migration_session_id, p.position, p.id
                    """)
            var current: Trajectory?
            while let row = try rows.next() {
                try interruption?.check()
                let row = WrittenRow(row)
                guard let id = row.id("id"), let bird = row.id("bird_id"), let latitude = row["lat"] as Double?,
                    let longitude = row["lon"] as Double?,
                    let place = try? Coordinate(latitude: latitude, longitude: longitude)
                else { continue }
                let point = Trajectory.Point(coordinate: place, at: row["at"])
                if current?.id == id {
                    current?.points.append(point)
                    continue
                }
                if let current { try search.look(at: current) }
                current = Trajectory(
                    id: id,
                    bird: Bird(
                        id: bird, scientificName: row["scientific_name"], commonName: row["common_name"],
                        shapeID: row["shape_id"]),
                    name: row["name"], season: row["season"], startDate: row["start_date"], endDate: row["end_date"],
                    points: [point])
            }
            if let current { try search.look(at: current) }
            return search.answer
        }
    }

    /// How many migrations and points are in no answer.
    ///
    /// - Complexity: O(points of all).
    package func gaps() async throws -> TrajectoryGaps {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM migration_session AS m WHERE m.deleted_at IS NULL AND NOT EXISTS (
                            SELECT 1 FROM trajectory_path AS p
                            WHERE p.migration_session_id = m.id AND p.deleted_at IS NULL AND \(Self.isPlaced))),
                        (SELECT count(*) FROM trajectory_path AS p
                            JOIN migration_session AS m ON m.id = p.migration_session_id AND m.deleted_at IS NULL
                            WHERE p.deleted_at IS NULL AND NOT ifnull(\(Self.isPlaced), 0))
                    """)
            guard let row else { return TrajectoryGaps() }
            return TrajectoryGaps(migrations: row[0], points: row[1])
        }
    }

    /// SQL: whether a point `p` has a place.
    private static let isPlaced = "(p.lat BETWEEN -90 AND 90 AND p.lon BETWEEN -180 AND 180)"

    private static let from = """
        FROM trajectory_path AS p JOIN migration_session AS m ON m.id = p.migration_session_id AND m.deleted_at IS NULL
        LEFT JOIN bird AS b ON b.id = m.bird_id AND b.deleted_at IS NULL
        WHERE p.deleted_at IS NULL AND \(isPlaced)
        """

    /// The name, and the scientific names of all birds that are called so: folded.
    private static func names(like name: String, _ db: Database) throws -> Set<String> {
        let folded = name.foldedName
        var names: Set<String> = [folded]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT scientific_name, common_name FROM bird WHERE deleted_at IS NULL")
        while let row = try rows.next() {
            let (scientific, common): (String?, String?) = (row[0], row[1])
            if let scientific, common?.foldedName == folded { names.insert(scientific.foldedName) }
        }
        return names
    }
}
