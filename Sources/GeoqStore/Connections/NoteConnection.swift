import GRDB
import Synchronization

/// A connection that writes, without SpatiaLite, for what a store notes for itself.
///
/// SQLite reads the whole schema of a store when a connection is opened, which takes
/// longer than a note. So a sync opens it while it waits for its remote.
final class NoteConnection: Sendable {
    private let path: String
    /// What was prepared. The lock is held while it is opened.
    private let prepared = Mutex<DatabaseQueue?>(nil)

    /// - Parameter path: the store's file.
    init(_ path: String) {
        self.path = path
    }

    /// Opens it, unless it is open; waits for the disk. An error is left to the note,
    /// which tries again.
    func prepare() {
        prepared.withLock { connection in
            if connection == nil { connection = try? connect() }
        }
    }

    /// Writes a note in a transaction, and closes the connection; waits for the disk.
    func write(_ body: @Sendable (Database) throws -> Void) throws {
        let taken = prepared.withLock { connection in
            defer { connection = nil }
            return connection
        }
        let connection = try taken ?? connect()
        defer { try? connection.close() }
        try connection.write(body)
    }

    /// Closes what was prepared and not used; waits until it is open.
    func close() throws {
        try prepared.withLock { connection in
            try connection?.close()
            connection = nil
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
