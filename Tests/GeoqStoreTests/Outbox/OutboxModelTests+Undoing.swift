import Geoq
import TestSupport

@testable import GeoqStore

extension OutboxModelTests {
    /// The user takes back the open changes of a row, or of all. Rows that this settles are as
    /// the server last said: nothing that was written into them is to arrive.
    static func discard(
        _ fixture: OutboxFixture, _ written: inout Written, using generator: inout SeededGenerator
    ) async throws {
        let outbox = fixture.store.outbox
        let open = try await outbox.list().map(\.row)
        guard let row = open.randomElement(using: &generator) else { return }
        let isOfAll = Int.random(in: 0..<4, using: &generator) == 0
        try await outbox.discard(isOfAll ? .all : .ids([row.id]))
        for row in Set(open).subtracting(try await outbox.list().map(\.row)) { written.values[row] = nil }
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
        var seen = written
        try await see(conflict.row, columns[conflict.row.table] ?? [], fixture, &seen)
        do {
            // What another device has written since is told first, and nothing is done.
            guard try await outbox.takeMine([conflict.number]).isEmpty else { return }
        } catch StoreError.noRow {
            return
        }
        written.taken.insert(conflict.number)
        for column in conflict.mine where columns[conflict.row.table]?.contains(column.name) == true {
            guard names.contains(column.name), try await fixture.value(conflict.row, "id") != nil else { continue }
            written.values[conflict.row, default: [:]][column.name] = column.value
            written.theirs[conflict.row]?[column.name] = seen.theirs[conflict.row]?[column.name]
        }
    }
}
