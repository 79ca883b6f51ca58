import GRDB
import Geoq

/// What becomes of a row that one side has deleted, and the other has changed.
extension Merging {
    /// The row was deleted here. It stays deleted; what changed there is noted.
    mutating func keepDeleted(
        _ id: String, _ rows: OpenRows, _ base: BaseRow, _ known: BaseRow, _ edits: [String: String]
    ) throws {
        if base.deletedAt != nil { return try rows.close(id) }
        // The row went with its parent here, and another device had moved it to another one before: the row lives.
        if try rows.parentIsDeletedHere(known), try !rows.parentIsDeletedHere(base) { return try release(id, rows) }
        let changed = try rows.columns.indices.filter {
            try !known.isBorn && !rows.isSame($0, base.values[$0], known.values[$0])
                && !rows.isLeftToServer($0, known.values[$0])
        }
        if !changed.isEmpty {
            try note(
                id, rows, .deletedHere, base: columns(known.values, changed, rows), mine: [],
                theirs: columns(base.values, changed, rows), version: base.version)
        }
        try rows.writeBase(id, base)
        try rows.writeEdits(id, ["-": try edits["-"] ?? now()])
    }

    /// Another device has made the row below one that was deleted here. It goes with that one, and all of it is noted.
    mutating func keepDeleted(_ theirs: Theirs, made id: String, in table: MirrorTable) throws {
        let rows = rows(table)
        let values = theirs.values.map { $0 ?? .null }
        try note(
            id, rows, .deletedHere, base: [], mine: [], theirs: columns(values, Array(values.indices), rows),
            version: theirs.version)
        try rows.writeBase(
            id,
            BaseRow(
                isBorn: false, isGone: false, version: theirs.version, deletedAt: nil, values: values,
                token: theirs.token))
        try rows.writeEdits(id, ["-": now()])
    }

    /// Where the row is that another one belongs to.
    enum Home {
        /// In the store, or there is none.
        case here
        /// It was deleted in the store, and the server is to be told.
        case deletedHere
        /// The store has never read it, or the server has refused its delete.
        case unknown
    }

    /// - Parameter values: of a row, in the positions of the traveling columns.
    func home(of values: [FieldValue], _ rows: OpenRows) throws -> Home {
        guard let parent = rows.table.parentColumn, let position = rows.position(parent.name),
            case .text(let id) = values[position]
        else { return .here }
        let found = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM \(parent.table) WHERE id = ?1 AND deleted_at IS NULL) AS is_here,
                        EXISTS (SELECT 1 FROM \(parent.table) WHERE id = ?1) AS is_marked,
                        EXISTS (SELECT 1 FROM geoq_base_\(parent.table) WHERE id = ?1) AS is_open,
                        EXISTS (SELECT 1 FROM geoq_base_\(parent.table) WHERE id = ?1 AND NOT is_born
                            AND deleted_at IS NULL)
                        AND NOT EXISTS (SELECT 1 FROM geoq_operation WHERE table_name = ?2 AND row_id = ?1
                            AND kind = 'delete' AND state = 'dead') AS is_deleted
                    """), arguments: [id, parent.table.rawValue])
        guard let found else { return .unknown }
        if found["is_here"] { return .here }
        if found["is_deleted"] { return .deletedHere }
        // A pull has left it, marked as deleted, for the sake of other rows below it.
        return found["is_marked"] && !found["is_open"] ? .here : .unknown
    }

    /// Another device has moved a row below one that was deleted here. It goes with that one; what was changed of it
    /// here, and there, is noted.
    mutating func keepDeleted(
        moved id: String, _ rows: OpenRows, mine: [FieldValue], base: BaseRow, known: BaseRow
    ) throws {
        let edits = try rows.thaw(id)
        let all = Array(rows.columns.indices)
        let isChanged = try all.contains {
            try known.isBorn || edits[rows.columns[$0].name] != nil && !rows.isSame($0, mine[$0], known.values[$0])
        }
        if isChanged {
            // All of it, so that it can be made again.
            try note(
                id, rows, .parentGone, base: known.isBorn ? [] : columns(known.values, all, rows),
                mine: columns(mine, all, rows), theirs: [], version: base.version)
        }
        let changed = try all.filter { try known.isBorn || !rows.isSame($0, base.values[$0], known.values[$0]) }
        try note(
            id, rows, .deletedHere, base: known.isBorn ? [] : columns(known.values, changed, rows), mine: [],
            theirs: columns(base.values, changed, rows), version: base.version)
        for child in rows.table.dependents {
            let childRows = self.rows(child.table)
            let open = try String.fetchAll(
                db,
                sql: """
                    SELECT b.id FROM geoq_base_\(child.table) AS b JOIN \(child.table) AS t ON t.id = b.id
                    WHERE t.\(child.column) = ? AND t.source = ?
                    """, arguments: [id, remote])
            for childID in open where try childRows.visible(childID) != nil {
                try lose(childID, of: child.table, .parentGone, theirVersion: nil)
            }
        }
        try leave(id, rows)
        try rows.writeBase(id, base)
        try rows.writeEdits(id, ["-": now()])
    }

    /// Forgets that a row was deleted here, and what belongs to it: the next comparison brings them back.
    private func release(_ id: String, _ rows: OpenRows) throws {
        for child in rows.table.dependents {
            let childRows = self.rows(child.table)
            for childID in try childRows.gone(from: id, by: child.column) { try release(childID, childRows) }
        }
        try rows.close(id)
    }

    /// Puts a row back below the one that the server has it below: the one that its operation moves it to is deleted
    /// there. The move is noted as a conflict; other edits are to be sent.
    mutating func takeBackMove(_ operation: PendingOperation) throws {
        let id = operation.row.id.description
        let rows = rows(operation.row.table)
        var edits = try rows.thaw(id)
        // If it was moved on, or deleted, since, nothing is taken back.
        guard let name = rows.table.parentColumn?.name, let position = rows.position(name),
            let base = try rows.base(id), var values = try rows.visible(id),
            operation.values.contains(ColumnValue(name, values[position]))
        else { return }
        let there = columns(base.values, [position], rows)
        try note(
            id, rows, .parentGone, base: there, mine: columns(values, [position], rows), theirs: there,
            version: base.version)
        values[position] = base.values[position]
        edits[name] = nil
        guard !edits.isEmpty else { return try Store.Outbox.restore(id, rows, base) }
        try rows.write(id, values, at: [position])
        try settle(id, rows, base, edits)
    }

    /// The server has no such row: the row and what belongs to it leave, and
    /// what was changed of them is kept among the conflicts. So is a delete of
    /// a row that has left the user's sight: it may live.
    ///
    /// - Parameter isForGood: whether the server has said that nobody has the row: then no row below it lives.
    mutating func lose(
        _ id: String, of table: MirrorTable, _ reason: OutboxConflict.Reason, theirVersion: Int64?,
        isForGood: Bool = false
    ) throws {
        let rows = rows(table)
        let isHere = try rows.visible(id) != nil
        for child in table.dependents {
            let childRows = self.rows(child.table)
            let open = try String.fetchAll(
                db,
                sql: """
                    SELECT b.id FROM geoq_base_\(child.table) AS b LEFT JOIN \(child.table) AS t ON t.id = b.id
                    WHERE ifnull(t.\(child.column), b.\(child.column)) = ?
                    """, arguments: [id])
            for childID in open {
                if try childRows.visible(childID) != nil {
                    try lose(childID, of: child.table, .parentGone, theirVersion: nil, isForGood: isForGood)
                } else if reason == .deletedThere {
                    // Another device may have moved it before it deleted the row that it belonged to: its own delete is
                    // still sent.
                    continue
                } else {
                    // The delete of a row above it has taken it along, and is told for both.
                    if isHere, !isForGood { try noteLostDelete(childID, childRows) }
                    try release(childID, childRows)
                }
            }
        }
        if !isHere, !isForGood { try noteLostDelete(id, rows) }
        // Of a row that was known to be deleted there, what was changed since counts, too.
        if let base = try rows.base(id),
            let mine = try base.deletedAt == nil ? rows.visible(id) : rows.present(id)
        {
            let marks = try rows.thaw(id)
            let isChanged =
                base.isBorn
                || rows.columns.indices.contains {
                    marks[rows.columns[$0].name] != nil && !mine[$0].isIdentical(to: base.values[$0])
                }
            if isChanged {
                // All of it, so that it can be made again.
                try note(
                    id, rows, reason, base: base.isBorn ? [] : columns(base.values, Array(mine.indices), rows),
                    mine: columns(mine, Array(mine.indices), rows), theirs: [], version: theirVersion)
            }
        }
        try leave(id, rows)
        try rows.close(id)
    }

    /// Where a row that was deleted here left the user's sight before the server took that, it may live: the delete is
    /// kept among the conflicts, with no values to take.
    private mutating func noteLostDelete(_ id: String, _ rows: OpenRows) throws {
        guard let base = try rows.base(id), base.isGone, !base.isBorn, base.deletedAt == nil else { return }
        try note(
            id, rows, .gone, base: columns(base.values, Array(base.values.indices), rows), mine: [], theirs: [],
            version: base.version)
    }

    /// Removes a row that the server has no more, with what belongs to it. While rows of other sources belong to it, or
    /// to what belongs to it, it stays, marked as deleted, as a pull leaves it: no server has them.
    private func leave(_ id: String, _ rows: OpenRows) throws {
        guard let holdsOthers = Self.holdsOthers(rows.table, "?1"),
            try Bool.fetchOne(db, sql: "SELECT \(holdsOthers)", arguments: [id, remote]) == true
        else { return try rows.remove(id) }
        for child in rows.table.dependents {
            let ids = try String.fetchAll(
                db, sql: "SELECT id FROM \(child.table) WHERE \(child.column) = ? AND source = ?",
                arguments: [id, remote])
            for childID in ids { try leave(childID, self.rows(child.table)) }
        }
        try rows.mark(id)
    }

    /// SQL: whether a row of another source than `?2` belongs to a row of an id, or to what belongs to it.
    ///
    /// - Returns: nil for a table to whose rows none belongs.
    private static func holdsOthers(_ table: MirrorTable, _ id: String) -> String? {
        let parts = table.dependents.map { child in
            let name = "of_\(child.table)"
            let below = holdsOthers(child.table, name + ".id").map { " OR \($0)" } ?? ""
            return """
                EXISTS (SELECT 1 FROM \(child.table) AS \(name) WHERE \(name).\(child.column) = \(id)
                    AND (\(name).source <> ?2\(below)))
                """
        }
        return parts.isEmpty ? nil : "(" + parts.joined(separator: " OR ") + ")"
    }
}
