import Foundation
package import Testing

/// A Supabase-shaped endpoint on loopback over a PostgreSQL of its own, from
/// `Tests/Gateway`. It ends, and removes what it made, when this value or this
/// process ends.
public final class GatewayProcess: Sendable {
    /// As of a project: `/rest/v1` and the like come behind it.
    public let url: String
    public let anonymousKey: String
    public let serviceKey: String
    /// What signs tokens, also the id tokens of providers.
    public let secret: String
    /// A connection string of the database, for its owner.
    public let database: String
    private let process = Process()
    private let life = Pipe()

    /// A Python with what the gateway needs; `make test` makes it.
    public static let python = Checkout.root.appending(path: ".build/outside-clients/bin/python").path
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    /// What the gateway prints when it is ready.
    private struct Facts: Decodable {
        let url: String
        let anonKey: String
        let serviceRoleKey: String
        let secret: String
        let database: String
    }

    /// - Parameter options: of `python -m gateway`, such as `--level rest` or
    ///   `--max-rows 77`.
    /// - Throws: when it does not start.
    public init(_ options: [String] = []) throws {
        process.executableURL = URL(filePath: Self.python)
        let level = options.contains("rest") ? "rest" : "kit"
        process.arguments = ["-B", "-m", "gateway", "--template", "\(LastingFolder.path)/project-\(level)"] + options
        process.currentDirectoryURL = Checkout.root.appending(path: "Tests/Gateway")
        let output = Pipe()
        // Other child processes must not keep it open.
        _ = fcntl(life.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        (process.standardInput, process.standardOutput) = (life, output)
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw PostgresError(words: "the gateway does not start; its messages say why") }
            line += more
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let facts = try decoder.decode(Facts.self, from: line)
        (url, anonymousKey, serviceKey) = (facts.url, facts.anonKey, facts.serviceRoleKey)
        (secret, database) = (facts.secret, facts.database)
    }

    deinit {
        try? life.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Replaces the gateway's faults, and the settings that are given.
    ///
    /// - Parameter settings: a JSON object, as `Tests/Gateway/gateway/faults.py`
    ///   and `gateway.py` describe it: `{"faults": [{"path": "/rpc/", "drop":
    ///   true, "times": 1}], "seed": 1}`.
    /// - Returns: how many requests came, and how many each fault has seen and
    ///   hit, as JSON.
    @discardableResult
    public func set(_ settings: String) throws -> String {
        let run = try Tool.run("/usr/bin/curl", ["-sSf", "-X", "PUT", "-d", settings, url + "/gateway"])
        guard run.status == 0 else { throw PostgresError(words: "the gateway refuses \(settings): \(run.errors)") }
        return run.lines.joined(separator: "\n")
    }

    /// The folder of the cluster that it has made, which may be copied, stopped, and left so.
    package var cluster: String {
        database.split(separator: " ").first.map { String($0.dropFirst("host=".count)) } ?? ""
    }

    /// What the gateway counts.
    public struct Counts: Decodable, Sendable {
        /// Requests that are being answered.
        public let running: Int
        /// Channels of Realtime, and of these those that are told of changes.
        public let joined, listening: Int
    }

    public func counts() throws -> Counts {
        let run = try Tool.run("/usr/bin/curl", ["-sSf", url + "/gateway"])
        guard run.status == 0 else { throw PostgresError(words: "the gateway does not count: \(run.errors)") }
        return try JSONDecoder().decode(Counts.self, from: Data(run.lines.joined(separator: "\n").utf8))
    }

    /// Runs SQL as the owner of the database.
    ///
    /// - Returns: rows as lines, columns with `|` between.
    @discardableResult
    public func query(_ sql: String) throws -> String {
        let run = try Tool.run(
            PostgresCluster.binaries + "/psql",
            ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", sql])
        guard run.status == 0 else { throw PostgresError(words: run.errors) }
        return run.lines.joined(separator: "\n")
    }
}

extension Trait where Self == ConditionTrait {
    /// The tests ask a gateway.
    package static var needsGateway: Self {
        .enabled(if: GatewayProcess.isInstalled, "the gateway's Python is missing; `make test` makes it")
    }
}
