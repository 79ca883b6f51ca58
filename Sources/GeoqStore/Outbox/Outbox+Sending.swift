import GRDB
package import Geoq

extension Store.Outbox {
    /// How often an operation is sent before it dies of transient faults.
    package static let mostAttempts = 5

    /// How long it waits after each of them, in seconds, ± 25 %.
    package static let waits: [Double] = [2, 5, 15, 30, 60]

    /// No operation waits longer before it is sent again, in seconds, whatever
    /// the server asks for.
    package static let longestWait = 300.0

    /// How long an operation or a picture waits before it is sent again, in seconds.
    ///
    /// - Parameters:
    ///   - tries: how many there were; none counts as one.
    ///   - jitter: what the usual wait is multiplied with.
    ///   - asked: how long the server asks to be left alone; the wait is not shorter,
    ///     up to `longestWait`.
    package static func wait(after tries: Int, jitter: Double, asked: Double?) -> Double {
        let usual = waits[min(max(tries, 1), waits.count) - 1] * jitter
        return min(max(usual, asked ?? 0), longestWait)
    }

    /// Begins a push: operations that were sent by a process that ended before
    /// the answer become ready again, with the same ids. What waited for a row
    /// that the server did not name is sent once more; and so is what would wait
    /// for longer than operations do, because this machine's clock was set back.
    ///
    /// - Parameter now: seconds since 1970.
    package func begin(now: Double) async throws {
        try await write { db in
            try OpenRows.forgetOldDeletions(db)
            try Self.shortenWaits(db, now: now)
            let sent = try String.fetchAll(db, sql: "SELECT op_id FROM geoq_operation WHERE state = 'sent'")
            try Self.noteUnanswered(sent, db)
            try db.execute(
                sql: """
                    UPDATE geoq_operation SET state = 'ready'
                    WHERE state = 'sent' OR state = 'waiting' AND waits_for IS NULL
                    """)
        }
    }

    /// Lets operations go that would wait for longer than operations do, because this machine's clock was set back.
    ///
    /// - Parameter now: seconds since 1970.
    package func shortenWaits(now: Double) async throws {
        try await write { db in try Self.shortenWaits(db, now: now) }
    }

    private static func shortenWaits(_ db: Database, now: Double) throws {
        try db.execute(
            sql: "UPDATE geoq_operation SET not_before = NULL WHERE not_before > ?", arguments: [now + longestWait])
    }

    /// Freezes edits, and gives the operations that can be sent now: parents
    /// before children, then in the order in which they were frozen. A delete is
    /// held up by what was moved out of its row here, until the server has that.
    ///
    /// - Parameters:
    ///   - limit: at most so many operations.
    ///   - bytes: at most so many bytes of values, but one operation at least.
    ///   - now: seconds since 1970.
    ///   - trees: of the rows that others can belong to, those whose deletes are given; nil for all.
    ///   - isFirst: whether rows are looked for, too, that were kept and not changed
    ///     after all; a push does it once.
    /// - Returns: nil when nothing can be sent now.
    /// - Throws: `StoreError`, also when changes are noted of rows of another source than the account's.
    /// - Complexity: O(edits + operations that are sent or cannot be), and O(rows with
    ///   changes) for the first batch.
    package func nextBatch(
        limit: Int = 100, bytes: Int = 256 << 10, now: Double, deleting trees: Set<RowKey>? = nil, isFirst: Bool = true
    ) async throws -> [PendingOperation]? {
        try await write { db in
            try Self.checkCaptured(db, store.path)
            guard var freezing = try Freezing(db) else { return nil }
            if isFirst { try HandwrittenRows.mendNoted(db) }
            try freezing.run(dropsUnchanged: isFirst)
            try Self.release(db, remote: freezing.remote)
            let batch = try Self.sendable(
                db, remote: freezing.remote, limit: limit, bytes: bytes, now: now, deleting: trees)
            return batch.isEmpty ? nil : batch
        }
    }

    /// Makes sure that changes are noted of the account's rows. Where another program has given the account another
    /// remote, no row is of the account any more, and each one that was changed would be sent as deleted.
    ///
    /// - Throws: `StoreError.failed`.
    static func checkCaptured(_ db: Database, _ path: String) throws {
        let found = try Row.fetchOne(
            db,
            sql: """
                SELECT a.remote, d.captures FROM geoq_account AS a, geoq_device AS d
                WHERE a.state <> 'leaving' AND a.remote IS NOT d.captures
                """)
        guard let other = found.map(WrittenRow.init) else { return }
        let (account, noted) = (other[0] ?? "nothing", other[1] ?? "nothing")
        throw StoreError.failed(
            path: path,
            reason: "another program has changed geoq_account or geoq_device: the account is of \(account), and "
                + "changes are noted of rows of \(noted); nothing is sent: put back what it was, or a copy of the file")
    }

    /// Operations whose awaited row the server has become ready.
    private static func release(_ db: Database, remote: String) throws {
        let awaited = try String.fetchAll(
            db, sql: "SELECT DISTINCT waits_for FROM geoq_operation WHERE state = 'waiting' AND waits_for IS NOT NULL")
        for text in awaited {
            guard let key = RowKey(text), try isAtServer(key, db, remote: remote) else { continue }
            try db.execute(
                sql: "UPDATE geoq_operation SET state = 'ready', waits_for = NULL WHERE waits_for = ?",
                arguments: [text])
        }
    }

    /// Whether the server has a row, as far as the store knows. It has one, too, that waits
    /// because a file has a row of the same id.
    static func isAtServer(_ key: RowKey, _ db: Database, remote: String) throws -> Bool {
        let isAnothers = """
            EXISTS (SELECT 1 FROM \(key.table) AS t WHERE t.id = ?1 AND t.source <> ?2
                AND \(isNotWaiting(key.table, id: "?1", remote: "?2")))
            """
        let isNew = "EXISTS (SELECT 1 FROM geoq_base_\(key.table) WHERE id = ?1 AND is_born)"
        return try Bool.fetchOne(
            db, sql: "SELECT NOT \(isAnothers)" + (key.table.isReference ? "" : " AND NOT \(isNew)"),
            arguments: [key.id.description, remote]) == true
    }

    /// SQL: whether no row of this id waits that a sync has read from the server.
    ///
    /// - Parameters:
    ///   - table: birds, hotspots and the like; of others the server may not let this user see the row.
    ///   - id: SQL of the id.
    ///   - remote: SQL of the remote's name.
    static func isNotWaiting(_ table: MirrorTable, id: String, remote: String) -> String {
        guard table.isReference else { return "true" }
        return """
            NOT EXISTS (SELECT 1 FROM geoq_remote_waiting AS w
                WHERE w.remote = \(remote) AND w.table_name = '\(table)' AND w.row_id = \(id))
            """
    }

    private static func sendable(
        _ db: Database, remote: String, limit: Int, bytes: Int, now: Double, deleting allowed: Set<RowKey>?
    ) throws -> [PendingOperation] {
        // A new row that is not sent now holds up what belongs to it.
        var heldUp = try String.fetchSet(
            db,
            sql: """
                SELECT table_name || '/' || row_id FROM geoq_operation
                WHERE kind = 'insert' AND (state <> 'ready' OR not_before > ?)
                """, arguments: [now])
        // What was moved out of a row before that was deleted goes first, and the delete with a later batch.
        var left: [MirrorTable: [String: RowKey]] = [:]
        var batch: [PendingOperation] = []
        var size = 0
        // By table, and in it by an index: a sort would read all that waits for each batch.
        for table in MirrorTable.written {
            let rows = try ready(db, table, now: now)
            while batch.count < limit, let row = try rows?.next() {
                guard var operation = PendingOperation(row) else { continue }
                operation.parent = try parent(of: operation, db)
                if !heldUp.isEmpty, let parent = table.parentColumn,
                    case .text(let id)? = operation.values.first(where: { $0.name == parent.name })?.value,
                    heldUp.contains("\(parent.table)/\(id)")
                {
                    if operation.kind == .insert { heldUp.insert(operation.row.description) }
                    continue
                }
                if operation.kind == .delete {
                    if let allowed, !table.dependents.isEmpty, !allowed.contains(operation.row) { continue }
                    let trees = try left[table] ?? treesLeft(table, db, remote: remote)
                    left[table] = trees
                    if trees[operation.row.id.description] != nil { continue }
                }
                let payload: String? = WrittenRow(row)["payload"]
                size += payload?.utf8.count ?? 0
                if !batch.isEmpty, size > bytes { return batch }
                batch.append(operation)
            }
            if batch.count >= limit { break }
        }
        return batch
    }

    /// The row that the row of an operation belongs to, as the operation leaves it.
    private static func parent(of operation: PendingOperation, _ db: Database) throws -> RowKey? {
        guard let parent = operation.row.table.parentColumn else { return nil }
        var text: String?
        if let named = operation.values.first(where: { $0.name == parent.name }) {
            if case .text(let id) = named.value { text = id }
        } else if operation.kind == .update {
            text = try String.fetchOne(
                try db.cachedStatement(sql: "SELECT \(parent.name) FROM \(operation.row.table) WHERE id = ?"),
                arguments: [operation.row.id.description])
        }
        return text.flatMap { FeatureID($0) }.map { RowKey(parent.table, $0) }
    }

    static let ranks = MirrorTable.written.map { "WHEN '\($0)' THEN \($0.rank)" }.joined(separator: " ")

    private static let isReady = "state = 'ready' AND (not_before IS NULL OR not_before <= ?2)"
    /// The plus keeps SQLite from the index of tables, which has another order.
    static let readyOfTable =
        "SELECT * FROM geoq_operation WHERE +table_name = ?1 AND \(isReady) ORDER BY sequence"

    /// The operations of a table that are ready now, in the order in which they were
    /// frozen; nil when there is none.
    private static func ready(_ db: Database, _ table: MirrorTable, now: Double) throws -> RowCursor? {
        let arguments: StatementArguments = [table.rawValue, now]
        let isAny = try Bool.fetchOne(
            try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM geoq_operation WHERE table_name = ?1 AND \(isReady))"),
            arguments: arguments)
        guard isAny == true else { return nil }
        return try Row.fetchCursor(try db.cachedStatement(sql: readyOfTable), arguments: arguments)
    }

    /// Notes that a request with these operations is about to be written.
    package func markSent(_ ids: [FeatureID]) async throws {
        try await write { db in
            for id in ids {
                try db.executeCached(
                    sql: "UPDATE geoq_operation SET state = 'sent', attempts = attempts + 1 WHERE op_id = ?",
                    arguments: [id.description])
            }
        }
    }

    /// Notes that no answer came to requests with these operations. They are sent again, with the same ids.
    package func noteUnanswered(_ ids: [FeatureID]) async throws {
        try await write { db in try Self.noteUnanswered(ids.map(\.description), db) }
    }

    private static func noteUnanswered(_ ids: [String], _ db: Database) throws {
        for id in ids {
            // The moment for which the operation waited had passed when it was sent.
            try db.executeCached(
                sql: """
                    UPDATE geoq_operation SET not_before = NULL, class = ?, code = NULL, message = ? WHERE op_id = ?
                    """,
                arguments: [
                    PendingOperation.Failure.unanswered, "no answer came, so the server may have it already", id,
                ])
        }
    }

    /// What can have to wait for a moment.
    package enum Delayed: Sendable {
        case operations, pictures
    }

    /// When the next operation or picture can be sent that has to wait for a moment;
    /// nil when none has.
    ///
    /// - Parameter kind: what alone counts; nil for both.
    package func nextMoment(of kind: Delayed? = nil) async throws -> Double? {
        try await read { db in
            try Double.fetchOne(
                db,
                sql: """
                    SELECT min(not_before) FROM (
                        SELECT not_before FROM geoq_operation WHERE ?1 AND state = 'ready'
                        UNION ALL SELECT not_before FROM geoq_upload WHERE ?2 AND state <> 'dead')
                    """, arguments: [kind != .pictures, kind != .operations])
        }
    }
}
