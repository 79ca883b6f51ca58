import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// In which order changes are sent, and what it costs to choose the next ones.
@Suite struct BatchTests {
    @Test func `parents come first, then what was frozen first, and no batch sorts all that waits`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let (store, outbox) = (fixture.store, fixture.store.outbox)
            var lists: [FeatureID] = []
            var entries: [FeatureID] = []
            let bird = ColumnValue("bird_id", .text(OutboxFixture.bird.description))
            for number in 0..<7 {
                let list = try await store.lists.add([ColumnValue("title", .text("\(number)"))])
                lists.append(list)
                entries.append(try await store.lists.add([bird], to: list, in: .watchlistEntries))
            }
            var sent: [PendingOperation] = []
            var isFirst = true
            while let batch = try await outbox.nextBatch(limit: 3, now: fixture.now, isFirst: isFirst) {
                isFirst = false
                #expect(batch.count <= 3)
                sent += batch
                try await outbox.markSent(batch.map(\.id))
                try await outbox.apply(batch.map { ($0.id, .applied(version: 1)) }, now: fixture.now)
            }
            #expect(sent.count == 14 && Set(sent.map(\.row.id)) == Set(lists + entries))
            #expect(sent.prefix(7).allSatisfy { $0.row.table == .watchlists })
            for part in [sent.prefix(7), sent.suffix(7)] {
                #expect(part.map(\.sequence) == part.map(\.sequence).sorted())
            }
            #expect(try await outbox.counts().pending == 0)
            let plan = try await store.read { db in
                try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN \(Store.Outbox.readyOfTable)", arguments: ["watchlists", 0]
                ).map { $0["detail"] as String }
            }
            #expect(plan.allSatisfy { $0.contains("INDEX") && !$0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test func `only what was taken back before its answer came counts so, not what another answer has settled`()
        async throws
    {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [10])
            try await fixture.addShared(2)
            let (lists, outbox) = (fixture.store.lists, fixture.store.outbox)
            try await lists.delete(OutboxFixture.entry(10))
            // A push that does not reach the project leaves the operation.
            #expect(try await outbox.nextBatch(now: fixture.now)?.map(\.row) == [OutboxFixture.entry(10)])
            try await lists.delete(OutboxFixture.list(1))
            try await lists.edit(OutboxFixture.list(2), [ColumnValue("title", .text("x"))])
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(batch.map(\.row.table) == [.watchlists, .watchlists, .watchlistEntries])
            try await outbox.markSent(batch.map(\.id))
            #expect(try await outbox.discard(.ids([OutboxFixture.id(2)])).rows == 1)
            let report = try await outbox.apply(batch.map { ($0.id, .applied(version: 2)) }, now: fixture.now)
            // The answer to the delete of the list settles that of its entry.
            #expect(report.applied == 1 && report.ignored == 2 && report.takenBack == 1, "\(report)")
            #expect(try await outbox.counts().unsent == 0)
        }
    }

    @Test func `an edit that comes while a push runs goes out with it, and one of no effect with the next`()
        async throws
    {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, title: "a")
            try await fixture.addShared(2, title: "b")
            let (store, outbox) = (fixture.store, fixture.store.outbox)
            try await store.lists.edit(OutboxFixture.list(1), [ColumnValue("title", .text("x"))])
            let first = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(first.map(\.row) == [OutboxFixture.list(1)])
            try await outbox.markSent(first.map(\.id))
            try await store.lists.edit(OutboxFixture.list(2), [ColumnValue("title", .text("y"))])
            let second = try #require(try await outbox.nextBatch(now: fixture.now, isFirst: false))
            #expect(second.map(\.row) == [OutboxFixture.list(2)])
            try await outbox.markSent(second.map(\.id))
            try await outbox.apply((first + second).map { ($0.id, .applied(version: 2)) }, now: fixture.now)
            // Kept before an insert that then did nothing.
            try await fixture.sql(
                "INSERT OR IGNORE INTO watchlists (id, title, source) SELECT id, title, source FROM watchlists")
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_base_watchlists") == ["2"])
            #expect(try await outbox.nextBatch(now: fixture.now, isFirst: false) == nil)
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_base_watchlists") == ["2"])
            #expect(try await outbox.nextBatch(now: fixture.now) == nil)
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_base_watchlists") == ["0"])
        }
    }
}
