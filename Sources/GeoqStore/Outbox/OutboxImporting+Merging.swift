import GRDB
import Geoq

/// Brings a line and the row that is there together, as a merge does: what was changed since the line's change was
/// made is not overwritten.
extension OutboxImporting {
    mutating func change(_ row: ExportedRow, _ old: [FieldValue], _ rows: OpenRows) throws {
        try Store.Lists.checkWritable(db, row.key)
        let known = try learn(row, old, rows)
        let before = row.before.map { rows.replacing($0, in: known) }
        var (here, wanted) = (known, rows.replacing(row.values.filter { row.changed.contains($0.name) }, in: known))
        // A file's bird and the server's of its name are one.
        _ = try merging.twins.translate(&here, rows)
        _ = try merging.twins.translate(&wanted, rows)
        var (taken, lost): ([Int], [Int]) = ([], [])
        for unit in rows.table.mergeUnits {
            let differing = try unit.filter { try differs($0, wanted[$0], here[$0], row, rows) }
            if differing.isEmpty { continue }
            if try isUntouched(unit, here, before, row, rows) { taken += differing } else { lost += differing }
        }
        if !taken.isEmpty || !lost.isEmpty { try Store.Lists.checkBird(db, wanted, rows) }
        var isKept = false
        if !lost.isEmpty {
            let base = before.map { merging.columns($0, lost, rows) } ?? []
            let (mine, theirs) = (merging.columns(wanted, lost, rows), merging.columns(here, lost, rows))
            isKept = try keep(row, .edited, before: base, mine: mine, theirs: theirs, rows)
        }
        guard !taken.isEmpty else {
            if !isKept { report.unchanged += 1 }
            return
        }
        var new = known
        for position in taken { new[position] = wanted[position] }
        try RowRules.check(new, of: row.key.table)
        try rows.write(row.key.id.description, new, at: taken)
        try Store.Lists.stampChanged(db, row.key)
        report.changed += 1
        if !row.saysBefore { report.withoutBefore += 1 }
    }

    /// The row is deleted, also one that was changed since, as by a merge.
    mutating func remove(_ row: ExportedRow, _ old: [FieldValue], _ rows: OpenRows) throws {
        try Store.Lists.checkWritable(db, row.key, to: .delete)
        let here = try learn(row, old, rows)
        if let before = row.before.map({ rows.replacing($0, in: here) }) {
            let changed = try here.indices.filter {
                try !RowRules.own.contains(rows.columns[$0].name) && !rows.isSame($0, here[$0], before[$0])
            }
            if !changed.isEmpty {
                let (base, theirs) = (merging.columns(before, changed, rows), merging.columns(here, changed, rows))
                _ = try keep(row, .deletedHere, before: base, mine: [], theirs: theirs, rows)
            }
        }
        if !row.saysBefore { report.withoutBefore += 1 }
        try rows.remove(row.key.id.description)
        report.removed += 1
    }

    /// Whether nothing of a unit was changed since. Where the server had no row, whatever is there now is newer. A
    /// line of an earlier geoq counts as made on the row as it is.
    private func isUntouched(
        _ unit: [Int], _ here: [FieldValue], _ before: [FieldValue]?, _ row: ExportedRow, _ rows: OpenRows
    ) throws -> Bool {
        guard let before else { return !row.isNew && !row.saysBefore }
        return try unit.allSatisfy { try rows.isSame($0, here[$0], before[$0]) }
    }

    /// Whether a line has another value than the row. Of a new row, what no person sets is not looked at.
    private func differs(
        _ position: Int, _ wanted: FieldValue, _ here: FieldValue, _ row: ExportedRow, _ rows: OpenRows
    ) throws -> Bool {
        let isOfServer =
            rows.isLeftToServer(position, wanted) || RowRules.own.contains(rows.columns[position].name)
        if row.isNew, isOfServer { return false }
        return try !rows.isSame(position, wanted, here)
    }

    /// Writes the row as the server had it when the change was made, when this store knows only an earlier version
    /// of it, and has no changes of its own: the line is then no change of what the store has.
    ///
    /// - Returns: the row as it is then.
    private func learn(_ row: ExportedRow, _ old: [FieldValue], _ rows: OpenRows) throws -> [FieldValue] {
        let id = row.key.id.description
        guard let before = row.before, let version = row.version, try rows.base(id) == nil else { return old }
        let known = try Int64.fetchOne(
            db, sql: "SELECT row_version FROM \(row.key.table) WHERE id = ?", arguments: [id])
        guard let known, known < version else { return old }
        let values = rows.replacing(before, in: old)
        try Store.Lists.checkBird(db, values, rows)
        try CaptureTriggers.resting(db) {
            try rows.write(id, values, at: values.indices.filter { values[$0] != old[$0] })
            // Without a token the next sync reads the row again.
            try rows.note(id, version: version, token: nil)
        }
        return values
    }

    /// Keeps what a line and the row differ in among the conflicts, unless an open conflict says the same.
    ///
    /// - Returns: whether a conflict was noted.
    private mutating func keep(
        _ row: ExportedRow, _ reason: OutboxConflict.Reason, before: [ColumnValue], mine: [ColumnValue],
        theirs: [ColumnValue], _ rows: OpenRows
    ) throws -> Bool {
        let id = row.key.id.description
        if try merging.isNoted(id, rows, reason, mine: mine, theirs: theirs) { return false }
        try merging.note(id, rows, reason, base: before, mine: mine, theirs: theirs, version: nil)
        report.lost += 1
        return true
    }
}
