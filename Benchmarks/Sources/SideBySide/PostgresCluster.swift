import Foundation
import Synchronization

/// A PostgreSQL cluster for one run: a Unix socket in a temporary folder, no
/// TCP, gone when the run ends or is interrupted.
final class PostgresCluster: Sendable {
    let folder: String
    /// Whether it has been removed; locked while that is being done.
    private let isGone = Mutex(false)
    private let binaries: String
    private let asUser: [String]

    /// Why PostGIS cannot be measured here; nil when it can.
    static var obstacle: String? {
        guard let binaries = Self.binaries else { return "postgis: no PostgreSQL server (postgresql)" }
        let version = URL(filePath: binaries).deletingLastPathComponent().lastPathComponent
        let control = "/usr/share/postgresql/\(version)/extension/postgis.control"
        guard FileManager.default.fileExists(atPath: control) else {
            return "postgis: not installed (postgresql-\(version)-postgis-3)"
        }
        return nil
    }

    /// The newest server's programs.
    private static var binaries: String? {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
        return versions.sorted(by: >).map { "\(root)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }

    /// Makes the cluster and starts it.
    init() throws {
        binaries = Self.binaries ?? ""
        // PostgreSQL refuses to run as root.
        asUser = getuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : []
        folder =
            FileManager.default.temporaryDirectory.appending(path: "geoq-bench-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        Interrupts.atEnd { [self] in stop() }
        do {
            if !asUser.isEmpty { try Self.run(["/bin/chown", "postgres", folder]) }
            try Self.run(
                asUser + [
                    binaries + "/initdb", "-D", folder + "/data", "-A", "trust", "-U", "postgres", "-E", "UTF8",
                    "--no-sync", "--locale=C",
                ])
            // Not by pg_ctl: Foundation would wait for the server, which keeps its files open.
            try start([
                "-k", folder, "-c", "listen_addresses=", "-c", "shared_buffers=2GB", "-c", "work_mem=256MB",
                "-c", "maintenance_work_mem=1GB", "-c", "fsync=off", "-c", "jit=off",
                "-c", "max_parallel_workers_per_gather=0", "-c", "max_parallel_maintenance_workers=0",
            ])
        } catch {
            stop()
            throw error
        }
    }

    /// Starts the server and waits until it answers.
    private func start(_ settings: [String]) throws {
        let words = asUser + [binaries + "/postgres", "-D", folder + "/data"] + settings
        let server = Process()
        server.executableURL = URL(filePath: words[0])
        server.arguments = Array(words.dropFirst())
        server.currentDirectoryURL = URL(filePath: "/")
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        for _ in 0..<300 {
            if (try? query("SELECT 1")) != nil { return }
            guard server.isRunning else { break }
            usleep(100_000)
        }
        throw SubjectError(task: "postgres -D \(folder)/data", status: 1)
    }

    /// Stops the server and removes its files.
    func stop() {
        isGone.withLock { isGone in
            if isGone { return }
            isGone = true
            if FileManager.default.fileExists(atPath: folder + "/data/postmaster.pid") {
                _ = try? Self.run(
                    asUser + [binaries + "/pg_ctl", "-D", folder + "/data", "-m", "immediate", "-w", "stop"])
            }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Runs some SQL.
    ///
    /// - Returns: rows as lines, columns with `|` between.
    func query(_ sql: String) throws -> String {
        try Self.run(
            asUser + [
                binaries + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres",
                "-c", sql,
            ])
    }

    @discardableResult
    private static func run(_ words: [String]) throws -> String {
        // A server keeps its parent's output open, so the output is no pipe.
        let output = FileManager.default.temporaryDirectory.appending(path: "geoq-bench-\(getpid()).out").path
        defer { try? FileManager.default.removeItem(atPath: output) }
        let status = try Command.run(words, folder: "/", output: output)
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        guard status == 0 else {
            throw SubjectError(task: words.joined(separator: " ").prefix(200) + ": " + text.prefix(500), status: status)
        }
        return text
    }
}
