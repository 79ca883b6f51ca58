import GRDB

/// Applies staged rows, inside one transaction.
struct MirrorApplication {
    private let db: Database
    private let update: MirrorUpdate
    private let staged: StagedTables
    private var writers: [MirrorTable: MirrorWriter] = [:]
    private let waiting: WaitingRows
    /// The rows with changes that the server has not taken. A sync neither
    /// writes nor removes them: their operations go first.
    private let open: OpenMirrorRows

    init(_ db: Database, _ update: MirrorUpdate, _ staged: StagedTables) throws {
        (self.db, self.update, self.staged) = (db, update, staged)
        waiting = try WaitingRows(db, remote: update.name)
        open = try OpenMirrorRows(db, remote: update.name)
    }

    /// Removes rows that have gone, children before parents; writes new and
    /// changed rows, parents before children; removes rows that have gone and
    /// stayed for others that the remote has elsewhere by now.
    mutating func run() throws -> (value: [MirrorTable: MirrorTableOutcome], change: BulkWrite.Change) {
        let tables = try update.tables.filter { try $0.stopped == nil && hasWork($0) }
            .sorted { $0.table.rank < $1.table.rank }
        try absorb()
        for item in tables.reversed() { try removeGone(item) }
        for item in tables { try writeStaged(item) }
        for item in tables.reversed() {
            for (row, id) in try heldRows(item.table) where !open.holds(id, item.table) {
                try remove(row, id, from: item.table)
            }
        }
        for item in update.tables where item.stopped == nil { try waiting.replaceDoubled(item.doubled, of: item.table) }
        var changes: [(table: String, ids: [String]?)] = []
        var outcome: [MirrorTable: MirrorTableOutcome] = [:]
        for table in MirrorTable.allCases {
            guard let writer = writers[table] else { continue }
            try writer.finish()
            outcome[table] = writer.outcome
            if writer.changedIDs != [] { changes.append((table.rawValue, writer.changedIDs)) }
        }
        return (outcome, changes.isEmpty ? .nothing : .several(changes))
    }

    /// Gives the rows of another source to this mirror; their versions are
    /// unknown.
    private mutating func absorb() throws {
        guard let other = update.absorbed, other != update.name else { return }
        let db = db
        for table in MirrorTable.allCases {
            try withWriter(table) { [update] writer in
                try db.execute(
                    sql: "UPDATE \(table) SET source = ?, sync_token = NULL WHERE source = ?",
                    arguments: [update.name, other])
                if db.changesCount > 0 { writer.noteMany() }
            }
        }
        try db.execute(sql: "DELETE FROM geoq_source WHERE name = ?", arguments: [other])
    }

    /// Whether a table has changes; a sync without changes leaves every table
    /// alone.
    private func hasWork(_ item: MirrorUpdate.Table) throws -> Bool {
        if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM staging.staged_\(item.table))") == true {
            return true
        }
        guard item.isReplaced else { return try !heldRows(item.table).isEmpty }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \(item.table) WHERE source = ?)", arguments: [update.name]) == true
    }

    private mutating func withWriter<Value>(
        _ table: MirrorTable, _ body: (inout MirrorWriter) throws -> Value
    ) throws -> Value {
        // Taken out, so that changing it copies nothing.
        var writer =
            try writers.removeValue(forKey: table)
            ?? MirrorWriter(
                db, table, remote: update.name, open: open.ids[table] ?? [])
        defer { writers[table] = writer }
        return try body(&writer)
    }

    // MARK: - What is gone

    private mutating func removeGone(_ item: MirrorUpdate.Table) throws {
        let table = item.table
        // The names are literals of `MirrorTable`.
        let sql =
            item.isReplaced
            ? """
            SELECT fid, id FROM \(table) AS t WHERE source = ?1 AND NOT \(staged.holds(table, "t.id"))
            """
            : """
            SELECT t.fid, t.id FROM staging.staged_\(table) AS s CROSS JOIN \(table) AS t ON t.id = s.id
            WHERE s.gone AND t.source = ?1
            """
        var doomed = try Row.fetchAll(db, sql: sql, arguments: [update.name]).map(Self.named)
        if !item.isReplaced { doomed += try heldRows(table) }
        for (row, id) in doomed where !open.holds(id, table) { try remove(row, id, from: table) }
        try waiting.removeGone(of: table, isReplaced: item.isReplaced)
    }

    private func heldRows(_ table: MirrorTable) throws -> [(row: Int64, id: String)] {
        try Self.heldRows(table, db, staged, of: update.name)
    }

    /// Rows that the remote no longer has, that had to stay for rows which belong to them, and that no row
    /// belongs to any more.
    static func heldRows(
        _ table: MirrorTable, _ db: Database, _ staged: StagedTables, of remote: String
    ) throws -> [(row: Int64, id: String)] {
        if table.children.isEmpty { return [] }
        var isFree = ""
        for child in table.children {
            isFree += " AND NOT EXISTS (SELECT 1 FROM \(child.table) AS c WHERE c.\(child.column) = t.id)"
        }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT fid, id FROM \(table) AS t
                WHERE source = ? AND sync_token IS NULL AND deleted_at IS NOT NULL\(isFree)
                    AND NOT \(staged.holds(table, "t.id"))
                """, arguments: [remote]
        ).map(named)
    }

    /// A row by its number and its id.
    private static func named(_ row: Row) -> (row: Int64, id: String) { (row[0], WrittenRow(row)[1] ?? "") }

    /// Removes a row. Rows of this remote that belong to it wait for it from
    /// now on. While rows of other sources belong to it, or to what belongs to it,
    /// it stays, marked as deleted; so it does while one of them has changes that
    /// were not sent, or is staged as the row of another one.
    ///
    /// - Returns: whether the row stays.
    @discardableResult
    private mutating func remove(_ row: Int64, _ id: String, from table: MirrorTable) throws -> Bool {
        var isHeld = false
        for child in table.children {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT fid, CAST(id AS TEXT), CAST(source AS TEXT), CAST(ifnull(sync_token, -1) AS INTEGER),
                        EXISTS (SELECT 1 FROM staging.\(staged.loose(child.table)) AS s
                            WHERE s.id = c.id AND NOT s.gone AND s.\(child.column) IS NOT ?1)
                    FROM \(child.table) AS c WHERE \(child.column) = ?1
                    """, arguments: [id])
            for childRow in rows {
                let childID: String = childRow[1]
                let hasMoved: Bool = childRow[4]
                guard childRow[2] == update.name, !open.holds(childID, child.table), !hasMoved,
                    try !remove(childRow[0], childID, from: child.table)
                else {
                    isHeld = true
                    continue
                }
                try waiting.add(
                    childID, of: child.table, token: childRow[3], .parent, parent: (table, id), detail: nil)
            }
        }
        guard isHeld else {
            try takeAway(row, id, from: table)
            return false
        }
        let db = db
        try withWriter(table) { writer in
            try db.execute(
                sql: """
                    UPDATE \(table) SET sync_token = NULL,
                        deleted_at = ifnull(deleted_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) WHERE fid = ?
                    """, arguments: [row])
            writer.note(id)
        }
        return true
    }

    private mutating func takeAway(_ row: Int64, _ id: String, from table: MirrorTable) throws {
        if table == .observedBirdPhotos { try Store.Photos.noteLeaving(db, row) }
        try withWriter(table) { try $0.remove(row, id) }
    }

    // MARK: - What has come

    private mutating func writeStaged(_ item: MirrorUpdate.Table) throws {
        let (db, table, tables) = (db, item.table, staged)
        let waiting = waiting
        let isAnyWaiting = try waiting.isAny(of: table)
        var left: [(row: Int64, id: String)] = []
        try withWriter(table) { writer in
            let isTaken = try tables.ready.contains(table) && writer.takeReady()
            let rest = isTaken ? tables.loose(table) : "staged_\(table)"
            let staged = try PreparedStatement(
                db, "SELECT \(StagedTables.columns(of: table)) FROM staging.\(rest) WHERE NOT gone ORDER BY id")
            var count = 0
            while try staged.step() {
                switch try writer.write(staged) {
                case .waits(let reason, let parent, let detail):
                    let id = staged.text(0)
                    try waiting.add(
                        id, of: table, token: staged.int(1), reason, parent: parent, detail: detail,
                        key: writer.key(staged))
                    if let row = try writer.number(of: id) { left.append((row, id)) }
                case .written, .isOpen:
                    if isAnyWaiting { try waiting.remove(staged.text(0), of: table) }
                }
                count += 1
                if count % 5_000 == 0 { try Task.checkCancellation() }
            }
        }
        // What belongs to them may have changes that were not sent.
        for (row, id) in left { try remove(row, id, from: table) }
    }
}
