import Foundation
import GRDB
public import Geoq

/// Rows on their way from a remote, in a file beside the store.
///
/// Nothing that is asked of the store sees them before they are applied. What
/// was staged survives a kill, so that a long first read goes on where it
/// ended: a batch is in the file whole or not at all, and a power cut takes at
/// most the last ones.
public final class MirrorStaging: Sendable {
    let path: String
    private let queue: DatabaseQueue

    /// What an earlier read has left.
    public struct Remains: Hashable, Sendable {
        /// The earliest snapshot that some of it is of.
        public var cursor: MirrorCursor
        /// The greatest id of each table that has rows; tables that were read
        /// to the end, too.
        public var lastIDs: [MirrorTable: FeatureID]
    }

    /// Opens the staging file of a store; a damaged one is made anew.
    public init(of store: Store) throws {
        path = store.path + ".staging"
        do {
            queue = try Self.open(path)
        } catch is DatabaseError {
            try Self.removeFiles(path)
            do {
                queue = try Self.open(path)
            } catch {
                throw Store.described(error, path: path)
            }
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "geoq.staging"
        configuration.busyMode = .timeout(Store.busyTimeout)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA cache_size = -8192")
            // The log is written back in small pieces, or it grows with the read.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS staging (
                        one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL,
                        xmin INTEGER NOT NULL, xmax INTEGER NOT NULL)
                    """)
            for table in MirrorTable.allCases {
                let columns = table.columns.map { ", \($0.name)" }.joined()
                try db.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS staged_\(table) (
                            id TEXT PRIMARY KEY, token INTEGER NOT NULL, gone INTEGER NOT NULL\(columns)) WITHOUT ROWID
                        """)
            }
        }
        return queue
    }

    /// What was staged before under the same key.
    ///
    /// - Parameter key: everything that decides whether rows of an earlier read
    ///   can be of use: the server's identity, the tables, the user, the region.
    public func remains(of key: String) throws -> Remains? {
        try described {
            try queue.read { db in
                let row = try Row.fetchOne(
                    db, sql: "SELECT xmin, xmax FROM staging WHERE key = ?", arguments: [key])
                guard let row else { return nil }
                var lastIDs: [MirrorTable: FeatureID] = [:]
                for table in MirrorTable.allCases {
                    let last = try String.fetchOne(db, sql: "SELECT max(id) FROM staged_\(table)")
                    lastIDs[table] = last.flatMap { FeatureID($0) }
                }
                let (xmin, xmax): (Int64, Int64) = (row[0], row[1])
                return Remains(
                    cursor: MirrorCursor(xmin: UInt64(bitPattern: xmin), xmax: UInt64(bitPattern: xmax)),
                    lastIDs: lastIDs)
            }
        }
    }

    /// Forgets all rows.
    ///
    /// - Parameter key: under which what comes now may be of use later; nil
    ///   when it may not.
    public func restart(key: String?, cursor: MirrorCursor) throws {
        try described {
            try queue.write { db in
                try db.execute(sql: "DELETE FROM staging")
                for table in MirrorTable.allCases { try db.execute(sql: "DELETE FROM staged_\(table)") }
                guard let key else { return }
                try db.execute(
                    sql: "INSERT INTO staging VALUES (1, ?, ?, ?)",
                    arguments: [key, Int64(bitPattern: cursor.xmin), Int64(bitPattern: cursor.xmax)])
            }
        }
    }

    /// Forgets the rows of one table.
    public func clear(_ table: MirrorTable) throws {
        try described { try queue.write { db in try db.execute(sql: "DELETE FROM staged_\(table)") } }
    }

    /// Adds rows, or puts newer ones in place of older.
    public func write(_ rows: [MirrorRow], to table: MirrorTable) throws {
        try described {
            try queue.write { db in
                let count = table.columns.count
                let places = (1...count + 3).map { "?\($0)" }.joined(separator: ", ")
                let insert = try PreparedStatement(
                    db, "INSERT OR REPLACE INTO staged_\(table) VALUES (\(places))")
                for row in rows {
                    precondition(row.isGone || row.values.count == count, "A row has the values of its table.")
                    insert.bind(1, row.id.description)
                    insert.bind(2, row.token)
                    insert.bind(3, row.isGone ? 1 : 0 as Int64)
                    for index in 0..<count {
                        insert.bind(Int32(index + 4), value: row.isGone ? .null : row.values[index])
                    }
                    try insert.run()
                }
            }
        }
    }

    /// Says of rows that the remote does not have them.
    ///
    /// - Parameter ids: as the store has them; a damaged one is no UUID.
    public func writeGone(_ ids: [String], to table: MirrorTable) throws {
        guard !ids.isEmpty else { return }
        try described {
            try queue.write { db in
                let insert = try PreparedStatement(
                    db, "INSERT OR REPLACE INTO staged_\(table) (id, token, gone) VALUES (?1, 0, 1)")
                for id in ids {
                    insert.bind(1, id)
                    try insert.run()
                }
            }
        }
    }

    /// How many rows are staged, those that are gone included.
    public func count(of table: MirrorTable) throws -> Int {
        try described {
            try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM staged_\(table)") ?? 0 }
        }
    }

    /// Takes the file away.
    public func remove() throws {
        try? queue.close()
        try Self.removeFiles(path)
    }

    private static func removeFiles(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    private func described<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Store.described(error, path: path)
        }
    }
}
