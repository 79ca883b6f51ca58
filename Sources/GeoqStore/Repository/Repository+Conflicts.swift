import GRDB
public import Geoq

extension Repository {
    /// A change of this user that lost against the server's. What lost is kept here alone, until the user takes or
    /// dismisses it.
    ///
    /// As JSON, values are as `FieldValue` writes them, and the other members have the names of columns, such as `row_id`.
    public struct Conflict: Hashable, Sendable, Identifiable, Codable {
        /// The conflict's number in the store.
        public let id: Int64
        /// The table of the row that the change was of.
        public let table: MirrorTable
        /// The id of that row.
        public let row: FeatureID
        /// The title, name or kind by which a person knows the row; nil when it has none.
        public let label: String?
        /// When the conflict was found, ISO 8601 in UTC.
        public let foundAt: String
        /// Whether the user deleted the row: others have changed it, and it stays deleted; or, with `isGoneThere`, the
        /// delete could not be sent, because the server did not show the row any more. There is nothing to take.
        public let isDeletedHere: Bool
        /// Whether the row, or the row that it belongs to, is at the server no more, or not shown to this user.
        public let isGoneThere: Bool
        /// The user's values that lost, by the names of the columns.
        public let mine: [String: FieldValue]
        /// The server's values of the same columns; none of a row that is gone there.
        public let theirs: [String: FieldValue]

        private enum CodingKeys: String, CodingKey {
            case id, table, label, mine, theirs
            case row = "row_id"
            case foundAt = "found_at"
            case isDeletedHere = "is_deleted_here"
            case isGoneThere = "is_gone_there"
        }

        init(_ conflict: OutboxConflict, label: String?) {
            (id, table, row, self.label) = (conflict.number, conflict.row.table, conflict.row.id, label)
            foundAt = conflict.at
            isDeletedHere = conflict.reason == .deletedHere || conflict.isOfLostDelete
            isGoneThere = [.deletedThere, .gone, .parentGone].contains(conflict.reason)
            let names = Set(conflict.columnNames)
            func values(_ columns: [ColumnValue]) -> [String: FieldValue] {
                let named = columns.filter { names.contains($0.name) }.map { ($0.name, $0.value) }
                return Dictionary(named) { first, _ in first }
            }
            (mine, theirs) = (values(conflict.mine), values(conflict.theirs))
        }
    }

    /// The conflicts that are open now, oldest first, at once, and again after each change of them by any program.
    ///
    /// - Returns: as `watchlists()`; there are no statuses.
    /// - Complexity: a change costs O(conflicts · log *n*), *n* the rows of their tables.
    public func conflicts() -> AsyncThrowingStream<Moment<Conflict>, any Error> {
        moments(of: nil) { db in
            let open = try Store.Outbox.conflicts(db, includingSettled: false)
            let labels = try Store.Outbox.labels(db, of: open)
            return open.map { Conflict($0, label: labels[$0.number]) }
        }
    }

    /// Makes what lost a new change, which the next sync sends.
    ///
    /// Of a row that the user deleted nothing is taken, and the conflict is settled.
    ///
    /// Where a column has a third value by now, that of a later change, nothing is taken: it would be overwritten
    /// unseen. The conflict is about that value from then on, and `conflicts()` gives it with that.
    ///
    /// - Returns: whether it was taken.
    /// - Throws: `StoreError.noSuchConflict`; `StoreError.noRow` when the row, or the row that it belongs to, is not
    ///   there any more, and cannot be made again.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func takeMine(_ conflict: Conflict) async throws -> Bool {
        try await store.outbox.takeMine([conflict.id]).isEmpty
    }

    /// Settles a conflict: the row stays as it is, and what lost is not sent. A picture that lost is removed.
    ///
    /// - Throws: `StoreError.noSuchConflict`, also for one that is settled.
    /// - Complexity: O(log *n*), *n* the conflicts.
    public func dismiss(_ conflict: Conflict) async throws {
        try await store.outbox.dismiss([conflict.id])
    }

    // MARK: What waits

    /// What a logout would lose, as JSON objects, but no picture: rows with changes that the server does not have, then
    /// drafts, then open conflicts. Nothing is removed. A text that is no UTF-8 has U+FFFD in the place of its bytes.
    ///
    /// - Complexity: O(objects · log *n*), *n* the rows of the tables.
    public func unsentChanges() async throws -> [String] {
        try await store.outbox.unsent()
    }

    /// Lets the next sync send again what the server has refused, and what waits for its next try.
    ///
    /// - Returns: how many rows that are.
    /// - Complexity: O(those rows · log *n*).
    @discardableResult
    public func retryChanges() async throws -> Int {
        try await store.outbox.retry(.all)
    }

    /// Takes the unsent changes of a row back: it is as the server last had it. A row that was made here is removed, with
    /// what belongs to it, but for rows that the server has below another one, which go back there; one that was deleted here comes back, with what belongs to it.
    ///
    /// - Returns: whether the row had changes.
    /// - Complexity: O(rows that belong to it · log *n*).
    @discardableResult
    public func discardChanges(of row: FeatureID) async throws -> Bool {
        try await store.outbox.discard(.ids([row])).rows > 0
    }
}
