import Foundation
import TestSupport

/// A hot standby of a gateway's PostgreSQL, which may answer in its place.
final class ProjectStandby {
    let cluster: PostgresCluster
    private let gateway: GatewayProcess

    init(of gateway: GatewayProcess) throws {
        self.gateway = gateway
        // A standby starts with as many connections as its primary has, or more. What it replays late, after a pause,
        // ends no question that is being answered.
        let settings = ["hot_standby=on", "max_connections=200", "max_standby_streaming_delay=-1"]
        cluster = try PostgresCluster(["fsync=off", "jit=off"] + settings) { folder in
            try PostgresCluster.run([
                PostgresCluster.binaries + "/pg_basebackup", "-D", folder + "/data", "-h", gateway.cluster,
                "-U", "postgres", "-R", "-X", "stream", "-c", "fast",
            ])
        }
    }

    /// The address of its database, as `GatewayProcess.database`.
    var database: String { cluster.url("project") }

    @discardableResult
    func query(_ sql: String) throws -> String { try cluster.query(sql, in: "project") }

    /// Waits until it shows all that the primary has committed.
    func catchUp() throws {
        let position = try gateway.query("SELECT pg_current_wal_lsn()")
        try wait("SELECT pg_last_wal_replay_lsn() >= '\(position)'")
    }

    /// Shows nothing newer from now on, until it is resumed.
    func pause() throws {
        try query("SELECT pg_wal_replay_pause()")
        try wait("SELECT pg_get_wal_replay_pause_state() = 'paused'")
    }

    func resume() throws { try query("SELECT pg_wal_replay_resume()") }

    /// Gets nothing more of the primary's, as when that is lost.
    func part() throws {
        try query("ALTER SYSTEM SET primary_conninfo = ''")
        try query("SELECT pg_reload_conf()")
        try wait("SELECT count(*) = 0 FROM pg_stat_wal_receiver")
    }

    private func wait(_ condition: String) throws {
        for _ in 0..<3_000 {
            if try query(condition) == "t" { return }
            usleep(20_000)
        }
        throw PostgresError(words: "the standby does not come to: \(condition)")
    }

    // MARK: - Who answers

    /// REST asks the standby, as a project's replica; logins stay with the primary.
    func answers() throws { try gateway.set(#"{"rest_database": "\#(database)"}"#) }

    func leavesItToPrimary() throws { try gateway.set(#"{"rest_database": "\#(gateway.database)"}"#) }

    /// The primary ends without a word, and the standby has the project.
    func takesOver() throws {
        try PostgresCluster.run([
            PostgresCluster.binaries + "/pg_ctl", "-D", gateway.cluster + "/data", "-m", "immediate", "-w", "stop",
        ])
        try cluster.promote()
        try gateway.set(#"{"database": "\#(database)"}"#)
    }
}

/// A transaction of another program, which has written and is open.
final class OpenWriter {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ database: String, _ sql: String) throws {
        process.executableURL = URL(filePath: PostgresCluster.binaries + "/psql")
        process.arguments = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database]
        (process.standardInput, process.standardOutput) = (input, output)
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("BEGIN; \(sql); SELECT 'written';\n".utf8))
        var said = Data()
        while said.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw PostgresError(words: "the writer has ended") }
            said += more
        }
    }

    func commit() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("COMMIT;\n".utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PostgresError(words: "the writer did not commit") }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
