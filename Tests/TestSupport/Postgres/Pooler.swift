import Foundation

/// pgbouncer before a cluster, in transaction mode: each transaction of a client
/// gets a connection to the server that others have used before it.
package final class Pooler: Sendable {
    package let folder: String
    package static let port = 6432
    private let reaper: Reaper

    /// - Parameters:
    ///   - cluster: the server.
    ///   - connections: how many connections to the server there are for all
    ///     clients of a database. With one, each client surely gets what another
    ///     has left behind.
    ///   - users: the users that may connect; without passwords.
    package init(
        before cluster: PostgresCluster, connections: Int = 1, users: [String] = ["postgres", "reader"]
    ) throws {
        folder = "/tmp/geoq-pool-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let settings = """
            [databases]
            * = host=\(cluster.folder) port=\(cluster.port)
            [pgbouncer]
            listen_addr =
            listen_port = \(Self.port)
            unix_socket_dir = \(folder)
            auth_type = trust
            auth_file = \(folder)/users
            pool_mode = transaction
            default_pool_size = \(connections)
            max_client_conn = 200
            logfile = \(folder)/log
            pidfile = \(folder)/pid

            """
        try settings.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
        try users.map { "\"\($0)\" \"none\"\n" }.joined()
            .write(toFile: folder + "/users", atomically: true, encoding: .utf8)
        if getuid() == 0 { try PostgresCluster.run(["/bin/chown", "-R", "postgres", folder], asUser: false) }
        // Test threads have signals blocked, and pgbouncer inherits that; so it
        // is killed. It has no data to lose.
        reaper = try Reaper("kill -9 \"$(cat '\(folder)/pid')\"; rm -rf '\(folder)'")
        try PostgresCluster.run(["/usr/sbin/pgbouncer", "-d", folder + "/settings"])
        // pgbouncer returns before its socket exists.
        for _ in 0..<30_000 where !FileManager.default.fileExists(atPath: "\(folder)/.s.PGSQL.\(Self.port)") {
            usleep(10_000)
        }
    }

    deinit {
        reaper.reap()
    }

    package func url(_ database: String, user: String = "postgres") -> String {
        "host=\(folder) port=\(Self.port) user=\(user) dbname=\(database)"
    }

    /// Runs SQL as another application: in another session, but perhaps on the
    /// connection that geoq has used.
    @discardableResult
    package func query(_ sql: String, in database: String, user: String = "postgres") throws -> String {
        try PostgresCluster.run(
            [
                PostgresCluster.binaries + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder,
                "-p", "\(Self.port)", "-U", user, "-d", database, "-f", "-",
            ], input: sql, asUser: false)
    }
}
