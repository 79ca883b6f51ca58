import GRDB
import Geoq

/// What answers do to operations and rows.
struct AnswerApplication {
    var merging: Merging
    let now: Double
    let jitter: Double
    /// The operations that were there before the first of the answers: one of them settles others, as the delete of a
    /// list does with what belongs to it.
    let known: Set<String>
    var report = AnswerReport()

    var db: Database { merging.db }

    mutating func apply(_ answer: OperationAnswer, to id: String) throws {
        let row = try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT * FROM geoq_operation WHERE op_id = ?"), arguments: [id])
        guard let operation = row.flatMap({ PendingOperation($0) }) else {
            report.ignored += 1
            if row == nil, !known.contains(id), case .applied = answer { report.takenBack += 1 }
            return
        }
        switch answer {
        case .applied(let version):
            try applied(operation, version)
            try RowSyncs.noteSeen(db, operation.row, remote: merging.remote)
        case .conflict(let theirs), .found(let theirs):
            let key = operation.row
            var there = merging.theirs(theirs, key.table)
            // A ledger knows whether the operation had its effect.
            if theirs.isWithoutLedger { there.putBack = merging.putBack(there, operation) }
            if try isBelowUnknown(there, operation) { return try waitForPull(operation, theirs) }
            if case .found = answer { try noteThere(operation) }
            try merging.take(there, for: key.id.description, of: key.table, isAnswer: true)
            try RowSyncs.noteSeen(db, key, remote: merging.remote)
            if case .found = answer { report.applied += 1 } else { report.merged += 1 }
        case .gone where operation.kind == .delete: try applied(operation, nil)
        // A row that was seen until now.
        case .unseen where try operation.kind == .delete && !isOutOfSight(operation): try applied(operation, nil)
        case .gone: try gone(operation, isForGood: true)
        case .unseen: try gone(operation)
        case .parentGone: try gone(operation, .parentGone)
        case .waits(let awaited): try wait(operation, for: awaited)
        case .refused(let isForbidden, let code, let message):
            try refused(operation, isForbidden, code, message)
        case .unusable(let message):
            try change(
                operation, "state = 'dead', class = ?, code = NULL, message = ?",
                [PendingOperation.Failure.unusable, message])
            report.failed += 1
        case .transient(let code, let message, let pause, let mayBeTaken):
            try failed(operation, code, message, pause, mayBeTaken)
        case .unsent:
            try change(operation, "state = 'ready', attempts = max(attempts - 1, 0)", [])
            report.postponed += 1
        }
    }

    func change(_ operation: PendingOperation, _ assignments: String, _ values: StatementArguments) throws {
        try db.executeCached(
            sql: "UPDATE geoq_operation SET \(assignments) WHERE op_id = ?",
            arguments: values + [operation.id.description])
    }

    /// Notes that the project has the row of an operation, and the picture of a photo.
    private func noteThere(_ operation: PendingOperation) throws {
        let (id, rows) = (operation.row.id.description, merging.rows(operation.row.table))
        guard let base = try rows.base(id) else { return }
        if operation.kind == .insert { try countRow(rows, 1) }
        if base.isBorn || base.deletedAt != nil { try rows.forgetDeleted(id) }
        if operation.row.table == .observedBirdPhotos { try Store.Photos.forgetStored(merging.db, id) }
    }

    private mutating func applied(_ operation: PendingOperation, _ version: Int64?) throws {
        report.applied += 1
        if operation.failure?.isOpen == true { report.replayed += 1 }
        let (id, rows) = (operation.row.id.description, merging.rows(operation.row.table))
        let edits = try rows.edits(id)
        try rows.dropOperation(id)
        guard var base = try rows.base(id) else { return }
        let isVisible = try rows.visible(id) != nil
        if operation.kind == .delete {
            try countRow(rows, base.isBorn || base.isGone ? 0 : -1)
            try closeTree(under: id, rows)
            try rows.noteDeleted(id)
            guard isVisible else {
                try rows.remove(id)
                return try rows.close(id)
            }
            // The row was made again meanwhile.
            base.deletedAt = try merging.now()
            base.version = version ?? base.version.map { $0 < .max ? $0 + 1 : $0 }
            return try rows.writeBase(id, base)
        }
        try noteThere(operation)
        for column in operation.values {
            guard let position = rows.position(column.name) else { continue }
            base.values[position] = rows.columns[position].stored(column.value)
        }
        (base.isBorn, base.isGone, base.deletedAt, base.token) = (false, false, nil, nil)
        base.version = version ?? base.version
        try merging.settle(id, rows, base, edits)
    }

    /// The mirror's note of how many rows the remote has.
    private func countRow(_ rows: OpenRows, _ difference: Int) throws {
        try db.executeCached(
            sql: "UPDATE geoq_remote_table SET row_count = max(row_count + ?, 0) WHERE remote = ? AND table_name = ?",
            arguments: [difference, rows.remote, rows.table.rawValue])
    }

    /// The server has deleted what belongs to a row, too.
    private func closeTree(under id: String, _ rows: OpenRows) throws {
        for child in rows.table.dependents {
            let childRows = merging.rows(child.table)
            for childID in try childRows.gone(from: id, by: child.column) {
                // The server may have it elsewhere by now: then its own delete is still to be sent.
                if try wasSentElsewhere(childID, childRows, than: id, by: child.column) { continue }
                try closeTree(under: childID, childRows)
                try countRow(childRows, -1)
                try childRows.noteDeleted(childID)
                try childRows.close(childID)
            }
            try reviveWritten(under: id, by: child.column, childRows)
        }
    }

    /// Whether an operation whose answer has not come moves a row to another one than that it belonged to.
    private func wasSentElsewhere(_ id: String, _ rows: OpenRows, than parent: String, by column: String) throws -> Bool
    {
        guard let operation = try rows.operation(id), operation.kind == .update else { return false }
        return operation.values.contains { $0.name == column && $0.value != .text(parent) }
    }

    /// Rows that were written again while the delete of the row that they belong to travelled: the server has deleted
    /// them, and they are to live.
    private func reviveWritten(under id: String, by column: String, _ rows: OpenRows) throws {
        let ids = try String.fetchAll(
            db,
            sql: "SELECT id FROM geoq_base_\(rows.table) WHERE \(column) = ? AND NOT is_born AND deleted_at IS NULL",
            arguments: [id])
        for written in ids {
            guard var base = try rows.base(written), let now = try rows.visible(written),
                let position = rows.position(column), now[position] == .text(id)
            else { continue }
            base.deletedAt = try merging.now()
            base.version = base.version.map { $0 < .max ? $0 + 1 : $0 }
            try rows.writeBase(written, base)
            try closeTree(under: written, rows)
        }
        // Rows that a reading has brought since, below one that was made again here.
        guard let parent = rows.table.parentColumn, try merging.rows(parent.table).visible(id) != nil else { return }
        let brought = try Row.fetchAll(
            db,
            sql: """
                SELECT id, row_version FROM \(rows.table) AS t WHERE \(column) = ? AND source = ? AND deleted_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM geoq_base_\(rows.table) AS b WHERE b.id = t.id)
                """, arguments: [id, rows.remote]
        ).map(WrittenRow.init)
        for row in brought {
            guard let other: String = row["id"], let values = try rows.visible(other) else { continue }
            let now = try merging.now()
            let version = row.int64("row_version").map { $0 < .max ? $0 + 1 : $0 }
            try rows.writeBase(
                other,
                BaseRow(isBorn: false, isGone: false, version: version, deletedAt: now, values: values, token: nil))
            try rows.writeEdits(other, ["deleted_at": now])
            try closeTree(under: other, rows)
        }
    }

    /// Whether the last pull did not see the row any more.
    func isOutOfSight(_ operation: PendingOperation) throws -> Bool {
        try merging.rows(operation.row.table).base(operation.row.id.description)?.isGone == true
    }

    mutating func gone(
        _ operation: PendingOperation, _ reason: OutboxConflict.Reason = .gone, isForGood: Bool = false
    ) throws {
        let key = operation.row
        try merging.lose(key.id.description, of: key.table, reason, theirVersion: nil, isForGood: isForGood)
        report.merged += 1
    }

    mutating func wait(_ operation: PendingOperation, for awaited: RowKey?) throws {
        // A row that the server lacks, and the store thinks it has: nothing that this push does can change that.
        // The next push asks again.
        let isKnown = try awaited.map { try Store.Outbox.isAtServer($0, db, remote: merging.remote) } ?? true
        let lacking = try awaited.map { key in
            let name = try key.table.nameColumn.flatMap { column in
                try String.fetchOne(
                    db, sql: "SELECT \(column) FROM \(key.table) WHERE id = ?", arguments: [key.id.description])
            }
            return "the server has no \(key)" + (name.map { ", \($0)" } ?? "")
        }
        try change(
            operation,
            """
            state = 'waiting', waits_for = ?, attempts = max(attempts - 1, 0), class = 'waiting', code = NULL, message = ?
            """, [isKnown ? nil : awaited?.description, lacking ?? "the server has no row that this one belongs to"])
        report.postponed += 1
    }

    /// Whether another device has put a row below one that the store has never read.
    private func isBelowUnknown(_ theirs: Merging.Theirs, _ operation: PendingOperation) throws -> Bool {
        let rows = merging.rows(operation.row.table)
        return try theirs.deletedAt == nil && merging.home(of: theirs.values.map { $0 ?? .null }, rows) == .unknown
    }

    /// A pull brings the row that this one is below there, and merges what both sides have changed.
    private mutating func waitForPull(_ operation: PendingOperation, _ theirs: ServerRow) throws {
        // Without a ledger it stays open whether it had its effect.
        let isOpen = theirs.isWithoutLedger && operation.failure?.isOpen == true
        try change(
            operation,
            """
            state = 'waiting', waits_for = NULL, attempts = max(attempts - 1, 0), class = ?, code = NULL,
                message = 'another device has moved it below a row that was not read yet; sync to read that, if it can be read here'
            """, [isOpen ? PendingOperation.Failure.unanswered : "waiting"])
        report.postponed += 1
    }

    private mutating func failed(
        _ operation: PendingOperation, _ code: String?, _ message: String, _ pause: Double?, _ mayBeTaken: Bool
    ) throws {
        let isDead = operation.attempts >= Store.Outbox.mostAttempts
        // That the server is not ready now says nothing of an earlier attempt.
        let isOpen = mayBeTaken || operation.failure?.isOpen == true
        let wait = Store.Outbox.wait(after: operation.attempts, jitter: jitter, asked: pause)
        try change(
            operation, "state = ?, not_before = ?, class = ?, code = ?, message = ?",
            [
                isDead ? "dead" : "ready", isDead ? nil : now + wait,
                isOpen ? PendingOperation.Failure.unanswered : "transient", code, message,
            ])
        if isDead { report.failed += 1 } else { report.postponed += 1 }
    }
}
