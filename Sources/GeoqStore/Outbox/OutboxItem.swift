import Geoq

/// How a row that its user wrote stands. A row without a status is as the server
/// has it.
public enum RowStatus: String, Hashable, Sendable, CaseIterable {
    /// Made by a guest: it is sent once a user has logged in.
    case pendingOwner
    /// Made here, and not sent.
    case pendingCreate
    /// Changed here, and not sent.
    case pendingUpdate
    /// Deleted here, and not sent.
    case pendingDelete
    /// The server refuses it; it is not sent again by itself.
    case failed
    /// A change to it lost against the server's, and is kept until its user takes
    /// or dismisses it.
    case conflict
}

/// One row with changes that the server has not taken.
package struct OutboxItem: Hashable, Sendable {
    package var row: RowKey
    package var status: RowStatus
    /// The title, name or kind by which a person knows the row.
    package var label: String?
    /// The operation that is on its way; nil when the changes are not frozen.
    package var operation: PendingOperation?
    /// The picture of the row that is on its way, or whose object has to go; nil when
    /// there is none.
    package var picture: PhotoUpload?
    /// Why the last try to send the row, or its picture, failed; if both failed, why the
    /// picture did.
    package var failure: PendingOperation.Failure?
    /// Columns that were changed since, in no operation yet.
    package var editedColumns: [String]
    /// When the latest change was made, ISO 8601 in UTC.
    package var editedAt: String?
    /// The row as it is now, by columns that travel; empty for a deleted row.
    package var values: [ColumnValue]
    /// The row as the server last had it, by columns that travel; nil for a row that is new, or deleted there.
    package var before: [ColumnValue]?
    /// The server's version of that row; nil when none is known.
    package var baseVersion: Int64?

    /// How often it was tried to send what `failure` is of.
    package var attempts: Int {
        if let picture, picture.failure != nil { return picture.attempts }
        return operation?.attempts ?? 0
    }
}

/// How much waits.
package struct OutboxCounts: Hashable, Sendable {
    /// Rows with changes that will be sent: edits, and operations that are
    /// ready, sent or waiting.
    package var pending = 0
    /// Of these, rows whose operation waits for another row.
    package var waiting = 0
    /// Rows whose operation is dead.
    package var failed = 0
    /// Conflicts that a person has not settled.
    package var conflicts = 0

    package init() {}

    /// Rows that a logout would lose.
    package var unsent: Int { pending + failed }

    mutating func add(_ other: OutboxCounts) {
        pending += other.pending
        waiting += other.waiting
        failed += other.failed
        conflicts += other.conflicts
    }
}

/// What the answers of one request have done.
package struct AnswerReport: Hashable, Sendable {
    /// Operations that are done.
    package var applied = 0
    /// Of these, operations that had gone before without an answer: this one may be older than what was read since.
    package var replayed = 0
    /// Operations of which something is left, to be sent on the new base.
    package var merged = 0
    /// Operations that died.
    package var failed = 0
    /// Operations that wait or are sent again.
    package var postponed = 0
    /// Conflicts that were noted.
    package var conflicts = 0
    /// Answers to operations that were already settled in another way.
    package var ignored = 0
    /// Of these, operations that the server took after their changes were taken back here.
    package var takenBack = 0

    package init() {}
}

/// A conflict: what was lost when two sides changed a row.
package struct OutboxConflict: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        /// Both sides changed a column.
        case edited
        /// The row was deleted there and changed here.
        case deletedThere = "deleted-there"
        /// The row was deleted here and changed there; it stays deleted.
        case deletedHere = "deleted-here"
        /// The server does not have the row any more, or does not show it to this user.
        case gone
        /// The row that it belongs to is gone.
        case parentGone = "parent-gone"
    }

    package var number: Int64
    /// When it was found, ISO 8601 in UTC.
    package var at: String
    package var row: RowKey
    package var reason: Reason
    /// The columns in question as both sides had them before; empty when
    /// nothing is known.
    package var base: [ColumnValue]
    package var mine: [ColumnValue]
    package var theirs: [ColumnValue]
    /// nil while it is open; otherwise `mine`, `dismissed`.
    package var settled: String?
}
