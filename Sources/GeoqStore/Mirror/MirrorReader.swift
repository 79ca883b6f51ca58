import GRDB
package import Geoq
package import GeoqIndex

/// Sees the rows of a remote as they will be once the staged rows are applied.
///
/// It has a connection of its own, so no other reader waits for it.
package final class MirrorReader: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let staged: StagedTables?

    /// Opens the connection; waits for the disk.
    ///
    /// - Parameter staging: nil to see the rows as they are.
    package init(_ store: Store, _ staging: MirrorStaging?) throws {
        WaitingWork.willWait()
        (path, staged) = (store.path, staging?.tables)
        do {
            queue = try Store.connectReader(store.path)
            guard let file = staging?.path else { return }
            try queue.inDatabase { db in
                try db.execute(sql: "ATTACH DATABASE ? AS staging", arguments: [file])
            }
        } catch {
            throw Store.described(error, path: store.path)
        }
    }

    /// Which rows to read.
    package enum Selection: Sendable {
        /// Rows that the mirror has and rows that wait, also where another
        /// version is staged.
        case held
        /// Held rows of which another version is staged, or which are staged as
        /// gone.
        case overtaken
        /// Rows that are staged, except those staged as gone.
        case staged
    }

    /// Reads the ids and tokens of rows, in no order.
    ///
    /// After applying, the mirror will have the held rows, without the
    /// overtaken ones, and the staged rows.
    ///
    /// - Parameters:
    ///   - ranges: only ids in these; nil for all.
    ///   - update: takes an id and its token; −1 for a row of unknown version.
    /// - Returns: the result, and ids that are not UUIDs in lower case: such
    ///   rows are damaged.
    /// - Complexity: O(rows of the table), or O(rows in the ranges) with
    ///   ranges; O(staged rows · log *n*) for overtaken rows.
    package func reduce<Value: Sendable>(
        _ selection: Selection, _ table: MirrorTable, of remote: String, ranges: [IDRange]? = nil,
        into initial: Value, _ update: @escaping @Sendable (inout Value, ItemKey, Int64) -> Void
    ) async throws -> (value: Value, damaged: [String]) {
        try await each(Self.tokens(selection, table, isRange: ranges != nil), selection, remote, ranges, initial) {
            update(&$0, $1, $2.int(1))
        }
    }

    /// As `reduce`, of a table whose rows have keys.
    ///
    /// - Parameter update: takes an id, its key, and its token.
    package func reduceKeys<Value: Sendable>(
        _ selection: Selection, _ table: MirrorTable, of remote: String, into initial: Value,
        _ update: @escaping @Sendable (inout Value, ItemKey, UnsafeBufferPointer<UInt8>, Int64) -> Void
    ) async throws -> (value: Value, damaged: [String]) {
        let sql = Self.tokens(selection, table, isRange: false, key: true)
        return try await each(sql, selection, remote, nil, initial) { value, id, row in
            let token = row.int(1)
            row.withText(2) { update(&value, id, $0, token) }
        }
    }

    /// The keys of rows that wait, and of those that are staged as unusable.
    package func keysOfWaiting(_ table: MirrorTable, of remote: String) async throws -> [FeatureID: String] {
        guard table.hasKeys else { return [:] }
        var sql = """
            SELECT row_id, source_id FROM main.geoq_remote_waiting
            WHERE remote = ?1 AND table_name = ?2 AND source_id IS NOT NULL
            """
        if let staged {
            sql += """
                 UNION ALL SELECT id, source_id FROM staging.\(staged.loose(table))
                WHERE problem IS NOT NULL AND source_id IS NOT NULL
                """
        }
        return try await read { [sql] db in
            let rows = try Row.fetchAll(db, sql: sql, arguments: [remote, table.rawValue])
            return Dictionary(rows.compactMap { row in FeatureID(row[0] as String).map { ($0, row[1]) } }) { $1 }
        }
    }

    /// Reads the ids and stored values of rows, in no order. Waiting rows are
    /// not among them: the store has only their ids.
    ///
    /// - Parameter update: takes an id and the values of the mirrored columns;
    ///   behind them is the key, of a table with keys.
    /// - Complexity: as `reduce`, and O(bytes) of the values.
    package func reduceValues<Value: Sendable>(
        _ selection: Selection, _ table: MirrorTable, of remote: String, ranges: [IDRange]? = nil,
        into initial: Value, _ update: @escaping @Sendable (inout Value, ItemKey, StoredRow) -> Void
    ) async throws -> Value {
        try await each(Self.values(selection, table, isRange: ranges != nil), selection, remote, ranges, initial) {
            update(&$0, $1, StoredRow($2, first: 1))
        }.value
    }

    /// Runs a statement whose first column is an id: `?1` is the remote, `?2` and
    /// `?3` are the ends of a range.
    private func each<Value: Sendable>(
        _ sql: String, _ selection: Selection, _ remote: String, _ ranges: [IDRange]?, _ initial: Value,
        _ update: @escaping @Sendable (inout Value, ItemKey, PreparedStatement) -> Void
    ) async throws -> (value: Value, damaged: [String]) {
        guard selection == .held || staged != nil else { return (initial, []) }
        return try await read { db in try Self.each(db, sql, remote, ranges, initial, update) }
    }

    private static func each<Value>(
        _ db: Database, _ sql: String, _ remote: String, _ ranges: [IDRange]?, _ initial: Value,
        _ update: (inout Value, ItemKey, PreparedStatement) -> Void
    ) throws -> (value: Value, damaged: [String]) {
        let rows = try PreparedStatement(db, sql)
        rows.bind(1, remote)
        var value = initial
        var damaged: [String] = []
        func run() throws {
            while try rows.step() {
                if let key = rows.key(0) { update(&value, key, rows) } else { damaged.append(rows.text(0)) }
            }
        }
        guard let ranges else {
            try run()
            return (value, damaged)
        }
        for range in ranges {
            let (first, beyond) = range.texts
            rows.bind(2, first)
            rows.bind(3, beyond)
            try run()
            rows.reset()
        }
        return (value, damaged)
    }

    /// The same as `reduce` of all held rows, by any connection to the store.
    static func reduceHeld<Value>(
        _ db: Database, _ table: MirrorTable, of remote: String, into initial: Value,
        _ update: (inout Value, ItemKey, Int64) -> Void
    ) throws -> (value: Value, damaged: [String]) {
        try each(db, tokens(.held, table, isRange: false), remote, nil, initial) { update(&$0, $1, $2.int(1)) }
    }

    /// Some of the rows of this remote, by their ids, as they are now.
    ///
    /// - Complexity: O(ids · log *n*).
    package func reduceValues<Value: Sendable>(
        _ ids: [FeatureID], _ table: MirrorTable, of remote: String, into initial: Value,
        _ update: @escaping @Sendable (inout Value, ItemKey, StoredRow) -> Void
    ) async throws -> Value {
        try await read { db in
            let columns = table.columns.map { ", \($0.name)" }.joined()
            let row = try PreparedStatement(
                db, "SELECT id\(columns) FROM main.\(table) WHERE id = ?1 AND source = ?2")
            row.bind(2, remote)
            var value = initial
            for id in ids {
                row.bind(1, id.description)
                if try row.step() { update(&value, id.key, StoredRow(row, first: 1)) }
                row.reset()
            }
            return value
        }
    }

    /// Rows that are staged as unusable, and why.
    package func unusable(_ table: MirrorTable) async throws -> [FeatureID: String] {
        guard let staged else { return [:] }
        return try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, problem FROM staging.\(staged.loose(table)) WHERE problem IS NOT NULL")
            return Dictionary(rows.compactMap { row in FeatureID(row[0] as String).map { ($0, row[1]) } }) { $1 }
        }
    }

    /// How many rows of a table will leave the mirror.
    ///
    /// - Parameter isReplaced: whether all of the remote's rows are staged.
    /// - Complexity: O(rows) when it is, otherwise O(staged rows · log *n*).
    package func leaving(_ table: MirrorTable, of remote: String, isReplaced: Bool) async throws -> Int {
        guard let staged else { return 0 }
        let sql =
            isReplaced
            ? """
            SELECT count(*) FROM main.\(table) AS t
            WHERE source = ?1 AND NOT \(staged.holds(table, "t.id"))\(Self.isClosed(table))
            """
            : """
            SELECT count(*) FROM staging.\(staged.loose(table)) AS s CROSS JOIN main.\(table) AS t ON t.id = s.id
            WHERE s.gone AND t.source = ?1\(Self.isClosed(table))
            """
        return try await read { db in try Int.fetchOne(db, sql: sql, arguments: [remote]) ?? 0 }
    }

    /// How many rows of this remote a table has.
    ///
    /// - Complexity: O(rows).
    package func count(_ table: MirrorTable, of remote: String) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(table) WHERE source = ?", arguments: [remote]) ?? 0
        }
    }

    /// How many rows `reduce` would read, if the store's own note of their
    /// number is right.
    ///
    /// - Complexity: O(staged rows · log *n*).
    package func expectedCount(of table: MirrorTable, of remote: String) async throws -> Int {
        let isKnown = """
            (EXISTS (SELECT 1 FROM main.\(table) AS t WHERE t.id = s.id AND t.source = ?1\(Self.isClosed(table)))
            \(table.isReference ? "" : "OR EXISTS (SELECT 1 \(Self.bases(table)) AND b.id = s.id)")
            OR EXISTS (SELECT 1 FROM main.geoq_remote_waiting
                WHERE remote = ?1 AND table_name = '\(table)' AND row_id = s.id AND reason <> 'doubled'))
            """
        let sql = """
            SELECT ifnull((SELECT row_count FROM main.geoq_remote_table WHERE remote = ?1 AND table_name = '\(table)'), 0)
                + (SELECT count(*) FROM main.geoq_remote_waiting
                    WHERE remote = ?1 AND table_name = '\(table)' AND reason <> 'doubled')
                + (SELECT count(*) FROM staging.staged_\(table) AS s WHERE NOT gone AND NOT \(isKnown))
                - (SELECT count(*) FROM staging.staged_\(table) AS s WHERE gone AND \(isKnown))
            """
        return try await read { db in try Int.fetchOne(db, sql: sql, arguments: [remote]) ?? 0 }
    }

    /// Waiting rows that need not wait any more: the row that they lacked
    /// exists, or is staged.
    package func waitingToRetry(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
        guard let staged else { return [] }
        var conditions = [
            "(reason = 'taken' AND NOT EXISTS (SELECT 1 FROM main.\(table) AS t WHERE t.id = row_id))"
        ]
        for parent in Set(table.parents.map(\.table)) {
            conditions.append(
                """
                (reason = 'parent' AND parent_table = '\(parent)' AND (\(staged.holds(parent, "parent_id"))
                    OR EXISTS (SELECT 1 FROM main.\(parent) AS p WHERE p.id = parent_id AND p.deleted_at IS NULL)))
                """)
        }
        let sql = """
            SELECT row_id FROM main.geoq_remote_waiting
            WHERE remote = ? AND table_name = ? AND (\(conditions.joined(separator: " OR ")))
                AND NOT EXISTS (SELECT 1 FROM staging.staged_\(table) AS s WHERE s.id = row_id)
            """
        return try await read { db in
            try String.fetchAll(db, sql: sql, arguments: [remote, table.rawValue]).compactMap { FeatureID($0) }
        }
    }

    /// Waiting rows: those of the remote that are not among the store's rows.
    package func waiting(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
        try await read { db in
            try String.fetchAll(
                db, sql: "SELECT row_id FROM main.geoq_remote_waiting WHERE remote = ? AND table_name = ?",
                arguments: [remote, table.rawValue]
            ).compactMap { FeatureID($0) }
        }
    }

    package func close() {
        try? queue.close()
    }

    private static let isHeld = "t.source = ?1 AND NOT (t.sync_token IS NULL AND t.deleted_at IS NOT NULL)"

    /// Whether a row has no changes that the server has not taken. Of others the
    /// base counts.
    private static func isClosed(_ table: MirrorTable) -> String {
        table.isReference ? "" : " AND NOT EXISTS (SELECT 1 FROM main.geoq_base_\(table) AS c WHERE c.id = t.id)"
    }

    /// The rows with open changes, as the server last had them.
    private static func bases(_ table: MirrorTable) -> String {
        """
        FROM main.geoq_base_\(table) AS b
        WHERE NOT b.is_born AND NOT b.is_gone AND ?1 = (SELECT remote FROM main.geoq_account)
        """
    }

    private static func condition(_ column: String, _ isRange: Bool) -> String {
        isRange ? " AND \(column) >= ?2 AND \(column) < ?3" : ""
    }

    /// The rows of a selection that are among the store's, or staged: SQL from
    /// FROM on, and the alias of the table that has their values.
    ///
    /// The names are literals of `MirrorTable`. Rows whose ids the remote has
    /// several times are in no selection.
    private static func rows(
        _ selection: Selection, _ table: MirrorTable, isRange: Bool
    ) -> (sql: String, alias: String) {
        switch selection {
        case .held:
            ("FROM main.\(table) AS t WHERE \(isHeld)\(isClosed(table))\(condition("t.id", isRange))", "t")
        case .overtaken:
            (
                """
                FROM staging.staged_\(table) AS s CROSS JOIN main.\(table) AS t ON t.id = s.id
                WHERE \(isHeld)\(isClosed(table))\(condition("s.id", isRange))
                """, "t"
            )
        // SQLite wants every bound parameter to be used.
        case .staged:
            (
                "FROM staging.staged_\(table) AS s WHERE NOT gone AND ?1 IS NOT NULL\(condition("s.id", isRange))",
                "s"
            )
        }
    }

    private static func tokens(
        _ selection: Selection, _ table: MirrorTable, isRange: Bool, key hasKey: Bool = false
    ) -> String {
        let rows = rows(selection, table, isRange: isRange)
        func key(_ alias: String) -> String { hasKey ? ", \(alias).source_id" : "" }
        if selection == .staged { return "SELECT s.id, s.token\(key("s")) \(rows.sql)" }
        let waiting =
            selection == .held
            ? "FROM main.geoq_remote_waiting AS w"
            : "FROM staging.staged_\(table) AS s CROSS JOIN main.geoq_remote_waiting AS w ON w.row_id = s.id"
        // A row that exists does not wait, even if a damaged file says so.
        return """
            SELECT t.id, ifnull(t.sync_token, -1)\(key("t")) \(rows.sql)\(
                openRows(selection, table, isRange, "ifnull(b.sync_token, -1)")) UNION ALL
            SELECT w.row_id, w.token\(key("w")) \(waiting)
            WHERE w.remote = ?1 AND w.table_name = '\(table)' AND w.reason <> 'doubled'
                AND NOT EXISTS (SELECT 1 FROM main.\(table) AS own WHERE own.id = w.row_id AND own.source = ?1)
                \(table.isReference ? "" : "AND NOT EXISTS (SELECT 1 \(bases(table)) AND b.id = w.row_id)")
                \(condition(selection == .held ? "w.row_id" : "s.id", isRange))
            """
    }

    private static func values(_ selection: Selection, _ table: MirrorTable, isRange: Bool) -> String {
        let rows = rows(selection, table, isRange: isRange)
        let columns =
            table.columns.map { ", \(rows.alias).\($0.name)" }.joined()
            + (table.hasKeys ? ", \(rows.alias).source_id" : "")
        let open = table.columns.map { "b.\($0.name)" }.joined(separator: ", ")
        return "SELECT \(rows.alias).id\(columns) \(rows.sql)"
            + (selection == .staged ? " AND problem IS NULL" : openRows(selection, table, isRange, open))
    }

    /// SQL that adds rows with open changes to a selection of held rows.
    private static func openRows(
        _ selection: Selection, _ table: MirrorTable, _ isRange: Bool, _ columns: String
    ) -> String {
        if table.isReference || selection == .staged { return "" }
        let isOvertaken =
            selection == .held ? "" : " AND EXISTS (SELECT 1 FROM staging.staged_\(table) AS s WHERE s.id = b.id)"
        return " UNION ALL SELECT b.id, \(columns) \(bases(table))\(isOvertaken)\(condition("b.id", isRange))"
    }

    private func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.read(body)
        } catch {
            throw Store.described(error, path: path)
        }
    }
}
