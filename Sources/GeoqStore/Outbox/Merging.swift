import GRDB
import Geoq

/// Brings together what the server has of a row and what was changed here,
/// inside one transaction.
///
/// Columns that one side changed come from there. Where both sides changed a
/// column, one of them wins and the other is kept among the conflicts: no value
/// is lost unseen. Two values that are equal, or mean the same, make no conflict,
/// and the row gets the value as the server writes it.
struct Merging {
    let db: Database
    let remote: String
    var policy = ConflictPolicy.server
    private let deviceID: String
    private let clockOffset: Double
    private let tables: [MirrorTable: OpenRows]
    var twins: BirdTwins
    /// How many conflicts were noted.
    private(set) var conflicts = 0

    init(_ db: Database, remote: String, policy: ConflictPolicy = .server) throws {
        (self.db, self.remote, self.policy) = (db, remote, policy)
        let device = try Row.fetchOne(db, sql: "SELECT ifnull(id, ''), round(clock_offset, 3) FROM geoq_device")
        (deviceID, clockOffset) = (device?[0] ?? "", device?[1] ?? 0)
        tables = Dictionary(uniqueKeysWithValues: MirrorTable.written.map { ($0, OpenRows(db, $0, remote: remote)) })
        twins = BirdTwins(db, remote: remote)
    }

    func rows(_ table: MirrorTable) -> OpenRows {
        guard let rows = tables[table] else { preconditionFailure("No user writes rows of \(table).") }
        return rows
    }

    /// What the server has, in the positions of the traveling columns.
    struct Theirs {
        var version: Int64?
        var token: Int64?
        var deletedAt: String?
        /// nil for a column that the server did not tell.
        var values: [FieldValue?]
        var editedAt: String?
        var editedDevice: String?
        /// The positions of columns that another device may have put back to what they were.
        var putBack: Set<Int> = []
    }

    func theirs(_ row: ServerRow, _ table: MirrorTable) -> Theirs {
        let rows = rows(table)
        var values = [FieldValue?](repeating: nil, count: rows.columns.count)
        for column in row.values {
            guard let position = rows.position(column.name) else { continue }
            values[position] = rows.columns[position].stored(column.value)
        }
        return Theirs(
            version: row.version, deletedAt: row.deletedAt, values: values, editedAt: row.editedAt,
            editedDevice: row.editedDevice)
    }

    /// Takes a newer version of a row with open changes.
    ///
    /// - Parameter isAnswer: whether the row's operation was refused for the
    ///   sake of this version; then it is made edits again in any case.
    mutating func take(_ theirs: Theirs, for id: String, of table: MirrorTable, isAnswer: Bool) throws {
        let rows = rows(table)
        guard var base = try rows.base(id) else { return }
        var known = base
        let values = theirs.values.indices.map { theirs.values[$0] ?? base.values[$0] }
        let isSame = !known.isBorn && known.deletedAt == nil && theirs.deletedAt == nil && values == known.values
        (base.values, base.version, base.token) = (values, theirs.version ?? known.version, theirs.token)
        (base.isBorn, base.isGone, base.deletedAt) = (false, false, theirs.deletedAt)
        if isSame, !isAnswer { return try rows.writeBase(id, base) }
        if theirs.deletedAt != nil, known.deletedAt == nil,
            try !(known.isBorn && rows.wasDeletedHere(id))
        {
            return try lose(id, of: table, .deletedThere, theirVersion: base.version)
        }
        if theirs.deletedAt == nil, known.deletedAt != nil, try rows.show(id) {
            // A pull had left the row, marked as deleted, for the sake of what belongs to it: this
            // device did not delete it. Its changes are of single columns, also while the merge leaves them to the answer
            // of the next push.
            known.deletedAt = nil
            try rows.writeBase(id, known)
        }
        let operation = try rows.operation(id)
        let ground = try ground(id, rows, operation, base: base, known: known)
        guard let visible = try rows.visible(id) else {
            let sent = operation.flatMap { ground.isBorn ? made(by: $0, rows, ground) : nil }
            return try keepDeleted(id, rows, base, sent ?? ground, try rows.thaw(id))
        }
        if theirs.deletedAt != nil {
            // The row is to live again, and the server still has it as deleted.
            let edits = try rows.thaw(id)
            try rows.writeBase(id, base)
            return try rows.writeEdits(id, edits.isEmpty ? ["deleted_at": now()] : edits)
        }
        if known.isGone {
            // The user sees the row again, whatever becomes of its columns.
            var seen = known
            seen.isGone = false
            try rows.writeBase(id, seen)
        }
        // One that waits for this pull alone is sent by the next push.
        let isSent =
            operation.map { [.ready, .sent].contains($0.state) || $0.state == .waiting && $0.waitsFor == nil } ?? true
        var theirs = theirs
        if !isAnswer, let operation {
            theirs.putBack = putBack(theirs, operation)
            // Whether it was, the answer of the next push tells.
            if isSent, !theirs.putBack.isEmpty { return }
        }
        try merge(
            id, rows, visible: visible, base: base, known: ground, theirs, waits: !isAnswer && isSent)
    }

    /// The values on which the latest edits of a row were made, after an operation whose answer has not come.
    ///
    /// Where the server has the values that the operation sent, the operation has had its effect, or another device
    /// has written the same. Either way the edits since were made on these values, and make no conflict with them.
    /// Columns that a merge takes together, such as latitude and longitude, are compared together: where only the
    /// latitude is the one that was sent, the user of this device has not seen the longitude.
    private func ground(
        _ id: String, _ rows: OpenRows, _ operation: PendingOperation?, base: BaseRow, known: BaseRow
    ) throws -> BaseRow {
        let since = try rows.edits(id)
        // A row that was made again since has nothing to do with what was sent.
        guard let operation, operation.kind != .delete, base.deletedAt == nil, !since.isEmpty, since["+"] == nil,
            known.deletedAt == nil || operation.revives
        else { return known }
        var sent: [Int: FieldValue] = [:]
        for column in operation.values {
            guard let position = rows.position(column.name) else { continue }
            sent[position] = rows.columns[position].stored(column.value)
        }
        var ground = known
        (ground.isBorn, ground.deletedAt) = (false, nil)
        for unit in rows.table.mergeUnits {
            let positions = unit.filter { sent[$0] != nil }
            let isThere = try positions.allSatisfy { position in
                guard let value = sent[position] else { return true }
                return try rows.isSame(position, value, base.values[position])
                    || known.isBorn && rows.isLeftToServer(position, value)
            }
            // Of a new row all must be there: else it is another one of the same id.
            if !isThere, known.isBorn || known.deletedAt != nil { return known }
            if isThere { for position in positions { ground.values[position] = base.values[position] } }
        }
        return ground
    }

    /// The columns of an operation that went without an answer, where the row was changed more than once since and has
    /// other values there: the operation may have changed them, and another device, that saw it, have put them back. To
    /// send it once more would overwrite that unseen.
    func putBack(_ theirs: Theirs, _ operation: PendingOperation) -> Set<Int> {
        guard operation.kind == .update, operation.failure?.isOpen == true, let before = operation.baseVersion,
            let version = theirs.version, version > before, version - 1 > before
        else { return [] }
        let rows = rows(operation.row.table)
        let positions = operation.values.compactMap { column -> Int? in
            guard let position = rows.position(column.name), let value = theirs.values[position] else { return nil }
            let sent = rows.columns[position].stored(column.value)
            return (try? rows.isSame(position, sent, value)) == true ? nil : position
        }
        return Set(positions)
    }

    /// The row that an operation makes, whose answer has not come: what the server has besides is another device's.
    ///
    /// - Returns: nil for an operation that makes none.
    private func made(by operation: PendingOperation, _ rows: OpenRows, _ known: BaseRow) -> BaseRow? {
        guard operation.kind == .insert else { return nil }
        var made = known
        made.isBorn = false
        for column in operation.values {
            guard let position = rows.position(column.name) else { continue }
            made.values[position] = rows.columns[position].stored(column.value)
        }
        return made
    }

    /// - Parameter waits: whether the row's changes are sent by the next push, whose answer tells more than a pull does.
    private mutating func merge(
        _ id: String, _ rows: OpenRows, visible: [FieldValue], base: BaseRow, known: BaseRow, _ theirs: Theirs,
        waits: Bool
    ) throws {
        let edits = try rows.thawed(id)
        // The server's bird has come by now, perhaps in this very sync.
        var mine = visible
        _ = try twins.translate(&mine, rows)
        var (result, kept): ([FieldValue], [String: String]) = (mine, [:])
        var (lost, won): ([Int], [Int]) = ([], [])
        let isWhole = known.isBorn || known.deletedAt != nil
        for unit in rows.table.mergeUnits {
            let isMine = try unit.contains {
                try isWhole
                    || edits[rows.columns[$0].name] != nil && !rows.isSame($0, mine[$0], known.values[$0])
            }
            let isTheirs = try unit.contains {
                try isWhole || theirs.putBack.contains($0)
                    || !rows.isSame($0, base.values[$0], known.values[$0]) && !rows.isFilled($0, base, known)
            }
            let differing = try unit.filter {
                try !rows.isSame($0, mine[$0], base.values[$0])
                    && !(known.isBorn && rows.isLeftToServer($0, mine[$0]))
            }
            for position in unit where !differing.contains(position) { result[position] = base.values[position] }
            if differing.isEmpty { continue }
            let moment = unit.compactMap { edits[rows.columns[$0].name] }.max() ?? edits["+"]
            if isMine, !isTheirs || isLater(moment, than: theirs) {
                if isTheirs { won += differing }
                for position in differing { kept[rows.columns[position].name] = try moment ?? now() }
            } else {
                for position in unit { result[position] = base.values[position] }
                if isMine { lost += differing }
            }
        }
        // A row that was pulled does not tell when it was edited. The answer to the push does: it decides.
        if policy == .lastWrite, waits, !isWhole, !lost.isEmpty { return }
        switch try home(of: result, rows) {
        case .here: break
        // The row stays as it is, until a pull brings the one that it is below there.
        case .unknown: return
        case .deletedHere: return try keepDeleted(moved: id, rows, mine: mine, base: base, known: known)
        }
        try rows.thaw(id)
        if !lost.isEmpty {
            try note(
                id, rows, .edited, base: isWhole ? [] : columns(known.values, lost, rows),
                mine: columns(mine, lost, rows), theirs: columns(base.values, lost, rows), version: base.version)
        }
        if !won.isEmpty {
            try note(
                id, rows, .edited, base: isWhole ? [] : columns(known.values, won, rows),
                mine: columns(mine, won, rows), theirs: columns(base.values, won, rows), version: base.version,
                settled: "mine")
        }
        try rows.write(id, result, at: result.indices.filter { !result[$0].isIdentical(to: visible[$0]) })
        try settle(id, rows, base, kept)
    }

    /// Notes what the server has, and what is left to send.
    mutating func settle(_ id: String, _ rows: OpenRows, _ base: BaseRow, _ edits: [String: String]) throws {
        try rows.note(id, version: base.version, token: base.token)
        guard !edits.isEmpty else { return try rows.close(id) }
        try rows.writeBase(id, base)
        try rows.writeEdits(id, edits)
    }

    // MARK: Small parts

    func now() throws -> String { try Self.now(db) }

    /// The moment by SQLite's clock, as columns of moments have it.
    static func now(_ db: Database) throws -> String {
        try String.fetchOne(db, sql: "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')") ?? ""
    }

    /// Whether an edit of this device is later than theirs, by the moment and
    /// then by the device.
    func isLater(_ moment: String?, than theirs: Theirs) -> Bool {
        guard policy == .lastWrite, let moment, let other = theirs.editedAt else { return false }
        let compared = try? Row.fetchOne(
            db,
            // No edit is later than now: this device's clock may have been ahead when it was made.
            sql: "SELECT min(julianday(?1, ?2), julianday('now', ?2)) AS mine, julianday(?3) AS theirs",
            arguments: [moment, "\(clockOffset) seconds", other])
        guard let mine = compared?["mine"] as Double?, let their = compared?["theirs"] as Double? else { return false }
        return (mine, deviceID) > (their, theirs.editedDevice ?? "")
    }

    func columns(_ values: [FieldValue], _ positions: [Int], _ rows: OpenRows) -> [ColumnValue] {
        positions.map { ColumnValue(rows.columns[$0].name, rows.columns[$0].traveling(values[$0])) }
    }

    /// Whether an open conflict of a row says the same.
    func isNoted(
        _ id: String, _ rows: OpenRows, _ reason: OutboxConflict.Reason, mine: [ColumnValue], theirs: [ColumnValue]
    ) throws -> Bool {
        let isNoted = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM geoq_conflict WHERE table_name = ? AND row_id = ? AND reason = ?
                    AND mine = ? AND theirs = ? AND settled IS NULL)
                """,
            arguments: [
                rows.table.rawValue, id, reason.rawValue, Payload.text(mine), Payload.text(theirs),
            ])
        return isNoted == true
    }

    /// Notes a conflict.
    ///
    /// - Parameter settled: who has won; nil while a person has to say.
    mutating func note(
        _ id: String, _ rows: OpenRows, _ reason: OutboxConflict.Reason, base: [ColumnValue], mine: [ColumnValue],
        theirs: [ColumnValue], version: Int64?, settled: String? = nil
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO geoq_conflict
                    (at, table_name, row_id, reason, base, mine, theirs, their_version, settled)
                VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                rows.table.rawValue, id, reason.rawValue, Payload.text(base), Payload.text(mine), Payload.text(theirs),
                version, settled,
            ])
        if settled == nil { conflicts += 1 }
    }
}
