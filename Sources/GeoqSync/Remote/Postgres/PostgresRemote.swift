import Foundation
public import Geoq
import GeoqStore

/// A PostgreSQL database with geoq's tables, over libpq.
///
/// It needs a login that may read the tables and nothing else: nothing is
/// written, no function, trigger or slot is made. TLS is libpq's:
/// `sslmode=verify-full` with `sslrootcert` is what keeps a password from
/// whoever poses as the server.
public struct PostgresRemote: Remote, CustomStringConvertible, CustomReflectable {
    private let text: String
    private let silence: Duration

    /// - Parameters:
    ///   - connectionString: `postgresql://user@host:port/database` or
    ///     `key=value` pairs; empty for what `PGHOST`, `PGSERVICE` and the like
    ///     say.
    ///   - silence: longer without a byte from the server counts as a lost
    ///     connection.
    /// - Throws: `SyncError` when it cannot be read.
    public init(_ connectionString: String, silence: Duration = .seconds(120)) throws {
        try PostgresConnection.check(connectionString)
        (text, self.silence) = (connectionString, silence)
    }

    /// Never the connection string: it may hold a password.
    public var description: String { "a PostgreSQL server" }
    public var customMirror: Swift.Mirror { Swift.Mirror(self, children: []) }

    public func open(as user: FeatureID?) async throws -> any RemoteSession {
        let worker = try await PostgresWorker(connecting: text, silence: silence)
        do {
            try await worker.run { try $0.execute(PostgresSession.settings) }
        } catch {
            await worker.close()
            throw error
        }
        return PostgresSession(worker, user: user)
    }

    public func openDoorbell() async throws -> any RemoteDoorbell {
        let worker = try await PostgresWorker(connecting: text, silence: silence)
        do {
            try await worker.run { try $0.execute("LISTEN geoq") }
        } catch {
            await worker.close()
            throw error
        }
        return PostgresDoorbell(worker)
    }
}

/// LISTEN on the channel `geoq`.
final class PostgresDoorbell: RemoteDoorbell {
    private let worker: PostgresWorker

    init(_ worker: PostgresWorker) {
        self.worker = worker
    }

    func ring(within time: Duration) async throws -> Bool {
        try await worker.run { connection in
            guard try connection.notification(within: time) != nil else {
                // A connection that died without a word is noticed by asking.
                try connection.query("SELECT 1")
                return false
            }
            // The others are of the same news.
            while try connection.notification(within: .zero) != nil {}
            return true
        }
    }

    func close() async { await worker.close() }
}
