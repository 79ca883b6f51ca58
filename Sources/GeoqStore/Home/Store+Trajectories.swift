import GRDB
package import Geoq
import GeoqIndex

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

    /// The trajectories that are asked for, in the order of the question.
    ///
    /// - Throws: `StoreError`; `CorridorError` for a line that is too long near the
    ///   place.
    /// - Complexity: O(points of all), and what `Trajectory` says.
    package func answer(_ question: TrajectoryQuestion) async throws -> [TrajectoryHit] {
        var hits = try await read { db in
            var hits: [TrajectoryHit] = []
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT p.migration_session_id AS id, p.lat, p.lon, p.at, m.bird_id, m.name, m.season, m.start_date,
                        m.end_date, b.scientific_name, b.common_name, b.shape_id
                    \(Self.from) ORDER BY p.migration_session_id, p.position, p.id
                    """)
            var current: Trajectory?
            while let row = try rows.next() {
                guard let id = FeatureID(row["id"] as String), let bird = FeatureID(row["bird_id"] as String),
                    let place = try? Coordinate(latitude: row["lat"], longitude: row["lon"])
                else { continue }
                let point = Trajectory.Point(coordinate: place, at: row["at"])
                if current?.id == id {
                    current?.points.append(point)
                    continue
                }
                if let current, let hit = try Self.hit(current, question) { hits.append(hit) }
                current = Trajectory(
                    id: id,
                    bird: Bird(
                        id: bird, scientificName: row["scientific_name"], commonName: row["common_name"],
                        shapeID: row["shape_id"]),
                    name: row["name"], season: row["season"], startDate: row["start_date"], endDate: row["end_date"],
                    points: [point])
            }
            if let current, let hit = try Self.hit(current, question) { hits.append(hit) }
            return hits
        }
        switch question {
        case .all:
            hits.sort { ($0.trajectory.title, $0.trajectory.id.key) < ($1.trajectory.title, $1.trajectory.id.key) }
        case .near:
            hits.sort {
                ($0.distance?.meters ?? 0, $0.trajectory.id.key) < ($1.distance?.meters ?? 0, $1.trajectory.id.key)
            }
        case .inside: hits.sort { $0.trajectory.id.key < $1.trajectory.id.key }
        }
        return hits
    }

    private static let from = """
        FROM trajectory_path AS p JOIN migration_session AS m ON m.id = p.migration_session_id AND m.deleted_at IS NULL
        LEFT JOIN bird AS b ON b.id = m.bird_id AND b.deleted_at IS NULL
        WHERE p.deleted_at IS NULL AND p.lat BETWEEN -90 AND 90 AND p.lon BETWEEN -180 AND 180
        """

    private static func hit(_ trajectory: Trajectory, _ question: TrajectoryQuestion) throws -> TrajectoryHit? {
        switch question {
        case .all: return TrajectoryHit(trajectory: trajectory)
        case .inside(let box): return trajectory.touches(box) ? TrajectoryHit(trajectory: trajectory) : nil
        case .near(let place, let most):
            return try trajectory.distance(from: place, within: most).map {
                TrajectoryHit(trajectory: trajectory, distance: $0)
            }
        }
    }
}
