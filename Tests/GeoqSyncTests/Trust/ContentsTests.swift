import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import TestSupport
import Testing

@testable import GeoqStore
@testable import GeoqSync

/// Contents of rows, compared by hashes that the server and geoq make each for
/// themselves.
@Suite(.waits) struct ContentsTests {
    /// Values of every kind that a column may have.
    private static let oddRows = """
        INSERT INTO bird (id, common_name, scientific_name, family, order_name, valid_locations, valid_months,
            size_category, created_at, updated_at)
        SELECT md5('odd ' || n)::uuid, 'Odd ' || n,
            (ARRAY['', 'é', E'a\\nb\\tc', E'quote '' " \\\\', '日本語 🦉', ';:-', NULL])[n % 7 + 1],
            (ARRAY[NULL, '', '-', '0:', '1:;'])[n % 5 + 1], repeat('x', n),
            (ARRAY['{}', NULL, '{NULL,"a b","c,d"}', E'{"\\t\\r\\n\\b\\f\\x01","q\\\\"q","b\\\\\\\\b"}', '{é,🦉}',
                '[5:6]={x,y}']::text[])[n % 6 + 1]::text[],
            (ARRAY['{}', NULL, '{1,NULL,-3}', '[0:1]={1,2147483647}']::text[])[n % 4 + 1]::int[],
            (ARRAY[0, -1, 2147483647, NULL])[n % 4 + 1],
            (ARRAY['infinity', '-infinity', '0044-03-15 12:00:00.000001 BC', '2026-05-03 05:42:00.123456+02',
                '20260-01-01', '1999-12-31 23:59:59.999999', '4713-01-01 BC']::timestamptz[])[n % 7 + 1],
            '2026-01-01'
        FROM generate_series(1, 300) n;
        INSERT INTO hotspot (id, name, lat, lon) SELECT md5('edge ' || n)::uuid, '',
            (ARRAY['-0'::float8, 90, -90, 5e-324, 1.0/3, 1e-310, NULL]::float8[])[n % 7 + 1],
            (ARRAY[0, 180, -180, '-0'::float8, 2.0/3, 7, NULL]::float8[])[n % 7 + 1] FROM generate_series(1, 70) n;
        UPDATE watchlists SET start_date = (ARRAY['infinity', '-infinity', '0044-03-15 BC', '2026-02-28',
            '12026-01-01', NULL]::date[])[length(title) % 6 + 1], end_date = '4713-01-01 BC',
            location_rule_lat = CASE WHEN title LIKE '%1' THEN 'NaN' ELSE '-0' END::float8, species_rule_enabled = NULL,
            location_rule_lon = 'Infinity';
        """

    @Test(arguments: ["UTF8", "LATIN1"]) func `every kind of value has the same hash on both sides`(
        encoding: String
    ) async throws {
        try await SyncFixture.run(.empty) { fixture in
            let plain = SyncFixture(
                cluster: fixture.cluster, database: fixture.database + "_l", folder: fixture.folder,
                store: fixture.store)
            try fixture.cluster.query(
                "CREATE DATABASE \(plain.database) ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0")
            var rows = ServerSchema.auth + ServerSchema.repaired + ServerSchema.hotspots(200) + FirstPullTests.birds
            rows += FirstPullTests.lists + Self.oddRows
            if encoding != "UTF8" {
                rows = "SET client_encoding = 'UTF8';" + rows.replacing("日本語 🦉", with: "ÄÖÜ").replacing("🦉", with: "ß")
            }
            try plain.sql(rows)
            try await plain.pull()
            let report = try await plain.pull { $0.verifiesContents = true }
            #expect(report.verification == "asked for")
            for (table, part) in report.tables {
                #expect(part.rewritten == 0 && part.healed == 0, "\(table)")
            }
            #expect(report.added + report.changed + report.removed == 0)
            let proof = try await plain.client().prove(ProofOptions(queries: 0, seed: 1))
            #expect(proof.verdict == .equal, "\(proof.examples)")
            _ = try? fixture.cluster.query("DROP DATABASE \(plain.database) WITH (FORCE)")
        }
    }

    /// Each column of each table is changed in one row of the file, without the
    /// store being told.
    @Test func `one value that differs is found, whatever column it is in, and mended`() async throws {
        try await SyncFixture.run { fixture in
            // As many rows as columns, at least.
            let more = """
                INSERT INTO watchlists (id, owner_id, title)
                SELECT md5('more ' || n)::uuid, md5('user 1')::uuid, 'More ' || n FROM generate_series(1, 10) n;
                """
            try fixture.sql(ServerSchema.hotspots(60) + FirstPullTests.birds + FirstPullTests.lists + more)
            try fixture.awaitOthers()
            try await fixture.pull()
            for table in MirrorTable.allCases where table != .observation && !table.isOptional {
                var changes: [String] = []
                for (index, column) in table.columns.enumerated()
                where !["watchlist_id", "bird_id", "watchlist_entry_id"].contains(column.name) {
                    let value =
                        switch column.kind {
                        case .integer: "ifnull(\(column.name), 0) + 1"
                        case .bool: "1 - ifnull(\(column.name), 0)"
                        case .real: "ifnull(\(column.name), 0) + 1e-13"
                        case .text, .id: "ifnull(\(column.name), '') || ' '"
                        case .timestamp: "'2026-05-03T03:42:00.123457Z'"
                        case .date: "'2026-05-04'"
                        case .texts, .integers: "'[]'"
                        }
                    changes.append(
                        "UPDATE \(table) SET \(column.name) = \(value) WHERE fid = (SELECT min(fid) + \(index) FROM \(table))"
                    )
                }
                let statements = (["UPDATE geoq_store SET bulk = 1"] + changes + ["UPDATE geoq_store SET bulk = 0"])
                try fixture.local(statements.joined(separator: ";;"))
                let plain = try await fixture.pull()
                #expect(plain.tables[table]?.healed == 0, "versions cannot tell")
                let proof = try await fixture.client().prove(ProofOptions(queries: 0, seed: 1))
                #expect(proof.verdict == .different && proof.tables[table]?.different == changes.count, "\(table)")
                let report = try await fixture.pull { $0.verifiesContents = true }
                #expect(report.tables[table]?.rewritten == changes.count, "\(table)")
                let mended = try await fixture.client().prove(ProofOptions(queries: 0, seed: 1))
                #expect(mended.verdict == .equal, "\(mended.examples)")
            }
        }
    }

    @Test(arguments: [31, 32] as [UInt64]) func `times and days read as they are written`(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var times: [Int64] = [.max, .min, 0, -1, 1, 999_999, -946_684_800_000_000, 86_399_999_999]
        times += (0..<2_000).map { _ in
            Int64.random(in: -210_866_803_200_000_000...9_223_371_331_199_999_999, using: &generator)
        }
        for time in times {
            #expect(
                CalendarText.microsecondsSince2000(CalendarText.timestamp(microsecondsSince2000: time).utf8) == time)
        }
        var days: [Int32] = [.max, .min, 0, -730_120, -730_485, 59, 60]
        days += (0..<2_000).map { _ in Int32.random(in: -2_451_545...2_145_031_948, using: &generator) }
        for day in days {
            #expect(CalendarText.daysSince2000(CalendarText.date(daysSince2000: day).utf8) == day)
        }
        for text in ["", "2026", "2026-5-03", "2026-05-03T", "2026-13-01", "26-01-01", "+2026-01-01", "x026-01-01"] {
            #expect(CalendarText.daysSince2000(text.utf8) == nil, "\(text)")
        }
    }

    @Test func `a text's hash is what PostgreSQL computes`() throws {
        let server = try SyncFixture.server()
        let texts = (0...40).map { String(repeating: "ab☃", count: $0).prefix($0) + "\($0)" } + [""]
        let values = texts.map { "('\($0)')" }.joined(separator: ", ")
        let answer = try server.query(
            "SELECT hashtextextended(t COLLATE \"C\", 0) FROM (VALUES \(values)) AS row (t)")
        let expected = answer.split(separator: "\n").map(String.init)
        let own = texts.map { text in Array(text.utf8).withUnsafeBytes { Int64(bitPattern: RowHash.of($0)) } }
        #expect(own.map(String.init) == expected)
    }

    /// A copy of a data directory, put back: the same system, the same timeline,
    /// the same numbers of transactions, other rows.
    @Test func `a server that was put back to a cold copy is compared by contents`() async throws {
        try await FaultTests.withServer { server in
            try await SyncFixture.run(on: server) { fixture in
                try fixture.sql(ServerSchema.hotspots(100))
                try await fixture.pull()
                try server.stop()
                try PostgresCluster.run(["/bin/cp", "-a", server.folder + "/data", server.folder + "/copy"])
                try server.start()
                func update(_ world: String) throws {
                    for row in 1...20 {
                        try fixture.sql("UPDATE hotspot SET locality = '\(world)' WHERE id = md5('1 \(row)')::uuid")
                    }
                }
                try update("world A")
                #expect(try await fixture.pull().changed == 20)
                try server.stop()
                try PostgresCluster.run(["/bin/rm", "-rf", server.folder + "/data"])
                try PostgresCluster.run(["/bin/mv", server.folder + "/copy", server.folder + "/data"])
                try server.start()
                try update("world B")
                // Beyond what the mirror has seen: no number tells.
                try fixture.sql((0..<60).map { _ in "SELECT pg_current_xact_id()" }.joined(separator: ";\n"))
                let report = try await fixture.pull(compares: false)
                #expect(report.verification == "the server was started anew, or is a copy")
                #expect(report.changed == 20)
                let check = try MirrorCheck(fixture, tables: [.hotspot])
                #expect(check.isClean, "\(check)")
                #expect(try await fixture.pull().verification == nil)
            }
        }
    }

    @Test func `contents are compared when the log has gone back, and after seven days`() throws {
        func plan(
            _ change: (_ days: inout Double?, _ memory: inout PostgresMemory, _ position: inout PostgresPosition) ->
                Void
        ) throws -> String? {
            var position = PostgresPosition(
                system: "7", database: "5", timeline: 1, snapshot: PostgresCursor(xmin: 1_000, xmax: 1_000),
                log: LogPosition(bytes: 500), startedAt: "noon")
            var memory = PostgresMemory(timeline: 1, startedAt: "noon", logPosition: 400)
            let identity = MirrorIdentity(
                origin: position.origin, address: "here", user: nil, region: nil, mapping: "m")
            var state = MirrorState(name: "here", identity: identity, tables: [:])
            state.daysSinceVerified = 1
            change(&state.daysSinceVerified, &memory, &position)
            state.memory = memory.stored
            let moment = RemoteMoment(identity: identity, position: position, serverTime: "")
            return try PullPlan(state, moment).verification
        }
        #expect(try plan { _, _, _ in } == nil)
        #expect(try plan { _, memory, _ in memory.logPosition = 501 } == "the server's log has gone back")
        #expect(try plan { _, _, position in position.log = nil } == nil, "a standby")
        #expect(try plan { days, _, _ in days = 6.9 } == nil)
        #expect(try plan { days, _, _ in days = 7 } == "the last time was 7 days ago")
        #expect(try plan { days, _, _ in days = nil } == "that was never done")
        #expect(try plan { _, _, position in position.startedAt = "one" }?.contains("started anew") == true)
    }
}
