import Foundation
import GRDB
import Geoq

extension Store.Account {
    /// Rows of other sources that belong to lists of the account, by source:
    /// they were made here, and no project has them. Those that are marked as
    /// deleted do not count: no command shows them.
    package func rowsOfOthers(onListsOf remote: String) async throws -> [String: Int] {
        try await read { db in
            var counts: [String: Int] = [:]
            for parent in [MirrorTable.watchlists, .watchlistEntries] {
                for child in parent.children {
                    let rows = try Row.fetchAll(
                        db,
                        sql: """
                            SELECT c.source, count(*) FROM \(child.table) AS c
                            JOIN \(parent) AS p ON p.id = c.\(child.column)
                            WHERE p.source = ?1 AND c.source <> ?1 AND c.deleted_at IS NULL GROUP BY c.source
                            """, arguments: [remote])
                    for row in rows {
                        let count: Int = row[1]
                        counts[WrittenRow(row)[0] ?? "", default: 0] += count
                    }
                }
            }
            return counts
        }
    }

    /// How many rows were made by hand on the virtual list, and the list itself when it has a place, a time or a rule
    /// of its own, or a name that a user gave it: no project has them, and no login adopts them.
    package func rowsOnVirtualList() async throws -> Int {
        try await read { db in
            let filled = Self.columnsOfUser.filter { !RowRules.own.contains($0.name) }
            let own = try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM watchlists
                    WHERE \(Self.isVirtual("id")) AND (\(Self.differs(filled)) OR \(VirtualListName.isChanged))
                    """)
            return try MirrorTable.watchlists.dependents.reduce(own ?? 0) { count, child in
                let rows = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM \(child.table) WHERE \(Self.isVirtual(child.column))")
                return count + (rows ?? 0)
            }
        }
    }

    /// SQL: whether a row was made by hand, and belongs to the virtual list.
    private static func isVirtual(_ column: String) -> String {
        "\(column) = '\(CaptureTriggers.virtualID)' AND source = '\(Store.Rules.handwrittenSource)'"
    }

    /// The columns of the virtual list that its user fills. Its title and type came with the application.
    private static let columnsOfUser = MirrorTable.watchlists.travelingColumns
        .filter { !VirtualListName.columns.contains($0.name) }

    /// SQL: whether one of some columns has another value than in a new row.
    private static func differs(_ columns: [TableSchema.Column]) -> String {
        columns.map { "ifnull(\($0.name), \(standard($0))) IS NOT \(standard($0))" }.joined(separator: " OR ")
    }

    /// SQL: the value of a column in a new row.
    private static func standard(_ column: TableSchema.Column) -> String {
        switch column.standard {
        case .bool(let flag)?: flag ? "1" : "0"
        case .integer(let number)?: "\(number)"
        default: "NULL"
        }
    }

    /// SQL: whether a row was made by hand, is marked as deleted, and nothing of another source belongs to it.
    private static func isDeletedGuest(_ table: MirrorTable) -> String {
        table.dependents.reduce("source = ?1 AND deleted_at IS NOT NULL") { condition, child in
            condition + " AND NOT EXISTS (SELECT 1 FROM \(child.table) AS c "
                + "WHERE c.\(child.column) = t.id AND c.source <> ?1)"
        }
    }

    /// Removes what a user has of a remote: lists with all that belongs to them,
    /// the profile, identifications, sightings that users showed to all, unsent
    /// changes, conflicts, drafts and settings, and what the mirror remembers of
    /// them; what was made by hand on the virtual list, and what that list itself
    /// has besides the title and the type that came with the application, which the
    /// next user would see; and what was
    /// made by hand and an application has marked as deleted, which no login
    /// adopts. Birds, hotspots, and what else came with the data stay; they are
    /// of everyone.
    ///
    /// The values are overwritten where they lie. `finishErasure` does the same
    /// for what earlier changes have left in the file.
    ///
    /// - Returns: how many rows were removed.
    package func erase(_ remote: String) async throws -> Int {
        try await erasing { db in
            var total = 0
            try db.inTransaction(.immediate) {
                total = try BulkWrite.run(db) {
                    var changed: [String] = []
                    var removed = 0
                    for child in MirrorTable.watchlists.dependents {
                        try db.execute(sql: "DELETE FROM \(child.table) WHERE \(Self.isVirtual(child.column))")
                        guard db.changesCount > 0 else { continue }
                        removed += db.changesCount
                        // Photos go with their entries.
                        changed += [child.table.rawValue] + child.table.dependents.map(\.table.rawValue)
                    }
                    let columns = Self.columnsOfUser
                    try db.execute(
                        sql: """
                            UPDATE watchlists SET \(columns.map { "\($0.name) = \(Self.standard($0))" }.joined(separator: ", ")),
                                \(VirtualListName.restoring)
                            WHERE \(Self.isVirtual("id")) AND (\(Self.differs(columns)) OR \(VirtualListName.isChanged))
                            """)
                    if db.changesCount > 0 { changed.append(MirrorTable.watchlists.rawValue) }
                    for table in MirrorTable.written.reversed() {
                        try db.execute(
                            sql: "DELETE FROM \(table) AS t WHERE \(Self.isDeletedGuest(table))",
                            arguments: [Store.Rules.handwrittenSource])
                        guard db.changesCount > 0 else { continue }
                        // A list takes its entries along, and these their photos.
                        let below = table.dependents.flatMap { [$0.table] + $0.table.dependents.map(\.table) }
                        for name in ([table] + below).map(\.rawValue) where !changed.contains(name) {
                            changed.append(name)
                        }
                    }
                    // Children before parents.
                    for table in MirrorTable.allCases.reversed() where !table.isReference {
                        let stays = CaptureTriggers.isOfSystem(table).map { " AND NOT \($0(table.rawValue))" } ?? ""
                        try db.execute(sql: "DELETE FROM \(table) WHERE source = ?\(stays)", arguments: [remote])
                        removed += db.changesCount
                        if db.changesCount > 0, !changed.contains(table.rawValue) { changed.append(table.rawValue) }
                        // The names are literals of `MirrorTable`.
                        try db.execute(sql: "DELETE FROM geoq_base_\(table)")
                        for memory in ["geoq_remote_table", "geoq_remote_waiting"] {
                            try db.execute(
                                sql: "DELETE FROM \(memory) WHERE remote = ? AND table_name = ?",
                                arguments: [remote, table.rawValue])
                        }
                    }
                    // What was drawn for a list of the user has its title, and its place.
                    let drawn = try Store.Areas.removeUnnamedDrawn(db)
                    removed += drawn
                    if drawn > 0 { changed.append(TableSchema.area.name) }
                    return (removed, changed.isEmpty ? .nothing : .tables(changed))
                }
                try db.execute(
                    sql: """
                        DELETE FROM geoq_edit; DELETE FROM geoq_operation; DELETE FROM geoq_conflict;
                        DELETE FROM geoq_deleted;
                        DELETE FROM geoq_draft; DELETE FROM geoq_setting WHERE scope = 'user';
                        DELETE FROM geoq_upload WHERE photo_id NOT IN (SELECT id FROM observed_bird_photos)
                            AND NOT (purpose = 'cover' AND row_id IN (SELECT id FROM watchlists));
                        """)
                try Store.Mirror.forgetLog(db)
                try db.execute(
                    sql: "UPDATE geoq_remote SET user_id = NULL, failed_at = NULL, failure = NULL WHERE name = ?",
                    arguments: [remote])
                return .commit
            }
            return total
        }
    }

    /// Writes the store's file anew, so that no free page and no log holds what
    /// was removed, and removes what lies beside it: the index, what killed
    /// processes left of one, rows of a sync that was not finished, and the copy
    /// that a process left which was killed when it had brought the store up to
    /// date.
    ///
    /// - Returns: what of it is still there, the last of several; nil when nothing is.
    /// - Complexity: O(bytes of the store).
    package func finishErasure(of remote: String) async throws -> ErasureObstacle? {
        let sweep = try await store.photos.sweep()
        _ = try await removeCopy()
        var obstacle = try await store.work.run { [store] in
            let files = PhotoFiles(of: store)
            files.removeEmptyFolder()
            IndexRemains.remove(of: store.path + ".index", olderThan: 0)
            var obstacle: ErasureObstacle?
            for suffix in [".index", ".staging", ".staging-journal"] {
                let path = store.path + suffix
                // What is a folder has nothing of the user.
                guard unlink(path) != 0, errno != ENOENT, errno != EISDIR else { continue }
                obstacle = .file(path: path, reason: String(cString: strerror(errno)))
            }
            do {
                try PictureFolder(of: store).clear()
            } catch StoreError.failed(let path, let reason) {
                obstacle = .file(path: path, reason: reason)
            }
            if sweep.isHeldUp { obstacle = .pictureWriter(folder: files.folder) }
            return obstacle
        }
        if case .failed(let path, let reason)? = sweep.failure { obstacle = .file(path: path, reason: reason) }
        return try await store.mirror.eraseRemoved(for: remote) ? obstacle : .log
    }

    /// Removes the copy of the store that a process left which was killed when it brought the store up to date: it has
    /// rows of the user.
    ///
    /// - Returns: its path; nil when there was none.
    package func removeCopy() async throws -> String? {
        try await store.work.run { [store] in
            try Migrator.removeCopy(of: store.path) ? Migrator.copy(of: store.path) : nil
        }
    }

    /// Forgets the account, and the name of its remote when no row is left of
    /// it. The rows must have been erased.
    ///
    /// - Returns: false when another program that reads the store keeps the
    ///   account's name in the log.
    package func forget(_ remote: String) async throws -> Bool {
        try await erasing { db in
            try db.inTransaction(.immediate) {
                try db.execute(sql: "DELETE FROM geoq_account")
                try CaptureTriggers.followAccount(db)
                try HandwrittenRows.followAccount(db)
                let isUsed = try MirrorTable.allCases.contains { table in
                    try Bool.fetchOne(
                        db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE source = ?)", arguments: [remote]) == true
                }
                if !isUsed { try db.execute(sql: "DELETE FROM geoq_source WHERE name = ?", arguments: [remote]) }
                return .commit
            }
            let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            return row?[0] == 0
        }
    }

    /// Runs a write that overwrites what it deletes.
    private func erasing<Value: Sendable>(
        _ body: @Sendable @escaping (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await writing { db in
                try db.execute(sql: "PRAGMA secure_delete = ON")
                defer { db.setBack("PRAGMA secure_delete = OFF") }
                return try body(db)
            }
        } catch {
            throw Store.described(error, path: store.path)
        }
    }
}
