import Geoq
import GeoqStore

/// A sync that finds nothing. The remote has said so in the answer that began the
/// moment; then nothing is staged, and the store only notes when that was.
extension Pull {
    /// Notes a sync that has found nothing, when it is certain that this is one:
    ///
    /// - each table goes on from a cursor, and no row of it was written or deleted
    ///   since;
    /// - the rows that the mirror holds have the remote's sum, or, if versions are
    ///   not compared, their number;
    /// - no row waits, is kept for others, or has changes that were not sent.
    ///
    /// - Returns: whether it is one; if not, nothing was done.
    func isIdle(
        _ beginning: Beginning, _ plan: PullPlan, _ held: HeldTotals, _ report: inout SyncReport
    ) async throws -> Bool {
        let moment = beginning.moment
        guard let state = beginning.state, isSame(state, beginning), Self.isQuiet(plan, moment), report.tables.isEmpty,
            report.verification == nil, try await store.mirror.isSettled(state.name)
        else { return false }
        let tables = Set(moment.tables.keys)
        let isSame = try await report.isCompared ? isEqual(tables, state, held) : hasAsMany(tables, state)
        guard isSame else { return false }
        try await session.finish()
        try await store.mirror.noteUnchanged(
            MirrorUnchanged(
                name: state.name, cursor: moment.cursor, serverTime: moment.serverTime,
                memory: moment.position.memory(after: state.memory), isCompared: report.isCompared))
        for table in moment.tables.keys {
            var part = SyncReport.Table(mode: .delta)
            part.outcome.rows = state.tables[table]?.rows ?? 0
            report.tables[table] = part
        }
        report.isCursorKept = true
        return true
    }

    /// Whether mirror and moment are of the same tables, as the same user.
    private func isSame(_ state: MirrorState, _ beginning: Beginning) -> Bool {
        let moment = beginning.moment
        return state.identity == moment.identity && !state.isErasing && beginning.absorbed == nil
            && state.namesOfTables == beginning.request.mapping.json
            && state.tables.values.allSatisfy { $0.stopped == nil }
            && moment.tables.allSatisfy { table, remote in
                state.tables[table]?.origin == remote.origin && state.tables[table]?.definition == remote.definition
            }
    }

    /// Whether the remote tells of no change, and nothing asks for more than
    /// that.
    private static func isQuiet(_ plan: PullPlan, _ moment: RemoteMoment) -> Bool {
        // A problem that matters is in the report already.
        !plan.readsWhole && plan.redefined.isEmpty && moment.position.lack == nil && !moment.tables.isEmpty
            && moment.tables.values.allSatisfy { $0.isUnchanged && $0.doubled.isEmpty && $0.withoutID == 0 }
    }

    /// Whether the rows of all tables have the sums that the remote has told.
    private func isEqual(_ tables: Set<MirrorTable>, _ state: MirrorState, _ held: HeldTotals) async throws -> Bool {
        guard let session = session as? any RemoteDigesting else { return false }
        var told: [MirrorTable: HeldTotals.Total] = [:]
        for table in tables {
            guard let total = try await session.total(of: table) else { return false }
            told[table] = HeldTotals.Total(bucket: total)
        }
        let own = try await held.totals(of: tables, in: state.name)
        return told.allSatisfy { own[$0.key] == $0.value }
    }

    private func hasAsMany(_ tables: Set<MirrorTable>, _ state: MirrorState) async throws -> Bool {
        for table in tables.sorted(by: { $0.rank < $1.rank }) {
            guard try await session.count(of: table) == state.tables[table]?.rows else { return false }
        }
        return true
    }
}
