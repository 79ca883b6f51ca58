import Foundation
import Workload

/// The points along a track in PostGIS, on a cluster of its own: an index of the
/// points, and `ST_DWithin` with the whole line or with its parts.
final class PostGISTrack: RunningSubject {
    private let cluster: PostgresCluster
    private let track, points: String

    init(track: String, points: String) throws {
        (self.track, self.points) = (track, points)
        cluster = try .spatial()
    }

    func stop() {
        cluster.stop()
    }

    func ask(_ line: String) throws -> Reply {
        try line == "build" ? build() : ask(Task(line))
    }

    private func build() throws -> Reply {
        try cluster.load("point_row", ["lat", "lon"], from: points)
        try cluster.load("track_row", ["lat", "lon"], from: track)
        let start = ContinuousClock.now
        _ = try cluster.query(
            """
            CREATE UNLOGGED TABLE place AS
                SELECT id, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography AS geog FROM point_row;
            CREATE INDEX place_geog ON place USING gist (geog);
            """)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        _ = try cluster.query(
            """
            CREATE TABLE track AS SELECT ST_MakeLine(ST_SetSRID(ST_MakePoint(lon, lat), 4326) ORDER BY id)
                AS line FROM track_row;
            CREATE TABLE track_part AS SELECT ST_Subdivide(line, 32)::geography AS part FROM track;
            """)
        // By itself: PostgreSQL refuses it among other statements.
        _ = try cluster.query("VACUUM ANALYZE place")
        return Reply(lines: ["build\t\(seconds)"])
    }

    /// Parts of 32 vertices have small boxes, so that the index of the points helps; it
    /// is the faster way.
    private func ask(_ task: Task) throws -> Reply {
        let selection =
            "SELECT DISTINCT place.id FROM track_part JOIN place ON ST_DWithin(geog, part, \(Areas.trackWidth))"
        let start = "SELECT clock_timestamp() AS start"
        let rows = try cluster.query(
            """
            WITH begun AS MATERIALIZED (\(start)), hits AS MATERIALIZED (
                SELECT id FROM (\(selection)) AS found, begun WHERE begun.start IS NOT NULL ORDER BY id)
            SELECT (SELECT count(*) FROM hits), extract(epoch FROM clock_timestamp() - begun.start) FROM begun
            """)
        let fields = rows.split(separator: "\n").last?.split(separator: "|") ?? []
        guard fields.count == 2 else { return Reply(lines: []) }
        return Reply(lines: ["time\t1\t\(fields[1])\t\(fields[0])"].map { Substring($0) })
    }
}
