import Foundation
package import Geoq
package import GeoqStore
import GeoqSupabase
package import GeoqSync

/// The database of a project, reached by libpq instead of over HTTP: it takes the
/// changes of the user who is logged in, by geoq's kit.
///
/// Each request is a transaction in the role and with the claims that the project
/// itself gives the user, so the policies of the tables hold as they do over HTTP.
/// The kit keeps the answer to each operation, so what is sent again has its
/// effect once, whichever of the two ways it came first.
package struct PostgresProject: Remote {
    private let remote: PostgresRemote
    private let writer: KitWriter
    private let kit: PostgresKit

    /// - Parameters:
    ///   - remote: the database. Its login must be allowed to take the role
    ///     `authenticated`.
    ///   - store: has the account.
    /// - Throws: `AccountError.notLoggedIn`, and `.joining` after a login that was not finished; `SyncError` when
    ///   the store does not know yet which database the project is.
    package init(_ remote: PostgresRemote, ofAccountIn store: Store) async throws {
        guard let account = try await store.account.stored(), let user = FeatureID(account.userID) else {
            throw AccountError.notLoggedIn
        }
        if account.state == .joining { throw AccountError.joining(url: account.url) }
        guard let server = try await KitServer.ofAccount(in: store) else {
            throw SyncError(
                .refused, "it is not known which database the project is, or it had no kit of geoq's",
                retryMayHelp: false, remedy: .pull)
        }
        self.remote = remote
        kit = PostgresKit(remote, user: user, server: server)
        writer = KitWriter(kit)
    }

    package func open(as user: FeatureID?) async throws -> any RemoteSession { try await remote.open(as: user) }

    /// Ends its connection.
    package func close() async { await kit.close() }
}

extension PostgresProject: UnreadRemoteWriter {
    package func push(_ operations: [PendingOperation], _ context: PushContext) async throws -> PushReply {
        if let reply = try await writer.push(operations, context) { return reply }
        return PushReply(
            Array(repeating: .unsent, count: operations.count),
            obstacle: SyncError(
                .schema, "the database has no kit of geoq's any more", retryMayHelp: false, remedy: .kit))
    }

    package func clockOffset() async -> Double? { await kit.clockOffset }

    package func versions(
        of names: TableMapping.Table, whose column: String, isOneOf rows: [FeatureID]
    ) async throws -> [FeatureID: Int64] {
        try await kit.versions(of: names, whose: column, isOneOf: rows)
    }
}
