import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Rows that name a bird of a file travel with the server's bird of the same
/// scientific name.
@Suite struct BirdTwinTests {
    private static let (ofFile, ofServer) = (OutboxFixture.id(0xF1), OutboxFixture.id(0x51))

    /// An account whose entry, result and candidate name a bird of a file, and wait
    /// for it.
    private static func waiting(_ folder: String) async throws -> (fixture: OutboxFixture, rows: Set<RowKey>) {
        let fixture = try await OutboxFixture(folder)
        try await fixture.sql(
            """
            INSERT INTO geoq_source VALUES ('birds.csv', 'file');
            INSERT INTO bird (id, common_name, scientific_name, source)
                VALUES ('\(ofFile)', 'Nuthatch', 'Sitta canadensis', 'birds.csv')
            """)
        let birds = Repository(fixture.store)
        let list = try await birds.add(Watchlist(title: "Climbers"))
        let entry = try await birds.add(WatchlistEntry(bird: ofFile, on: list.id))
        let session = try await birds.add(IdentificationSession())
        let result = try await birds.add(IdentificationResult(of: session.id, bird: ofFile))
        let candidate = try await birds.add(
            IdentificationCandidate(ofFile, of: result.id, rank: 1, confidence: 1))
        let sent = try #require(try await fixture.store.outbox.nextBatch(now: 0))
        #expect(Set(sent.map(\.row.table)) == [.watchlists, .identificationSession])
        let rows: Set = [
            RowKey(.watchlistEntries, entry.id), RowKey(.identificationResult, result.id),
            RowKey(.identificationCandidate, candidate.id),
        ]
        #expect(try await waits(fixture) == rows)
        return (fixture, rows)
    }

    private static func waits(_ fixture: OutboxFixture) async throws -> Set<RowKey> {
        Set(
            try await fixture.store.outbox.list().filter {
                $0.operation?.waitsFor == RowKey(.bird, ofFile)
            }.map(\.row))
    }

    private static func addServers(_ fixture: OutboxFixture, _ id: FeatureID, _ name: String) async throws {
        try await fixture.sql(
            """
            INSERT INTO bird (id, common_name, scientific_name, source, sync_token)
                VALUES ('\(id)', 'Red-breasted Nuthatch', '\(name)', '\(OutboxFixture.remote)', 1)
            """)
    }

    @Test func `what waits for a bird of a file goes with the server's bird once that has come`() async throws {
        try await withFolder { folder in
            let (fixture, rows) = try await Self.waiting(folder)
            try await Self.addServers(fixture, Self.ofServer, " sitta  Canadensis")
            let batch = try #require(try await fixture.store.outbox.nextBatch(now: 0))
            let operations = batch.filter { rows.contains($0.row) }
            #expect(Set(operations.map(\.row)) == rows)
            for operation in operations {
                #expect(operation.kind == .insert && operation.state == .ready && operation.waitsFor == nil)
                #expect(operation.values.contains(ColumnValue("bird_id", .text(Self.ofServer.description))))
            }
            for row in rows {
                let bird = try await fixture.sql("SELECT bird_id FROM \(row.table) WHERE id = '\(row.id)'")
                #expect(bird == ["\"\(Self.ofServer)\""], "\(row)")
            }
            #expect(try await fixture.store.outbox.counts().pending == 5, "Each row is open once.")
            #expect(try await fixture.store.outbox.nextBatch(now: 0)?.map(\.id) == batch.map(\.id))
        }
    }

    /// A project that was filled from the same file has the file's birds under the same ids: a sync leaves them out,
    /// because the store has them.
    @Test func `what names a bird that the server and a file have under one id is sent`() async throws {
        try await withFolder { folder in
            let (fixture, rows) = try await Self.waiting(folder)
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('\(OutboxFixture.remote)', 'remote') ON CONFLICT DO NOTHING;
                INSERT INTO geoq_remote (name, address, mapping)
                    VALUES ('\(OutboxFixture.remote)', 'a', 'm') ON CONFLICT DO NOTHING;
                INSERT INTO geoq_remote_waiting (remote, table_name, row_id, token, reason)
                    VALUES ('\(OutboxFixture.remote)', 'bird', '\(Self.ofFile)', 1, 'taken')
                """)
            let batch = try #require(try await fixture.store.outbox.nextBatch(now: 0))
            let sent = batch.filter { rows.contains($0.row) }
            #expect(Set(sent.map(\.row)) == rows)
            for operation in sent {
                #expect(operation.values.contains(ColumnValue("bird_id", .text(Self.ofFile.description))))
            }
            let seen = try await Repository(fixture.store).add(CommunityObservation(bird: Self.ofFile))
            let next = try #require(try await fixture.store.outbox.nextBatch(now: 0))
            #expect(next.contains { $0.row.id == seen.id }, "What is new does not wait, either.")
        }
    }

    /// Two devices of one guest import the same files and log in. The second finds its row at the server, with the
    /// server's bird, the server's date for a column that the file leaves empty, and moments in UTC.
    @Test(arguments: [false, true])
    func `a row that two devices adopt is no conflict (F36)`(pullsFirst: Bool) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1)
            let (list, entry) = (OutboxFixture.list(1), OutboxFixture.entry(2))
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO bird (id, common_name, scientific_name, source)
                    VALUES ('\(Self.ofFile)', 'Nuthatch', 'Sitta canadensis', 'birds.csv');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, observation_date, source) VALUES
                    ('\(entry.id)', '\(list.id)', '\(Self.ofFile)', 'n', '2026-05-03T23:30:00.5-04:00',
                        '\(OutboxFixture.remote)')
                """)
            fixture.server.edit(
                entry,
                [
                    "watchlist_id": .text(list.id.description), "bird_id": .text(Self.ofServer.description),
                    "notes": .text("n"), "added_date": .text("2026-11-23T00:00:00.123456Z"),
                    "observation_date": .text("2026-05-04T03:30:00.500000Z"), "priority": .integer(0),
                    "notify_upcoming": .bool(false),
                ])
            try await Self.addServers(fixture, Self.ofServer, "Sitta canadensis")
            if pullsFirst { try await fixture.pull() }
            try await fixture.push()
            try await fixture.pull()
            #expect(try await fixture.store.outbox.conflicts(includingSettled: true) == [])
            try await fixture.checkEqual("The row is as the server has it.")
            #expect(fixture.server.rows[entry]?.version == 1, "Nothing was sent over it.")
        }
    }

    @Test func `another bird than the server's is a conflict of the server's birds`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            let (entry, other) = (OutboxFixture.entry(2), OutboxFixture.id(0x52))
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO bird (id, common_name, scientific_name, source)
                    VALUES ('\(Self.ofFile)', 'Nuthatch', 'Sitta canadensis', 'birds.csv')
                """)
            try await Self.addServers(fixture, Self.ofServer, "Sitta canadensis")
            try await Self.addServers(fixture, other, "Sitta europaea")
            try await fixture.sql("UPDATE watchlist_entries SET bird_id = '\(Self.ofFile)' WHERE id = '\(entry.id)'")
            fixture.server.edit(entry, ["bird_id": .text(other.description)])
            try await fixture.pull()
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(conflict.mine == [ColumnValue("bird_id", .text(Self.ofServer.description))])
            #expect(conflict.theirs == [ColumnValue("bird_id", .text(other.description))])
            try await fixture.checkEqual("The server's bird stays.")
        }
    }

    @Test func `a new row names the server's bird from the first time that it is sent`() async throws {
        try await withFolder { folder in
            let (fixture, _) = try await Self.waiting(folder)
            try await Self.addServers(fixture, Self.ofServer, "Sitta canadensis")
            _ = try await fixture.store.outbox.nextBatch(now: 0)
            let seen = try await Repository(fixture.store).add(CommunityObservation(bird: Self.ofFile))
            let batch = try #require(try await fixture.store.outbox.nextBatch(now: 0))
            let sighting = try #require(batch.first { $0.row.id == seen.id })
            #expect(sighting.values.contains(ColumnValue("bird_id", .text(Self.ofServer.description))))
        }
    }

    @Test func `a name that no bird of the server has, or several have, leaves the row waiting`() async throws {
        try await withFolder { folder in
            let (fixture, rows) = try await Self.waiting(folder)
            try await Self.addServers(fixture, OutboxFixture.id(1), "Sitta europaea")
            _ = try await fixture.store.outbox.nextBatch(now: 0)
            #expect(try await Self.waits(fixture) == rows)
            try await Self.addServers(fixture, OutboxFixture.id(2), "Sitta canadensis")
            try await Self.addServers(fixture, OutboxFixture.id(3), "sitta canadensis")
            _ = try await fixture.store.outbox.nextBatch(now: 0)
            #expect(try await Self.waits(fixture) == rows)
            // One of them is deleted: the other is meant.
            try await fixture.sql("UPDATE bird SET deleted_at = '2026-01-01' WHERE id = '\(OutboxFixture.id(2))'")
            _ = try await fixture.store.outbox.nextBatch(now: 0)
            #expect(try await Self.waits(fixture).isEmpty)
        }
    }
}
