import GRDB
import Geoq
import GeoqIndex

/// What an import of exported changes has done.
package struct OutboxImportReport: Hashable, Sendable {
    /// Rows that were made, changed and removed.
    package var made = 0
    package var changed = 0
    package var removed = 0
    /// Drafts that were added.
    package var drafts = 0
    /// Lines of which the store has everything already.
    package var unchanged = 0
    /// Conflicts, of which nothing is taken: a person reads them in the file.
    package var conflicts = 0
}

/// A line of exported changes that cannot be taken.
package struct OutboxImportProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    package var reason: String

    package var description: String { "line \(line): \(reason)" }
}

extension Store.Outbox {
    /// Makes changes again that `export` has written, as its user would: what the rows have now is changed by
    /// them, and the next push sends it.
    ///
    /// A row that was new is made, with the same id; of one that was changed, the changed columns are written; one
    /// that was deleted is deleted. A row that is as the line says stays, so a file may be imported twice. All
    /// lines are taken, or none. What this user may not write is refused, as `Lists` does.
    ///
    /// - Parameter lines: as `export` and the `json` of drafts and conflicts give them; empty ones are passed over,
    ///   and conflicts counted.
    /// - Throws: `OutboxImportProblem` for the first line that cannot be taken; `StoreError`.
    /// - Complexity: O(*lines* · log *n*).
    package func importLines(_ lines: [String]) async throws -> OutboxImportReport {
        try await write { db in
            guard let account = try Row.fetchOne(db, sql: "SELECT remote, user_id FROM geoq_account") else {
                throw OutboxImportProblem(line: 1, reason: "changes are an account's; log in first")
            }
            var taking = OutboxImporting(db: db, remote: account["remote"], user: account["user_id"])
            for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
                do {
                    try taking.take(line)
                } catch let problem as OutboxImporting.Problem {
                    throw OutboxImportProblem(line: number + 1, reason: problem.reason)
                } catch let error as StoreError {
                    throw OutboxImportProblem(line: number + 1, reason: "\(error)")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    throw OutboxImportProblem(
                        line: number + 1, reason: "the store does not take it: \(error.message ?? "a constraint")")
                }
            }
            return taking.report
        }
    }
}

/// One import, inside its transaction.
private struct OutboxImporting {
    struct Problem: Error {
        let reason: String
    }

    let db: Database
    let remote: String
    let user: String
    var report = OutboxImportReport()

    mutating func take(_ line: String) throws {
        guard let object = try? JSONValue(parsing: line).object else { throw Problem(reason: "it is no JSON object") }
        guard let name = object["table"]?.string, let id = object["id"]?.string.flatMap({ FeatureID($0) }) else {
            throw Problem(reason: "it has no table and id, as exported changes have")
        }
        if name == "conflict" {
            report.conflicts += 1
            return
        }
        if name == "draft" { return try takeDraft(object, id) }
        guard let table = MirrorTable(rawValue: name), MirrorTable.written.contains(table) else {
            throw Problem(reason: "\(name) is no table that a user writes")
        }
        guard let status = object["status"]?.string.flatMap({ RowStatus(rawValue: $0) }),
            let values = object["values"].flatMap({ Payload.columns($0.text, of: table) })
        else { throw Problem(reason: "it has no status and values, as exported changes have") }
        let kind = object["kind"]?.string.flatMap { PendingOperation.Kind(rawValue: $0) }
        let rows = OpenRows(db, table, remote: remote)
        let old = try rows.visible(id.description)
        if values.isEmpty {
            guard status == .pendingDelete || kind == .delete else { throw Problem(reason: "it has no values") }
            guard old != nil else {
                report.unchanged += 1
                return
            }
            try Store.Lists.checkWritable(db, RowKey(table, id), to: .delete)
            try rows.remove(id.description)
            report.removed += 1
            return
        }
        guard var new = old else {
            if let owner = values.first(where: { $0.name == "owner_id" })?.value, owner != .null, owner != .text(user) {
                throw Problem(reason: "the row is another user's")
            }
            try checkParent(values, of: table)
            guard status == .pendingCreate || kind == .insert else {
                throw Problem(reason: "it changes \(table)/\(id), which the store does not have: a sync may bring it")
            }
            let made = write(values, into: [FieldValue](repeating: .null, count: rows.columns.count), rows)
            try RowRules.check(made.values, of: table)
            try Store.Lists.checkBird(db, made.values, rows)
            try rows.insert(id.description, made.values)
            try Store.Lists.stampMade(db, RowKey(table, id))
            report.made += 1
            return
        }
        try Store.Lists.checkWritable(db, RowKey(table, id))
        // Of a row that was new, all its columns; else those that were changed.
        var changed = Set(values.map(\.name))
        if status != .pendingCreate, kind != .insert {
            changed = Set(object["edited"]?.array?.compactMap(\.string) ?? [])
            changed.formUnion(object["changes"]?.object?.members.map(\.name) ?? [])
        }
        let written = write(values.filter { changed.contains($0.name) }, into: new, rows)
        let positions = written.positions.filter { written.values[$0] != new[$0] }
        guard !positions.isEmpty else {
            report.unchanged += 1
            return
        }
        new = written.values
        try RowRules.check(new, of: table)
        try Store.Lists.checkBird(db, new, rows)
        try rows.write(id.description, new, at: positions)
        try Store.Lists.stampChanged(db, RowKey(table, id))
        report.changed += 1
    }

    /// Values as the store has them, in the columns that travel.
    private func write(
        _ values: [ColumnValue], into old: [FieldValue], _ rows: OpenRows
    ) -> (values: [FieldValue], positions: [Int]) {
        var (new, positions): ([FieldValue], [Int]) = (old, [])
        for value in values {
            guard let position = rows.position(value.name) else { continue }
            new[position] = rows.columns[position].stored(value.value)
            positions.append(position)
        }
        return (new, positions)
    }

    private func checkParent(_ values: [ColumnValue], of table: MirrorTable) throws {
        guard let parent = table.parentColumn,
            case .text(let id)? = values.first(where: { $0.name == parent.name })?.value
        else { return }
        guard try OpenRows(db, parent.table, remote: remote).visible(id) != nil else {
            throw Problem(
                reason: "it belongs to \(parent.table)/\(id), which the store does not have: a sync may bring it")
        }
        if let id = FeatureID(id) { try Store.Lists.checkWritable(db, RowKey(parent.table, id)) }
    }

    private mutating func takeDraft(_ object: JSONObject, _ id: FeatureID) throws {
        guard let list = object["watchlist_id"]?.string.flatMap({ FeatureID($0) }),
            let species = object["species"]?.string
        else { throw Problem(reason: "a draft has a watchlist_id and a species") }
        var draft = Draft(
            id: id, species: species, on: list, place: object["place"]?.string,
            observedAt: object["observed_at"]?.string, notes: object["notes"]?.string)
        if let latitude = object["lat"]?.double, let longitude = object["lon"]?.double {
            do {
                draft.coordinate = try Coordinate(strictLatitude: latitude, longitude: longitude)
            } catch {
                throw Problem(reason: "\(error)")
            }
        }
        try checkParent([ColumnValue("watchlist_id", .text(list.description))], of: .watchlistEntries)
        // What birds may be meant is found in this store.
        var kept = try Store.Drafts.draft(db, id)
        kept?.candidates = []
        guard try OpenRows(db, .watchlistEntries, remote: remote).visible(id.description) == nil,
            kept != draft
        else {
            report.unchanged += 1
            return
        }
        try Store.Drafts.write(db, draft)
        report.drafts += 1
    }
}
