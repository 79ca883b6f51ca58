import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Entries are shown in the order in which they were added.
@Suite struct EntryOrderTests {
    @Test func `a new entry says when it was added, unless its user does`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let store = fixture.store
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            let bird = ColumnValue("bird_id", .text(OutboxFixture.bird.description))
            func add(_ given: [ColumnValue] = []) async throws -> FeatureID {
                try await store.lists.add([bird] + given, to: list, in: .watchlistEntries)
            }
            let old = ColumnValue("added_date", .text("2020-01-01"))
            var added = [try await add(), try await add([old]), try await add([ColumnValue("added_date", .null)])]
            #expect(
                try await fixture.sql(
                    """
                    SELECT count(*) FROM watchlist_entries
                    WHERE abs(julianday(added_date) - julianday(created_at)) < 1.0 / 1440
                    """) == ["2"])
            // The first of them long ago: its moment tells, and not its id.
            for (hour, id) in added.enumerated() where hour != 1 {
                let text = ColumnValue("added_date", .text("2026-01-01T0\(9 - hour):00:00Z"))
                try await store.lists.edit(RowKey(.watchlistEntries, id), [text])
            }
            added = [added[1], added[2], added[0]]
            #expect(try await store.lists.entries(of: list, limit: 9).rows.map(\.entry.id) == added)
        }
    }
}
