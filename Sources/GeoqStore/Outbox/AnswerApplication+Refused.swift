import GRDB
import Geoq

/// What the server refuses, and why, in words for a person.
extension AnswerApplication {
    mutating func refused(
        _ operation: PendingOperation, _ isForbidden: Bool, _ code: String?, _ message: String
    ) throws {
        let (id, rows) = (operation.row.id.description, merging.rows(operation.row.table))
        if operation.row.table == .watchlistShares, operation.kind == .insert, code == Self.isThere {
            return try doubled(operation)
        }
        // The server no longer shows this row to the user, so no change to it can be sent any more.
        if isForbidden, try isOutOfSight(operation) { return try gone(operation) }
        if let parent = rows.table.parentColumn, operation.kind != .delete,
            let position = rows.position(parent.name), case .text(let parentID)? = try rows.visible(id)?[position],
            try merging.rows(parent.table).base(parentID)?.isBorn == true, let key = FeatureID(parentID)
        {
            return try wait(operation, for: RowKey(parent.table, key))
        }
        if code == Self.parentIsDeleted, try tookBackMove(operation) { return }
        let words =
            try isForbidden
            ? refusal(of: operation, code, message) : breach(of: operation, code) ?? loss(of: operation, code)
        try change(
            operation, "state = 'dead', class = ?, code = ?, message = ?",
            [isForbidden ? "forbidden" : "permanent", code, words ?? message])
        report.failed += 1
    }

    /// Which check of the server a row breaks that another program wrote, in words for a person: PostgreSQL names its
    /// constraint.
    ///
    /// - Returns: nil for another refusal, and for a row that fulfills the checks that geoq knows.
    private func breach(of operation: PendingOperation, _ code: String?) throws -> String? {
        let table = operation.row.table
        guard code == Self.breaksCheck, operation.kind != .delete,
            let values = try merging.rows(table).visible(operation.row.id.description)
        else { return nil }
        do {
            try RowRules.check(values, of: table)
        } catch let error as StoreError {
            return "\(error)"
        }
        return nil
    }

    /// That a row is put below one which the server has as deleted, in words for a person.
    ///
    /// - Returns: nil for another refusal.
    private func loss(of operation: PendingOperation, _ code: String?) -> String? {
        guard code == Self.parentIsDeleted, let parent = operation.row.table.parentColumn else { return nil }
        return "the server has the \(Self.noun(parent.table)) that it belongs to as deleted"
    }

    /// What a person calls a row of a table that others belong to.
    private static func noun(_ table: MirrorTable) -> String {
        switch table {
        case .watchlists: "list"
        case .watchlistEntries: "entry"
        case .identificationSession: "identification"
        case .identificationResult: "result"
        default: "row"
        }
    }

    /// `check_violation`.
    private static let breaksCheck = "23514"

    /// Why a change of another user's list, or of what belongs to it, is refused, in words for a person: PostgreSQL
    /// names its policies.
    ///
    /// - Returns: nil for another row, and for a right that no user of the project has.
    private func refusal(of operation: PendingOperation, _ code: String?, _ message: String) throws -> String? {
        guard code == Self.lacksRight, !message.hasPrefix("permission denied") else { return nil }
        // By the name of the schema's policy.
        if message.contains("stay with their owner") {
            return "it belongs to a list of another user, and stays with that user; put it back, or make a new one"
        }
        if let words = try stray(operation) { return words }
        guard let list = try listOfAnother(operation.row.id.description, operation.row.table) else { return nil }
        if try isOwnShare(operation) {
            return "the project's tables are of an earlier schema, by which only a list's owner ends a share; "
                + "the project's owner has to run the SQL of geoq's schema there again"
        }
        let isOwners =
            switch operation.row.table {
            case .observedBirdPhotos, .watchlistShares: true
            case .watchlists: operation.kind == .delete
            default: false
            }
        if isOwners { return "the list is another user's, and only its owner may do that" }
        return try "the list is another user's, who " + sharing(of: list)
    }

    /// What the owner of a list lets this user do with it who may not edit it, as far as this device can know.
    private func sharing(of list: String) throws -> String {
        let rows = merging.rows(.watchlists)
        if try rows.visible(list) == nil, try rows.present(list) != nil { return "does not share it with you any more" }
        let couldEdit = try Bool.fetchOne(
            db,
            sql: """
                SELECT max(permission IS 'edit') FROM watchlist_shares WHERE watchlist_id = ?
                    AND user_id = (SELECT user_id FROM geoq_account) AND deleted_at IS NULL
                """, arguments: [list])
        return "shares it with you for viewing at most" + (couldEdit == true ? " by now, or not any more" : "")
    }

    /// What the user of a row may not do with it, and only another program does: put it below no row, or below one that
    /// is not there, or give it to another user.
    ///
    /// - Returns: nil for another operation.
    private func stray(_ operation: PendingOperation) throws -> String? {
        let (id, rows) = (operation.row.id.description, merging.rows(operation.row.table))
        guard operation.kind != .delete, let values = try rows.visible(id) else { return nil }
        if let parent = rows.table.parentColumn, let position = rows.position(parent.name) {
            let noun = Self.noun(parent.table)
            guard case .text(let parentID) = values[position] else {
                return "it belongs to no \(noun): its \(parent.name) is empty"
            }
            let above = merging.rows(parent.table)
            if try above.present(parentID) == nil, try above.base(parentID) == nil {
                return "the \(noun) that it belongs to is not here: \(parent.table)/\(parentID)"
            }
        }
        guard let position = rows.position("owner_id"), let base = try rows.base(id), !base.isBorn,
            case .text(let owner) = base.values[position], values[position] != base.values[position],
            try Store.Account.user(db) == owner
        else { return nil }
        return "a row cannot be given to another user: its owner_id has to stay \(owner)"
    }

    /// Whether an operation ends the share by which this user sees another's list.
    private func isOwnShare(_ operation: PendingOperation) throws -> Bool {
        guard operation.row.table == .watchlistShares, operation.kind == .delete else { return false }
        let rows = merging.rows(.watchlistShares)
        guard let position = rows.position("user_id"),
            case .text(let sharedWith)? = try rows.base(operation.row.id.description)?.values[position]
        else { return false }
        return try Store.Account.user(db) == sharedWith
    }

    /// The list of another user that a row is, or belongs to, by its id; nil for other rows.
    private func listOfAnother(_ id: String, _ table: MirrorTable) throws -> String? {
        guard MirrorTable.written.contains(table) else { return nil }
        let rows = merging.rows(table)
        // A list that left the user's sight stays, marked as deleted, for the sake of open changes below it.
        guard let values = try rows.visible(id) ?? rows.base(id)?.values ?? rows.present(id) else { return nil }
        func text(_ column: String) -> String? {
            guard let position = rows.position(column), case .text(let text) = values[position] else { return nil }
            return text
        }
        if table == .watchlists {
            let user = try Store.Account.user(db)
            return text("owner_id").flatMap { $0 == user ? nil : id }
        }
        guard let parent = table.parentColumn, let parentID = text(parent.name) else { return nil }
        return try listOfAnother(parentID, parent.table)
    }

    /// `insufficient_privilege`: a policy or a grant is missing.
    private static let lacksRight = "42501"

    /// The code by which the kit, and a push to tables, says that the parent of an operation's row is deleted.
    private static let parentIsDeleted = "PT410"

    /// Takes back that a row was moved below a row that another device has deleted. The delete wins: the row stays
    /// where the server has it, what else was changed of it goes on, and the move is kept among the conflicts.
    ///
    /// - Returns: false for an operation that moves no row which the server has; nothing is done then.
    private mutating func tookBackMove(_ operation: PendingOperation) throws -> Bool {
        let (id, rows) = (operation.row.id.description, merging.rows(operation.row.table))
        guard operation.kind == .update, let parent = rows.table.parentColumn,
            operation.values.contains(where: { $0.name == parent.name }), let position = rows.position(parent.name),
            let base = try rows.base(id), !base.isBorn, !base.isGone, base.deletedAt == nil,
            case .text(let home) = base.values[position]
        else { return false }
        // The row that it was moved out of may be deleted by now, too.
        guard try merging.rows(parent.table).visible(home) != nil else {
            try gone(operation, .parentGone)
            return true
        }
        try merging.takeBackMove(operation)
        report.merged += 1
        return true
    }

    /// `unique_violation`. Only a share can cause it: the list is shared with this user already.
    private static let isThere = "23505"

    /// Another device has shared the list with the user. Where the store does not have
    /// that share yet, this one waits for the sync that brings it.
    private mutating func doubled(_ operation: PendingOperation) throws {
        if try merging.joinShare(operation.row.id.description) {
            report.merged += 1
            return
        }
        try change(
            operation,
            """
            state = 'waiting', waits_for = NULL, attempts = max(attempts - 1, 0), class = ?, code = NULL, message = ?
            """, [PendingOperation.Failure.doubled, "the list is shared with this user already, by another device"])
        report.postponed += 1
    }
}
