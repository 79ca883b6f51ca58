import Foundation
package import Geoq
import GeoqStore
package import GeoqSync
public import Logging

/// A PostgreSQL database with geoq's tables, over libpq.
///
/// It needs only a login that may read the tables. It writes no row, makes no
/// function, trigger or slot, and sets nothing that outlives a transaction, so
/// that a pooler may stand between. TLS is libpq's: with `sslmode=verify-full`
/// and `sslrootcert` no other machine can pose as the server and take the
/// password.
public struct PostgresRemote: Sendable, CustomStringConvertible, CustomReflectable {
    private let text: ConnectionText
    private let silence: Duration
    private let logger: Logger
    /// The relation that alone is mirrored, as `schema.relation`; nil for geoq's
    /// tables. Each relation has a mirror of its own.
    package var relation: String?

    /// - Parameters:
    ///   - connectionString: `postgresql://user@host:port/database` or
    ///     `key=value` pairs; empty for the settings of `PGHOST`, `PGSERVICE`
    ///     and the like.
    ///   - silence: a longer time without a byte from the server counts as a
    ///     lost connection.
    ///   - logger: gets the server's notices, without control characters and
    ///     passwords.
    /// - Throws: `SyncError` when the string cannot be read, or when libpq
    ///   might take a part of a password for something else.
    public init(
        _ connectionString: String, silence: Duration = .seconds(120),
        logger: Logger = Logger(label: "geoq.postgres", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws {
        (text, self.silence, self.logger) = (try ConnectionText(connectionString), silence, logger)
    }

    /// Never the connection string: it may hold a password.
    public var description: String { "a PostgreSQL server" }
    public var customMirror: Swift.Mirror { Swift.Mirror(self, children: []) }

    /// The connection string as `key=value` pairs without passwords, and without options that may be secret: what a
    /// store may keep. Nothing is asked by one that lacks options, unless `PGOPTIONS` has others.
    package var connectionWithoutSecrets: String { text.withoutSecrets }
    /// Whether the connection string has a password, which that lacks.
    package var hasPassword: Bool { text.hasPassword }
    /// Whether it has options that that lacks.
    package var hasSecretOptions: Bool { text.hasSecretOptions }

    /// Where the server will say that it is, as far as the connection string tells: `host:port/database`;
    /// nil when the environment or a service file decides it, or one of several hosts.
    package var expectedPlace: String? {
        guard let settings = try? text.settings else { return nil }
        let values = Dictionary(settings.map { ($0.name, $0.value) }) { $1 }
        guard values["service"] == nil, let host = values["host"] ?? values["hostaddr"], !host.contains(","),
            let database = values["dbname"]
        else { return nil }
        return "\(host):\(values["port"] ?? "5432")/\(database)"
    }

    /// The address that its mirror has, as far as the connection string tells; nil as `expectedPlace`.
    package var expectedAddress: String? {
        expectedPlace.map { place in relation.map { "\(place) \($0)" } ?? place }
    }

    func connected() async throws -> PostgresWorker {
        try text.checkComplete()
        var pauses = Self.pauses[...]
        while true {
            do {
                return try await PostgresWorker(connecting: text, silence: silence) { [logger] words in
                    logger.info("server says", metadata: ["words": "\(words)"])
                }
            } catch let error as SyncError where error.code == Self.tooManyConnections {
                guard let pause = pauses.popFirst() else {
                    throw SyncError(
                        error.kind, error.message, retryMayHelp: error.retryMayHelp, code: error.code,
                        remedy: .connections)
                }
                try await Task.sleep(for: pause)
            }
        }
    }

    /// `too_many_connections`.
    private static let tooManyConnections = "53300"
    /// A connection that has been closed, this program's or an earlier one's, counts until the
    /// server's process has ended: a few milliseconds later. Under CONNECTION LIMIT 1 the next one
    /// would be refused for that.
    private static let pauses = [20, 60, 150, 370].map { Duration.milliseconds($0) }
}

extension PostgresRemote: RemoteRinging {
    package func open(as user: FeatureID?) async throws -> any RemoteSession {
        PostgresSession(try await connected(), user: user, part: relation)
    }

    package func openDoorbell(
        _ mapping: @Sendable (_ address: String) async throws -> TableMapping
    ) async throws -> any RemoteDoorbell {
        let worker = try await connected()
        do {
            return try await PostgresDoorbell(worker)
        } catch {
            await worker.close()
            throw error
        }
    }
}
