package import Geoq

/// Names a row of a table that users write.
package struct RowKey: Hashable, Sendable, CustomStringConvertible {
    package var table: MirrorTable
    package var id: FeatureID

    package init(_ table: MirrorTable, _ id: FeatureID) {
        (self.table, self.id) = (table, id)
    }

    /// `watchlists/5f0e…`, as `geoq_operation.waits_for` has it.
    package var description: String { "\(table)/\(id)" }

    /// - Returns: nil for a text that `description` does not write.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let table = MirrorTable(rawValue: String(parts[0])),
            let id = FeatureID(String(parts[1]))
        else { return nil }
        self.init(table, id)
    }
}

/// One column of a row, with its value as the store has it: ids, dates and
/// times as text, flags as `.bool`, a REAL with all of its bits.
package struct ColumnValue: Hashable, Sendable {
    package var name: String
    package var value: FieldValue

    package init(_ name: String, _ value: FieldValue) {
        (self.name, self.value) = (name, value)
    }
}

/// A change that is on its way to the server. Its id, kind, values and base
/// version never change again.
package struct PendingOperation: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case insert, update, delete
    }

    package enum State: String, Hashable, Sendable {
        /// The operation can be sent, once `notBefore` has passed.
        case ready
        /// A request with the operation was written, and no answer was applied.
        case sent
        /// The operation waits for another row, and counts no attempt.
        case waiting
        /// The operation is not sent by itself any more.
        case dead
    }

    /// Why the last attempt failed.
    package struct Failure: Hashable, Sendable {
        /// The class of the fault: `permanent`, `forbidden`, `transient`, `waiting`,
        /// `doubled`, `unusable`, `unanswered`.
        package var kind: String
        /// The server's code, or an HTTP status.
        package var code: String?
        package var message: String?

        package init(kind: String, code: String?, message: String?) {
            (self.kind, self.code, self.message) = (kind, code, message)
        }

        /// The class of a share that the server has from another device: the next sync
        /// settles it.
        package static let doubled = "doubled"
        /// The class of an operation that was sent, perhaps, and to which no answer came. It stays while the server
        /// only says that it is not ready, whatever the message.
        package static let unanswered = "unanswered"
        /// The class of an operation that the server was not asked to take.
        package static let unusable = "unusable"

        /// Whether an attempt may have arrived of which no answer tells what came.
        var isOpen: Bool { kind == Self.unanswered }
        /// Whether the next attempt has to be of the same operation: the server may know it.
        var keepsOperation: Bool { isOpen || kind == "transient" }
    }

    /// The id in the server's ledger.
    package var id: FeatureID
    package var row: RowKey
    package var kind: Kind
    /// The server's version of the row on which the change was made; nil for
    /// an insert.
    package var baseVersion: Int64?
    /// The changed columns, in the order of the table's description; all
    /// columns that travel for an insert, none for a delete. An update of a row
    /// that is to live again has `deleted_at` with `.null`, too. `id` is never
    /// among them.
    package var values: [ColumnValue]
    /// When a person made the latest of its edits, by the server's clock as far
    /// as this device knows it: ISO 8601 in UTC.
    package var editedAt: String
    package var state: State
    /// The row that it waits for.
    package var waitsFor: RowKey?
    /// In how many requests it was, those that never left not counted.
    package var attempts: Int
    /// In seconds since 1970; nil when it can be sent at once.
    package var notBefore: Double?
    package var failure: Failure?
    /// Its place in the queue.
    package var sequence: Int64
    /// The row that its row belongs to, as the store has it; nil for a row that
    /// belongs to none, and in an operation that is not given to be sent.
    package var parent: RowKey?

    /// Whether the server may have taken it: it was sent, and no answer has said what came of it.
    package var mayBeTaken: Bool {
        if state == .sent || failure?.isOpen == true { return true }
        // A process ended before the answer came.
        return attempts > 0 && failure == nil
    }
}

/// A row as the server has it, in the store's forms.
package struct ServerRow: Hashable, Sendable {
    package var version: Int64?
    /// When the row was marked as deleted; nil when it lives.
    package var deletedAt: String?
    /// Values of the columns that travel, as far as the server told them.
    /// Columns that are not among them count as unchanged.
    package var values: [ColumnValue]
    /// When a person made the last edit, ISO 8601 in UTC; nil when the server
    /// does not know.
    package var editedAt: String?
    /// The device of that edit.
    package var editedDevice: String?
    /// Whether no ledger says that the operation, if it was sent before without an answer, had no effect.
    package var isWithoutLedger = false

    package init(
        version: Int64?, deletedAt: String? = nil, values: [ColumnValue], editedAt: String? = nil,
        editedDevice: String? = nil
    ) {
        (self.version, self.deletedAt, self.values) = (version, deletedAt, values)
        (self.editedAt, self.editedDevice) = (editedAt, editedDevice)
    }
}

/// What a server answered to an operation.
package enum OperationAnswer: Hashable, Sendable {
    /// The operation has its effect, now or since an earlier attempt.
    case applied(version: Int64?)
    /// The row has the operation's values, by this or an earlier try of it, or by another device. What else it has may be
    /// another device's: the store merges.
    case found(ServerRow)
    /// The row has another version; for an insert, the id is there. The store
    /// merges, and finds out whether anything is left to send.
    case conflict(ServerRow)
    /// The server has no such row.
    case gone
    /// The server shows no such row: it has none, or the user may not see it.
    case unseen
    /// The row is there, below one that is deleted: no device shows it any more.
    case parentGone
    /// Another row must come first; nil when the server did not say which.
    /// Counts no attempt.
    case waits(for: RowKey?)
    /// The operation will never be taken as it is: `permanent`, or `forbidden` to
    /// this user.
    case refused(isForbidden: Bool, code: String?, message: String)
    /// The server was not asked, because it takes no such value. The text says which.
    case unusable(String)
    /// The operation failed for a reason that passes: counts an attempt.
    /// With `mayBeTaken` the server may have carried it out before it failed.
    case transient(code: String?, message: String, retryAfterSeconds: Double? = nil, mayBeTaken: Bool = false)
    /// No request arrived, or the device is offline: counts no attempt, and is
    /// sent again at once.
    case unsent
}

extension PendingOperation {
    /// Whether it lets a row live again that the server has as deleted.
    var revives: Bool {
        kind == .update && values.contains { $0.name == "deleted_at" && $0.value == .null }
    }
}

/// Who wins when a column was changed on both sides.
package enum ConflictPolicy: String, Hashable, Sendable {
    /// The server's value stays; the other is kept among the conflicts.
    case server
    /// The later edit stays, by the moment of the edit; the server's where it
    /// does not tell its moment.
    case lastWrite = "last-write"
}

/// Which rows of the queue a person means.
package enum OutboxSelection: Hashable, Sendable {
    case all
    /// By ids of operations or of rows.
    case ids(Set<FeatureID>)
}
