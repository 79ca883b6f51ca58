import GRDB
import Geoq
import Testing

@testable import GeoqStore

extension OutboxModelTests {
    /// What the store has of the rows, and tells.
    private struct Shown {
        var rows: [RowKey: [String: FieldValue]] = [:]
        /// Rows that are not marked as deleted.
        var living: Set<RowKey> = []
        /// Rows with changes that wait, as the outbox lists them.
        var open: Set<RowKey> = []
        var conflicts: [OutboxConflict] = []
    }

    private static func shown(_ fixture: OutboxFixture) async throws -> Shown {
        try await fixture.store.read { db in
            var shown = Shown()
            for table in columns.keys {
                let names = seen(table)
                let rows = try Row.fetchAll(
                    db, sql: "SELECT id, deleted_at IS NULL, \(names.joined(separator: ", ")) FROM \(table)")
                for row in rows {
                    guard let id = FeatureID(row[0] as String) else { continue }
                    let key = RowKey(table, id)
                    if row[1] { shown.living.insert(key) }
                    shown.rows[key] = Dictionary(
                        uniqueKeysWithValues: names.indices.map { (names[$0], FieldValue(stored: row[$0 + 2])) })
                }
            }
            shown.open = Set(try Store.Outbox.keys(db, .all))
            shown.conflicts = try Store.Outbox.conflicts(db, includingSettled: true)
            return shown
        }
    }

    /// What was written, moved and deleted here waits, has arrived, or is told; what another device has written is
    /// there, or told; and no operation has had its effect twice.
    static func check(
        _ fixture: OutboxFixture, _ written: inout Written, _ policy: ConflictPolicy, _ when: Comment
    ) async throws {
        #expect(fixture.server.effects.values.allSatisfy { $0 == 1 }, when)
        let shown = try await shown(fixture)
        checkWinners(shown, written, policy, when)
        checkValues(fixture.server, shown, written, when)
        checkDeletes(fixture.server, shown, &written, when)
    }

    /// This device wins by the later edit alone.
    private static func checkWinners(_ shown: Shown, _ written: Written, _ policy: ConflictPolicy, _ when: Comment) {
        for conflict in shown.conflicts where conflict.settled == "mine" && !written.taken.contains(conflict.number) {
            let isLater = conflict.theirs.contains { $0.value.isTheirs } && conflict.row.table == .watchlistEntries
            #expect(policy == .lastWrite && !isLater, "\(conflict), \(when)")
        }
    }

    private static func checkValues(_ server: OutboxServer, _ shown: Shown, _ written: Written, _ when: Comment) {
        var kept: [RowKey: Set<ColumnValue>] = [:]
        var overwritten: [RowKey: Set<ColumnValue>] = [:]
        for conflict in shown.conflicts {
            kept[conflict.row, default: []].formUnion(conflict.mine)
            overwritten[conflict.row, default: []].formUnion(conflict.theirs)
        }
        for (key, values) in written.values {
            for (name, value) in values {
                let waits = shown.open.contains(key) && shown.rows[key]?[name] == value
                let hasArrived = server.history[key]?[name]?.contains(value) == true
                let isTold = kept[key]?.contains(ColumnValue(name, value)) == true
                #expect(waits || hasArrived || isTold, "\(key) \(name) \(value) is lost, \(when)")
            }
        }
        for (key, values) in written.theirs {
            guard let row = server.rows[key], row.deletedAt == nil else { continue }
            for (name, value) in values {
                let isTold = overwritten[key]?.contains(ColumnValue(name, value)) == true
                #expect(row.values[name] == value || isTold, "\(key) \(name) \(value) was overwritten unseen, \(when)")
            }
        }
    }

    /// A delete waits until the server has it. Where that can never be, the user is told: of the row, or of the list that
    /// had taken it along, or that others have deleted.
    private static func checkDeletes(
        _ server: OutboxServer, _ shown: Shown, _ written: inout Written, _ when: Comment
    ) {
        for (key, deletion) in written.deletes {
            if shown.open.contains(key), !shown.living.contains(key) { continue }
            let row = server.rows[key]
            let home = row?.values["watchlist_id"].flatMap { value -> RowKey? in
                guard case .text(let text) = value else { return nil }
                return FeatureID(text).map { RowKey(.watchlists, $0) }
            }
            // Another device has moved it to another list before, and its list was deleted: the row counts as one that
            // went with it.
            let isElsewhere =
                home.map { !deletion.lists.contains($0) } == true
                && (deletion.isOfList || deletion.lists.contains { server.rows[$0]?.deletedAt != nil })
            let isDone = row == nil || row?.deletedAt != nil || isElsewhere
            let isTold = shown.conflicts.contains { conflict in
                guard conflict.number > deletion.after else { return false }
                if conflict.isOfLostDelete { return conflict.row == key || deletion.lists.contains(conflict.row) }
                return conflict.reason == .deletedThere && deletion.lists.contains(conflict.row)
            }
            #expect(isDone || isTold, "The delete of \(key) is lost, \(when)")
            written.deletes[key] = nil
        }
    }
}

extension FieldValue {
    /// Whether another device has written it.
    fileprivate var isTheirs: Bool {
        if case .text(let text) = self { return text.hasPrefix("theirs ") }
        return false
    }
}
