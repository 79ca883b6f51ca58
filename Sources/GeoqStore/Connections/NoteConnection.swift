import GRDB
import Synchronization

/// A connection that writes, without SpatiaLite, for what a store notes for itself.
///
/// SQLite reads the whole schema of a store when a connection is opened, which takes
/// longer than a note. So a sync opens it while it waits for its remote.
final class NoteConnection: Sendable {
    private let path: String
    /// The lock is held while a connection is opened.
    private let state = Mutex(State())

    private struct State {
        /// What was prepared.
        var prepared: DatabaseQueue?
        /// The store is closed, or about to be: a connection that is opened then would
        /// keep SQLite from copying the rows of the `-wal` file into the store's own.
        var isClosed = false
    }

    /// - Parameter path: the store's file.
    init(_ path: String) {
        self.path = path
    }

    /// Whether a connection is open for the next note.
    var isPrepared: Bool { state.withLock { $0.prepared != nil } }

    /// Opens it, unless it is open or was closed for good; waits for the disk. An error
    /// is left to the note, which tries again.
    func prepare() {
        state.withLock { state in
            if !state.isClosed, state.prepared == nil { state.prepared = try? connect() }
        }
    }

    /// Writes a note in a transaction, and closes the connection; waits for the disk.
    ///
    /// - Throws: `StoreError.closed` when it was closed for good.
    func write(_ body: @Sendable (Database) throws -> Void) throws {
        let taken = try state.withLock { state in
            if state.isClosed { throw StoreError.closed(path: path) }
            defer { state.prepared = nil }
            return state.prepared
        }
        let connection = try taken ?? connect()
        defer { try? connection.close() }
        try connection.writeWithoutTransaction { db in
            try SystemRefusal.told(db, path) {
                try db.inTransaction {
                    try body(db)
                    return .commit
                }
            }
        }
    }

    /// Closes what was prepared and not used, and prepares no more; waits until it is open.
    func close() throws {
        try state.withLock { state in
            state.isClosed = true
            try state.prepared?.close()
            state.prepared = nil
        }
    }

    private func connect() throws -> DatabaseQueue {
        WaitingWork.willWait()
        var configuration = Configuration()
        configuration.busyMode = .timeout(Store.busyTimeout)
        configuration.label = "geoq.notes"
        // The statement reads the schema, too.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
