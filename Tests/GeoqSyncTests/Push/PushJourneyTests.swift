import Foundation
import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// Changes from a store to a project, through a gateway over a real PostgreSQL:
/// each arrives once, whatever breaks.
@Suite(.waits, .serialized, .needsGateway)
struct PushJourneyTests {
    static let nothing = "0 pending, 0 failed, 0 conflicts"

    /// A device with a bird, a list, an entry and a rule of the server's.
    static func run(_ level: String, _ body: (ProjectFixture, Device) async throws -> Void) async throws {
        try await ProjectFixture.run(level) { fixture in
            let device = try await fixture.device()
            try fixture.gateway.query(
                """
                INSERT INTO bird (id, common_name) VALUES ('b0000000-0000-4000-8000-000000000001', 'Snowy Owl');
                INSERT INTO watchlists (id, owner_id, title) VALUES
                    ('d1000000-0000-4000-8000-000000000001', '\(device.user)', 'Old');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes) VALUES
                    ('e1000000-0000-4000-8000-000000000001', 'd1000000-0000-4000-8000-000000000001',
                     'b0000000-0000-4000-8000-000000000001', 'Old');
                INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json) VALUES
                    ('f1000000-0000-4000-8000-000000000001', 'd1000000-0000-4000-8000-000000000001', 'species', '{}');
                """)
            try await device.sync()
            #expect(try await device.counts() == nothing)
            try await body(fixture, device)
        }
    }

    @Test func `a sync that sends nothing notes how far the project's clock is ahead (F41)`() async throws {
        try await Self.run("kit") { fixture, device in
            // An answer tells it to the second, less the time that it was under way.
            let before = try await device.store.outbox.clockOffset()
            #expect((-60...1).contains(before), "\(before)")
            try fixture.gateway.set(#"{"clock_offset": 600}"#)
            let report = try? await device.sync()
            try fixture.gateway.set(#"{"clock_offset": 0}"#)
            let sync = try #require(report)
            #expect(sync.push == nil)
            let offset = try await device.store.outbox.clockOffset()
            #expect((540...601).contains(offset), "\(offset)")
        }
    }

    @Test func `a push, or a sync, that ends with an error tells what it has sent`() async throws {
        try await Self.run("kit") { fixture, device in
            let notices = Mutex<[SyncNotice]>([])
            let once: (inout SyncOptions) -> Void = { options in
                options.retry = .never
                options.told = { notice in notices.withLock { $0.append(notice) } }
            }
            try device.makeLists(250)
            // On a busy machine the first request may take the server too long, and smaller ones follow.
            for _ in 0..<5 where notices.withLock({ $0.isEmpty }) {
                try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "skip": 1, "status": 503}]}"#)
                await #expect(throws: SyncError.self) { try await device.push(once) }
            }
            let first = notices.withLock { $0 }
            #expect([25, 50, 100].contains { first == [.sent(changes: $0, pictures: 0)] }, "\(first)")
            notices.withLock { $0 = [] }
            await #expect(throws: SyncError.self) { try await device.push(once) }
            #expect(notices.withLock { $0 } == [], "Nothing was sent.")
            // The 150 others wait for their next try, some seconds; on a busy machine it has come.
            try device.sql("UPDATE watchlists SET title = 'New' WHERE title = 'Old'")
            try fixture.gateway.set(#"{"faults": [{"path": "geoq_(boot|changes|pull|digest)", "status": 503}]}"#)
            await #expect(throws: SyncError.self) { try await device.sync(once) }
            let told = notices.withLock { $0 }
            #expect((1...251).contains { told == [.sent(changes: $0, pictures: 0)] }, "\(told)")
        }
    }

    // MARK: - Every kind of change

    @Test(arguments: ["kit", "rest"])
    func `what another program inserts, updates and deletes arrives once`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            let source = device.account.project.origin
            try device.sql(
                """
                INSERT INTO watchlists (id, owner_id, title, location_rule_lat, start_date, species_rule_enabled, source)
                VALUES ('\(Device.list(1))', '\(device.user)', 'New "é"', 0.1 + 0.2, '2026-02-28', 1, '\(source)');
                INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source) VALUES
                    ('f0000000-0000-4000-8000-000000000001', '\(Device.list(1))', 'date', '{"a": 1.50}', '\(source)');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, observation_date, source) VALUES
                    ('e0000000-0000-4000-8000-000000000001', '\(Device.list(1))',
                     'b0000000-0000-4000-8000-000000000001', 'At the pond', '2026-05-03T05:42:00.123456Z', '\(source)');
                UPDATE watchlists SET title = 'Older' WHERE title = 'Old';
                UPDATE watchlist_entries SET notes = NULL WHERE notes = 'Old';
                DELETE FROM watchlist_rules WHERE rule_type = 'species';
                """)
            #expect(try await device.counts() == "6 pending, 0 failed, 0 conflicts")
            let report = try await device.push()
            #expect(report.applied == 6 && report.left.unsent == 0 && report.obstacle == nil, "\(report)")
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT title, location_rule_lat, start_date, species_rule_enabled, row_version FROM watchlists
                    ORDER BY title;
                    SELECT notes, extract(microseconds FROM observation_date), row_version FROM watchlist_entries
                    ORDER BY notes;
                    SELECT rule_type, parameters_json, row_version, deleted_at IS NULL FROM watchlist_rules
                    ORDER BY rule_type;
                    """) == """
                        New "é"|0.30000000000000004|2026-02-28|t|1
                        Older|||f|2
                        At the pond|123456|1
                        ||2
                        date|{"a": 1.50}|1|t
                        species|{}|2|f
                        """)
            // What was sent is not sent again, and nothing comes back.
            #expect(try await device.push().batches == 0)
            let sync = try await device.sync()
            #expect(sync.removed == 0 && sync.added == 0 && sync.push == nil, "\(sync)")
            try await Self.expectEqual(device, fixture)
        }
    }

    /// A second device of the same user sees the same.
    private static func expectEqual(_ device: Device, _ fixture: ProjectFixture) async throws {
        let other = try await fixture.device(isNew: false)
        try await other.sync()
        try await device.sync()
        let (mine, theirs) = (try await ProjectFixture.rows(device.store), try await ProjectFixture.rows(other.store))
        for key in Set(mine.keys).union(theirs.keys).sorted() {
            #expect(mine[key] == theirs[key], "\(key)")
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a deleted list takes its entries and rules with it`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            try device.sql("DELETE FROM watchlists WHERE title = 'Old'")
            #expect(try device.sql("SELECT count(*) FROM watchlist_entries") == ["0"])
            let report = try await device.push()
            #expect(report.applied == 1, "Only the top of the tree is sent: \(report)")
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT count(*) FROM (SELECT deleted_at FROM watchlists UNION ALL SELECT deleted_at FROM watchlist_entries
                        UNION ALL SELECT deleted_at FROM watchlist_rules) d WHERE deleted_at IS NULL
                    """) == "0")
            let sync = try await device.sync()
            #expect(sync.waiting == 0 && sync.push == nil)
            #expect(try await device.counts() == Self.nothing)
        }
    }

    // MARK: - Deleted, and there again

    @Test(arguments: ["kit", "rest"])
    func `what was deleted there and is taken again lives at the project, too`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            try device.sql("UPDATE watchlists SET title = 'Mine'; UPDATE watchlist_entries SET notes = 'Mine'")
            try fixture.gateway.query(
                """
                UPDATE watchlist_entries SET deleted_at = now(), row_version = row_version + 1;
                UPDATE watchlist_rules SET deleted_at = now(), row_version = row_version + 1;
                UPDATE watchlists SET deleted_at = now(), row_version = row_version + 1;
                """)
            try await device.sync()
            try await device.push()
            #expect(try await device.counts() == "0 pending, 0 failed, 2 conflicts")
            #expect(
                try await device.store.outbox.takeMine(
                    try await device.store.outbox.conflicts().map(\.number).reversed()) == [])
            let report = try await device.push()
            #expect(report.left.unsent == 0, "\(report)")
            try await device.sync()
            #expect(try await device.counts() == Self.nothing)
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT title, deleted_at IS NULL FROM watchlists UNION ALL SELECT notes, deleted_at IS NULL
                    FROM watchlist_entries
                    """) == "Mine|t\nMine|t")
            try await Self.expectEqual(device, fixture)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a row that is made again after its delete was sent lives`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            try device.sql("DELETE FROM watchlist_entries")
            #expect(try await device.push().left.unsent == 0)
            try device.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('E1000000-0000-4000-8000-000000000001', 'd1000000-0000-4000-8000-000000000001',
                     'b0000000-0000-4000-8000-000000000001', 'Again', '\(device.account.project.origin)')
                """)
            let report = try await device.push()
            #expect(report.left.unsent == 0 && report.conflicts == 0, "\(report)")
            #expect(try await device.counts() == Self.nothing)
            #expect(
                try fixture.gateway.query("SELECT notes, deleted_at IS NULL FROM watchlist_entries") == "Again|t")
            try await Self.expectEqual(device, fixture)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `the server says when an entry was added that does not say it`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            try device.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, priority, source) VALUES
                    ('e0000000-0000-4000-8000-000000000001', 'd1000000-0000-4000-8000-000000000001',
                     'b0000000-0000-4000-8000-000000000001', NULL, '\(device.account.project.origin)')
                """)
            #expect(try await device.push().left.unsent == 0)
            try await device.sync()
            #expect(
                try device.sql("SELECT priority, added_date IS NOT NULL FROM watchlist_entries WHERE notes IS NULL")
                    == ["0|1"])
            try await Self.expectEqual(device, fixture)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a token that ends within a push is renewed, and each change arrives once (F12)`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            // Two requests; the second one meets the end.
            try device.makeLists(150)
            let path = level == "kit" ? "geoq_push" : "/rest/v1/watchlists"
            try fixture.gateway.set(
                """
                {"faults": [{"path": "\(path)", "skip": 1, "times": 1, "status": 401,
                    "body": {"code": "PGRST303", "message": "JWT expired"}}]}
                """)
            device.transport.forget()
            let report = try await device.push()
            #expect(report.applied == 150 && report.conflicts == 0 && report.obstacle == nil, "\(report)")
            #expect(try fixture.gateway.set("{}").contains(#""hit":1"#))
            #expect(device.transport.exchanges.count { $0.target.contains("grant_type=refresh_token") } == 1)
            let rows = "SELECT count(*), min(row_version), max(row_version) FROM watchlists WHERE title LIKE 'List %'"
            #expect(try fixture.gateway.query(rows) == "150|1|1")
            #expect(try await device.counts() == Self.nothing)
        }
    }

    // MARK: - Lost answers

    @Test(arguments: ["kit", "rest"])
    func `an answer that is lost after the commit changes nothing (F5)`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            let methods = level == "rest" ? ["POST", "PATCH"] : ["POST"]
            let path = level == "rest" ? "/rest/v1/watchlist" : "geoq_push"
            let rounds = Soak.either(1_000, 1)
            for (number, method) in (1...rounds).flatMap({ round in methods.map { (round, $0) } }) {
                let title = "After \(method) \(number)"
                try device.sql(
                    """
                    INSERT INTO watchlists (id, owner_id, title, source)
                    VALUES (lower(hex(randomblob(4))) || '-0000-4000-8000-00000000000a', '\(device.user)', '\(method)',
                            '\(device.account.project.origin)');
                    UPDATE watchlists SET title = '\(title)' WHERE id LIKE 'd1000000-%';
                    UPDATE watchlist_entries SET notes = '\(title)' WHERE id LIKE 'e1%';
                    """)
                try fixture.gateway.set(
                    #"{"faults": [{"path": "\#(path)", "method": "\#(method)", "drop": true, "times": 1}]}"#)
                let elapsed = device.clock.elapsed
                let report = try await device.push()
                #expect(
                    report.applied == 3 && report.conflicts == 0 && report.obstacle == nil, "\(title): \(report)")
                #expect(device.clock.elapsed - elapsed >= .seconds(1), "It waited before it asked again.")
                #expect(try fixture.gateway.set("{}").contains(#""hit":1"#), "\(title)")
            }
            let versions = "\(1 + rounds * methods.count)"
            #expect(try fixture.gateway.query("SELECT DISTINCT row_version FROM watchlist_entries") == versions)
            #expect(
                try fixture.gateway.query("SELECT DISTINCT row_version FROM watchlists WHERE title LIKE 'After%'")
                    == versions)
            #expect(try await device.counts() == Self.nothing)
            try await Self.expectEqual(device, fixture)
        }
    }

    /// The control of the test above: without the ledger a row that the server
    /// has removed meanwhile rises again.
    @Test(arguments: [true, false])
    func `an insert that comes twice makes one row, thanks to the ledger (F5, F49)`(hasLedger: Bool) async throws {
        try await Self.run("kit") { fixture, device in
            let recall = try fixture.gateway.query("SELECT pg_get_functiondef('geoq.recall(uuid)'::regprocedure)")
            if !hasLedger {
                try fixture.gateway.query(
                    """
                    CREATE OR REPLACE FUNCTION geoq.recall(p_op uuid) RETURNS jsonb LANGUAGE sql STABLE AS 'SELECT NULL::jsonb'
                    """)
            }
            try device.makeLists(1)
            try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "drop": true, "times": 1}]}"#)
            await #expect(throws: SyncError.self) { try await device.push { $0.retry = .never } }
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists WHERE title = 'List 1'") == "1")
            try fixture.gateway.query("DELETE FROM watchlists WHERE title = 'List 1'")
            try await device.push()
            let risen = try fixture.gateway.query("SELECT count(*) FROM watchlists WHERE title = 'List 1'")
            if !hasLedger { try fixture.gateway.query(recall) }
            #expect(risen == (hasLedger ? "0" : "1"))
            try await device.sync()
            #expect(try device.sql("SELECT count(*) FROM watchlists WHERE title = 'List 1'") == [risen])
        }
    }

    // MARK: - Edits on the way

    @Test(arguments: ["kit", "rest"])
    func `what is edited while it travels goes out after the answer (F28)`(level: String) async throws {
        try await Self.run(level) { fixture, device in
            try device.sql("UPDATE watchlists SET title = 'First', type = 'a' WHERE title = 'Old'")
            device.transport.whenAnswered { exchange in
                guard exchange.target.contains(level == "kit" ? "geoq_push" : "PATCH") else { return }
                _ = try device.sql(
                    "UPDATE watchlists SET title = 'Second' WHERE title = 'First'; DELETE FROM watchlist_rules")
            }
            let report = try await device.push()
            device.transport.whenAnswered(nil)
            #expect(report.applied == 3 && report.conflicts == 0, "\(report)")
            #expect(try fixture.gateway.query("SELECT title, type, row_version FROM watchlists") == "Second|a|3")
            #expect(try await device.counts() == Self.nothing)
        }
    }
}
