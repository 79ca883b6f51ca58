import Geoq
import GeoqSync
import Synchronization

/// LISTEN on the channel `geoq`.
///
/// LISTEN belongs to a session. A standby does not allow it, and behind a
/// pooler other clients share the session and would get geoq's notifications.
/// In both cases the doorbell does not listen, and `hearing` says why.
final class PostgresDoorbell: RemoteDoorbell {
    /// Why it does not listen.
    enum Obstacle: String {
        case standby = "the server is a standby, which passes no notifications on"
        case pooler = "a connection pooler stands before the server, and passes no notifications on"
    }

    private let worker: PostgresWorker
    private let found: Mutex<Obstacle?>

    /// - Throws: `SyncError`; then the caller must close the worker.
    init(_ worker: PostgresWorker) async throws {
        let obstacle = try await worker.run { connection -> Obstacle? in
            let row = try connection.query("SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_backend_pid()").first
            if try row?.column(0) == "t" { return .standby }
            // A pooler gives its clients process numbers that it makes up.
            if try row?.column(1) != "\(connection.processID)" { return .pooler }
            try connection.execute("LISTEN geoq")
            return nil
        }
        self.worker = worker
        found = Mutex(obstacle)
        if obstacle != nil { await worker.close() }
    }

    var hearing: DoorbellHearing {
        found.withLock { $0.map { .deaf(because: $0.rawValue, forEver: true) } ?? .hears }
    }

    func ring(within time: Duration) async throws -> Bool {
        let rang = try await worker.run { connection -> Bool? in
            guard try connection.notification(within: time) != nil else {
                // A question shows that the connection has died silently, or
                // that a pooler has given it to another session.
                let channels = try connection.query("SELECT pg_catalog.pg_listening_channels()")
                return channels.contains { $0.first == "geoq" } ? false : nil
            }
            // Further notifications are of the same news.
            while try connection.notification(within: .zero) != nil {}
            return true
        }
        guard let rang else {
            found.withLock { $0 = .pooler }
            // As in the beginning: its place at the server is free for others.
            await worker.close()
            return false
        }
        return rang
    }

    func close() async { await worker.close() }
}
