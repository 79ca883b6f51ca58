import Geoq
import GeoqStore
import Logging
import Synchronization

/// One try to make the mirror equal to the remote (SYNC.md, section 3.2).
///
/// All tables are read in one snapshot into the staging file; what the digest
/// finds is fetched in the same snapshot; then everything is applied, with the
/// cursors, in one transaction of the store. A read that fails or is cut short
/// throws before anything is applied.
struct Pull {
    let store: Store
    let session: any RemoteSession
    let options: SyncOptions
    /// Whether ids and versions of all rows are to be compared. Without that,
    /// numbers of rows are.
    let compares: Bool
    let meter: PullMeter

    private var logger: Logger { options.logger }

    /// - Parameter named: told the name of the source as soon as it is known.
    func run(_ named: (String) -> Void) async throws -> SyncReport {
        let start = ContinuousClock.now
        let gate = FlushGate(session: session, clock: options.clock)
        let (moment, state, plan) = try await begin(gate, named)
        let identity = moment.identity
        let name = state?.name ?? identity.address
        logger.info(
            "begun",
            metadata: [
                "remote": "\(name)", "standby": "\(moment.isStandby)", "xmin": "\(moment.cursor.xmin)",
                "full": "\(plan.reason ?? "no")",
            ])
        var report = SyncReport(
            name: name, tables: [:], reason: plan.reason, isCompared: compares || plan.mustCompare,
            isCursorKept: false, isStandby: moment.isStandby, rings: moment.tables.values.allSatisfy(\.rings),
            bytes: 0, duration: .zero)
        try refuse(moment, state, &report)

        let staging = try prepare(plan, moment, name)
        let reader = try MirrorReader(store, staging)
        defer { reader.close() }
        var rows: [MirrorTable: Int] = [:]
        for (table, mode) in plan.modes.sorted(by: { $0.key.rank < $1.key.rank }) {
            let reading = TablePull(
                table: table, name: name, session: session, staging: staging, reader: reader, meter: meter,
                compares: report.isCompared)
            do {
                let remains = staging.remains
                let (part, count) = try await reading.run(mode, after: remains?.lastIDs[table], of: remains?.cursor)
                (report.tables[table], rows[table]) = (part, count)
                logger.info(
                    "read",
                    metadata: [
                        "table": "\(table)", "mode": "\(part.mode.rawValue)", "rows": "\(part.sent)",
                        "healed": "\(part.healed)",
                    ])
            } catch let error as SyncError where Self.concernsOneTable(error) {
                try staging.clear(table)
                report.tables[table] = SyncReport.Table(mode: .stopped, stopped: error)
            }
        }
        try await session.finish()
        report.isCursorKept = plan.readsWhole
        if !plan.readsWhole { report.isCursorKept = try await gate.passes(moment, within: .seconds(1)) }
        report.bytes = await session.bytesReceived()
        for (table, part) in report.tables {
            guard let problem = part.stopped else { continue }
            logger.error("stopped", metadata: ["table": "\(table)", "reason": "\(problem)"])
        }

        meter.enter(.applying)
        var update = MirrorUpdate(
            name: name, identity: identity,
            tables: report.tables.map { table, part in
                // The text is for the file: a server's words stay as they are.
                MirrorUpdate.Table(
                    table, relation: moment.tables[table]?.relation ?? 0,
                    isReplaced: part.mode == .full || part.mode == .resumed,
                    cursor: report.isCursorKept ? moment.cursor : nil, rows: rows[table],
                    stopped: part.stopped?.message)
            }, isDigested: report.isCompared, serverTime: moment.serverTime)
        update.erases = state != nil && state?.identity.user != identity.user
        for (table, outcome) in try await store.applyMirror(update, from: staging) {
            report.tables[table]?.outcome = outcome
        }
        try staging.remove()
        report.duration = ContinuousClock.now - start
        logger.info(
            "applied",
            metadata: [
                "added": "\(report.added)", "changed": "\(report.changed)", "removed": "\(report.removed)",
                "bytes": "\(report.bytes)", "cursor": "\(report.isCursorKept ? "kept" : "waits for the server's disk")",
            ])
        return report
    }

    /// Begins a moment, and plans what to read of it.
    ///
    /// What is staged of a first read may serve a later try, which sees another
    /// server, perhaps: so its moment must be on the server's disk beforehand.
    /// What pruning has logged on an idle server gets there when the background
    /// writer next looks, which may take 25 seconds (15 between its records, 10
    /// asleep; bgwriter.c, PostgreSQL 15): so the server is asked to hurry, and a
    /// later moment is begun.
    private func begin(
        _ gate: FlushGate, _ named: (String) -> Void
    ) async throws -> (RemoteMoment, MirrorState?, PullPlan) {
        for _ in 0..<20 {
            let moment = try await session.begin(RemoteRequest(mapping: options.mapping, region: options.region))
            let state = try await store.mirror(of: moment.identity)
            named(state?.name ?? moment.identity.address)
            let plan = try PullPlan(state, moment)
            guard plan.readsWhole else { return (moment, state, plan) }
            if try await gate.passes(moment, within: .seconds(1)) { return (moment, state, plan) }
            try await session.hurry()
        }
        throw SyncError(.refused, "the server's log is not on its disk yet; try again", retryMayHelp: true)
    }

    /// What keeps a table from being read leaves the others be; what was never
    /// mirrored and is not there is no problem.
    private func refuse(_ moment: RemoteMoment, _ state: MirrorState?, _ report: inout SyncReport) throws {
        for (table, problem) in moment.problems {
            let isMissed = state?.tables[table] != nil || problem.code != nil || options.mapping != .standard
            if problem.retryMayHelp { throw problem }
            let isAbsent = problem.message.hasPrefix("there is no table")
            guard isMissed || !isAbsent else { continue }
            report.tables[table] = SyncReport.Table(mode: .stopped, stopped: problem)
        }
        if moment.tables.isEmpty {
            throw report.problem ?? moment.problems.values.first ?? .schema("the remote has none of geoq's tables")
        }
    }

    private static func concernsOneTable(_ error: SyncError) -> Bool {
        switch error.kind {
        case .schema, .protocol, .refused: !error.retryMayHelp
        case .unreachable, .local: false
        }
    }

    /// Makes the staging file ready, with what of an earlier try can be used.
    private func prepare(_ plan: PullPlan, _ moment: RemoteMoment, _ name: String) throws -> MirrorStaging {
        let full = plan.modes.filter { $0.value == .full }.keys.sorted { $0.rank < $1.rank }
        guard !full.isEmpty else { return try MirrorStaging(of: store, for: name, nil, cursor: moment.cursor) }
        let identity = moment.identity
        let key = [
            identity.system, "\(identity.timeline)", identity.database, identity.mapping, identity.user ?? "",
            identity.region ?? "", full.map { "\($0)=\(moment.tables[$0]?.relation ?? 0)" }.joined(separator: ","),
        ].joined(separator: "|")
        return try MirrorStaging(
            of: store, for: name, MirrorStaging.Plan(key: key, tables: Set(full)), cursor: moment.cursor
        ) { remains in
            remains.cursor.xmax <= moment.cursor.xmax
                && moment.cursor.xmax - remains.cursor.xmin < PullPlan.wrapDistance
        }
    }
}
