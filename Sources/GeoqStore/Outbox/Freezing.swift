import GRDB
import Geoq

/// Makes operations of edits, inside one transaction.
///
/// What becomes of a row is found by the row itself: it lives or not, the
/// server knows it or not, and which of the marked columns differ from the
/// base. So several edits become one operation, and edits that undo each other
/// become none.
struct Freezing {
    let db: Database
    let remote: String
    private let userID: String?
    private let clockOffset: Double
    private var sequence: Int64
    private let tables: [MirrorTable: OpenRows]
    private var twins: BirdTwins

    /// - Returns: nil for a store without an account.
    init?(_ db: Database) throws {
        guard let account = try Row.fetchOne(db, sql: "SELECT remote, user_id FROM geoq_account").map(WrittenRow.init),
            let remote = account[0]
        else { return nil }
        (self.db, self.remote, userID) = (db, remote, account[1])
        // In milliseconds, so that SQLite reads the number.
        clockOffset = try Double.fetchOne(db, sql: "SELECT round(clock_offset, 3) FROM geoq_device") ?? 0
        // Not of a row that another program has changed: there is a next number.
        sequence =
            try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM geoq_operation WHERE sequence < 1 << 62") ?? 0
        tables = Dictionary(uniqueKeysWithValues: MirrorTable.written.map { ($0, OpenRows(db, $0, remote: remote)) })
        twins = BirdTwins(db, remote: remote)
    }

    /// Freezes all rows with edits that have no operation on its way. Parents
    /// come first. An operation that waits for another row had no effect, so it
    /// becomes one with the edits: what it waits for may not be named any more.
    ///
    /// - Parameter dropsUnchanged: whether rows are looked for, too, that were kept
    ///   and not changed after all.
    /// - Complexity: O(edits · log *n*), and O(rows with changes · log *n*) for those.
    mutating func run(dropsUnchanged: Bool) throws {
        try thawTwins()
        for table in MirrorTable.written {
            let unchanged = """
                UNION SELECT id FROM geoq_base_\(table) AS b WHERE NOT EXISTS (
                        SELECT 1 FROM geoq_edit WHERE table_name = ?1 AND row_id = b.id)
                    AND NOT EXISTS (SELECT 1 FROM geoq_operation WHERE table_name = ?1 AND row_id = b.id)
                """
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT row_id FROM geoq_edit AS e WHERE table_name = ?1 AND NOT EXISTS (
                        SELECT 1 FROM geoq_operation AS o
                        WHERE o.table_name = ?1 AND o.row_id = e.row_id AND o.state NOT IN ('dead', 'waiting'))
                    \(dropsUnchanged ? unchanged : "")
                    """, arguments: [table.rawValue])
            guard let rows = tables[table] else { continue }
            for id in ids { try freeze(id, rows) }
        }
    }

    /// Makes operations edits again that wait for a bird which the server has under
    /// another id. None of them had an effect: the server has no row of that id.
    private mutating func thawTwins() throws {
        let waiting = try Row.fetchAll(
            db,
            sql: """
                SELECT table_name, row_id, waits_for FROM geoq_operation
                WHERE state = 'waiting' AND waits_for >= 'bird/' AND waits_for < 'bird0'
                """)
        for row in waiting.map(WrittenRow.init) {
            guard let key = row[2].flatMap({ RowKey($0) }), let table: MirrorTable = row.word("table_name"),
                let id = row[1], let rows = tables[table], try twins.twin(of: key.id.description) != nil
            else { continue }
            try rows.thaw(id)
        }
    }

    private mutating func freeze(_ id: String, _ rows: OpenRows) throws {
        guard let base = try rows.base(id) else { return try rows.close(id) }
        if rows.table == .observedBirdPhotos, base.isBorn, try waitsForPicture(id, rows) { return }
        if try isAskedOnceMore(id, rows) { return }
        // The delete of the row that it belongs to travels: until it is done, the server would delete this one, too.
        if base.deletedAt == nil, let present = try rows.visible(id), try rows.goesWithDelete(now: present) { return }
        let wasSent = try rows.operation(id).map { $0.kind == .insert && $0.attempts > 0 } ?? false
        let edits = try rows.thaw(id)
        guard var values = try rows.visible(id) else {
            if base.deletedAt != nil, try rows.present(id) != nil { return try lose(id, of: rows.table, base) }
            if base.isBorn ? !wasSent : base.deletedAt != nil {
                try rows.remove(id)
                return try rows.close(id)
            }
            // The server deletes what belongs to a row with the row.
            if try rows.parentIsDeletedHere(base) {
                if edits["-"] == nil { try rows.writeEdits(id, ["-": moment(edits)]) }
                return
            }
            return try add(id, rows, .delete, base, [], edits)
        }
        if rows.table.hasOwner, let owner = rows.position("owner_id"), values[owner] == .null {
            // A program that replaces a row need not say whose it is.
            values[owner] = base.values[owner]
            if base.isBorn || base.deletedAt != nil, values[owner] == .null, let userID {
                values[owner] = .text(userID)
            }
            if values[owner] != .null {
                try CaptureTriggers.resting(db) { try rows.write(id, values, at: [owner]) }
            }
        }
        if let bird = try twins.translate(&values, rows) {
            try CaptureTriggers.resting(db) { try rows.write(id, values, at: [bird]) }
        }
        let all = rows.columns.indices.map {
            ColumnValue(rows.columns[$0].name, rows.columns[$0].traveling(values[$0]))
        }
        if base.isBorn {
            let given = all.indices.filter { all[$0].value != .null || !rows.columns[$0].isFilledByServer }
            return try add(id, rows, .insert, base, given.map { all[$0] } + creation(of: id, rows), edits)
        }
        if base.deletedAt != nil {
            return try add(id, rows, .update, base, all + [ColumnValue("deleted_at", .null)], edits)
        }
        let changed = all.indices.filter { edits[all[$0].name] != nil && !values[$0].isIdentical(to: base.values[$0]) }
        guard !changed.isEmpty else {
            try CaptureTriggers.resting(db) { try rows.note(id, version: base.version, token: base.token) }
            return try rows.close(id)
        }
        try add(id, rows, .update, base, changed.map { all[$0] }, edits)
    }

    /// Lets an operation that failed for reasons that pass, and may have had its effect, go once more under its id when
    /// its row is changed again: its answer tells what the new edits were made on. Without it a value that is edited
    /// back to the one before would look like no change, and the server may have the other one.
    ///
    /// - Returns: whether it goes; the edits wait for its answer then.
    private func isAskedOnceMore(_ id: String, _ rows: OpenRows) throws -> Bool {
        guard let operation = try rows.operation(id), operation.state == .dead, operation.kind != .delete,
            operation.failure?.keepsOperation == true, operation.attempts <= Store.Outbox.mostAttempts,
            try rows.visible(id) != nil
        else { return false }
        try db.executeCached(
            sql: "UPDATE geoq_operation SET state = 'ready', not_before = NULL WHERE op_id = ?",
            arguments: [operation.id.description])
        return true
    }

    /// Another device has deleted the row, and it was changed here while a sync left it, marked as deleted, for the sake
    /// of open changes below it. All of them are kept among the conflicts.
    private func lose(_ id: String, of table: MirrorTable, _ base: BaseRow) throws {
        var merging = try Merging(db, remote: remote)
        try CaptureTriggers.resting(db) {
            try merging.lose(id, of: table, .deletedThere, theirVersion: base.version)
        }
    }

    /// Whether a new photo's picture is not at the project: then nothing is sent of
    /// the row, so that no row is there without a picture.
    private func waitsForPicture(_ id: String, _ rows: OpenRows) throws -> Bool {
        guard let position = rows.position("is_uploaded"), let values = try rows.visible(id) else { return false }
        return values[position] != .integer(1)
    }

    /// The moment of an operation is no later than now, by the server's clock as far as this device knows it: the clock may
    /// have been ahead when the edit was made, and was set right since.
    private mutating func add(
        _ id: String, _ rows: OpenRows, _ kind: PendingOperation.Kind, _ base: BaseRow, _ values: [ColumnValue],
        _ edits: [String: String]
    ) throws {
        sequence += 1
        // The next sync would bring back what JSON has in the place of its bytes.
        let unreadable = try rows.unreadableColumns(id, values).first.map { column in
            "not sent: \(column) of \(rows.table)/\(id) has bytes that are no text (UTF-8)"
        }
        let awaited = kind == .delete || unreadable != nil ? nil : try absentReference(id, rows)
        let state: PendingOperation.State = unreadable != nil ? .dead : awaited == nil ? .ready : .waiting
        try db.executeCached(
            sql: """
                INSERT INTO geoq_operation
                    (op_id, sequence, table_name, row_id, kind, base_version, payload, edited_at, state, waits_for,
                    class, message)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ifnull(min(strftime('%Y-%m-%dT%H:%M:%fZ', ?8, ?9),
                    strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?9)), \(Self.now)), ?10, ?11, ?12, ?13)
                """,
            arguments: [
                RecordUUID.random().description, sequence, rows.table.rawValue, id, kind.rawValue,
                kind == .insert ? nil : base.version, Payload.text(values), moment(edits),
                "\(clockOffset) seconds", state.rawValue, awaited,
                unreadable == nil ? nil : PendingOperation.Failure.unusable, unreadable,
            ])
        try rows.dropEdits(id)
    }

    /// When a new row was made, by the server's clock as far as this device knows it;
    /// nothing for a table that does not tell it, or a row that does not say.
    private func creation(of id: String, _ rows: OpenRows) throws -> [ColumnValue] {
        guard rows.table.tellsCreation else { return [] }
        let moment = try String.fetchOne(
            try db.cachedStatement(
                sql: "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ?2) FROM \(rows.table) WHERE id = ?1"),
            arguments: [id, "\(clockOffset) seconds"])
        return moment.map { [ColumnValue("created_at", .text($0))] } ?? []
    }

    /// SQL of the moment of an edit whose own cannot be read, because another program has written it.
    private static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

    private func moment(_ edits: [String: String]) -> String { edits.values.max() ?? "now" }

    /// A row that this one names, and that the server cannot have: it is of
    /// another source, and no sync has read one of its id.
    private func absentReference(_ id: String, _ rows: OpenRows) throws -> String? {
        for column in rows.table.schema.references {
            guard let reference = column.reference, let table = MirrorTable(rawValue: reference.table) else { continue }
            let other = try String.fetchOne(
                try db.cachedStatement(
                    sql: """
                        SELECT r.id FROM \(rows.table) AS t JOIN \(table) AS r ON r.id = t.\(column.name)
                        WHERE t.id = ?1 AND r.source <> ?2
                            AND \(Store.Outbox.isNotWaiting(table, id: "r.id", remote: "?2"))
                        """), arguments: [id, remote])
            if let other { return "\(table)/\(other)" }
        }
        return nil
    }
}
