import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSupabase
import TestSupport
import Testing

@testable import GeoqSync

/// Changes from a store to a project's own database, by libpq and geoq's kit.
@Suite(.waits, .serialized, .needsGateway)
struct PostgresProjectTests {
    private static let bird = "b0000000-0000-4000-8000-000000000001"

    private static func run(_ body: (ProjectFixture, Device) async throws -> Void) async throws {
        try await ProjectFixture.run("kit") { fixture in
            let device = try await fixture.device()
            try fixture.gateway.query("INSERT INTO bird (id, common_name) VALUES ('\(bird)', 'Snowy Owl')")
            try await device.sync()
            device.transport.forget()
            try await body(fixture, device)
        }
    }

    private static func push(
        _ device: Device, _ database: String, _ change: (inout SyncOptions) -> Void = { _ in }
    ) async throws -> PushReport {
        var options = SyncOptions()
        options.retry = .never
        change(&options)
        let project = try await PostgresProject(try PostgresRemote(database), ofAccountIn: device.store)
        do {
            let report = try await SyncClient(remote: project, store: device.store, options: options).push()
            await project.close()
            return report
        } catch {
            await project.close()
            throw error
        }
    }

    private static func entry(_ number: Int, of list: Int, _ device: Device, bird: String = bird) throws {
        try device.sql(
            """
            INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, lat, lon, source)
            VALUES (printf('e0000000-0000-4000-8000-%012d', \(number)), '\(Device.list(list))', '\(bird)',
                'é "' || \(number), 0.1 + 0.2, -5e-324, '\(device.account.project.origin)')
            """)
    }

    @Test func `changes arrive once, in the user's name and without a request over HTTP`() async throws {
        try await Self.run { fixture, device in
            try device.makeLists(250)
            try Self.entry(1, of: 250, device)
            let report = try await Self.push(device, fixture.gateway.database)
            #expect(report.applied == 251 && report.left.unsent == 0 && report.obstacle == nil, "\(report)")
            #expect(device.transport.exchanges.isEmpty)
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT count(*), count(DISTINCT owner_id), min(row_version) FROM watchlists WHERE owner_id = '\(device.user)';
                    SELECT notes, lat, lon, edited_at IS NULL FROM watchlist_entries;
                    """) == "250|1|1\né \"1|0.30000000000000004|-5e-324|f")
            try device.sql(
                "UPDATE watchlists SET title = 'Hens' WHERE title = 'List 7'; DELETE FROM watchlists WHERE title = 'List 9'"
            )
            #expect(try await Self.push(device, fixture.gateway.database).applied == 2)
            #expect(
                try fixture.gateway.query(
                    "SELECT title, row_version, deleted_at IS NULL FROM watchlists WHERE row_version > 1 ORDER BY title"
                )
                    == "Hens|2|t\nList 9|2|f")
            // What went one way is known to the other.
            let sync = try await device.sync()
            #expect(sync.removed == 0 && sync.added == 0 && sync.push == nil, "\(sync)")
            #expect(try await device.counts() == "0 pending, 0 failed, 0 conflicts")
        }
    }

    @Test func `an answer that was lost on one way is known to the other`() async throws {
        try await Self.run { fixture, device in
            try device.makeLists(3)
            // A copy of the store before the answer: the process has ended meanwhile.
            let earlier = try Device(copyOf: device, fixture.folder + "/earlier.sqlite")
            #expect(try await Self.push(device, fixture.gateway.database).applied == 3)
            let report = try await earlier.push()
            #expect(
                report.applied + report.merged == 3 && report.conflicts == 0 && report.left.unsent == 0, "\(report)")
            #expect(try fixture.gateway.query("SELECT count(*), max(row_version) FROM watchlists") == "3|1")
        }
    }

    /// The server's last 61 bytes answer COMMIT; the answer to the operations is before them.
    @Test func `a change is taken, perhaps, when the connection ends at the commit, and not before`() async throws {
        try await Self.run { fixture, device in
            let host = try #require(fixture.gateway.database.split(separator: " ").first { $0.hasPrefix("host=") })
            let proxy = try FaultProxy(to: "\(host.dropFirst("host=".count))/.s.PGSQL.5432")
            defer { proxy.close() }
            let database = proxy.url("project")
            try device.makeLists(1)
            #expect(try await Self.push(device, database).applied == 1)
            let bytes = proxy.takeBytes()
            try device.sql("UPDATE watchlists SET title = 'Hens'")
            for (missing, isTaken) in [(120, false), (30, true)] {
                proxy.next([.cut(after: bytes - missing)])
                let lost = await #expect(throws: SyncError.self) { try await Self.push(device, database) }
                #expect(lost?.kind == .unreachable && lost?.retryMayHelp == true, "\(String(describing: lost))")
                #expect(try await device.store.outbox.list().map { $0.operation?.mayBeTaken } == [isTaken])
                #expect(
                    try fixture.gateway.query("SELECT title, row_version FROM watchlists")
                        == (isTaken ? "Hens|2" : "List 1|1"))
            }
            let report = try await Self.push(device, database)
            #expect(report.applied == 1 && report.conflicts == 0 && report.left.unsent == 0, "\(report)")
            #expect(try fixture.gateway.query("SELECT title, row_version FROM watchlists") == "Hens|2")
        }
    }

    @Test func `the policies hold, and one refused operation costs no other`() async throws {
        try await Self.run { fixture, device in
            let other = try await fixture.device("cem@example.org")
            try fixture.gateway.query(
                "INSERT INTO watchlists (id, owner_id, title) VALUES ('\(Device.list(9))', '\(other.user)', 'Of Cem')")
            try device.makeLists(2)
            try Self.entry(1, of: 1, device)
            // A list of another user: the store cannot know, the policies do.
            try device.sql(
                """
                INSERT INTO watchlists (id, owner_id, title, source) VALUES ('\(Device.list(9))', '\(device.user)', 'Mine',
                    '\(device.account.project.origin)')
                """)
            try fixture.gateway.query("ALTER TABLE watchlists ADD CONSTRAINT no_list_2 CHECK (title <> 'List 2')")
            defer { _ = try? fixture.gateway.query("ALTER TABLE watchlists DROP CONSTRAINT no_list_2") }
            let report = try await Self.push(device, fixture.gateway.database)
            #expect(report.applied == 2 && report.failed == 2 && report.obstacle == nil, "\(report)")
            #expect(
                try fixture.gateway.query("SELECT title FROM watchlists ORDER BY title") == "List 1\nOf Cem")
        }
    }

    @Test func `a conflict is found as over HTTP`() async throws {
        try await Self.run { fixture, device in
            try device.makeLists(1)
            _ = try await Self.push(device, fixture.gateway.database)
            try fixture.gateway.query("UPDATE watchlists SET title = 'Theirs', location = 'Lake'")
            try device.sql("UPDATE watchlists SET title = 'Mine', type = 'Ducks'")
            let report = try await Self.push(device, fixture.gateway.database)
            #expect(report.conflicts == 1, "\(report)")
            #expect(
                try fixture.gateway.query("SELECT title, location, type FROM watchlists") == "Theirs|Lake|Ducks")
            #expect(try await device.counts() == "0 pending, 0 failed, 1 conflicts")
        }
    }

    @Test func `a delete waits while another device has changed what goes with it`() async throws {
        try await Self.run { fixture, device in
            try device.makeLists(2)
            try Self.entry(1, of: 1, device)
            #expect(try await Self.push(device, fixture.gateway.database).applied == 3)
            try device.sql("DELETE FROM watchlists WHERE title = 'List 1'; UPDATE watchlists SET title = 'Hens'")
            try fixture.gateway.query("UPDATE watchlist_entries SET notes = 'theirs'")
            // A mapping may name the schema.
            var named = TableMapping.standard
            named.tables[.watchlistEntries] = TableMapping.Table(schema: "public", table: "watchlist_entries")
            for mapping in [nil, named] {
                let held = await #expect(throws: SyncError.self) {
                    try await Self.push(device, fixture.gateway.database) { $0.mapping = mapping }
                }
                #expect(held?.kind == .refused && held?.remedy == .pull, "\(String(describing: held))")
                let living = "SELECT title FROM watchlists WHERE deleted_at IS NULL ORDER BY title"
                #expect(try fixture.gateway.query(living) == "Hens\nList 1", "All else has gone.")
            }
            // The sync reads it, and keeps it among the conflicts.
            try await device.sync()
            #expect(try await device.store.outbox.conflicts().contains { $0.row.table == .watchlistEntries })
            #expect(
                try fixture.gateway.query("SELECT title, deleted_at IS NULL FROM watchlists ORDER BY title")
                    == "Hens|t\nList 1|f")
            // What this device knows as the project has it goes along.
            try Self.entry(2, of: 2, device)
            #expect(try await Self.push(device, fixture.gateway.database).applied == 1)
            try device.sql("DELETE FROM watchlists WHERE title = 'Hens'")
            #expect(try await Self.push(device, fixture.gateway.database).left.unsent == 0)
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists WHERE deleted_at IS NULL") == "0")
        }
    }

    @Test func `a delete goes on when what it would take along is moved out, or was this device's own`() async throws {
        try await Self.run { fixture, device in
            try device.makeLists(3)
            try Self.entry(1, of: 1, device)
            try Self.entry(2, of: 2, device)
            #expect(try await Self.push(device, fixture.gateway.database).applied == 5)
            // The first entry leaves its list, and another device edits it there. The answer to an edit of the second is lost.
            try device.sql("UPDATE watchlist_entries SET notes = 'own' WHERE watchlist_id = '\(Device.list(2))'")
            try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/rpc/geoq_push", "drop": true, "times": 1}]}"#)
            _ = try? await device.push { $0.retry = .never }
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlist_entries WHERE notes = 'own'") == "1")
            try fixture.gateway.query(
                "UPDATE watchlist_entries SET nickname = 'theirs' WHERE watchlist_id = '\(Device.list(1))'")
            try device.sql(
                """
                UPDATE watchlist_entries SET watchlist_id = '\(Device.list(3))' WHERE watchlist_id = '\(Device.list(1))';
                DELETE FROM watchlists WHERE id <> '\(Device.list(3))'
                """)
            let report = try await Self.push(device, fixture.gateway.database)
            #expect(report.obstacle == nil && report.left.unsent == 0, "\(report)")
            #expect(
                try fixture.gateway.query(
                    "SELECT watchlist_id, nickname FROM watchlist_entries WHERE deleted_at IS NULL")
                    == "\(Device.list(3))|theirs")
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists WHERE deleted_at IS NULL") == "1")
        }
    }

    @Test func `another database, one without the kit, and one that is not there take nothing`() async throws {
        try await Self.run { fixture, device in
            try device.makeLists(1)
            try fixture.gateway.query("DROP DATABASE IF EXISTS another_project")
            try fixture.gateway.query("CREATE DATABASE another_project")
            defer { _ = try? fixture.gateway.query("DROP DATABASE another_project WITH (FORCE)") }
            // Of a word that comes twice libpq takes the last.
            let empty = await #expect(throws: SyncError.self) {
                try await Self.push(device, fixture.gateway.database + " dbname=another_project")
            }
            #expect(empty?.remedy == .kit, "\(String(describing: empty))")
            let gone = await #expect(throws: SyncError.self) {
                try await Self.push(device, "host=127.0.0.1 port=1 dbname=none connect_timeout=2")
            }
            #expect(gone?.kind == .unreachable, "\(String(describing: gone))")
            try device.sql("UPDATE geoq_remote SET memory = 'kit 1/1/1 00000000-0000-4000-8000-000000000000'")
            let other = await #expect(throws: SyncError.self) {
                try await Self.push(device, fixture.gateway.database)
            }
            #expect(other?.kind == .refused && other?.retryMayHelp == false, "\(String(describing: other))")
            try device.sql("UPDATE geoq_remote SET memory = NULL")
            let unread = await #expect(throws: SyncError.self) {
                try await Self.push(device, fixture.gateway.database)
            }
            #expect(unread?.remedy == .pull, "\(String(describing: unread))")
            // The mirror is read over HTTP, and is as good as before.
            let failures = try device.sql("SELECT count(failed_at) FROM geoq_remote")
            #expect(failures == ["0"])
            #expect(try await device.counts() == "1 pending, 0 failed, 0 conflicts")
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "0")
        }
    }
}
