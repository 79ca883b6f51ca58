import Foundation
import Geoq
import GeoqStore

/// How a try begins: what it reads, what it refuses, and which rows of an earlier try it uses.
extension Pull {
    /// Begins a moment, and plans what to read of it.
    ///
    /// The rows of a first read may be used by a later try, which perhaps meets
    /// the server after a crash. So the moment must be on the server's disk
    /// before the read. An idle server may take long to write it there; so it is
    /// asked to hurry, and a later moment is begun.
    func begin(
        _ gate: FlushGate, _ held: HeldTotals, _ named: (String) -> Void
    ) async throws -> (Beginning, PullPlan) {
        for attempt in 0..<20 {
            let beginning = try await Beginning(session, store, options) { [compares] known, tables in
                // A table without a cursor is read whole, and its sum is not told.
                guard compares, known.tables.values.allSatisfy({ $0.cursor != nil }) else { return }
                held.start(tables, of: known.name)
            }
            let (moment, state) = (beginning.moment, beginning.state)
            named(state?.name ?? moment.identity.address)
            let plan = try PullPlan(state, moment)
            guard plan.readsWhole else { return (beginning, plan) }
            // Do not wait when no later try can use the rows: they are read
            // again next time.
            if moment.position.lack != nil { return (beginning, plan) }
            if try await gate.passes(moment, within: .seconds(1), isHurried: attempt > 0) {
                return (beginning, plan)
            }
            try await gate.session?.hurry()
        }
        throw SyncError(.refused, "the server's log is not on its disk yet; try again", retryMayHelp: true)
    }

    /// A table that cannot be read does not stop the others. A table that was
    /// never mirrored and does not exist is no problem.
    func refuse(_ beginning: Beginning, _ report: inout SyncReport) throws {
        let (moment, state) = (beginning.moment, beginning.state)
        for (table, problem) in moment.problems {
            let isMissed =
                state?.tables[table] != nil || problem.code != nil
                || beginning.request.mapping.names(table)
            if problem.retryMayHelp { throw problem }
            guard isMissed || problem.kind != .noTable else { continue }
            report.tables[table] = SyncReport.Table(mode: .stopped, stopped: problem)
        }
        if moment.tables.isEmpty {
            let mapping = beginning.request.mapping
            let names = mapping.tables.filter { !$0.key.isOptional || mapping.names($0.key) }
                .sorted { $0.key.rank < $1.key.rank }.map(\.value.name)
            let none = SyncError(
                .noTable, "the database has none of the tables \(names.joined(separator: ", ")) that this user can see",
                retryMayHelp: false)
            if moment.problems.values.allSatisfy({ $0.kind == .noTable }) {
                // The problem of a single relation may name the relation that is meant.
                throw mapping.relation == nil ? none : moment.problems.values.first ?? none
            }
            // A mirror would note why its tables cannot be read; without a
            // mirror, throw.
            if state?.wasNeverRead ?? true { throw report.problem ?? moment.problems.values.first ?? none }
        }
    }

    /// Refuses a relation that keeps so many columns, together with those that the store mirrors already, that SQLite
    /// would give no row of the layer.
    func refuseColumns(_ beginning: Beginning) async throws {
        let own = beginning.state?.name ?? beginning.moment.identity.address
        for (table, remote) in beginning.moment.tables where !remote.kept.isEmpty {
            let count = try await store.mirror.keptCount(
                remote.kept, of: table, by: own, insteadOf: beginning.absorbed)
            guard count > KeptColumns.most else { continue }
            throw SyncError.schema(
                "with \(remote.name) the relations of this store would keep \(count) columns of its table \(table), "
                    + "which has room for \(KeptColumns.most); mirror it into another store, or keep fewer",
                remedy: .keptColumns)
        }
    }

    /// Lets the store remember a relation that could never be read, so that the next sync tries it
    /// again, if that is wanted.
    func remember(_ problem: SyncError, _ beginning: Beginning) async throws {
        let (mapping, state) = (beginning.request.mapping, beginning.state)
        guard mapping.relation != nil, state?.wasNeverRead ?? options.remembersFirstFailure else { return }
        let identity = beginning.moment.identity
        try await store.mirror.noteFirstFailure(
            MirrorFailure(
                name: state?.name ?? identity.address, identity: identity,
                stopped: mapping.tables.mapValues { _ in options.words(problem) }, namesOfTables: mapping.json,
                connection: options.connection))
    }

    /// Prepares the staging file, with the usable rows of an earlier try.
    func prepare(_ plan: PullPlan, _ moment: RemoteMoment, _ name: String) async throws -> MirrorStaging {
        let full = plan.modes.filter { $0.value == .full }.keys.sorted { $0.rank < $1.rank }
        let cursor = moment.cursor
        guard !full.isEmpty else {
            return try await store.work.run { [store] in try MirrorStaging(of: store, for: name, nil, cursor: cursor) }
        }
        let identity = moment.identity
        // Without proof of the server's identity, a later try must not use
        // these rows.
        let lineage = moment.position.lack == nil ? moment.position.lineage : nil
        let key = [
            lineage ?? UUID().uuidString, identity.origin, identity.mapping, identity.user ?? "",
            identity.region ?? "",
            full.map { "\($0)=\(moment.tables[$0]?.origin ?? "") \(moment.tables[$0]?.definition ?? "")" }
                .joined(separator: ","),
        ].joined(separator: "|")
        let position = moment.position
        return try await store.work.run { [store] in
            try MirrorStaging(
                of: store, for: name, MirrorStaging.Plan(key: key, tables: Set(full)), cursor: cursor
            ) { position.canContinue(from: $0.cursor) }
        }
    }
}
