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

    /// After this many days contents are compared without any other reason.
    static let daysBetweenVerifications = 7.0

    /// - Throws: `SyncError` when the remote has not yet seen what the mirror
    ///   holds.
    init(_ state: MirrorState?, _ moment: RemoteMoment) throws {
        guard let state, !state.wasNeverRead else {
            for table in moment.tables.keys { modes[table] = .full }
            reason = "first sync"
            return
        }
        guard moment.position.lack == nil else {
            for table in moment.tables.keys { modes[table] = .full }
            reason = "the server does not say where it stands"
            return
        }
        let general = try Self.reason(state, moment)
        // Other rows become visible without having changed.
        mustCompare = state.identity.user != moment.identity.user || state.identity.region != moment.identity.region
        verification = moment.position.doubt(about: state) ?? Self.due(state)
        for (table, remote) in moment.tables {
            let held = state.tables[table]
            if general == nil, remote.delta == .nothing {
                modes[table] = .full
                continue
            }
            guard general == nil, let held, held.origin == remote.origin, let cursor = held.cursor,
                moment.position.canContinue(from: cursor)
            else {
                modes[table] = .full
                if let general {
                    reason = general
                } else if let held, held.rows > 0 {
                    reason = held.origin == remote.origin ? "the cursor is lost" : "\(table) was made anew"
                }
                continue
            }
            modes[table] = .delta(since: cursor)
            if remote.delta == .expired { mustCompare = true }
            guard let now = remote.definition else { continue }
            if let earlier = held.definition, moment.position.readsAlike(by: earlier, and: now) { continue }
            redefined[table] =
                held.definition.flatMap { moment.position.redefinition(from: $0, to: now) }
                ?? (held.stopped == nil
                    ? "how its columns were defined was not noted" : "the last sync left it as it was")
        }
    }

    /// Why no cursor of the mirror means anything to the remote; nil when all
    /// of them do.
    ///
    /// Equal versions mean equal rows only where a version is given once. A
    /// restored backup or a promoted standby may give versions again that the
    /// mirror has seen. Then contents are compared, that is, the tables are
    /// read.
    private static func reason(_ state: MirrorState, _ moment: RemoteMoment) throws -> String? {
        if let difference = moment.position.difference(from: state.identity, memory: state.memory) {
            return difference
        }
        // Before all that lets tables be read whole: a standby that is behind is read in no way.
        if let obstacle = try moment.position.obstacle(to: state.tables.values.compactMap(\.cursor)) { return obstacle }
        return state.identity.mapping == moment.identity.mapping ? nil : "other tables or columns"
    }

    /// Whether a comparison of contents is due because none was made for long.
    private static func due(_ state: MirrorState) -> String? {
        guard let days = state.daysSinceVerified else { return "that was never done" }
        return days >= daysBetweenVerifications || days < 0
            ? "the last time was \(Int(days.rounded())) days ago" : nil
    }
}
