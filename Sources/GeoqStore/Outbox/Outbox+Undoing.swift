import GRDB
import Geoq

extension Store.Outbox {
    /// Makes dead and delayed operations edits again, which are sent as new
    /// operations. Dead and delayed pictures are sent by the next push, too.
    ///
    /// - Returns: the number of rows.
    @discardableResult
    package func retry(_ selection: OutboxSelection) async throws -> Int {
        try await write { db in
            let keys = try Self.keys(db, selection)
            var count = 0
            for key in keys {
                let rows = OpenRows(db, key.table, remote: "")
                let isSentAgain = try Store.Photos.retry(db, key)
                if isSentAgain { count += 1 }
                guard let operation = try rows.operation(key.id.description) else { continue }
                guard operation.state == .dead || operation.state == .ready && operation.notBefore != nil else {
                    continue
                }
                if operation.attempts > 0, operation.failure?.keepsOperation == true {
                    // The server may have taken it: it must keep its id.
                    try db.execute(
                        sql:
                            "UPDATE geoq_operation SET state = 'ready', attempts = 0, not_before = NULL WHERE op_id = ?",
                        arguments: [operation.id.description])
                } else {
                    try rows.thaw(key.id.description)
                }
                if !isSentAgain { count += 1 }
            }
            return count
        }
    }

    /// Undoes changes that were not sent: each row becomes what the server last
    /// said. A row that was made here is removed, with what belongs to it, but
    /// for rows that the server has below another one, which go back there; a
    /// row that was deleted here comes back, with what belongs to it and the
    /// row that it belongs to. A new picture of a profile or a list is dropped,
    /// unless the project may have it.
    ///
    /// - Returns: the number of selected rows; the number of other rows that came back or went with them; and the
    ///   number of selected rows whose operation may have reached the server already, and had its effect there.
    @discardableResult
    package func discard(_ selection: OutboxSelection) async throws -> (rows: Int, others: Int, mayBeTaken: Int) {
        try await write { db in
            guard let remote = try Store.Account.remote(db) else { return (rows: 0, others: 0, mayBeTaken: 0) }
            return try CaptureTriggers.resting(db) {
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                let keys = try Self.keys(db, selection)
                // Before any is undone: one that goes with another of the selection has no operation then.
                let sent = try keys.filter { key in
                    try OpenRows(db, key.table, remote: remote).operation(key.id.description)?.mayBeTaken == true
                }
                let open = try Set(Self.keys(db, .all))
                for key in keys {
                    try Self.undo(db, key.id.description, key.table, remote)
                    try Store.Photos.drop(db, key)
                }
                try Store.Photos.settleUndone(db)
                let others = try open.subtracting(keys).subtracting(Self.keys(db, .all))
                return (rows: keys.count, others: others.count, mayBeTaken: sent.count)
            }
        }
    }

    private static func undo(_ db: Database, _ id: String, _ table: MirrorTable, _ remote: String) throws {
        let rows = OpenRows(db, table, remote: remote)
        // The row may have gone, or come back, with another of the selection.
        guard let base = try rows.base(id) else { return try rows.close(id) }
        if base.deletedAt != nil, try rows.visible(id) == nil, try rows.present(id) != nil {
            // A sync has left it, marked as deleted, for the sake of what belongs to it, which was not meant.
            try rows.write(id, base.values, at: Array(rows.columns.indices))
            return try rows.close(id)
        }
        guard !base.isBorn, !base.isGone, base.deletedAt == nil else {
            try closeBelow(id, rows)
            try rows.remove(id)
            return try rows.close(id)
        }
        if let parent = table.parentColumn, let position = rows.position(parent.name),
            case .text(let parentID) = base.values[position],
            try Bool.fetchOne(
                db, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(parent.table) WHERE id = ?)", arguments: [parentID])
                == true
        {
            try undo(db, parentID, parent.table, remote)
        }
        try restore(id, rows, base)
        try restoreBelow(id, rows)
    }

    /// Closes the rows that belong to a row, or did before they were deleted here, and those that belong to them. One
    /// that the server has below another row goes back there.
    private static func closeBelow(_ id: String, _ rows: OpenRows) throws {
        for child in rows.table.dependents {
            let childRows = OpenRows(rows.db, child.table, remote: rows.remote)
            let ids = try String.fetchAll(
                rows.db, sql: "SELECT id FROM \(child.table) WHERE \(child.column) = ?", arguments: [id])
            for childID in try ids + childRows.gone(from: id, by: child.column) {
                if try takeBackMove(childID, from: id, by: child.column, childRows) { continue }
                try closeBelow(childID, childRows)
                try childRows.close(childID)
            }
        }
    }

    /// Puts a row back below the one that the server has it below, if that is there, or was deleted here; its other changes
    /// stay as they are.
    ///
    /// - Returns: whether it was moved here from another one.
    private static func takeBackMove(
        _ id: String, from parent: String, by column: String, _ rows: OpenRows
    ) throws -> Bool {
        guard let base = try rows.base(id), !base.isBorn, !base.isGone, base.deletedAt == nil,
            let position = rows.position(column), case .text(let before) = base.values[position], before != parent,
            let table = rows.table.parentColumn?.table
        else { return false }
        let above = OpenRows(rows.db, table, remote: rows.remote)
        // One that was deleted here since comes back with it, as with a row of its own that is taken back.
        if try above.visible(before) == nil, let gone = try above.base(before), !gone.isBorn, !gone.isGone,
            gone.deletedAt == nil
        {
            try undo(rows.db, before, table, rows.remote)
        }
        guard try above.visible(before) != nil else { return false }
        // One that was deleted since stays so.
        guard var values = try rows.visible(id) else { return true }
        var edits = try rows.thaw(id)
        edits[column] = nil
        guard !edits.isEmpty else {
            try restore(id, rows, base)
            return true
        }
        values[position] = base.values[position]
        try rows.write(id, values, at: [position])
        try rows.writeEdits(id, edits)
        return true
    }

    /// Brings back the rows that were deleted here with a row, and those that belonged to them.
    private static func restoreBelow(_ id: String, _ rows: OpenRows) throws {
        for child in rows.table.dependents {
            let childRows = OpenRows(rows.db, child.table, remote: rows.remote)
            for childID in try childRows.gone(from: id, by: child.column) {
                guard let base = try childRows.base(childID), !base.isBorn, !base.isGone else { continue }
                try restore(childID, childRows, base)
                try restoreBelow(childID, childRows)
            }
        }
    }

    /// Makes a row what the server last said; nothing of it is open then.
    static func restore(_ id: String, _ rows: OpenRows, _ base: BaseRow) throws {
        if try rows.visible(id) == nil {
            try rows.remove(id)
            try rows.insert(id, base.values)
        } else {
            try rows.write(id, base.values, at: Array(rows.columns.indices))
        }
        try rows.db.execute(
            sql: """
                UPDATE \(rows.table) SET (created_at, updated_at) = (
                    SELECT created_at, updated_at FROM geoq_base_\(rows.table) AS b WHERE b.id = \(rows.table).id)
                WHERE id = ?
                """, arguments: [id])
        // That it was deleted here and changed there is settled with the delete.
        try rows.db.execute(
            sql: """
                UPDATE geoq_conflict SET settled = 'dismissed'
                WHERE table_name = ? AND row_id = ? AND reason = ? AND settled IS NULL
                """, arguments: [rows.table.rawValue, id, OutboxConflict.Reason.deletedHere.rawValue])
        try rows.note(id, version: base.version, token: base.token)
        try rows.close(id)
    }
}
