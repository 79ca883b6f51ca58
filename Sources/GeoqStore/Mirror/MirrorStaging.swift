import Foundation
import GRDB
package import Geoq

/// Rows that were read from a remote and are not applied yet, in a file beside
/// the store.
///
/// No question sees them before they are applied. They survive a kill, so that
/// a long first read goes on where it ended: a batch is in the file whole or
/// not at all. Writes do not wait for the disk; rows that a power cut may have
/// damaged are not used.
package final class MirrorStaging: Sendable {
    let path: String
    let tables: StagedTables
    /// The usable rows that an earlier read has staged.
    package let remains: Remains?
    private let remote: String
    private let queue: DatabaseQueue
    private static let work = WaitingWork("geoq.staging.files")

    /// What an earlier read has staged.
    package struct Remains: Hashable, Sendable {
        /// The earliest of the snapshots that these rows are of.
        package var cursor: MirrorCursor
        /// The greatest id of each table that has rows, including tables that
        /// were read to the end.
        package var lastIDs: [MirrorTable: FeatureID]
    }

    /// What a later try must know to use the staged rows.
    package struct Plan: Sendable {
        /// Everything that decides whether the rows of an earlier read can be
        /// used: the remote's identity, the tables, the user, the region.
        package var key: String
        /// The tables that are read whole.
        package var tables: Set<MirrorTable>

        package init(key: String, tables: Set<MirrorTable>) {
            (self.key, self.tables) = (key, tables)
        }
    }

    /// Opens the staging file of a store. It keeps the rows of an earlier try
    /// if these were staged by the same plan, since the machine was started, in
    /// a sound file, and if `isUsable` accepts them. It waits for the disk.
    ///
    /// - Parameters:
    ///   - remote: the name of the rows' source.
    ///   - plan: nil when a later try cannot use what is staged now.
    ///   - cursor: the moment of the rows that are staged now.
    package init(
        of store: Store, for remote: String, _ plan: Plan?, cursor: MirrorCursor,
        isUsable: (Remains) -> Bool = { _ in true }
    ) throws {
        WaitingWork.willWait()
        path = store.path + ".staging"
        self.remote = remote
        do {
            var key: String?
            // Writes do not wait for the disk: after a power cut the file may
            // hold anything.
            if let plan, let boot = BootID.current { key = [boot, remote, plan.key].joined(separator: "|") }
            let forms = try plan.map { try Self.forms(of: store, $0.tables) } ?? [:]
            if let plan, let key, let found = try? Self.resume(path, key), isUsable(found.remains),
                found.tables.ready.isSubset(of: forms.keys)
            {
                (queue, tables, remains) = found
                try queue.write { db in
                    for table in MirrorTable.allCases where !plan.tables.contains(table) {
                        try found.tables.clear(db, table)
                    }
                }
                return
            }
            try DatabaseFiles.remove(path)
            try DatabaseFiles.make(path, readableAs: store.path)
            queue = try Self.open(path)
            tables = try queue.write { db in
                let tables = try StagedTables.create(db, forms: forms)
                guard let key else { return tables }
                try db.execute(
                    sql: "INSERT INTO staging VALUES (1, ?, ?)", arguments: [key, cursor.text])
                return tables
            }
            remains = nil
        } catch {
            throw Store.described(error, path: path)
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "geoq.staging"
        configuration.busyMode = .timeout(Store.busyTimeout)
        // The rows that staged rows refer to are not in this file.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            // Rows are added at the end: a journal of the few pages that change
            // is smaller than a log of all pages that are written.
            try db.execute(sql: "PRAGMA journal_mode = TRUNCATE")
            try db.execute(sql: "PRAGMA synchronous = OFF")
            try db.execute(sql: "PRAGMA cache_size = -8192")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The rows that were staged before under the same key; nil when there are
    /// none.
    private static func resume(
        _ path: String, _ key: String
    ) throws -> (queue: DatabaseQueue, tables: StagedTables, remains: Remains)? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let queue = try open(path)
        let found = try queue.read { db -> (StagedTables, Remains)? in
            let row = try Row.fetchOne(db, sql: "SELECT cursor FROM staging WHERE key = ?", arguments: [key])
            guard let row else { return nil }
            let tables = try StagedTables(of: db)
            var lastIDs: [MirrorTable: FeatureID] = [:]
            for table in MirrorTable.allCases {
                lastIDs[table] = try tables.lastID(db, table).flatMap { FeatureID($0) }
            }
            return (tables, Remains(cursor: MirrorCursor(row[0]), lastIDs: lastIDs))
        }
        return found.map { (queue, $0, $1) }
    }

    /// The SQL of the store's own tables, for those that are empty and whose
    /// rows refer to no other table.
    private static func forms(of store: Store, _ wanted: Set<MirrorTable>) throws -> [MirrorTable: String] {
        // A connection that is opened reads the whole schema, which takes longer than this.
        if let found = try store.readers.readIfFree({ try Self.forms($0, wanted) }) { return found }
        let reader = try Store.connectReader(store.path)
        defer { try? reader.close() }
        return try reader.read { try Self.forms($0, wanted) }
    }

    private static func forms(_ db: Database, _ wanted: Set<MirrorTable>) throws -> [MirrorTable: String] {
        var forms: [MirrorTable: String] = [:]
        for table in wanted where table.parents.isEmpty {
            // The names are literals of `MirrorTable`.
            forms[table] = try String.fetchOne(
                db,
                sql: """
                    SELECT sql FROM sqlite_master
                    WHERE type = 'table' AND name = ? AND NOT EXISTS (SELECT 1 FROM \(table))
                    """, arguments: [table.rawValue])
        }
        return forms
    }

    /// Drops the rows of one table.
    package func clear(_ table: MirrorTable) async throws {
        try await write { [tables] db in try tables.clear(db, table) }
    }

    /// Adds rows; a newer row replaces an older one of the same id. It waits
    /// for the file.
    package func write(_ rows: [MirrorRow], to table: MirrorTable) throws {
        WaitingWork.willWait()
        try write { db in
            var writer = try StagedRowWriter(db, table, self.tables, remote: self.remote)
            for row in rows { try writer.write(row) }
        }
    }

    /// Stages that the remote does not have some rows.
    ///
    /// - Parameter ids: as the store has them; the id of a damaged row is no
    ///   UUID.
    package func writeGone(_ ids: [String], to table: MirrorTable) async throws {
        guard !ids.isEmpty else { return }
        try await write { [tables, remote] db in
            var writer = try StagedRowWriter(db, table, tables, remote: remote)
            for id in ids { try writer.writeGone(id) }
        }
    }

    /// Removes the file; waits for the disk.
    package func remove() throws {
        WaitingWork.willWait()
        try? queue.close()
        try DatabaseFiles.remove(path)
    }

    private func write(_ body: (Database) throws -> Void) throws {
        do {
            try queue.writeWithoutTransaction { db in try transact(db, body) }
        } catch {
            throw cleared(after: error)
        }
    }

    private func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        do {
            try await queue.writeWithoutTransaction { [self] db in try transact(db, body) }
        } catch {
            let failure = try await Self.work.run { [self] in cleared(after: error) }
            throw failure
        }
    }

    private func transact(_ db: Database, _ body: (Database) throws -> Void) throws {
        try SystemRefusal.told(db, path) {
            try db.inTransaction {
                try body(db)
                return .commit
            }
        }
    }

    /// Removes a damaged file.
    ///
    /// - Returns: the error in the store's words.
    private func cleared(after error: any Error) -> any Error {
        // A damaged file is of no use, and its rows can be read again.
        if (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT { try? remove() }
        return Store.described(error, path: path)
    }
}
