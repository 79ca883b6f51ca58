import Foundation

/// PostGIS on a cluster of its own.
///
/// Questions run inside the server, in a loop of PL/pgSQL that reads every row:
/// the way to a client is not counted, in PostGIS's favor.
final class PostGIS: RunningSubject {
    private let cluster: PostgresCluster
    private let points, queries: String

    init(points: String, queries: String) throws {
        (self.points, self.queries) = (points, queries)
        cluster = try .spatial()
    }

    func stop() {
        cluster.stop()
    }

    func ask(_ line: String) throws -> Reply {
        try line == "build" ? build() : ask(Task(line))
    }

    /// - Returns: the seconds from rows to a table with its index, and the bytes
    ///   of both.
    private func build() throws -> Reply {
        _ = try query("DROP TABLE IF EXISTS place, point_row, question")
        try cluster.load("point_row", ["lat", "lon"], from: points)
        try cluster.load("question", ["lat", "lon"], from: queries)
        let start = ContinuousClock.now
        _ = try query(
            """
            CREATE UNLOGGED TABLE place AS
                SELECT id, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography AS geog FROM point_row;
            CREATE INDEX place_geog ON place USING gist (geog);
            """)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        _ = try query("VACUUM ANALYZE place")
        let bytes = try query("SELECT pg_total_relation_size('place')").trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try query(Self.functions)
        return Reply(lines: ["build\t\(seconds)", "bytes\t\(bytes)"].map { Substring($0) })
    }

    private func ask(_ task: Task) throws -> Reply {
        let parts = task.question.split(separator: "-")
        let number = (Double(parts.last ?? "") ?? 0) * (parts.first == "nearest" ? 1 : 1000)
        var lines: [Substring] = []
        if task.samples > 0 {
            // The ids, hashed as the peers hash them.
            let rows = try query(
                "SELECT number, count, ids FROM sample_\(parts[0])_\(task.variant)(\(number), \(task.samples))")
            for row in rows.split(separator: "\n") {
                let fields = row.split(separator: "|", omittingEmptySubsequences: false)
                guard fields.count == 3, let query = Int(fields[0]), let count = Int(fields[1]) else { continue }
                let ids = fields[2].dropFirst().dropLast().split(separator: ",").compactMap { UInt32($0) }
                let sample = Sample(query: query, count: count, ids: ids)
                lines.append("sample\t\(sample.query)\t\(sample.count)\t\(sample.order)\t\(sample.set)")
            }
        }
        let time = try query("SELECT seconds, hits FROM time_\(parts[0])_\(task.variant)(\(number), \(task.queries))")
        let fields = time.split(separator: "\n").last?.split(separator: "|") ?? []
        if fields.count == 2 { lines.append("time\t\(task.queries)\t\(fields[0])\t\(fields[1])") }
        return Reply(lines: lines)
    }

    private func query(_ sql: String) throws -> String {
        try cluster.query(sql)
    }
}

extension PostGIS {
    /// For each question a function that times it at the first places, and one
    /// that gives the answers at some.
    ///
    /// `<->` on geography is the distance on a sphere. For an exact order it
    /// takes twice as many and some more, and sorts by `ST_Distance`.
    private static var functions: String {
        let selections = [
            (
                "near_geography",
                "SELECT id, ST_Distance(geog, here) AS meters FROM place WHERE ST_DWithin(geog, here, size) "
                    + "ORDER BY meters, id"
            ),
            ("count_geography", "SELECT count(*) AS id FROM place WHERE ST_DWithin(geog, here, size)"),
            (
                "nearest_geography",
                "SELECT id, ST_Distance(geog, here) AS meters FROM "
                    + "(SELECT id, geog FROM place ORDER BY geog <-> here LIMIT (2 * size + 8)::int) AS near "
                    + "ORDER BY meters, id LIMIT size::int"
            ),
        ]
        return selections.map { name, selection in
            let isCount = name.hasPrefix("count")
            let summary =
                isCount
                ? "max(answer.id), '[]'" : "count(*), '[' || coalesce(string_agg(answer.id::text, ','), '') || ']'"
            return """
                CREATE OR REPLACE FUNCTION time_\(name)(size float8, asked int, OUT seconds float8, OUT hits bigint) AS $$
                DECLARE here geography; answer record; start timestamptz;
                BEGIN
                    hits := 0;
                    FOR here IN SELECT ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography FROM question
                        WHERE id < least(asked / 4, 100) LOOP
                        FOR answer IN \(selection) LOOP NULL; END LOOP;
                    END LOOP;
                    start := clock_timestamp();
                    FOR here IN SELECT ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography FROM question
                        WHERE id < asked ORDER BY id LOOP
                        FOR answer IN \(selection) LOOP
                            hits := hits + \(isCount ? "answer.id" : "1");
                        END LOOP;
                    END LOOP;
                    seconds := extract(epoch FROM clock_timestamp() - start);
                END $$ LANGUAGE plpgsql;
                CREATE OR REPLACE FUNCTION sample_\(name)(size float8, asked int)
                    RETURNS TABLE (number int, count bigint, ids text) AS $$
                DECLARE here geography; question_id int;
                BEGIN
                    FOR question_id, here IN SELECT question.id, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography
                        FROM question WHERE question.id < asked ORDER BY question.id LOOP
                        number := question_id;
                        SELECT \(summary)
                            INTO count, ids FROM (\(selection)) AS answer;
                        RETURN NEXT;
                    END LOOP;
                END $$ LANGUAGE plpgsql;
                """
        }.joined(separator: "\n")
    }
}
