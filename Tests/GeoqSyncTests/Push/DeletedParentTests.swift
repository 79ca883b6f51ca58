import Geoq
import GeoqStore
import GeoqSupabase
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// An entry is changed here, while the list that it belongs to is deleted there.
@Suite(.waits, .serialized, .needsGateway)
struct DeletedParentTests {
    private static let bird = "b0000000-0000-4000-8000-000000000001"

    private static func entry(_ number: Int) -> String { "e0000000-0000-4000-8000-00000000000\(number)" }

    /// Two devices with two lists, each with an entry.
    private static func run(_ level: String, _ body: (ProjectFixture, Device, Device) async throws -> Void) async throws
    {
        try await ProjectFixture.run(level) { fixture in
            try fixture.gateway.query("INSERT INTO bird (id, common_name) VALUES ('\(bird)', 'Snowy Owl')")
            let first = try await fixture.device()
            let second = try await fixture.device(isNew: false)
            try await first.sync()
            try first.makeLists(2)
            for number in 1...2 {
                try first.sql(
                    """
                    INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source)
                    VALUES ('\(entry(number))', '\(Device.list(number))', '\(bird)', 'first', '\(first.account.project.origin)')
                    """)
            }
            try await first.sync()
            try await second.sync()
            try await body(fixture, first, second)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `an edit below a list that another device deletes is a conflict (F29)`(level: String) async throws {
        try await Self.run(level) { _, first, second in
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            #expect(try await first.push().applied == 1)
            try second.sql("UPDATE watchlist_entries SET notes = 'mine'")
            let report = try await second.sync()
            #expect(report.push?.conflicts == 1 && report.push?.applied == 1, "\(report)")
            try await Self.expectLost(level, second)
            // The edit below the other list had arrived before the first device deletes that list, too.
            try first.sql("DELETE FROM watchlists WHERE title = 'List 2'")
            let last = try await first.sync()
            #expect(last.push?.applied == 1 && last.waiting == 0, "\(last)")
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.reason) == [.deletedHere], "\(conflicts)")
            #expect(conflicts.first?.theirs == [ColumnValue("notes", .text("mine"))])
            try await second.sync()
            #expect(try second.sql("SELECT count(*) FROM watchlists") == ["0"])
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a list that is deleted while a push runs waits until what it takes along was read (F29)`(
        level: String
    ) async throws {
        try await Self.run(level) { _, first, second in
            try second.sql("UPDATE watchlist_entries SET notes = 'theirs' WHERE id = '\(Self.entry(1))'")
            #expect(try await second.push().applied == 1)
            let isDeleted = Mutex(false)
            first.transport.whenAnswered { exchange in
                guard
                    exchange.target.contains("geoq_push") && exchange.status == 200
                        || exchange.target.hasPrefix("PATCH")
                else { return }
                let isFirst = isDeleted.withLock { isDeleted in
                    defer { isDeleted = true }
                    return !isDeleted
                }
                if isFirst { try first.sql("DELETE FROM watchlists WHERE title = 'List 1'") }
            }
            defer { first.transport.whenAnswered(nil) }
            try first.sql("UPDATE watchlists SET type = 'x' WHERE title = 'List 2'")
            let report = try await first.sync()
            #expect(isDeleted.withLock { $0 } && report.push?.applied == 2, "\(report)")
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.reason) == [.deletedHere], "\(conflicts)")
            #expect(conflicts.first?.theirs == [ColumnValue("notes", .text("theirs"))])
            #expect(try await first.counts() == "0 pending, 0 failed, 1 conflicts")
            try await second.sync()
            #expect(try second.sql("SELECT title FROM watchlists") == ["List 2"])
        }
    }

    @Test func `a list that is made again while its delete waits is sent, too`() async throws {
        try await Self.run("kit") { fixture, first, second in
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            // The delete is made, and not sent: the network was gone.
            #expect(try await first.store.outbox.nextBatch(now: 0)?.map(\.kind) == [.delete])
            try first.makeLists(1, title: "Again")
            try await first.sync()
            #expect(try await first.counts() == "0 pending, 0 failed, 0 conflicts")
            let there = try fixture.gateway.query(
                "SELECT title FROM watchlists WHERE deleted_at IS NULL ORDER BY title")
            #expect(there == "Again 1\nList 2")
            try await second.sync()
            #expect(try second.sql("SELECT title FROM watchlists ORDER BY title") == ["Again 1", "List 2"])
        }
    }

    @Test func `what another device puts on a list that is made again here lives on`() async throws {
        try await Self.run("kit") { fixture, first, second in
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            #expect(try await first.store.outbox.nextBatch(now: 0)?.map(\.kind) == [.delete])
            try first.makeLists(1, title: "Again")
            try fixture.gateway.query(
                """
                INSERT INTO bird (id, common_name) VALUES ('b0000000-0000-4000-8000-000000000002', 'Great Tit');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes) VALUES
                    ('\(Self.entry(3))', '\(Device.list(1))', 'b0000000-0000-4000-8000-000000000002', 'theirs');
                """)
            for _ in 1...2 { try await first.sync() }
            try await second.sync()
            #expect(try await first.counts() == "0 pending, 0 failed, 0 conflicts")
            for device in [first, second] {
                #expect(try device.sql("SELECT title FROM watchlists ORDER BY title") == ["Again 1", "List 2"])
                #expect(
                    try device.sql("SELECT notes FROM watchlist_entries WHERE watchlist_id = '\(Device.list(1))'")
                        == ["theirs"])
            }
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a delete waits while what it takes along cannot be read`(level: String) async throws {
        try await Self.run(level) { fixture, first, second in
            try second.sql("UPDATE watchlist_entries SET notes = 'theirs' WHERE id = '\(Self.entry(1))'")
            #expect(try await second.push().applied == 1)
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            try fixture.gateway.query("REVOKE SELECT ON watchlist_entries FROM authenticated")
            let (report, error): (SyncReport?, (any Error)?)
            do {
                defer { _ = try? fixture.gateway.query("GRANT SELECT ON watchlist_entries TO authenticated") }
                report = try? await first.sync()
                error = await #expect(throws: SyncError.self) { try await first.push { $0.retry = .never } }
            }
            #expect(report?.tables[.watchlistEntries]?.stopped != nil, "\(String(describing: report))")
            let words = "a delete waits, because what it may take along could not be read"
            #expect(report?.push?.obstacle?.message.hasPrefix(words) == true, "\(String(describing: report?.push))")
            #expect("\(String(describing: error))".contains(words))
            let counts = try await first.counts()
            #expect(counts == "2 pending, 0 failed, 0 conflicts", "the list, and its entry")
            let last = try await first.sync()
            #expect(last.push?.applied == 1, "\(last)")
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.theirs) == [[ColumnValue("notes", .text("theirs"))]], "\(conflicts)")
        }
    }

    @Test func `a delete of an entry is sent although that of its list was refused`() async throws {
        try await Self.run("kit") { fixture, first, _ in
            try first.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry(1))'")
            #expect(try await first.store.outbox.nextBatch(now: 0)?.count == 1)
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            #expect(try await first.store.outbox.nextBatch(now: 0)?.count == 2)
            try first.sql(
                """
                UPDATE geoq_operation SET state = 'dead', class = 'forbidden', message = 'no'
                WHERE table_name = 'watchlists'
                """)
            try await first.push()
            #expect(try await first.counts() == "0 pending, 1 failed, 0 conflicts")
            let there = try fixture.gateway.query(
                "SELECT deleted_at IS NOT NULL FROM watchlist_entries WHERE id = '\(Self.entry(1))'")
            #expect(there == "t")
        }
    }

    @Test func `what a delete takes along is read once more when it had to wait`() async throws {
        try await Self.run("kit") { fixture, first, _ in
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            let isChanged = Mutex(false)
            first.transport.whenAnswered { exchange in
                guard exchange.target.contains("geoq_push"), exchange.status == 503 else { return }
                isChanged.withLock { $0 = true }
                try fixture.gateway.query(
                    "UPDATE watchlist_entries SET notes = 'theirs' WHERE id = '\(Self.entry(1))'")
            }
            defer { first.transport.whenAnswered(nil) }
            try fixture.gateway.set(
                #"""
                {"faults": [{"path": "/rest/v1/rpc/geoq_push", "status": 503, "headers": {"Retry-After": "120"},
                    "body": {"code": "PGRST002", "message": "no"}, "times": 1}]}
                """#)
            let report = try await first.push()
            #expect(isChanged.withLock { $0 } && report.applied == 1, "\(report)")
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.theirs) == [[ColumnValue("notes", .text("theirs"))]], "\(conflicts)")
            #expect(try await first.counts() == "0 pending, 0 failed, 1 conflicts")
        }
    }

    /// A program that knows nothing of geoq marks the list alone. The kit takes its
    /// entries along; tables without it leave them as they are.
    @Test(arguments: ["kit", "rest"])
    func `an edit below a list that another program deletes is a conflict (F29)`(level: String) async throws {
        try await Self.run(level) { fixture, first, second in
            try fixture.gateway.query("UPDATE watchlists SET deleted_at = now() WHERE id = '\(Device.list(1))'")
            try second.sql("UPDATE watchlist_entries SET notes = 'mine'")
            let report = try await second.sync()
            #expect(report.push?.conflicts == 1 && report.push?.applied == 1, "\(report)")
            try await Self.expectLost(level, second)
            let there = try fixture.gateway.query(
                "SELECT notes FROM watchlist_entries WHERE id = '\(Self.entry(1))'")
            #expect(there == "first", "A row that the user is not shown is not written.")
            try await first.sync()
            #expect(try first.sql("SELECT notes FROM watchlist_entries") == ["mine"])
        }
    }

    /// Another device moves an entry, and deletes the list that it was on, before this one hears of it.
    @Test(arguments: ["kit", "rest"])
    func `an entry that was moved out of a list before its delete lives on, with its photo`(level: String) async throws
    {
        try await Self.run(level) { fixture, first, second in
            try fixture.gateway.query(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path)
                VALUES ('f0000000-0000-4000-8000-000000000001', '\(Self.entry(1))', 'a.jpg')
                """)
            for device in [first, second] {
                try await device.sync()
                #expect(try device.sql("SELECT count(*) FROM observed_bird_photos") == ["1"])
            }
            try first.sql(
                "UPDATE watchlist_entries SET watchlist_id = '\(Device.list(2))' WHERE id = '\(Self.entry(1))'")
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            try await first.sync()
            try second.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry(1))'")
            let report = try await second.sync()
            #expect(report.waiting == 0 && report.problem == nil, "\(report)")
            #expect(report.push?.conflicts == 0, "\(report)")
            for device in [first, second] {
                if device === first { try await first.sync() }
                let entries = try device.sql(
                    "SELECT notes, watchlist_id FROM watchlist_entries WHERE id = '\(Self.entry(1))'")
                #expect(entries == ["mine|\(Device.list(2))"])
                #expect(try device.sql("SELECT count(*) FROM observed_bird_photos") == ["1"])
                #expect(try device.sql("SELECT title FROM watchlists") == ["List 2"])
            }
        }
    }

    /// The edit of the first entry is a conflict and nothing else; that of the second has arrived.
    private static func expectLost(_ level: String, _ device: Device) async throws {
        // The kit answers with the deleted entry; of tables the list is asked for.
        let reason = level == "kit" ? OutboxConflict.Reason.deletedThere : .parentGone
        let conflicts = try await device.store.outbox.conflicts()
        #expect(conflicts.map(\.reason) == [reason] && conflicts.map(\.row.id.description) == [entry(1)])
        #expect(conflicts.first?.mine.contains(ColumnValue("notes", .text("mine"))) == true, "\(conflicts)")
        #expect(try device.sql("SELECT id FROM watchlist_entries") == [entry(2)])
        #expect(try device.sql("SELECT title FROM watchlists") == ["List 2"])
        #expect(try await device.counts() == "0 pending, 0 failed, 1 conflicts")
    }
}
