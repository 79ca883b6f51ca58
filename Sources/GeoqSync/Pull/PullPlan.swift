import GeoqStore

/// Which part of each table to read, decided from what the store knows and
/// where the remote stands. A pure function: it can be tested without store and
/// remote.
struct PullPlan: Equatable {
    enum Mode: Equatable {
        /// The whole table.
        case full
        case delta(since: MirrorCursor)
    }

    var modes: [MirrorTable: Mode] = [:]
    /// Why some table is read whole.
    var reason: String?
    /// Whether ids and versions must be compared even if the caller did not ask
    /// for it.
    var mustCompare = false
    /// Why the contents of all tables must be compared; nil when they need not
    /// be.
    var verification: String?
    /// Tables whose columns were redefined since they were read, and how: their
    /// contents must be compared.
    var redefined: [MirrorTable: String] = [:]
    /// Whether some table is read whole.
    var readsWhole: Bool { modes.values.contains(.full) }

    /// A transaction's number is compared by its lower half. That is right as
    /// long as two numbers are less than this far apart.
    static let wrapDistance: UInt64 = 1 << 31

    /// After this many days contents are compared without any other reason.
    static let daysBetweenVerifications = 7.0

    /// - Throws: `SyncError` when the remote is a standby that has not yet seen
    ///   what the mirror holds.
    init(_ state: MirrorState?, _ moment: RemoteMoment) throws {
        guard let state else {
            for table in moment.tables.keys { modes[table] = .full }
            reason = "first sync"
            return
        }
        guard moment.lacks.isEmpty else {
            for table in moment.tables.keys { modes[table] = .full }
            reason = "the server does not say where it stands"
            return
        }
        let general = try Self.reason(state, moment)
        // Other rows become visible without having changed.
        mustCompare = state.identity.user != moment.identity.user || state.identity.region != moment.identity.region
        verification = Self.verification(state, moment)
        for (table, remote) in moment.tables {
            let held = state.tables[table]
            guard general == nil, let held, held.relation == remote.relation, let cursor = held.cursor
            else {
                modes[table] = .full
                if let general {
                    reason = general
                } else if let held, held.rows > 0 {
                    reason = held.relation == remote.relation ? "the cursor is lost" : "\(table) was made anew"
                }
                continue
            }
            modes[table] = .delta(since: cursor)
            guard let now = remote.definition, held.definition != now else { continue }
            redefined[table] =
                held.definition.flatMap { ColumnDefinitions(now).changes(since: ColumnDefinitions($0)) }
                ?? "how its columns were defined was not noted"
        }
    }

    /// Why no cursor of the mirror means anything to the remote; nil when all
    /// of them do.
    ///
    /// Equal `xmin`s mean equal versions only where a transaction's number is
    /// given once. A restored backup or a promoted standby may give numbers
    /// again that the mirror has seen. Then contents are compared, that is, the
    /// tables are read.
    private static func reason(_ state: MirrorState, _ moment: RemoteMoment) throws -> String? {
        let (was, now) = (state.identity, moment.identity)
        if was.system != now.system { return "another server" }
        if was.database != now.database { return "another database" }
        if was.timeline != now.timeline { return "the server was promoted or restored" }
        if was.mapping != now.mapping { return "other tables or columns" }
        for cursor in state.tables.values.compactMap(\.cursor) {
            if moment.cursor.xmax < cursor.xmax {
                guard !moment.isStandby else {
                    throw SyncError(
                        .refused, "the standby is behind what the mirror holds; try again, or ask the primary",
                        retryMayHelp: true)
                }
                return "the server is behind the mirror: a backup was restored"
            }
            if moment.cursor.xmax - cursor.xmin >= wrapDistance { return "too many transactions since the last sync" }
        }
        return nil
    }

    /// Why rows of equal versions may have different contents; nil when there
    /// is no sign of that.
    ///
    /// A server that was put back to an earlier state, or copied with its data,
    /// goes on to give numbers that the original has given, too. It was started
    /// since: a data directory cannot be put back or copied under a running
    /// server. The exception is a machine that is put back together with its
    /// running server: its log has gone back, unless it has grown beyond the
    /// old position since. Where neither sign shows, a comparison is due after
    /// some days.
    private static func verification(_ state: MirrorState, _ moment: RemoteMoment) -> String? {
        guard let run = state.run, let startedAt = moment.startedAt else {
            if state.tables.values.allSatisfy({ $0.definition == nil }) {
                return "the mirror was made by an earlier geoq"
            }
            return due(state)
        }
        if run.startedAt != startedAt { return "the server was started anew, or is a copy" }
        if let was = run.logPosition, let now = moment.logPosition, now.bytes < was {
            return "the server's log has gone back"
        }
        return due(state)
    }

    private static func due(_ state: MirrorState) -> String? {
        guard let days = state.daysSinceVerified else { return "that was never done" }
        return days >= daysBetweenVerifications || days < 0
            ? "the last time was \(Int(days.rounded())) days ago" : nil
    }
}
