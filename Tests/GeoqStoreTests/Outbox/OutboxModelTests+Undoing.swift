import Geoq
import TestSupport

@testable import GeoqStore

extension OutboxModelTests {
    /// The user takes back the open changes of a row, or of all.
    static func discard(
        _ fixture: OutboxFixture, _ written: inout Written, using generator: inout SeededGenerator
    ) async throws {
        guard let row = try await fixture.store.outbox.list().randomElement(using: &generator)?.row else { return }
        let isOfAll = Int.random(in: 0..<4, using: &generator) == 0
        try await discard(isOfAll ? .all : .ids([row.id]), fixture, &written)
    }

    /// Rows that this settles are as the server last said: nothing that was written into them is to arrive, and none of
    /// them stays deleted. An entry may go back to the list that it was moved out of, and keep its other changes.
    static func discard(
        _ selection: OutboxSelection, _ fixture: OutboxFixture, _ written: inout Written
    ) async throws {
        let outbox = fixture.store.outbox
        let open = try await outbox.list().map(\.row)
        try await outbox.discard(selection)
        let left = try await outbox.list().map(\.row)
        for row in Set(open).subtracting(left) { (written.values[row], written.deletes[row]) = (nil, nil) }
        for row in left {
            guard try await fixture.value(row, "id") != nil else { continue }
            written.deletes[row] = nil
            guard row.table == .watchlistEntries else { continue }
            let now = try await fixture.value(row, "watchlist_id").map { FieldValue.text($0) }
            if written.values[row]?["watchlist_id"] != now { written.values[row]?["watchlist_id"] = nil }
        }
    }

    /// The user takes what lost in a conflict, or leaves what won. Taking is an edit like any
    /// other one, of values that the user sees beside what is there.
    static func settleConflict(
        _ fixture: OutboxFixture, _ written: inout Written, using generator: inout SeededGenerator
    ) async throws {
        let outbox = fixture.store.outbox
        guard let conflict = try await outbox.conflicts().randomElement(using: &generator) else { return }
        guard Int.random(in: 0..<4, using: &generator) > 0 else {
            try await outbox.dismiss([conflict.number])
            return
        }
        let wasThere = try await fixture.value(conflict.row, "id") != nil
        let names = wasThere ? conflict.columnNames : conflict.mine.map(\.name)
        var after = written
        try await see(conflict.row, seen(conflict.row.table), fixture, &after)
        do {
            // What another device has written since is told first, and nothing is done.
            guard try await outbox.takeMine([conflict.number]).isEmpty else { return }
        } catch StoreError.noRow {
            return
        }
        written.taken.insert(conflict.number)
        guard try await fixture.value(conflict.row, "id") != nil else { return }
        // A row that was deleted is made again.
        if !wasThere { written.deletes[conflict.row] = nil }
        for column in conflict.mine where seen(conflict.row.table).contains(column.name) {
            guard names.contains(column.name) else { continue }
            written.values[conflict.row, default: [:]][column.name] = column.value
            written.theirs[conflict.row]?[column.name] = after.theirs[conflict.row]?[column.name]
        }
    }
}
