import GRDB
package import Geoq
package import GeoqIndex

/// Sees the rows of a remote as they will be once the staged rows are applied.
///
/// It has a connection of its own, so no other reader waits for it.
package final class MirrorReader: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    let staged: StagedTables?

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

    package func close() {
        try? queue.close()
    }

    /// Runs a body with the connection.
    ///
    /// - Throws: what the store says of it.
    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.read(body)
        } catch {
            throw Store.described(error, path: path)
        }
    }
}
