import Geoq
import GeoqIndex

@testable import GeoqStore

/// What the server does not let the user see or change.
extension OutboxServer {
    /// What the owner of a list lets the user do with it, and with what belongs to it.
    enum Access: CaseIterable {
        case edit, view, none
    }

    /// The list that a row belongs to, or is.
    private func list(of key: RowKey) -> RowKey? {
        if key.table == .watchlists { return key }
        return rows[key].flatMap { Self.list(in: $0.values["watchlist_id"]) }
    }

    private static func list(in value: FieldValue?) -> RowKey? {
        guard case .text(let text)? = value, let id = FeatureID(text) else { return nil }
        return RowKey(.watchlists, id)
    }

    private func access(to key: RowKey) -> Access { list(of: key).flatMap { access[$0] } ?? .edit }

    /// Whether a pull shows the row.
    func isSeen(_ key: RowKey) -> Bool { access(to: key) != .none }

    /// As PostgreSQL says it of a policy.
    private static let forbidden = OperationAnswer.refused(
        isForbidden: true, code: "42501", message: "new row violates row-level security policy")

    /// What is answered to an operation of a row that the user may not see, or not change; nil where that is no matter.
    mutating func refusal(ofRow operation: PendingOperation) -> OperationAnswer? {
        let key = operation.row
        guard let row = rows[key] else { return nil }
        if operation.kind == .insert { return isSeen(key) ? nil : Self.forbidden }
        switch access(to: key) {
        case .edit: return nil
        case .view:
            return operation.kind == .delete && row.deletedAt != nil ? .applied(version: nil) : Self.forbidden
        case .none:
            // The kit tells that there is such a row, and stock tables do not.
            if ledger != nil { return Self.forbidden }
            if operation.kind == .delete { unseenDeletes.insert(key) }
            return .unseen
        }
    }

    /// What is answered to an operation that makes a row which a policy or a check refuses.
    func refusal(ofValues operation: PendingOperation) -> OperationAnswer? {
        for column in operation.values {
            if column.name == "watchlist_id", let list = Self.list(in: column.value), access[list] ?? .edit != .edit {
                return Self.forbidden
            }
            if let refusedText, case .text(let text) = column.value, text.hasPrefix(refusedText) {
                return .refused(isForbidden: false, code: "23514", message: "new row violates a check constraint")
            }
        }
        return nil
    }
}
