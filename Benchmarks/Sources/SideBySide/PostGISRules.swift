import Foundation

/// The rules' circles in PostGIS, on a cluster of its own: an index of what each
/// circle reaches, and `ST_DWithin`. Questions run inside the server, as in
/// `PostGIS`.
final class PostGISRules: RunningSubject {
    private let cluster: PostgresCluster
    private let circles, queries: String

    init(circles: String, queries: String) throws {
        (self.circles, self.queries) = (circles, queries)
        cluster = try .spatial()
    }

    func stop() {
        cluster.stop()
    }

    func ask(_ line: String) throws -> Reply {
        try line == "build" ? build() : ask(Task(line))
    }

    private func build() throws -> Reply {
        _ = try cluster.query("DROP TABLE IF EXISTS circle, circle_row, question")
        try cluster.load("circle_row", ["lat", "lon", "radius"], from: circles)
        try cluster.load("question", ["lat", "lon"], from: queries)
        let start = ContinuousClock.now
        _ = try cluster.query(
            """
            CREATE UNLOGGED TABLE circle AS
                SELECT id, radius, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography AS center FROM circle_row;
            CREATE INDEX circle_reach ON circle USING gist (_ST_Expand(center, radius));
            """)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        _ = try cluster.query("VACUUM ANALYZE circle")
        _ = try cluster.query(Self.functions)
        return Reply(lines: ["build\t\(seconds)"])
    }

    private func ask(_ task: Task) throws -> Reply {
        var lines: [Substring] = []
        if task.samples > 0 {
            let rows = try cluster.query("SELECT number, ids FROM sample_match(\(task.samples))")
            for row in rows.split(separator: "\n") {
                let fields = row.split(separator: "|", omittingEmptySubsequences: false)
                guard fields.count == 2, let query = Int(fields[0]) else { continue }
                let ids = fields[1].split(separator: ",").compactMap { UInt32($0) }
                let sample = Sample(query: query, count: ids.count, ids: ids)
                lines.append("sample\t\(sample.query)\t\(sample.count)\t\(sample.order)\t\(sample.set)")
            }
        }
        let time = try cluster.query("SELECT seconds, hits FROM time_match(\(task.queries))")
        let fields = time.split(separator: "\n").last?.split(separator: "|") ?? []
        if fields.count == 2 { lines.append("time\t\(task.queries)\t\(fields[0])\t\(fields[1])") }
        return Reply(lines: lines)
    }

    private static var functions: String {
        let selection =
            "SELECT id FROM circle WHERE _ST_Expand(center, radius) && here AND ST_DWithin(center, here, radius) "
            + "ORDER BY id"
        let here = "ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography"
        return """
            CREATE OR REPLACE FUNCTION time_match(asked int, OUT seconds float8, OUT hits bigint) AS $$
            DECLARE here geography; answer record; start timestamptz;
            BEGIN
                hits := 0;
                FOR here IN SELECT \(here) FROM question WHERE id < least(asked / 4, 100) LOOP
                    FOR answer IN \(selection) LOOP NULL; END LOOP;
                END LOOP;
                start := clock_timestamp();
                FOR here IN SELECT \(here) FROM question WHERE id < asked ORDER BY id LOOP
                    FOR answer IN \(selection) LOOP hits := hits + 1; END LOOP;
                END LOOP;
                seconds := extract(epoch FROM clock_timestamp() - start);
            END $$ LANGUAGE plpgsql;
            CREATE OR REPLACE FUNCTION sample_match(asked int) RETURNS TABLE (number int, ids text) AS $$
            DECLARE here geography; question_id int;
            BEGIN
                FOR question_id, here IN SELECT question.id, \(here) FROM question WHERE question.id < asked
                    ORDER BY question.id LOOP
                    number := question_id;
                    SELECT coalesce(string_agg(answer.id::text, ',' ORDER BY answer.id), '')
                        INTO ids FROM (\(selection)) AS answer;
                    RETURN NEXT;
                END LOOP;
            END $$ LANGUAGE plpgsql;
            """
    }
}
