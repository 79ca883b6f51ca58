import GRDB
public import Geoq
public import GeoqIndex

/// Sees the rows of a remote as they will be once what is staged is applied.
///
/// On a connection of its own: nobody waits for it.
public final class MirrorReader: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let staged: StagedTables?

    /// - Parameter staging: nil for the rows as they are.
    public init(_ store: Store, _ staging: MirrorStaging?) throws {
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

    /// Which rows are gone through.
    public enum Selection: Sendable {
        /// Those that the mirror has and those that wait, whatever is staged.
        case held
        /// Those of them that another version is staged of, or that are gone.
        case overtaken
        /// Those that are staged and not gone.
        case staged
    }

    /// Goes through ids and tokens of rows, in no order.
    ///
    /// What the mirror will have is what is held, without what is overtaken,
    /// and what is staged.
    ///
    /// - Parameters:
    ///   - range: only ids whose first byte is one of these.
    ///   - update: takes an id and its token; −1 for a row of unknown version.
    /// - Returns: the result, and the ids that are no UUIDs in lower case: such
    ///   rows are damaged.
    /// - Complexity: O(rows of the table), O(rows in the range) with one;
    ///   O(staged rows · log *n*) for those that are overtaken.
    public func reduce<Value: Sendable>(
        _ selection: Selection, _ table: MirrorTable, of remote: String, range: ClosedRange<UInt8>? = nil,
        into initial: Value, _ update: @escaping @Sendable (inout Value, ItemKey, Int64) -> Void
    ) async throws -> (value: Value, damaged: [String]) {
        guard selection == .held || staged != nil else { return (initial, []) }
        return try await read { db in
            let rows = try PreparedStatement(db, Self.sql(selection, table, isRange: range != nil))
            rows.bind(1, remote)
            if let range {
                rows.bind(2, Self.hex(range.lowerBound))
                // "g" comes after every digit.
                rows.bind(3, range.upperBound == 255 ? "g" : Self.hex(range.upperBound + 1))
            }
            var value = initial
            var damaged: [String] = []
            while try rows.step() {
                if let key = rows.key(0) {
                    update(&value, key, rows.int(1))
                } else {
                    damaged.append(rows.text(0))
                }
            }
            return (value, damaged)
        }
    }

    /// How many rows `reduce` would go through, if what the store noted of their
    /// number is right.
    ///
    /// - Complexity: O(staged rows · log *n*).
    public func expectedCount(of table: MirrorTable, of remote: String) async throws -> Int {
        let isKnown = """
            (EXISTS (SELECT 1 FROM main.\(table) AS t WHERE t.id = s.id AND t.source = ?1)
            OR EXISTS (SELECT 1 FROM main.geoq_remote_waiting
                WHERE remote = ?1 AND table_name = '\(table)' AND row_id = s.id))
            """
        let sql = """
            SELECT ifnull((SELECT row_count FROM main.geoq_remote_table WHERE remote = ?1 AND table_name = '\(table)'), 0)
                + (SELECT count(*) FROM main.geoq_remote_waiting WHERE remote = ?1 AND table_name = '\(table)')
                + (SELECT count(*) FROM staging.staged_\(table) AS s WHERE NOT gone AND NOT \(isKnown))
                - (SELECT count(*) FROM staging.staged_\(table) AS s WHERE gone AND \(isKnown))
            """
        return try await read { db in try Int.fetchOne(db, sql: sql, arguments: [remote]) ?? 0 }
    }

    /// Rows that wait, and need not any more: what they lacked is there, or is
    /// staged.
    public func waitingToRetry(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
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

    /// Rows that wait: of the remote, and not among the rows of the store.
    public func waiting(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
        try await read { db in
            try String.fetchAll(
                db, sql: "SELECT row_id FROM main.geoq_remote_waiting WHERE remote = ? AND table_name = ?",
                arguments: [remote, table.rawValue]
            ).compactMap { FeatureID($0) }
        }
    }

    public func close() {
        try? queue.close()
    }

    /// Names are those of `MirrorTable`: literals.
    private static func sql(_ selection: Selection, _ table: MirrorTable, isRange: Bool) -> String {
        func range(_ column: String) -> String { isRange ? " AND \(column) >= ?2 AND \(column) < ?3" : "" }
        let isHeld = "t.source = ?1 AND NOT (t.sync_token IS NULL AND t.deleted_at IS NOT NULL)"
        let isWaiting = "w.remote = ?1 AND w.table_name = '\(table)'"
        switch selection {
        case .held:
            return """
                SELECT t.id, ifnull(t.sync_token, -1) FROM main.\(table) AS t WHERE \(isHeld)\(range("t.id"))
                UNION ALL
                SELECT w.row_id, w.token FROM main.geoq_remote_waiting AS w WHERE \(isWaiting)\(range("w.row_id"))
                """
        case .overtaken:
            return """
                SELECT t.id, ifnull(t.sync_token, -1) FROM staging.staged_\(table) AS s
                    CROSS JOIN main.\(table) AS t ON t.id = s.id WHERE \(isHeld)\(range("s.id"))
                UNION ALL
                SELECT w.row_id, w.token FROM staging.staged_\(table) AS s
                    CROSS JOIN main.geoq_remote_waiting AS w ON w.row_id = s.id WHERE \(isWaiting)\(range("s.id"))
                """
        case .staged:
            // The parameter is used either way.
            return """
                SELECT id, token FROM staging.staged_\(table) WHERE NOT gone AND ?1 IS NOT NULL\(range("id"))
                """
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.read(body)
        } catch {
            throw Store.described(error, path: path)
        }
    }
}
