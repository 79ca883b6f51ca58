import GRDB
import Geoq

extension Store.Outbox {
    /// Conflicts, oldest first.
    package func conflicts(includingSettled: Bool = false) async throws -> [OutboxConflict] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM geoq_conflict WHERE ? OR settled IS NULL ORDER BY number",
                arguments: [includingSettled]
            ).compactMap { OutboxConflict($0) }
        }
    }

    /// The conflict of a number; nil when there is none.
    package func conflict(_ number: Int64) async throws -> OutboxConflict? {
        try await read { db in try Self.conflict(db, number) }
    }

    private static func conflict(_ db: Database, _ number: Int64) throws -> OutboxConflict? {
        try Row.fetchOne(db, sql: "SELECT * FROM geoq_conflict WHERE number = ?", arguments: [number])
            .flatMap { OutboxConflict($0) }
    }

    /// Makes what lost a new edit, and settles the conflicts, in whatever order they
    /// are named. All of them, or none.
    ///
    /// - Throws: `StoreError.noSuchConflict`; `StoreError.noRow` when the row,
    ///   or the row that it belongs to, is not there any more.
    package func takeMine(_ numbers: [Int64]) async throws {
        try await write { db in
            guard let remote = try String.fetchOne(db, sql: "SELECT remote FROM geoq_account") else { return }
            let conflicts = try numbers.map { number in
                guard let conflict = try Self.conflict(db, number) else { throw StoreError.noSuchConflict(number) }
                return conflict
            }
            // A row that is made again needs the row that it belongs to.
            for conflict in conflicts.sorted(by: { ($0.row.table.rank, $0.number) < ($1.row.table.rank, $1.number) }) {
                let rows = OpenRows(db, conflict.row.table, remote: remote)
                switch conflict.reason {
                // The delete stands already.
                case .deletedHere: break
                case .edited: try Self.edit(conflict, rows)
                case .deletedThere, .gone, .parentGone: try Self.makeAgain(conflict, rows)
                }
                try Self.settle(db, conflict.number, "mine")
            }
        }
    }

    /// Settles conflicts: the server's values stay. All of them, or none.
    ///
    /// - Throws: `StoreError.noSuchConflict`.
    package func dismiss(_ numbers: [Int64]) async throws {
        try await write { db in
            for number in numbers {
                try Self.settle(db, number, "dismissed")
                if db.changesCount == 0 { throw StoreError.noSuchConflict(number) }
            }
        }
    }

    private static func settle(_ db: Database, _ number: Int64, _ word: String) throws {
        try db.execute(sql: "UPDATE geoq_conflict SET settled = ? WHERE number = ?", arguments: [word, number])
    }

    /// The triggers catch the edit, as that of any program.
    private static func edit(_ conflict: OutboxConflict, _ rows: OpenRows) throws {
        let id = conflict.row.id.description
        guard var values = try rows.visible(id) else { throw StoreError.noRow(conflict.row.description) }
        var positions: [Int] = []
        for column in conflict.mine {
            guard let position = rows.position(column.name) else { continue }
            values[position] = rows.columns[position].stored(column.value)
            positions.append(position)
        }
        try rows.write(id, values, at: positions)
    }

    private static func makeAgain(_ conflict: OutboxConflict, _ rows: OpenRows) throws {
        let id = conflict.row.id.description
        guard try rows.visible(id) == nil else { return try edit(conflict, rows) }
        var values = [FieldValue](repeating: .null, count: rows.columns.count)
        for column in conflict.mine {
            guard let position = rows.position(column.name) else { continue }
            values[position] = rows.columns[position].stored(column.value)
        }
        if let parent = rows.table.parentColumn, let position = rows.position(parent.name),
            case .text(let parentID) = values[position],
            try OpenRows(rows.db, parent.table, remote: rows.remote).visible(parentID) == nil
        {
            throw StoreError.noRow("\(parent.table)/\(parentID)")
        }
        if conflict.reason == .deletedThere {
            // The server has the row, marked as deleted: it is to live again.
            let version = try Int64.fetchOne(
                rows.db, sql: "SELECT their_version FROM geoq_conflict WHERE number = ?", arguments: [conflict.number])
            try rows.writeBase(
                id,
                BaseRow(
                    isBorn: false, isGone: false, version: version, deletedAt: conflict.at,
                    values: Array(repeating: .null, count: values.count), token: nil))
        }
        // Also one that the server has as deleted, with the row that it belonged to.
        try rows.noteDeleted(id)
        try rows.insert(id, values)
    }
}

extension OutboxConflict {
    /// - Returns: nil for a row that no geoq wrote.
    init?(_ row: Row) {
        guard let table = MirrorTable(rawValue: row["table_name"]), let id = FeatureID(row["row_id"] as String),
            let reason = Reason(rawValue: row["reason"]), let base = Payload.columns(row["base"], of: table),
            let mine = Payload.columns(row["mine"], of: table), let theirs = Payload.columns(row["theirs"], of: table)
        else { return nil }
        self.init(
            number: row["number"], at: row["at"], row: RowKey(table, id), reason: reason, base: base, mine: mine,
            theirs: theirs, settled: row["settled"])
    }
}
