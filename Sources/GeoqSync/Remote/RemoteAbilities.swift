package import Geoq
package import GeoqIndex
package import GeoqStore

/// A session that computes sums over its rows, so that two sets of rows can be
/// compared without sending them.
///
/// Without it, a comparison asks for all ids, and contents are compared by
/// reading the table anew.
package protocol RemoteDigesting: RemoteSession {
    /// Whether it sums by this measure.
    func sums(_ measure: RowMeasure) async -> Bool

    /// Lets a sync compute the mirror's own totals while it waits for those of the remote.
    ///
    /// - Parameter body: called once, when the next request needs nothing of the store any more. Not called by a
    ///   session that does not usually know totals as soon as a moment has begun.
    func whileAsking(_ body: @escaping @Sendable () -> Void)

    /// How many rows belong to the mirror and the sum over all of them by
    /// version, as of what was last read of the table; nil when that is not
    /// known without asking. If they are those of the mirror, no other sums are
    /// asked for.
    func total(of table: MirrorTable) async throws -> TableDigest.Bucket?

    /// The sums over ids and versions, or contents, of all rows that belong to
    /// the mirror.
    ///
    /// - Parameter hidden: rows to leave out.
    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest

    /// For some first bytes of ids, the sums by the first two bytes
    /// (`TableDigest`). Two bytes without a sum have no rows.
    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32]

    /// Ids and versions, or hashes of contents, of all rows in some ranges.
    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken]
}

extension RemoteDigesting {
    package func sums(_ measure: RowMeasure) async -> Bool { true }
    package func whileAsking(_ body: @escaping @Sendable () -> Void) {}
    package func total(of table: MirrorTable) async throws -> TableDigest.Bucket? { nil }
}

/// A session with tables whose rows have keys, and no ids of their own. It
/// remembers the keys of the rows that it has named.
package protocol RemoteKeying: RemoteSession {
    /// Tells the session the keys of rows that it may be asked for, or is to
    /// leave out.
    func learn(_ keys: [FeatureID: String], of table: MirrorTable) async
}

/// A session that leaves out living rows that belong to a deleted row, and counts
/// them.
///
/// Without it, such a row waits for the row that it belongs to.
package protocol RemoteBurying: RemoteSession {
    /// How many it has left out of a table, as of what was last read of it.
    func orphanCount(of table: MirrorTable) async -> Int
}

/// A session that knows whether what it shows survives a crash of its server.
///
/// Without it, everything that a moment shows counts as lasting, and a cursor
/// is kept at once.
package protocol RemoteDurability: RemoteSession {
    /// Whether everything that was visible at a moment survives a crash of the
    /// server.
    ///
    /// Ask before `finish()`: within the moment it is certain that no crash has
    /// come between. Later, a pooler may have gone on with a restarted server.
    func isDurable(_ moment: RemoteMoment) async throws -> Bool

    /// Ends the moment, and asks the remote to make it durable soon.
    func hurry() async throws
}

/// A session that tells how large a part of the remote is.
///
/// Without it, nothing is said about the size before a sync.
package protocol RemoteEstimating: RemoteSession {
    /// How many rows belong to the mirror, and about how many bytes they have.
    ///
    /// - Parameter region: rows that lie in it are not counted; nil for none.
    func estimate(of table: MirrorTable, outside region: Region?) async throws -> RemoteEstimate
}

/// A session that answers questions itself.
///
/// Without it, a proof compares rows only, and no question can be asked of the
/// remote instead of the mirror.
package protocol RemoteAnswering: RemoteSession {
    /// Why the remote answers no questions of a kind, as a clause; nil when it
    /// does.
    func silence(about kind: ProofKind) -> String?

    /// Lets the remote answer a question itself.
    ///
    /// - Parameter hidden: rows to leave out.
    /// - Precondition: the moment has the tables that the question is about,
    ///   and the function.
    func answer(_ question: RemoteQuestion, hiding hidden: HiddenRows) async throws -> [RemoteHit]

    /// A distance, by the remote's own measure, within which it has at least `count`
    /// hotspots around a place; nil when it has fewer, within the radius or, without
    /// one, anywhere.
    ///
    /// - Parameters:
    ///   - radius: how far to look; nil for everywhere.
    ///   - hidden: rows to leave out.
    func reach(
        of count: Int, around center: Coordinate, within radius: Distance?, hiding hidden: HiddenRows
    ) async throws -> Distance?

    /// Which of these functions the remote has, and the session may call.
    func functions() async throws -> Set<RemoteFunction>

    /// Why the places of a table cannot be asked for: a row of the mirror has a
    /// place that is no point in degrees. nil when all can.
    func oddPlace(of table: MirrorTable) async throws -> SyncError?
}

extension RemoteAnswering {
    package func silence(about kind: ProofKind) -> String? { nil }
}

/// A session whose answers have no distances, and which tells of some rows
/// whether they lie in a circle: two circles then show how far away a row is.
///
/// Without it, a proof compares distances only where answers have them.
package protocol RemoteCircling: RemoteAnswering {
    /// Which of some rows a function of the remote gives for a circle.
    ///
    /// - Parameter ids: of the function's table.
    /// - Precondition: as of `answer`; the remote has the function.
    func rows(
        of function: RemoteFunction, around center: Coordinate, within radius: Distance, among ids: [FeatureID]
    ) async throws -> Set<FeatureID>
}

/// A session that says at which parts the remote looks for an answer.
///
/// Without it, a question to the remote cannot be explained.
package protocol RemoteExplaining: RemoteAnswering {
    /// Notes from now on at what each statement of an answer looks.
    func explainFromNow() async

    /// What was noted, one after the other.
    func statements() async -> [RemoteStatement]

    /// How many parts a table has; 1 for one that is not cut.
    func partCount(of table: MirrorTable) async throws -> Int
}

/// A remote that can say when something has changed.
///
/// Without it, a watch looks at intervals.
package protocol RemoteRinging: Remote {
    /// Opens a connection on which the remote says when something has changed.
    ///
    /// - Parameter mapping: gives the names of the tables of a remote at an
    ///   address.
    /// - Throws: `SyncError`.
    func openDoorbell(
        _ mapping: @Sendable (_ address: String) async throws -> TableMapping
    ) async throws -> any RemoteDoorbell
}

/// Hears that something has changed. A ring may be lost, doubled or forged: it
/// is only a reason to look.
package protocol RemoteDoorbell: Sendable {
    /// Whether it would hear now.
    var hearing: DoorbellHearing { get }

    /// Waits for a ring, or until it hears otherwise than before.
    ///
    /// - Returns: whether a ring came in time.
    /// - Throws: `SyncError` when the connection is lost.
    /// - Precondition: the doorbell is not deaf for ever.
    func ring(within time: Duration) async throws -> Bool
    func close() async
}

/// Whether a doorbell would hear of a change.
package enum DoorbellHearing: Hashable, Sendable {
    /// Whether the doorbell hears is not known yet, or for a moment it does not.
    case opening
    /// The doorbell hears. The remote says with each moment of which tables (`RemoteTable.rings`).
    case hears
    /// The doorbell hears of all tables but these.
    case hearsAll(except: [String])
    /// The doorbell does not hear, for a reason that is a clause ("the server is …").
    case deaf(because: String, forEver: Bool)

    /// Whether a change can ring.
    var isHearing: Bool {
        switch self {
        case .hears, .hearsAll: true
        case .opening, .deaf: false
        }
    }
}
