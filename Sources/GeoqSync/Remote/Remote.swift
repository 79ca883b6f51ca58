package import Geoq
package import GeoqStore

/// A database whose rows can be mirrored. How it talks to its server is left to
/// the module that conforms.
///
/// This file has what every remote must do. What a remote may do besides, each
/// under a protocol of its own, is in `RemoteAbilities.swift`; without one of
/// these a sync takes a longer way to the same mirror.
package protocol Remote: Sendable {
    /// Opens a session.
    ///
    /// - Parameter user: the user whose rows are to be seen; nil for all that
    ///   the login may see.
    /// - Throws: `SyncError`.
    func open(as user: FeatureID?) async throws -> any RemoteSession
}

/// One conversation with a remote. Its methods are called one after the other.
package protocol RemoteSession: Sendable {
    /// Where the server was reached, without user and password.
    func address() async throws -> String

    /// Begins to read all tables as of one moment.
    ///
    /// Until `finish()`, the session sees nothing that others write, and no
    /// other session can rebuild or truncate the tables. Of a moment that does
    /// not last (`RemoteMoment.lasts`), each answer may show a later state than
    /// the one before.
    func begin(_ request: RemoteRequest) async throws -> RemoteMoment

    /// Reads rows.
    ///
    /// - Parameter take: gets them in batches, perhaps on another thread.
    /// - Returns: how many rows there were; exactly as many as the remote says
    ///   that it sent.
    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int

    /// The ids of all rows that belong to the mirror, each once, in no order.
    /// A list that may be cut short must throw: rows that are not on it leave
    /// the mirror.
    func ids(of table: MirrorTable) async throws -> [FeatureID]

    /// How many rows belong to the mirror.
    func count(of table: MirrorTable) async throws -> Int

    /// Ends the moment.
    func finish() async throws

    /// What the remote lacks, table by table.
    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding]

    /// How many bytes of rows and answers were received.
    func bytesReceived() async -> Int

    func close() async
}

/// What a session is to read.
package struct RemoteRequest: Hashable, Sendable {
    /// What the rows are for.
    package enum Purpose: Hashable, Sendable {
        /// For a mirror: row versions and the server's position are needed.
        case mirror
        /// For questions that the remote answers itself.
        case questions
    }

    package var mapping: TableMapping
    package var region: Region?
    /// The user whose rows are to be seen; nil for the session's user.
    package var user: FeatureID?
    package var purpose: Purpose
    /// How far a mirror has been read. A remote may tell in its first answer
    /// what has changed since; it may as well ignore them.
    package var since: [MirrorTable: MirrorCursor] = [:]
    /// The name of the mirror's source, of which, with a row's key, the ids of
    /// a relation's rows are made; nil before it is known.
    package var source: String?
    /// When the remote itself is to end a statement; nil for never. A remote that
    /// cannot may ignore it.
    package var limit: Duration?

    /// Whether locks that others hold on the remote's tables are waited for.
    package var isPatient = true

    package init(
        mapping: TableMapping = .standard, region: Region? = nil, user: FeatureID? = nil, purpose: Purpose = .mirror
    ) {
        (self.mapping, self.region, self.user, self.purpose) = (mapping, region, user, purpose)
    }
}
