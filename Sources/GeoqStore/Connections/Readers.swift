import GRDB
import Synchronization

/// The purpose of a read. When several reads run at once, each kind has a pool
/// of its own, so that the read of one row by its id never waits behind
/// searches through all rows.
enum ReadUse: Sendable {
    /// Reads of rows by their ids, and of what a page of them needs.
    case lookup
    /// Reads of all rows, or many.
    case scan
}

/// The connections of a store that read: one that is opened with the store, and
/// GRDB's pools for the reads that come while it is busy, and stays so for a moment.
///
/// A `DatabasePool` alone would open two connections for the first read: one for
/// its writer, which a store opens elsewhere, with SpatiaLite, and one to read.
/// A command asks one question after the other, and needs neither the second
/// connection nor the time to open it.
final class Readers: Sendable {
    /// The first connection.
    let first: DatabaseQueue
    private let turns = FirstConnection()
    private let pools = Mutex(Pools())
    private let work: WaitingWork

    private struct Pools {
        var opening: [ReadUse: Task<DatabasePool, any Error>] = [:]
        var opened: [DatabasePool] = []
        var isClosed = false
    }

    /// - Parameters:
    ///   - first: the connection that is open already.
    ///   - work: opens pools.
    init(_ first: DatabaseQueue, _ work: WaitingWork) {
        (self.first, self.work) = (first, work)
    }

    /// Runs a read in a transaction, on a thread of its connection. When its task is
    /// cancelled, SQLite stops, or does not begin.
    ///
    /// - Throws: `DatabaseError` also when the connections were closed meanwhile.
    /// - Parameter open: opens a pool; called when the use has none yet.
    func read<Value: Sendable>(
        _ use: ReadUse, open: @escaping @Sendable () throws -> DatabasePool,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        if !turns.takeIfFree() {
            let isOpen = pools.withLock { $0.opening[use] != nil }
            let isFirst = isOpen ? false : await turns.take()
            guard isFirst else { return try await pool(for: use, open).read(body) }
        }
        defer { turns.give() }
        return try await first.unsafeRead { db in
            // `close()` may have come before the turn of this read, and GRDB would ask the closed connection.
            guard db.sqliteConnection != nil else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            return try Self.inTransaction(db, body)
        }
    }

    /// Runs a short read in a transaction on the first connection; waits for the disk. It
    /// never waits for another read.
    ///
    /// - Returns: nil when another read has the connection, or when it was closed.
    func readIfFree<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        WaitingWork.willWait()
        guard turns.takeIfFree() else { return nil }
        defer { turns.give() }
        return try first.unsafeRead { db -> Value? in
            guard db.sqliteConnection != nil else { return nil }
            return try Self.inTransaction(db, body)
        }
    }

    private static func inTransaction<Value>(
        _ db: Database, _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try db.inTransaction {
            value = try body(db)
            return .commit
        }
        return value!
    }

    /// The pool of a use. Several reads that need it at once wait for the same
    /// one.
    private func pool(
        for use: ReadUse, _ open: @escaping @Sendable () throws -> DatabasePool
    ) async throws -> DatabasePool {
        let opening = pools.withLock { pools in
            if let opening = pools.opening[use] { return opening }
            let opening = Task { [self] in
                let pool = try await work.run(open)
                let isClosed = self.pools.withLock { pools in
                    pools.opened.append(pool)
                    return pools.isClosed
                }
                if isClosed {
                    // `close()` has not seen it.
                    try await work.run { try pool.close() }
                    throw DatabaseError(resultCode: .SQLITE_MISUSE)
                }
                return pool
            }
            pools.opening[use] = opening
            return opening
        }
        do {
            return try await opening.value
        } catch {
            // The next read tries again.
            pools.withLock { pools in
                if pools.opening[use] == opening { pools.opening[use] = nil }
            }
            throw error
        }
    }

    /// Closes all connections; waits for the reads that run. A pool that is being opened closes itself then.
    func close() throws {
        let opened = pools.withLock { pools in
            pools.isClosed = true
            return pools.opened
        }
        for pool in opened { try pool.close() }
        try first.close()
    }
}
