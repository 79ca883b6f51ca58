import GeoqStore

/// What of each table is to be read, decided from what the store knows and
/// where the remote stands. A pure function: it can be tested without either.
struct PullPlan: Equatable {
    enum Mode: Equatable {
        /// All of it.
        case full
        case delta(since: MirrorCursor)
    }

    var modes: [MirrorTable: Mode] = [:]
    /// Why something is read as a whole.
    var reason: String?
    /// Whether ids and versions must be compared whatever was asked for.
    var mustCompare = false
    /// Whether a table is read as a whole.
    var readsWhole: Bool { modes.values.contains(.full) }

    /// A transaction's number is compared by its lower half: right as long as
    /// both are less than this apart.
    static let wrapDistance: UInt64 = 1 << 31

    /// - Throws: `SyncError` when the remote is a standby that has not yet seen
    ///   what the mirror holds.
    init(_ state: MirrorState?, _ moment: RemoteMoment) throws {
        guard let state else {
            for table in moment.tables.keys { modes[table] = .full }
            reason = "first sync"
            return
        }
        let general = try Self.reason(state, moment)
        // Rows come into sight and out of it without a change.
        mustCompare = state.identity.user != moment.identity.user || state.identity.region != moment.identity.region
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
        }
    }

    /// Why no cursor of the mirror means anything to the remote; nil when each
    /// does.
    ///
    /// A row's `xmin` says that two versions are the same only where a
    /// transaction's number is given once: not across a restored backup or a
    /// promoted standby, which may give numbers again that the mirror has seen.
    /// Then contents are compared, that is, read.
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
}
