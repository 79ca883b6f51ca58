import Geoq
import GeoqSync
import Synchronization

/// LISTEN on the channel `geoq`.
///
/// LISTEN belongs to a session. A standby knows none, and behind a pooler a
/// session is shared with others, who would get what is meant for geoq: there
/// nothing is listened to, and `obstacle` says why.
final class PostgresDoorbell: RemoteDoorbell {
    private let worker: PostgresWorker
    private let found: Mutex<DoorbellObstacle?>

    /// - Throws: `SyncError`; the worker is for the caller to close then.
    init(_ worker: PostgresWorker) async throws {
        let obstacle = try await worker.run { connection -> DoorbellObstacle? in
            let row = try connection.query("SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_backend_pid()").first
            if row?[0] == "t" { return .standby }
            // A pooler makes a number of its own up for what it gives to clients.
            if row?[1] != "\(connection.processID)" { return .pooler }
            try connection.execute("LISTEN geoq")
            return nil
        }
        self.worker = worker
        found = Mutex(obstacle)
        if obstacle != nil { await worker.close() }
    }

    var obstacle: DoorbellObstacle? { found.withLock { $0 } }

    func ring(within time: Duration) async throws -> Bool {
        let rang = try await worker.run { connection -> Bool? in
            guard try connection.notification(within: time) != nil else {
                // A connection that died without a word is noticed by asking; and
                // one that a pooler has given to another session.
                let channels = try connection.query("SELECT pg_catalog.pg_listening_channels()")
                return channels.contains { $0.first == "geoq" } ? false : nil
            }
            // The others are of the same news.
            while try connection.notification(within: .zero) != nil {}
            return true
        }
        if rang == nil { found.withLock { $0 = .pooler } }
        return rang ?? false
    }

    func close() async { await worker.close() }
}
