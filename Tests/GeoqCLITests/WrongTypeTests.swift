import Foundation
import TestSupport
import Testing

/// Values of another type than their columns, as SQLite lets any program write them.
@Suite(.waits) struct WrongTypeTests {
    @Test func `a value of a wrong type ends no command`() async throws {
        try await withFolder { folder in
            let store = folder + "/a.sqlite"
            try "id,name,lat,lon\n1,Pond,42.4,-76.5\n".write(
                toFile: folder + "/a.csv", atomically: true, encoding: .utf8)
            try "id,scientific_name,common_name\n1,Parus major,Great Tit\n".write(
                toFile: folder + "/b.csv", atomically: true, encoding: .utf8)
            func run(_ words: [String]) throws -> GeoqProcess { try GeoqProcess(words + ["--db", store]) }
            #expect(try run(["import", folder + "/a.csv", "--as", "hotspots"]).status == 0)
            #expect(try run(["import", folder + "/b.csv", "--as", "birds"]).status == 0)
            #expect(try run(["list", "add", "Owls", "--lat", "42", "--lon", "-76", "--km", "5"]).status == 0)
            #expect(try run(["entry", "add", "Owls", "Great Tit", "--lat", "42", "--lon", "-76"]).status == 0)
            #expect(try run(["draft", "add", "Owls", "a gull"]).status == 0)
            let list = try #require(try Tool.sqlite3(store, "SELECT id FROM watchlists").lines.first)
            let commands = [
                ["list", "list"], ["entry", "list", list], ["draft", "list"], ["photo", "list"], ["rules", "list"],
                ["rules", "show", list], ["near", "--lat", "42.4", "--lon", "-76.5", "--km", "100"], ["doctor"],
                ["export", "--layer", "entries", "-f", "ndjson"], ["stats"],
            ]
            for (table, change) in [
                ("watchlists", "title = x'ff'"), ("watchlists", "location_rule_lat = 'x'"),
                ("watchlist_entries", "priority = 'high'"), ("watchlist_entries", "priority = 1e300"),
                ("watchlist_entries", "nickname = x'ff'"), ("watchlist_entries", "lat = 'north'"),
                ("watchlist_entries", "observation_date = x'ff'"), ("bird", "common_name = x'ff'"),
                ("geoq_draft", "candidates = x'ff'"),
                ("geoq_store", "token = NULL"), ("geoq_store", "version = 'x'"), ("geoq_store", "version = 1e30"),
                ("geoq_store", "identity = x'ff'"), ("geoq_store", "log_starts_after = 'x'"),
                ("geoq_store", "version = -9223372036854775808"), ("geoq_change", "version = 9223372036854775807"),
            ] {
                let copy = folder + "/copy.sqlite"
                for ending in ["", "-wal", "-shm", ".index"] {
                    try? FileManager.default.removeItem(atPath: copy + ending)
                }
                #expect(try Tool.sqlite3(store, "VACUUM INTO '\(copy)'").status == 0)
                let write = try Tool.spatialite(copy, "UPDATE \(table) SET \(change)")
                #expect(write.status == 0, "\(change): \(write.errors)")
                for command in commands {
                    let run = try GeoqProcess(command + ["--db", copy])
                    #expect(
                        Self.isExitCode(run), "\(table) \(change), \(command): \(run.status) \(run.errors.suffix(300))")
                }
            }
        }
    }

    /// The tables in which geoq notes the account, what it mirrors, and changes that wait.
    @Test func `a note of a wrong type ends no command`() async throws {
        try await withFolder { folder in
            let (store, remote) = (folder + "/a.sqlite", "https://abc.supabase.co")
            try "id,name,lat,lon\n1,Pond,42.4,-76.5\n".write(
                toFile: folder + "/a.csv", atomically: true, encoding: .utf8)
            func run(_ words: [String]) throws -> GeoqProcess { try GeoqProcess(words + ["--db", store]) }
            #expect(try run(["import", folder + "/a.csv", "--as", "hotspots"]).status == 0)
            let account = try Tool.spatialite(
                store,
                """
                INSERT INTO geoq_source VALUES ('\(remote)', 'remote');
                INSERT INTO geoq_account (remote, url, user_id, state, level)
                    VALUES ('\(remote)', '\(remote)', '0000000a-0000-4000-8000-00000000000a', 'active', 'kit');
                INSERT INTO geoq_remote (name, address, mapping, origin) VALUES ('\(remote)', '\(remote)', '{}', 'o');
                INSERT INTO geoq_remote_table (remote, table_name, origin, row_count)
                    VALUES ('\(remote)', 'watchlists', '1', 0);
                UPDATE geoq_device SET captures = '\(remote)';
                """)
            #expect(account.status == 0, "\(account.errors)")
            #expect(try run(["list", "add", "Owls"]).status == 0)
            let list = try #require(try Tool.sqlite3(store, "SELECT id FROM watchlists").lines.first)
            let changes = try Tool.spatialite(
                store,
                """
                INSERT INTO geoq_operation (op_id, sequence, table_name, row_id, kind, payload, edited_at, state)
                    VALUES ('0000000b-0000-4000-8000-00000000000a', 1, 'watchlists', '\(list)', 'insert',
                        '{"title":"Owls"}', '2026-01-01T00:00:00Z', 'dead');
                INSERT INTO geoq_conflict (at, table_name, row_id, reason, base, mine, theirs)
                    VALUES ('2026-01-01T00:00:00Z', 'watchlists', '\(list)', 'edited', '{}', '{"title":"a"}',
                        '{"title":"b"}');
                """)
            #expect(changes.status == 0, "\(changes.errors)")
            for (table, change) in [
                ("geoq_account", "state = 'odd'"), ("geoq_account", "url = x'ff'"), ("geoq_account", "level = x'ff'"),
                ("geoq_remote", "origin = x'ff'"), ("geoq_remote", "erasing = 'x'"),
                ("geoq_remote_table", "row_count = 'x'"), ("geoq_remote_table", "table_name = x'ff'"),
                ("geoq_operation", "payload = x'ff'"), ("geoq_operation", "attempts = 'x'"),
                ("geoq_operation", "table_name = x'ff'"), ("geoq_operation", "row_id = x'ff'"),
                ("geoq_conflict", "reason = x'ff'"), ("geoq_conflict", "row_id = x'ff'"),
            ] {
                let copy = folder + "/copy.sqlite"
                for ending in ["", "-wal", "-shm", ".index"] {
                    try? FileManager.default.removeItem(atPath: copy + ending)
                }
                #expect(try Tool.sqlite3(store, "VACUUM INTO '\(copy)'").status == 0)
                let write = try Tool.sqlite3(
                    copy, "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0; UPDATE \(table) SET \(change)")
                #expect(write.status == 0, "\(change): \(write.errors)")
                for command in [
                    ["sync", "status"], ["outbox", "list"], ["outbox", "export", "--all"], ["conflicts", "list"],
                    ["list", "list"],
                ] {
                    let run = try GeoqProcess(command + ["--db", copy])
                    #expect(
                        Self.isExitCode(run), "\(table) \(change), \(command): \(run.status) \(run.errors.suffix(300))")
                }
            }
        }
    }

    /// Whether a command ended by itself: with 0, 1, or a code of `sysexits.h`. The number of a signal is less.
    private static func isExitCode(_ run: GeoqProcess) -> Bool {
        [0, 1].contains(run.status) || (64...78).contains(run.status)
    }
}
