import GRDB
import Geoq

/// A conflict of which nothing can be taken.
package struct UntakableConflict: Hashable, Sendable {
    package var number: Int64
    /// The row that is gone, or that only its owner could make again: the conflict's own, or the one that it belongs to.
    package var missing: RowKey
    /// The number of an open conflict that makes the missing row again; nil when there is none.
    package var maker: Int64?
}

extension Store.Outbox {
    /// The conflicts of which nothing could be taken if all of these were taken together, by number: another device
    /// has deleted their rows since, or what their rows belong to; or the rows are another user's, who does not share
    /// them any more.
    ///
    /// - Complexity: O(open conflicts · log *n*).
    package func untakable(_ numbers: [Int64]) async throws -> [UntakableConflict] {
        try await read { db in
            guard let remote = try Store.Account.remote(db) else { return [] }
            let user = try Store.Account.user(db)
            let asked = Set(numbers)
            var made: Set<RowKey> = []
            func isThere(_ row: RowKey) throws -> Bool {
                if made.contains(row) { return true }
                return try OpenRows(db, row.table, remote: remote).visible(row.id.description) != nil
            }
            var found: [UntakableConflict] = []
            let open = try Self.conflicts(db, includingSettled: false)
            // In the order in which `takeMine` makes rows again.
            let conflicts = open.filter { asked.contains($0.number) }
                .sorted { ($0.row.table.rank, $0.number) < ($1.row.table.rank, $1.number) }
            for conflict in conflicts where conflict.reason != .deletedHere && !conflict.isOfLostDelete {
                if conflict.reason == .edited, try !isThere(conflict.row) {
                    found.append(UntakableConflict(number: conflict.number, missing: conflict.row))
                } else if try !isThere(conflict.row), Self.isOfAnother(conflict, than: user) {
                    found.append(UntakableConflict(number: conflict.number, missing: conflict.row))
                } else if let parent = Self.parent(of: conflict), try conflict.movesRow || !isThere(conflict.row),
                    try !isThere(parent)
                {
                    let maker = open.first {
                        $0.row == parent && ![.edited, .deletedHere].contains($0.reason) && !$0.isOfLostDelete
                            && !Self.isOfAnother($0, than: user)
                    }
                    found.append(
                        UntakableConflict(number: conflict.number, missing: parent, maker: maker?.number))
                } else {
                    made.insert(conflict.row)
                }
            }
            return found.sorted { $0.number < $1.number }
        }
    }

    /// Whether the row of a conflict is another user's: no server lets this user make it again.
    static func isOfAnother(_ conflict: OutboxConflict, than user: String?) -> Bool {
        let owner = conflict.mine.first { $0.name == "owner_id" }?.value
        guard case .text(let text)? = owner else { return false }
        return text != user
    }

    /// The row below which the values that lost put their row; nil when they put it below none.
    static func parent(of conflict: OutboxConflict) -> RowKey? {
        guard let parent = conflict.row.table.parentColumn,
            case .text(let text)? = conflict.mine.first(where: { $0.name == parent.name })?.value,
            let id = FeatureID(text)
        else { return nil }
        return RowKey(parent.table, id)
    }
}
