import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What becomes of an operation while it travels, when its answer is lost, and when it fails.
extension ConflictTests {
    @Test func `an edit while its operation travels goes out after the answer (F28)`() async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'one'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(batch.map(\.id))
            try await fixture.sql("UPDATE watchlists SET title = 'two'")
            #expect(try await outbox.nextBatch(now: fixture.now) == nil)
            try await outbox.apply(batch.map { ($0.id, fixture.server.apply($0)) }, now: fixture.now)
            let next = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(next.map(\.baseVersion) == [2] && next[0].values == [ColumnValue("title", .text("two"))])
            try await Self.settle(&fixture)
            #expect(fixture.server.history[Self.list]?["title"] == [.text("a"), .text("one"), .text("two")])
        }
    }

    @Test(arguments: ["two", "a"], [false, true])
    func `an edit after an operation whose answer was lost is no conflict with it (F28)`(
        title: String, isDeleted: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.list(9)
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'one', type = 'year' WHERE id = '\(Self.list.id)';
                INSERT INTO watchlists (id, source, owner_id, title)
                    VALUES ('\(new.id)', '\(OutboxFixture.remote)', '\(OutboxFixture.user)', 'new')
                """)
            try await fixture.push { _ in true }
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("one") && fixture.server.rows[new] != nil)
            fixture.server.edit(Self.list, ["location": .text("there")])
            try await fixture.sql("UPDATE watchlists SET title = 'newer' WHERE id = '\(new.id)'")
            let change = isDeleted ? "DELETE FROM watchlists" : "UPDATE watchlists SET title = '\(title)'"
            try await fixture.sql("\(change) WHERE id = '\(Self.list.id)'")
            // The sync reads what the operations did, and knows of no answer to them.
            try await fixture.pull()
            try await fixture.checkLayers("pulled")
            if !isDeleted { #expect(try await fixture.value(Self.list, "title") == title) }
            #expect(try await fixture.value(new, "title") == "newer")
            let conflicts = try await fixture.store.outbox.conflicts()
            // Where it was deleted here, what another device has changed of it is told, and that alone.
            #expect(conflicts.flatMap(\.columnNames) == (isDeleted ? ["location"] : []), "\(conflicts)")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[new]?.values["title"] == .text("newer"))
            if !isDeleted {
                let row = fixture.server.rows[Self.list]?.values
                #expect(row?["title"] == .text(title) && row?["location"] == .text("there"))
            }
        }
    }

    @Test(arguments: [false, true])
    func `an operation to which no answer came may be taken, until one comes`(isKilled: Bool) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [false])
            try await outbox.markSent(batch.map(\.id))
            #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [true])
            if !isKilled {
                try await outbox.apply(batch.map { ($0.id, OperationAnswer.unsent) }, now: fixture.now)
                #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [false])
                try await outbox.noteUnanswered(batch.map(\.id))
            }
            try await outbox.begin(now: fixture.now)
            #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [true])
            // That the server is not ready now says nothing of the time before.
            for _ in Store.Outbox.waits {
                #expect(try await outbox.nextBatch(now: fixture.now)?.map(\.id) == batch.map(\.id))
                try await outbox.markSent(batch.map(\.id))
                let answer = OperationAnswer.transient(code: "PGRST002", message: "not ready")
                try await outbox.apply(batch.map { ($0.id, answer) }, now: fixture.now)
                #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [true])
                #expect(try await outbox.list().map { $0.failure?.message } == ["not ready"])
                fixture.now += 1_000
                // The kit's ledger knows it by its id.
                if try await outbox.counts().failed > 0 { #expect(try await outbox.retry(.all) == 1) }
            }
            try await outbox.markSent(batch.map(\.id))
            let refusal = OperationAnswer.refused(isForbidden: false, code: "22P02", message: "no")
            try await outbox.apply(batch.map { ($0.id, refusal) }, now: fixture.now)
            #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [false])
            try await outbox.retry(.all)
            try await Self.settle(&fixture)
        }
    }

    @Test(arguments: [false, true])
    func `an operation whose answer was lost waits for no moment that has passed`(isKilled: Bool) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(batch.map(\.id))
            let answer = OperationAnswer.transient(code: "PGRST002", message: "not ready")
            try await outbox.apply(batch.map { ($0.id, answer) }, now: fixture.now)
            #expect(try await outbox.list().map { $0.operation?.notBefore != nil } == [true])
            fixture.now += 1_000
            try await outbox.markSent(batch.map(\.id))
            if !isKilled {
                try await outbox.noteUnanswered(batch.map(\.id))
                try await outbox.apply(batch.map { ($0.id, OperationAnswer.unsent) }, now: fixture.now)
            }
            try await outbox.begin(now: fixture.now)
            let operations = try await outbox.list().map(\.operation)
            #expect(operations.map { $0?.mayBeTaken } == [true])
            #expect(operations.map { $0?.state } == [.ready])
            #expect(operations.map { $0?.notBefore } == [nil])
            try await Self.settle(&fixture)
        }
    }

    @Test(arguments: [false, true])
    func `an operation for which a server was not ready is taken only where that is left open`(
        isOpen: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(batch.map(\.id))
            let answer = OperationAnswer.transient(code: nil, message: "status 504", mayBeTaken: isOpen)
            try await outbox.apply(batch.map { ($0.id, answer) }, now: fixture.now)
            #expect(try await outbox.list().map { $0.operation?.mayBeTaken } == [isOpen])
            fixture.now += 1_000
            try await Self.settle(&fixture)
        }
    }

    /// Such a statement does nothing, but the row whose place the other one would have taken is marked as replaced.
    @Test(arguments: [false, true])
    func `a change of a row whose place INSERT OR IGNORE would have taken is kept`(isRefused: Bool) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(batch.map(\.id))
            try await fixture.sql(
                """
                INSERT OR IGNORE INTO watchlists (fid, id, source, title)
                    SELECT fid, '\(OutboxFixture.list(8).id)', source, 'other' FROM watchlists
                """)
            #expect(try await fixture.value(OutboxFixture.list(8), "title") == nil)
            if isRefused {
                let answer = OperationAnswer.refused(isForbidden: false, code: "22P02", message: "no")
                try await outbox.apply(batch.map { ($0.id, answer) }, now: fixture.now)
                #expect(try await fixture.frozen() == ["update watchlists/\(Self.list.id) title"])
            } else {
                fixture.server.edit(Self.list, ["title": .text("theirs")])
                try await outbox.apply(batch.map { ($0.id, fixture.server.apply($0)) }, now: fixture.now)
                #expect(try await outbox.conflicts().map(\.mine) == [[ColumnValue("title", .text("mine"))]])
            }
            try await Self.settle(&fixture)
        }
    }

    @Test func `another's value after such an operation is a conflict with a later edit`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'one'")
            try await fixture.push { _ in true }
            fixture.server.edit(Self.list, ["title": .text("theirs")])
            try await fixture.sql("UPDATE watchlists SET title = 'two'")
            try await fixture.pull()
            #expect(try await fixture.value(Self.list, "title") == "theirs")
            #expect(try await fixture.store.outbox.conflicts().map(\.mine) == [[ColumnValue("title", .text("two"))]])
        }
    }

    @Test func `half of a place that was to be sent is not the whole of it`() async throws {
        try await Self.fixture { fixture in
            fixture.server.edit(Self.entry, ["lat": .real(1), "lon": .real(1)])
            try await fixture.pull()
            try await fixture.sql("UPDATE watchlist_entries SET lat = 5, lon = 6 WHERE id = '\(Self.entry.id)'")
            #expect(try await fixture.frozen().count == 1)
            // Another device moves the entry to the same latitude, and nowhere else.
            fixture.server.edit(Self.entry, ["lat": .real(5)])
            try await fixture.sql("UPDATE watchlist_entries SET lat = 7 WHERE id = '\(Self.entry.id)'")
            try await fixture.pull()
            try await fixture.checkLayers("pulled")
            #expect(try await fixture.value(Self.entry, "lat || ' ' || lon") == "5.0 1.0")
            let conflicts = try await fixture.store.outbox.conflicts()
            #expect(conflicts.map(\.mine) == [[ColumnValue("lat", .real(7)), ColumnValue("lon", .real(6))]])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.values["lon"] == .real(1))
        }
    }

    @Test func `a dead operation holds up what needs it, and nothing else (F23)`() async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            let list = try await fixture.store.lists.add([ColumnValue("title", .text("dead"))])
            let bird = ColumnValue("bird_id", .text(OutboxFixture.bird.description))
            let entry = try await fixture.store.lists.add([bird], to: list, in: .watchlistEntries)
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'goes' WHERE id = '\(Self.entry.id)'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(
                batch.map(\.row.id) == [list, Self.entry.id, entry]
                    || batch.map(\.row.id) == [list, entry, Self.entry.id])
            try await outbox.markSent(batch.map(\.id))
            let answers = batch.map { operation -> (operation: FeatureID, answer: OperationAnswer) in
                operation.row == Self.entry
                    ? (operation.id, fixture.server.apply(operation))
                    : (operation.id, .refused(isForbidden: false, code: "23514", message: "a check"))
            }
            try await outbox.apply(answers, now: fixture.now)
            let counts = try await outbox.counts()
            #expect(counts.failed == 1 && counts.waiting == 1 && counts.pending == 1)
            #expect(try await outbox.show(list)?.status == .failed)
            #expect(try await outbox.nextBatch(now: fixture.now) == nil)
            #expect(try await outbox.export(.all).lines.count == 2)
            #expect(try await outbox.retry(.ids([list])) == 1)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[RowKey(.watchlistEntries, entry)] != nil)
        }
    }

    @Test func `a transient fault waits longer each time and then is dead`() async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'x'")
            var id: FeatureID?
            for wait in Store.Outbox.waits {
                let batch = try #require(try await outbox.nextBatch(now: fixture.now))
                #expect(id == nil || batch[0].id == id, "the same operation, so that it has its effect once")
                id = batch[0].id
                try await outbox.markSent([batch[0].id])
                try await outbox.apply(
                    [(batch[0].id, .transient(code: "503", message: "busy"))], now: fixture.now, jitter: 1)
                #expect(try await outbox.nextBatch(now: fixture.now + wait - 0.1) == nil)
                fixture.now += wait
            }
            #expect(try await outbox.counts().failed == 1)
            #expect(try await outbox.retry(.all) == 1)
            #expect(try await outbox.nextBatch(now: fixture.now)?.map(\.id) == [try #require(id)])
        }
    }

    /// The project took the change, and each answer was lost before a proxy that said that it may come again.
    @Test(arguments: [false, true])
    func `an edit back to the value before, after a change that died without an answer, is sent`(
        hasLedger: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            if !hasLedger { fixture.server.ledger = nil }
            try await fixture.sql("UPDATE watchlists SET title = 'x', type = 'y'")
            for _ in Store.Outbox.waits {
                let batch = try #require(try await outbox.nextBatch(now: fixture.now))
                try await outbox.markSent(batch.map(\.id))
                _ = fixture.server.apply(batch[0])
                try await outbox.apply([(batch[0].id, .transient(code: nil, message: "status 504"))], now: fixture.now)
                fixture.now += 1_000
            }
            #expect(try await outbox.counts().failed == 1)
            try await fixture.sql("UPDATE watchlists SET title = 'a'")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("a"))
            #expect(fixture.server.rows[Self.list]?.values["type"] == .text("y"))
            #expect(try await outbox.conflicts().isEmpty)
        }
    }
}
