import Foundation
import GRDB
import Synchronization

extension Store {
    /// Closes the file. The last process that closes it removes SQLite's files
    /// beside it (`-wal`, `-shm`). It waits for the reads and the write that
    /// run. The store must not be used afterwards: what still asks it, such as a
    /// sequence of rows, gets `StoreError.closed`.
    ///
    /// - Throws: an error of SQLite when it does not close the file.
    /// - Complexity: for the last process, O(bytes of `-wal`): SQLite copies its
    ///   rows into the file.
    public func close() throws {
        isClosed.store(true, ordering: .releasing)
        try readers.close()
        try notes.close()
        // One that is being opened is waited for.
        try opening.withLock { _ in openedWriter() }?.close()
    }

    /// Makes sure that the store was not closed. A connection that SQLite has
    /// closed ends the program when it is asked.
    ///
    /// - Throws: `StoreError.closed`.
    /// - Complexity: O(1).
    func checkOpen() throws {
        if isClosed.load(ordering: .acquiring) { throw StoreError.closed(path: path) }
    }

    /// Copies rows that this store has committed from the `-wal` file into the
    /// store's own, as far as no reader still reads older ones. Unlike `close()`
    /// it waits for no reader, and the store stays open.
    package func settle() async {
        guard openedWriter() != nil else { return }
        await mirror.checkpoint()
    }

    /// Runs a read on a connection of its own, for which no other reader waits, and
    /// closes the connection before it returns.
    ///
    /// A connection that only its last reference would close may outlive the
    /// store's own ones. It cannot write, so SQLite would leave the committed rows
    /// in the `-wal` file, and a copy of the store's file alone would lack them.
    static func readApart<Value: Sendable>(
        _ path: String, _ work: WaitingWork, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let reader = try await work.run { try connectReader(path) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await reader.read(body))
        } catch {
            result = .failure(error)
        }
        try? await work.run { try reader.close() }
        return try result.get()
    }

    /// Removes the file that opening this store has made, when no rows were
    /// written: a command that fails leaves nothing behind. It waits for the
    /// disk. The store must not be used afterwards.
    ///
    /// A file that was there before stays, and so does one with rows in it, or one
    /// that another process uses.
    ///
    /// - Returns: whether the file was removed.
    /// - Throws: `StoreError`, or an error of SQLite, when the file cannot be read or closed.
    @discardableResult
    public func discardIfNew() throws -> Bool {
        guard isNew else { return false }
        do {
            let writer = try connectedWriter()
            isClosed.store(true, ordering: .releasing)
            try readers.close()
            try notes.close()
            let isRemoved = try writer.writeWithoutTransaction { db in
                // Exclusive: this process keeps the lock until the file is
                // gone.
                try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE")
                // Only a process that alone has the file open can leave the
                // write-ahead log.
                guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete",
                    try Self.isUnused(db)
                else { return false }
                for suffix in ["", ".index"] where FileManager.default.fileExists(atPath: path + suffix) {
                    try FileManager.default.removeItem(atPath: path + suffix)
                }
                return true
            }
            try writer.close()
            return isRemoved
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return false
        }
    }

    private static func isUnused(_ db: Database) throws -> Bool {
        for table in ["geoq_source", "hotspot", "observation", "bird", "watchlists", "area"] {
            if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? true { return false }
        }
        return true
    }
}
