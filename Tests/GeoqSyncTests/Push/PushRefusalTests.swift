import Foundation
import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// Changes that a project does not take, for good or for now: each keeps its
/// reason, and costs the others nothing.
@Suite(.waits, .serialized, .needsGateway)
struct PushRefusalTests {
    private static let nothing = PushJourneyTests.nothing

    private static func run(_ level: String, _ body: (ProjectFixture, Device) async throws -> Void) async throws {
        try await PushJourneyTests.run(level, body)
    }

    // MARK: - Refusals

    @Test(arguments: ["kit", "rest"])
    func `one refused change among many keeps only its own child waiting (F23, F30)`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            let count = Soak.either(10_000, 300)
            try device.makeLists(count)
            try device.sql(
                """
                UPDATE watchlists SET location_rule_radius_km = -5 WHERE title = 'List 150';
                INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source) SELECT
                    'f' || substr(id, 2), id, 'date', '{}', source FROM watchlists WHERE title IN ('List 150', 'List 3');
                """)
            let report = try await device.push()
            #expect(report.applied == count && report.failed == 1, "\(report)")
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "\(count)")
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlist_rules WHERE rule_type = 'date'") == "1")
            let items = try await device.store.outbox.list()
            let dead = try #require(items.first { $0.row.id.description == Device.list(150) })
            #expect(dead.status == .failed && dead.operation?.failure?.code == "23514")
            #expect(items.count == 2 && items.contains { $0.operation?.waitsFor == dead.row }, "\(items)")
            // Downloads go on meanwhile.
            try fixture.gateway.query("UPDATE bird SET common_name = 'Snow Owl', updated_at = now()")
            try await device.sync()
            #expect(try device.sql("SELECT common_name FROM bird") == ["Snow Owl"])

            try device.sql("UPDATE watchlists SET location_rule_radius_km = 5 WHERE title = 'List 150'")
            #expect(try await device.push().applied == 2)
            #expect(try await device.counts() == Self.nothing)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a row whose bird the server has lost waits, is named, and holds up no push`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            try device.sql(
                """
                UPDATE watchlist_entries SET notes = 'New';
                INSERT INTO bird (id, common_name, source) SELECT 'b0000000-0000-4000-8000-000000000002', 'Sora', source FROM bird;
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source) SELECT
                    'e1000000-0000-4000-8000-000000000002', watchlist_id, 'b0000000-0000-4000-8000-000000000002', source
                    FROM watchlist_entries;
                """)
            for _ in 0..<2 {
                device.transport.forget()
                let report = try await device.push()
                #expect(report.left.pending == 1 && report.failed == 0 && report.obstacle == nil, "\(report)")
                #expect(device.transport.exchanges.count <= 6, "\(device.transport.exchanges.count)")
                let item = try #require(try await device.store.outbox.list().first)
                #expect(item.label == "Sora" && item.operation?.state == .waiting)
                #expect(
                    item.failure?.message == "the server has no bird/b0000000-0000-4000-8000-000000000002, Sora",
                    "\(item)")
            }
            #expect(try fixture.gateway.query("SELECT notes FROM watchlist_entries") == "New")
            try fixture.gateway.query(
                "INSERT INTO bird (id, common_name) VALUES ('b0000000-0000-4000-8000-000000000002', 'Sora')")
            #expect(try await device.push().applied == 1)
            #expect(try await device.counts() == Self.nothing)
            try await Self.sendLate(device, fixture)
        }
    }

    /// An entry that names a file's bird is sent when the sync has read the server's, and is read after that.
    private static func sendLate(_ device: Device, _ fixture: ProjectFixture) async throws {
        try fixture.gateway.query(
            """
            INSERT INTO bird (id, common_name, scientific_name)
            VALUES ('b0000000-0000-4000-8000-000000000003', 'Virginia Rail', 'Rallus limicola')
            """)
        try device.sql(
            """
            INSERT INTO geoq_source (name, kind) VALUES ('birds', 'file');
            INSERT INTO bird (id, common_name, scientific_name, source)
            VALUES ('b0000000-0000-4000-8000-000000000004', 'Rail', 'Rallus limicola', 'birds');
            UPDATE watchlist_entries SET bird_id = 'b0000000-0000-4000-8000-000000000004' WHERE notes = 'New';
            """)
        let report = try await device.sync()
        #expect(report.push?.applied == 1 && report.waiting == 0, "\(report)")
        #expect(
            try fixture.gateway.query("SELECT bird_id FROM watchlist_entries WHERE notes = 'New'")
                == "b0000000-0000-4000-8000-000000000003")
        let prove = try await device.client().prove(ProofOptions(queries: 0, rows: 10, seed: 11))
        #expect(prove.verdict == .equal, "\(prove)")
    }

    @Test func `a column that the server demands now fails what lacks it, and can be retried (F43)`() async throws {
        for level in ["kit", "rest"] {
            try await Self.run(level) { fixture, device in
                try fixture.gateway.query(
                    "UPDATE watchlists SET type = 'x'; ALTER TABLE watchlists ALTER type SET NOT NULL")
                try device.makeLists(3)
                try device.sql("UPDATE watchlists SET type = 'y' WHERE title = 'List 2'")
                let report = try await device.push()
                let left = try await device.counts()
                try fixture.gateway.query("ALTER TABLE watchlists ALTER type DROP NOT NULL")
                #expect(
                    report.applied == 1 && report.failed == 2 && left == "0 pending, 2 failed, 0 conflicts", "\(report)"
                )
                #expect(try await device.store.outbox.retry(.all) == 2)
                #expect(try await device.push().applied == 2)
                #expect(try await device.counts() == Self.nothing)
            }
        }
    }

    @Test(arguments: [("kit", "42703"), ("rest", "PGRST204")])
    func `an edit of a column that the server has lost is refused and kept, and others go (F43)`(
        level: String, code: String
    ) async throws {
        try await Self.run(level) { fixture, device in
            try fixture.gateway.query("ALTER TABLE watchlists RENAME type TO lost")
            try fixture.gateway.set(#"{"reload": true}"#)
            try device.sql("UPDATE watchlists SET type = 'year'; UPDATE watchlist_entries SET notes = 'New'")
            let report = try? await device.push()
            let item = try? await device.store.outbox.list().first
            try fixture.gateway.query("ALTER TABLE watchlists RENAME lost TO type")
            try fixture.gateway.set(#"{"reload": true}"#)
            #expect(report?.applied == 1 && report?.failed == 1, "\(String(describing: report))")
            let failure = try #require(item?.failure)
            let message = try #require(failure.message)
            #expect(failure.kind == "permanent" && failure.code == code)
            #expect(message.contains("watchlists") && message.contains("type"), "\(message)")
            #expect(try await device.counts() == "0 pending, 1 failed, 0 conflicts")
            #expect(try await device.store.outbox.retry(.all) == 1)
            #expect(try await device.push().applied == 1)
            #expect(try fixture.gateway.query("SELECT type, row_version FROM watchlists") == "year|2")
            #expect(try await device.counts() == Self.nothing)
        }
    }

    @Test func `a server that is not ready is asked five times, with growing waits`() async throws {
        try await Self.run("kit") { fixture, device in
            try device.makeLists(2)
            try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "status": 503, "times": 4}]}"#)
            #expect(try await device.push().applied == 2)
            let waited = device.clock.elapsed
            #expect(waited > .seconds(52 * 0.75) && waited < .seconds(52 * 1.25 * 2), "\(waited)")
            try device.sql("UPDATE watchlists SET type = 'late'")
            try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "status": 503}]}"#)
            await #expect(throws: SyncError.self) { try await device.push() }
            #expect(try await device.counts() == "0 pending, 3 failed, 0 conflicts")
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try await device.push().batches == 0, "The dead wait for a person.")
            #expect(try await device.store.outbox.retry(.all) == 3)
            #expect(try await device.push().applied == 3)
        }
    }

    @Test func `offline counts no try, and a captive portal is offline (F13)`() async throws {
        try await Self.run("kit") { fixture, device in
            try device.makeLists(2)
            try fixture.gateway.set(#"{"faults": [{"path": "", "html": true}]}"#)
            for _ in 0..<7 {
                await #expect(throws: SyncError.self) { try await device.push { $0.retry = .never } }
            }
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try await device.counts() == "2 pending, 0 failed, 0 conflicts")
            #expect(try await device.push().applied == 2)
        }
    }

    // MARK: - Rights

    @Test(arguments: ["revoked", "read-only"])
    func `a share that ends while edits wait keeps the edits among the conflicts (F42)`(way: String) async throws {
        try await Self.run("kit") { fixture, owner in
            let guest = try await fixture.device("carl@example.org")
            try fixture.gateway.query(
                """
                INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission)
                SELECT gen_random_uuid(), id, '\(guest.user)', 'edit' FROM watchlists
                """)
            try await guest.sync()
            try guest.sql("UPDATE watchlist_entries SET notes = 'Mine'")
            #expect(try await guest.push().applied == 1, "What is lent may be changed.")
            try guest.sql("UPDATE watchlist_entries SET notes = 'Never seen'")
            if way == "revoked" {
                try guest.sql(
                    """
                    INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source)
                    SELECT 'e1000000-0000-4000-8000-000000000009', watchlist_id, bird_id, 'Never sent', source
                    FROM watchlist_entries
                    """)
            }
            try fixture.gateway.query(
                way == "revoked" ? "DELETE FROM watchlist_shares" : "UPDATE watchlist_shares SET permission = 'view'")
            try await guest.sync()
            #expect(try fixture.gateway.query("SELECT notes FROM watchlist_entries") == "Mine")
            if way == "revoked" {
                #expect(try guest.sql("SELECT count(*) FROM watchlist_entries") == ["0"])
                #expect(try guest.sql("SELECT count(*) FROM watchlists") == ["0"], "Nothing of the list stays.")
                let conflicts = try await guest.store.outbox.conflicts()
                #expect(
                    conflicts.contains { $0.mine.contains(ColumnValue("notes", .text("Never seen"))) }, "\(conflicts)")
                let made = conflicts.first { $0.mine.contains(ColumnValue("notes", .text("Never sent"))) }
                #expect(made?.reason == .parentGone, "\(conflicts)")
                #expect(try await guest.store.outbox.counts().unsent == 0)
            } else {
                // It stays as edited, and failed, until the user decides.
                #expect(try await guest.counts() == "0 pending, 1 failed, 0 conflicts")
                #expect(try await guest.store.outbox.discard(.all).rows == 1)
                #expect(try guest.sql("SELECT notes FROM watchlist_entries") == ["Mine"])
            }
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `an entry that was moved into a list whose share ends stays where it was (F42)`(level: String) async throws {
        try await Self.run(level) { fixture, _ in
            let guest = try await fixture.device("dora@example.org")
            let (home, entry) = ("d2000000-0000-4000-8000-000000000001", "e2000000-0000-4000-8000-000000000001")
            try fixture.gateway.query(
                """
                INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission)
                SELECT gen_random_uuid(), id, '\(guest.user)', 'edit' FROM watchlists;
                INSERT INTO watchlists (id, owner_id, title) VALUES ('\(home)', '\(guest.user)', 'Home');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id) VALUES
                    ('\(entry)', '\(home)', 'b0000000-0000-4000-8000-000000000001')
                """)
            try await guest.sync()
            try guest.sql(
                """
                UPDATE watchlist_entries SET watchlist_id = 'd1000000-0000-4000-8000-000000000001', notes = 'Moved'
                WHERE id = '\(entry)'
                """)
            try fixture.gateway.query("DELETE FROM watchlist_shares")
            try await guest.sync()
            // What else was changed of it goes on.
            try await guest.push()
            #expect(try await guest.counts() == "0 pending, 0 failed, 1 conflicts")
            #expect(try guest.sql("SELECT title FROM watchlists") == ["Home"], "Nothing of the list stays.")
            #expect(try guest.sql("SELECT watchlist_id, notes FROM watchlist_entries") == ["\(home)|Moved"])
            #expect(
                try fixture.gateway.query("SELECT watchlist_id, notes FROM watchlist_entries WHERE id = '\(entry)'")
                    == "\(home)|Moved")
            let conflict = try #require(try await guest.store.outbox.conflicts().first)
            #expect(conflict.reason == .parentGone && conflict.columnNames == ["watchlist_id"], "\(conflict)")
        }
    }
}
