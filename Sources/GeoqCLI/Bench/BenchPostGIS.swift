import Foundation
import Geoq
import GeoqIndex

/// PostGIS through `psql`, in one session with temporary tables: nothing stays
/// behind. PGHOST, PGDATABASE and the like choose the server.
///
/// Questions run in a loop of PL/pgSQL inside the server, which reads every
/// row: the way to a client is not counted, in PostGIS's favor.
final class BenchPostGIS {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    /// Connects, and loads the places.
    ///
    /// - Throws: `PostGISError` with psql's words.
    init(_ tree: LayeredTree) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        // A server that refuses ends psql; this process must live on to read
        // why.
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        try send(
            """
            SELECT postgis_version();
            SET jit = off; SET max_parallel_workers_per_gather = 0;
            CREATE TEMP TABLE place_row (id integer, lat float8, lon float8);
            COPY place_row FROM STDIN (FORMAT csv);

            """)
        var rows = ""
        for position in 0..<tree.positionCount where tree.contains(position) {
            let place = try tree.coordinate(at: position)
            rows += "\(position),\(place.latitude),\(place.longitude)\n"
            if position % 8192 == 8191 {
                try send(rows)
                rows = ""
            }
        }
        try send(rows + "\\.\n")
        _ = try ask(
            """
            CREATE TEMP TABLE place AS
                SELECT id, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography AS geog FROM place_row;
            CREATE INDEX ON place USING gist (geog);
            ANALYZE place;
            """)
    }

    deinit {
        close()
    }

    /// Ends the session, and with it its tables.
    func close() {
        guard process.isRunning else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        signal(SIGPIPE, SIG_DFL)
    }

    /// - Returns: the number of hits and the time; the ids stay in the server.
    func answer(_ queries: [Query]) throws -> BenchAnswers {
        guard let first = queries.first, case .around(_, let radius) = first.area else {
            return BenchAnswers(.zero, questions: 0, hits: 0)
        }
        // `<->` orders by a sphere: twice as many rows are taken, then sorted
        // exactly.
        let selection =
            if let radius {
                "SELECT id, ST_Distance(geog, here) AS meters FROM place "
                    + "WHERE ST_DWithin(geog, here, \(radius.meters)) ORDER BY meters, id"
            } else {
                "SELECT id, ST_Distance(geog, here) AS meters FROM (SELECT id, geog FROM place "
                    + "ORDER BY geog <-> here LIMIT \(2 * (first.limit ?? 0) + 8)) AS near "
                    + "ORDER BY meters, id LIMIT \(first.limit ?? 0)"
            }
        let centers = queries.compactMap { query in
            query.center.map { "ST_SetSRID(ST_MakePoint(\($0.longitude), \($0.latitude)), 4326)::geography" }
        }
        let reply = try ask(
            """
            CREATE OR REPLACE FUNCTION pg_temp.geoq_bench(OUT seconds float8, OUT hits bigint) AS $$
            DECLARE here geography; answer record; start timestamptz := clock_timestamp();
            BEGIN
                hits := 0;
                FOREACH here IN ARRAY ARRAY[\(centers.joined(separator: ","))] LOOP
                    FOR answer IN \(selection) LOOP hits := hits + 1; END LOOP;
                END LOOP;
                seconds := extract(epoch FROM clock_timestamp() - start);
            END $$ LANGUAGE plpgsql;
            SELECT seconds, hits FROM pg_temp.geoq_bench();
            """)
        let fields = (reply.last ?? "").split(separator: "|")
        guard fields.count == 2, let seconds = Double(fields[0]), let hits = Int(fields[1]) else {
            throw PostGISError(words: reply.joined(separator: " "))
        }
        return BenchAnswers(.seconds(seconds), questions: queries.count, hits: hits)
    }

    private func send(_ text: String) throws {
        do {
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        } catch {
            throw PostGISError(words: rest())
        }
    }

    /// Runs some SQL.
    private func ask(_ sql: String) throws -> [String] {
        let mark = "geoq-done"
        try send(sql + "\n\\echo \(mark)\n")
        var lines: [String] = []
        while true {
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
                pending = Data(pending[pending.index(after: end)...])
                if line == mark { return lines }
                lines.append(line)
            }
            let read = output.fileHandleForReading.availableData
            if read.isEmpty { throw PostGISError(words: lines.suffix(3).joined(separator: " ")) }
            pending.append(read)
        }
    }

    /// The output of psql up to its end.
    private func rest() -> String {
        String(decoding: pending + output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n").suffix(3).joined(separator: " ")
    }
}

/// PostGIS did not answer.
struct PostGISError: Error, CustomStringConvertible {
    let words: String
    var description: String { words.isEmpty ? "psql ended without a word" : words }
}
