import GRDB
package import Geoq

extension Store.Outbox {
    /// The tables and ids of rows with open changes.
    static let openRows = """
        SELECT table_name, row_id FROM geoq_edit UNION SELECT table_name, row_id FROM geoq_operation
        UNION \(Store.Photos.rows(isOpenPicture))
        """

    /// A photo that is on its way for the first time has edits, too.
    private static let isOpenPicture = """
        u.state IN ('dead', 'doomed') OR u.state <> 'stored' AND (u.row_id IS NOT NULL
            OR u.attempts > 0 AND u.message IS NOT NULL)
        """

    /// All rows with open changes, by table, parents first, and id.
    ///
    /// - Complexity: O(open rows · log *n*).
    package func list() async throws -> [OutboxItem] {
        try await items(.all)
    }

    /// The rows of a selection with open changes, in the same order.
    package func items(_ selection: OutboxSelection) async throws -> [OutboxItem] {
        try await read { db in try Self.items(db, selection) }
    }

    /// The row with an id, or the row of an operation with that id; nil when
    /// nothing of it is open.
    package func show(_ id: FeatureID) async throws -> OutboxItem? {
        try await read { db in try Self.items(db, .ids([id])).first }
    }

    /// The selected rows as JSON objects, one a line: what was changed, the rows'
    /// present values, and those of the server on which the changes were made.
    /// Nothing is removed. A text that is no UTF-8 has U+FFFD in the place of its bytes.
    ///
    /// - Returns: the lines, and the texts that are no UTF-8, such as `title of watchlists/5f0e…`.
    package func export(_ selection: OutboxSelection) async throws -> (lines: [String], unreadable: [String]) {
        try await read { db in
            let items = try Self.items(db, selection)
            let unreadable = try items.flatMap { item in
                try OpenRows(db, item.row.table, remote: "").unreadableColumns(item.row.id.description, item.values)
                    .map { "\($0) of \(item.row)" }
            }
            return (lines: items.map(\.json), unreadable: unreadable)
        }
    }

    /// What a logout would lose, in the form of `export`, but no picture: rows with open changes, then drafts, then open
    /// conflicts.
    package func unsent() async throws -> [String] {
        try await read { db in try Self.unsent(db) }
    }

    static func unsent(_ db: Database) throws -> [String] {
        try items(db, .all).map(\.json) + Store.Drafts.all(db).map(\.json)
            + conflicts(db, includingSettled: false).map(\.json)
    }

    /// The open rows of a selection.
    static func keys(_ db: Database, _ selection: OutboxSelection) throws -> [RowKey] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT r.table_name, r.row_id, o.op_id, CASE r.table_name \(ranks) END AS rank
                FROM (\(openRows)) AS r
                LEFT JOIN geoq_operation AS o ON o.table_name = r.table_name AND o.row_id = r.row_id
                ORDER BY rank, r.row_id
                """)
        return rows.compactMap { row in
            guard let table = String.fromDatabaseValue(row[0]).flatMap({ MirrorTable(rawValue: $0) }),
                let id = String.fromDatabaseValue(row[1]).flatMap({ FeatureID($0) })
            else { return nil }
            let operation = String.fromDatabaseValue(row[2]).flatMap { FeatureID($0) }
            switch selection {
            case .all: return RowKey(table, id)
            case .ids(let ids):
                return ids.contains(id) || operation.map { ids.contains($0) } == true ? RowKey(table, id) : nil
            }
        }
    }

    private static func items(_ db: Database, _ selection: OutboxSelection) throws -> [OutboxItem] {
        guard let remote = try Store.Account.remote(db) else { return [] }
        let tables = Dictionary(
            uniqueKeysWithValues: MirrorTable.written.map { ($0, OpenRows(db, $0, remote: remote)) })
        var left: [MirrorTable: [String: RowKey]] = [:]
        return try keys(db, selection).compactMap { key in
            guard let rows = tables[key.table] else { return nil }
            var item = try item(key, rows)
            guard item.operation?.state == .ready else { return item }
            if item.operation?.kind == .delete {
                let trees = try left[key.table] ?? treesLeft(key.table, db, remote: remote)
                left[key.table] = trees
                item.operation?.waitsFor = trees[key.id.description]
            } else if let parent = try refusedParent(of: item, tables) {
                item.operation?.waitsFor = parent
            }
            return item
        }
    }

    /// The row that a row belongs to, when the server refuses to make it: until
    /// then what belongs to it is not sent.
    private static func refusedParent(of item: OutboxItem, _ tables: [MirrorTable: OpenRows]) throws -> RowKey? {
        guard let parent = item.row.table.parentColumn, let rows = tables[parent.table],
            case .text(let id)? = item.values.first(where: { $0.name == parent.name })?.value,
            let key = FeatureID(id), try rows.base(id)?.isBorn == true, try rows.operation(id)?.state == .dead
        else { return nil }
        return RowKey(parent.table, key)
    }

    private static func item(_ key: RowKey, _ rows: OpenRows) throws -> OutboxItem {
        let id = key.id.description
        let (base, operation, edits) = (try rows.base(id), try rows.operation(id), try rows.edits(id))
        let values = try rows.visible(id)
        var picture = try Store.Photos.upload(rows.db, of: key)
        // One that is there waits for nothing; an earlier object may.
        if picture == nil || picture?.state == .stored {
            picture = try Store.Photos.doomed(rows.db, of: key) ?? picture
        }
        let status: RowStatus =
            if picture?.state == .dead || operation?.state == .dead && edits.isEmpty {
                .failed
            } else if values == nil {
                .pendingDelete
            } else if base?.isBorn == true {
                .pendingCreate
            } else {
                .pendingUpdate
            }
        let shown = values ?? base?.values ?? []
        func columns(_ values: [FieldValue]) -> [ColumnValue] {
            values.indices.map { ColumnValue(rows.columns[$0].name, rows.columns[$0].traveling(values[$0])) }
        }
        // A row that is to live again is deleted there, and has no values.
        let before: [ColumnValue]? = base.flatMap { $0.isBorn || $0.deletedAt != nil ? nil : columns($0.values) }
        let label = try label(rows) { column in
            guard let position = rows.position(column), position < shown.count, case .text(let text) = shown[position]
            else { return nil }
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
        return OutboxItem(
            row: key, status: status, label: label, operation: operation, picture: picture,
            failure: picture?.failure ?? operation?.failure,
            editedColumns: edits.keys.filter { $0 != "+" && $0 != "-" }.sorted(),
            editedAt: edits.values.max() ?? operation?.editedAt,
            values: columns(values ?? []), before: before, baseVersion: base?.version)
    }
}
