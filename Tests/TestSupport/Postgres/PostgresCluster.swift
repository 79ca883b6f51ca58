import Foundation
import GeoqFormats

/// A private PostgreSQL with PostGIS: a folder of its own, a socket in it, no
/// port unless asked for, run by a user without rights, stopped by `pg_ctl`.
package final class PostgresCluster: Sendable {
    package let folder: String
    package let port: Int
    private let settings: [String]
    /// Removes the cluster when this process ends, even when it is killed.
    private let reaper: Reaper

    package static let binaries = "/usr/lib/postgresql/15/bin"
    private static let asUser = getuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : []

    /// Makes the cluster and starts it.
    ///
    /// - Parameter settings: as in `postgresql.conf`, such as `fsync=off`.
    package init(_ settings: [String] = []) throws {
        folder = try Self.makeFolder()
        reaper = try Self.reaper(folder)
        port = 5432
        self.settings = settings
        try Self.run([
            Self.binaries + "/initdb", "-D", folder + "/data", "-A", "trust", "-U", "postgres", "-E", "UTF8",
            "--no-sync", "--locale=C",
        ])
        try start()
    }

    /// A cluster of existing files, started.
    ///
    /// - Parameter files: makes the files in the folder that it is given, as
    ///   `data`.
    package init(_ settings: [String] = [], files: (_ folder: String) throws -> Void) throws {
        folder = try Self.makeFolder()
        reaper = try Self.reaper(folder)
        port = 5432
        self.settings = settings
        try files(folder)
        try start()
    }

    /// A cluster like a new one, in which the database `postgisTemplate` has PostGIS: a copy of one that is made once,
    /// which takes a fifth of the time.
    ///
    /// All copies have the same system identifier, by which geoq tells servers apart: a test that asks several of them
    /// makes them anew.
    package static func copied(_ settings: [String] = []) throws -> PostgresCluster {
        let original = try prepared.get()
        return try PostgresCluster(settings) { folder in
            try run(["/bin/cp", "-a", "--reflink=auto", original, folder + "/data"], asUser: false)
        }
    }

    /// To make PostGIS in a database takes half a second, to copy a database that has it a tenth.
    package static let postgisTemplate = "postgis_template"

    private static let prepared: Result<String, any Error> = Result {
        let cluster = try PostgresCluster(["fsync=off"])
        try cluster.query("CREATE DATABASE \(postgisTemplate)")
        try cluster.query("CREATE EXTENSION postgis", in: postgisTemplate)
        try cluster.stop()
        let path = LastingFolder.path + "/cluster"
        // The cluster's end removes its files.
        _ = try withExtendedLifetime(cluster) {
            try run(["/bin/cp", "-a", "--reflink=auto", cluster.folder + "/data", path], asUser: false)
        }
        return path
    }

    deinit {
        reaper.reap()
    }

    private static func reaper(_ folder: String) throws -> Reaper {
        let stop = (asUser + [binaries + "/pg_ctl"]).joined(separator: " ")
        return try Reaper("\(stop) -D '\(folder)/data' -m immediate -w stop; rm -rf '\(folder)'")
    }

    private static func makeFolder() throws -> String {
        let folder = "\(TestFiles.parentOfServers)/geoq-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        if !asUser.isEmpty { try run(["/bin/chown", "postgres", folder], asUser: false) }
        return folder
    }

    /// How a server is stopped.
    package enum Stop: String {
        /// As in a power cut: everything that is not on disk is lost.
        case immediate
        case fast
    }

    package func start() throws {
        // A connection that calls PostGIS would load it, and all its libraries, which takes half of its time.
        let words =
            ["-k \(folder)", "-c listen_addresses=''", "-c shared_buffers=256MB"]
            + (["shared_preload_libraries=postgis-3"] + settings).map { "-c \($0)" }
        try Self.run([
            Self.binaries + "/pg_ctl", "-D", folder + "/data", "-l", folder + "/log", "-w", "-t", "60", "-o",
            words.joined(separator: " "), "start",
        ])
    }

    /// Starts a server that was killed, as soon as its children have noticed
    /// and released its memory.
    package func startAfterCrash() throws {
        for _ in 0..<30 {
            usleep(400_000)
            if (try? start()) != nil { return }
        }
        try start()
    }

    package func stop(_ how: Stop = .fast) throws {
        guard FileManager.default.fileExists(atPath: folder + "/data/postmaster.pid") else { return }
        try Self.run([Self.binaries + "/pg_ctl", "-D", folder + "/data", "-m", how.rawValue, "-w", "stop"])
    }

    package func promote() throws {
        try Self.run([Self.binaries + "/pg_ctl", "-D", folder + "/data", "-w", "promote"])
    }

    /// The server's own number.
    package var processID: Int32 {
        let text = (try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)) ?? ""
        return Int32(text.split(separator: "\n").first ?? "") ?? 0
    }

    /// A connection string for a database of it.
    package func url(_ database: String, user: String = "postgres") -> String {
        "host=\(folder) port=\(port) user=\(user) dbname=\(database)"
    }

    /// Where its socket is.
    package var socket: String { "\(folder)/.s.PGSQL.\(port)" }

    /// Runs SQL.
    ///
    /// - Returns: rows as lines, columns with `|` between.
    @discardableResult
    package func query(_ sql: String, in database: String = "postgres", user: String = "postgres") throws -> String {
        try Self.run(
            [
                Self.binaries + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", user,
                "-d", database, "-f", "-",
            ], input: sql, asUser: false)
    }

    /// Runs one of the server's programs as the server's user.
    ///
    /// - Throws: the program's output, when it failed.
    @discardableResult
    package static func run(_ words: [String], input: String = "", asUser isUser: Bool = true) throws -> String {
        let words = isUser ? detached + asUser + words : words
        // A server keeps its parent's files open: so no pipe, and not
        // Foundation's Process, which waits until they are closed.
        let output = TestFiles.parent.appending(path: "geoq-run-\(UUID().uuidString)")
        let source = output.appendingPathExtension("in")
        try Data(input.utf8).write(to: source)
        defer {
            try? FileManager.default.removeItem(at: output)
            try? FileManager.default.removeItem(at: source)
        }
        let status = try spawn(words, input: source.path, output: output.path)
        let text = try String(decoding: Data(contentsOf: output), as: UTF8.self)
        guard status == 0 else {
            throw PostgresError(words: "\(words.joined(separator: " ").prefix(200)): \(text.prefix(2000))")
        }
        return text.trimmingCharacters(in: .newlines)
    }

    /// Changes to the root folder, closes this process's open files, so that a
    /// server does not keep them, and becomes a program.
    private static let detached = [
        "/usr/bin/python3", "-c",
        "import os, sys; os.closerange(3, 4096); os.chdir('/'); os.execv(sys.argv[1], sys.argv[1:])",
    ]

    /// Runs a program and waits for it alone.
    private static func spawn(_ words: [String], input: String, output: String) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, words[0], &actions, nil, arguments, environ)
        guard failure == 0 else { throw PostgresError(words: "\(words[0]): \(String(cString: strerror(failure)))") }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw PostgresError(words: "\(words[0]) cannot be waited for") }
        }
        return status
    }
}

/// A process that waits for the end of this one and then removes what it has
/// started.
final class Reaper: Sendable {
    private let process = Process()
    private let life = Pipe()

    /// - Parameter script: what the shell does at the end.
    init(_ script: String) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd /; trap '' INT TERM HUP; cat; \(script)"]
        // Other child processes must not keep it open.
        _ = fcntl(life.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = life
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
    }

    func reap() {
        try? life.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

package struct PostgresError: Error, CustomStringConvertible {
    package let words: String

    package init(words: String) {
        self.words = words
    }

    package var description: String { words }
}
