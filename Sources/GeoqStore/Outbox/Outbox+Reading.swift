import GRDB
package import Geoq

extension Store.Outbox {
    /// How much waits.
    ///
    /// - Complexity: O(open rows).
    package func counts() async throws -> OutboxCounts {
        try await read { db in try Self.counts(db) }
    }

    /// How much waits of each table; of the tables of which nothing does, there
    /// is no count.
    ///
    /// - Complexity: O(open rows).
    package func countsByTable() async throws -> [MirrorTable: OutboxCounts] {
        try await read { db in
            try Self.countsByName(db).reduce(into: [:]) { tables, named in
                if let table = MirrorTable(rawValue: named.key) { tables[table] = named.value }
            }
        }
    }

    static func counts(_ db: Database) throws -> OutboxCounts {
        try countsByName(db).values.reduce(into: OutboxCounts()) { $0.add($1) }
    }

    private static func countsByName(_ db: Database) throws -> [String: OutboxCounts] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT table_name, sum(is_open), sum(is_waiting), sum(is_failed), sum(is_conflict) FROM (
                    SELECT table_name, 1 AS is_open, 0 AS is_waiting, 0 AS is_failed, 0 AS is_conflict FROM (\(openRows))
                    UNION ALL SELECT table_name, 0, 1, 0, 0 FROM geoq_operation WHERE state = 'waiting'
                    UNION ALL SELECT table_name, 0, 0, 1, 0 FROM (
                        SELECT table_name, row_id FROM geoq_operation WHERE state = 'dead' AND \(isUntouched)
                        UNION \(Store.Photos.rows("u.state = 'dead'")))
                    UNION ALL SELECT table_name, 0, 0, 0, 1 FROM geoq_conflict WHERE settled IS NULL
                ) GROUP BY table_name
                """)
        return rows.reduce(into: [:]) { names, row in
            guard let name = String.fromDatabaseValue(row[0]) else { return }
            var counts = OutboxCounts()
            (counts.waiting, counts.failed, counts.conflicts) = (row[2], row[3], row[4])
            counts.pending = (row[1] as Int) - counts.failed
            names[name] = counts
        }
    }

    /// How many rows were made here that a login makes the account's: nothing of them is sent before.
    ///
    /// - Complexity: O(rows that users write).
    package func guestRows() async throws -> Int {
        try await read { db in
            try MirrorTable.written.reduce(0) { count, table in
                try count + RowStatus.all(db, of: table).values.count { $0 == .pendingOwner }
            }
        }
    }

    /// A text that is another one after each edit, and each new picture of a row; nil
    /// when nothing is open.
    ///
    /// - Complexity: O(edits + pictures).
    package func latestEdits() async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT nullif(words, ' 0 ') FROM (SELECT ifnull(max(edited_at), '') || ' ' || count(*) || ' '
                        || ifnull((SELECT group_concat(photo_id) FROM geoq_upload
                            WHERE row_id IS NOT NULL AND state = 'local'), '') AS words FROM geoq_edit)
                    """)
        }
    }

    private static let openRows = """
        SELECT table_name, row_id FROM geoq_edit UNION SELECT table_name, row_id FROM geoq_operation
        UNION \(Store.Photos.rows(isOpenPicture))
        """

    /// A photo that is on its way for the first time has edits, too.
    private static let isOpenPicture = """
        u.state IN ('dead', 'doomed') OR u.state <> 'stored' AND (u.row_id IS NOT NULL
            OR u.attempts > 0 AND u.message IS NOT NULL)
        """

    /// A dead operation whose row was changed again is sent again.
    private static let isUntouched = """
        NOT EXISTS (SELECT 1 FROM geoq_edit AS e
            WHERE e.table_name = geoq_operation.table_name AND e.row_id = geoq_operation.row_id)
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
    /// Nothing is removed.
    package func export(_ selection: OutboxSelection) async throws -> [String] {
        try await read { db in try Self.items(db, selection).map(\.json) }
    }

    /// All that a logout would lose, in the form of `export`: rows with open changes, then drafts, then open
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

    /// By what a person knows a row: its title or name, or that of its bird, of its
    /// place, or of the row that it belongs to.
    ///
    /// - Parameter text: the text of a column; nil for a blank one.
    static func label(_ rows: OpenRows, _ text: (_ column: String) -> String?) throws -> String? {
        if rows.table == .watchlistShares {
            guard let user = text("user_id") else { return nil }
            let list = try text("watchlist_id").flatMap { try name(.watchlists, "title", $0, rows.db) } ?? "a list"
            return "\(list), with \(user)"
        }
        if rows.table == .observedBirdPhotos, let entry = text("watchlist_entry_id"),
            let bird = try birdName(ofEntry: entry, rows.db)
        {
            return bird
        }
        let names = ["title", "nickname", "rule_type", "name", "email", "species_text", "area", "image_path"]
        if let named = names.compactMap(text).first { return named }
        if let bird = try text("bird_id").flatMap({ try name(.bird, "common_name", $0, rows.db) }) { return bird }
        let places = ["location_display_name", "shape_id", "observed_at", "notes"]
        if let place = places.compactMap(text).first { return place }
        // What came out of an identification, of which no bird is known.
        guard rows.table == .identificationResult, let session = text("session_id") else { return nil }
        return try name(.identificationSession, "location_display_name", session, rows.db)
            ?? name(.identificationSession, "shape_id", session, rows.db)
    }

    /// What an entry is called, or its bird; also of one that was deleted here.
    private static func birdName(ofEntry entry: String, _ db: Database) throws -> String? {
        if let nickname = try name(.watchlistEntries, "nickname", entry, db) { return nickname }
        return try name(.watchlistEntries, "bird_id", entry, db).flatMap { try name(.bird, "common_name", $0, db) }
    }

    /// The name of a row, also of one that was deleted here and that the server has.
    private static func name(_ table: MirrorTable, _ column: String, _ id: String, _ db: Database) throws -> String? {
        // The names are literals of this file.
        let kept = MirrorTable.written.contains(table) ? ["\(table)", "geoq_base_\(table)"] : ["\(table)"]
        for table in kept {
            let name = try String.fetchOne(
                db, sql: "SELECT CAST(\(column) AS TEXT) FROM \(table) WHERE id = ?", arguments: [id])
            if let name, !name.allSatisfy(\.isWhitespace) { return name }
        }
        return nil
    }
}

extension OutboxItem {
    /// The row as a JSON object.
    package var json: String {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        var members: [JSONObject.Member] = [
            .init("table", .string(row.table.rawValue)), .init("id", .string(row.id.description)),
            .init("status", .string(status.rawValue)), .init("label", text(label)),
            .init("edited_at", text(editedAt)), .init("edited", .array(editedColumns.map { .string($0) })),
            .init("values", Payload.object(values)),
            .init("base_version", (baseVersion ?? operation?.baseVersion).map { .integer($0) } ?? .null),
            .init("before", before.map(Payload.object) ?? .null),
        ]
        if let operation {
            members += [
                .init("op_id", .string(operation.id.description)), .init("kind", .string(operation.kind.rawValue)),
                .init("state", .string(operation.state.rawValue)),
                .init("changes", Payload.object(operation.values)),
                .init("attempts", .integer(Int64(operation.attempts))),
                .init("waits_for", text(operation.waitsFor?.description)),
                .init("code", text(failure?.code)), .init("message", text(failure?.message)),
            ]
        } else if let failure {
            members += [.init("code", text(failure.code)), .init("message", text(failure.message))]
        }
        return JSONValue.object(JSONObject(members)).text
    }
}
