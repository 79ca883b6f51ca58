import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import Logging
import Synchronization

/// One try to make the mirror equal to the remote.
///
/// All tables are read of one moment into the staging file, and so are the rows
/// that the digest finds: in one snapshot, where the remote's moment lasts. Then
/// everything is applied, with the cursors, in one transaction of the store. When
/// all hotspots are read for an account, its other tables are applied before, in
/// a transaction of their own. A table that the remote lacks or refuses stays as it
/// is; any other read that fails or is cut short throws before what was read with
/// it is applied.
struct Pull {
    let store: Store
    let session: any RemoteSession
    let options: SyncOptions
    /// Whether to compare ids and versions of all rows; if not, only the
    /// numbers of rows are compared.
    let compares: Bool
    let meter: PullMeter

    private var logger: Logger { options.logger }

    /// - Parameter named: called with the name of the source as soon as it is
    ///   known.
    func run(_ named: (String) -> Void) async throws -> SyncReport {
        let start = ContinuousClock.now
        let gate = FlushGate(
            session: session as? any RemoteDurability, clock: options.clock, patience: options.patience)
        let held = HeldTotals(store)
        defer { held.stop() }
        let (beginning, plan) = try await begin(gate, held, named)
        let (moment, state) = (beginning.moment, beginning.state)
        let identity = moment.identity
        let name = state?.name ?? identity.address
        logger.info(
            "begun",
            metadata: [
                "remote": "\(name)", "standby": "\(moment.isStandby)", "at": "\(moment.cursor.text)",
                "full": "\(plan.reason ?? "no")", "verifies": "\(plan.verification ?? "no")",
            ])
        try await noteLevel(moment, plan)
        var report = SyncReport(
            name: name, tables: [:], reason: plan.reason, isCompared: isCompared(plan, moment),
            isCursorKept: false, isStandby: moment.isStandby,
            rings: !moment.tables.isEmpty && moment.tables.values.allSatisfy(\.rings),
            bytes: 0, duration: .zero)
        (report.region, report.user) = (beginning.request.region, beginning.request.user)
        report.isPartRemembered = beginning.isRemembered
        if report.region?.isDecidedHere ?? false { report.isCutHere = moment.isOfAccount }
        report.verification = plan.verification
        if options.verifiesContents { report.verification = "asked for" }
        if report.verification != nil { report.isCompared = true }
        do {
            try refuse(beginning, &report)
            if plan.readsWhole || !plan.redefined.isEmpty { try await refuseColumns(beginning) }
        } catch let problem as SyncError {
            try await remember(problem, beginning)
            throw problem
        }
        if try await isIdle(beginning, plan, held, &report) {
            report.bytes = await session.bytesReceived()
            report.duration = ContinuousClock.now - start
            logger.info("nothing has changed", metadata: ["bytes": "\(report.bytes)"])
            return report
        }
        held.stop()

        let staging = try await prepare(plan, moment, name)
        let reader = try await store.work.run { [store] in try MirrorReader(store, staging) }
        defer { store.work.start { reader.close() } }
        let early = try await applyOwnTables(beginning, plan, staging, reader, &report)
        var rest = plan
        for table in early { rest.modes[table] = nil }
        let rows = try await readTables(rest, moment, staging, reader, &report)
        report.isCursorKept = plan.readsWhole
        if !plan.readsWhole { report.isCursorKept = try await gate.passes(moment, within: .seconds(1)) }
        if moment.position.lack != nil { report.isCursorKept = false }
        try await session.finish()
        report.lack = moment.position.lack
        try await confirm(report, state, reader)
        report.bytes = await session.bytesReceived()
        for (table, part) in report.tables {
            guard let problem = part.stopped else { continue }
            logger.error("stopped", metadata: ["table": "\(table)", "reason": "\(problem)"])
        }
        let applied = Set(report.tables.keys).subtracting(early)
        CrashPoint.staged.reached()
        try await apply(beginning, plan, applied, rows, staging, reader, isLast: true, &report)
        try await store.work.run { try staging.remove() }
        report.duration = ContinuousClock.now - start
        logger.info(
            "applied",
            metadata: [
                "added": "\(report.added)", "changed": "\(report.changed)", "removed": "\(report.removed)",
                "bytes": "\(report.bytes)", "cursor": "\(report.isCursorKept ? "kept" : "waits for the server's disk")",
            ])
        return report
    }

    /// Lets the account say what the project offers. That changes after a login when the kit is installed or goes;
    /// then all is read.
    private func noteLevel(_ moment: RemoteMoment, _ plan: PullPlan) async throws {
        guard plan.reason != nil || plan.verification != nil, let position = moment.position as? SupabasePosition,
            let level = StoredAccount.Level(rawValue: position.level.rawValue)
        else { return }
        try await store.account.note(level, of: position.project)
    }

    /// Before all hotspots are read for an account, brings the user's own tables
    /// and birds into the store, in a transaction of their own: they are what the
    /// user waits for, and an edit must not wait for a million hotspots.
    ///
    /// - Returns: the tables that were applied.
    private func applyOwnTables(
        _ beginning: Beginning, _ plan: PullPlan, _ staging: MirrorStaging, _ reader: MirrorReader,
        _ report: inout SyncReport
    ) async throws -> Set<MirrorTable> {
        guard beginning.moment.isOfAccount, plan.modes[.hotspot] == .full, plan.modes.count > 1 else { return [] }
        var own = plan
        for table in [MirrorTable.hotspot, .speciesPresence] { own.modes[table] = nil }
        let rows = try await readTables(own, beginning.moment, staging, reader, &report)
        try await confirm(report, beginning.state, reader)
        report.isCursorKept = true
        let tables = Set(own.modes.keys)
        try await apply(beginning, plan, tables, rows, staging, reader, isLast: false, &report)
        meter.enter(.reading)
        return tables
    }

    /// Reads all tables, each until it is equal.
    ///
    /// - Returns: how many rows the remote has, where they were counted.
    private func readTables(
        _ plan: PullPlan, _ moment: RemoteMoment, _ staging: MirrorStaging, _ reader: MirrorReader,
        _ report: inout SyncReport
    ) async throws -> [MirrorTable: Int] {
        let name = report.name
        var rows: [MirrorTable: Int] = [:]
        for (table, mode) in plan.modes.sorted(by: { $0.key.rank < $1.key.rank }) {
            var reading = TablePull(
                table: table, name: name, session: session, staging: staging, reader: reader, meter: meter,
                compares: report.isCompared, verifies: report.verification != nil || plan.redefined[table] != nil,
                isUTF8: moment.isUTF8)
            reading.lasts = moment.lasts
            reading.isHinted = moment.tables[table]?.delta == .hints
            reading.isKeyed = moment.tables[table]?.isKeyed == true
            reading.unversioned = moment.tables[table].flatMap { $0.isKeyed && $0.cost != nil ? $0.name : nil }
            let (start, bytes) = (ContinuousClock.now, await session.bytesReceived())
            do {
                let remains = staging.remains
                var (part, count) = try await reading.run(mode, after: remains?.lastIDs[table], of: remains?.cursor)
                part.redefined = plan.redefined[table]
                if let session = session as? any RemoteBurying { part.orphans = await session.orphanCount(of: table) }
                if part.sent > 0, let session = session as? any RemoteOmitting {
                    // All rows are looked at for it: not after each small change.
                    part.omitted = try await session.omissions(of: table, isThorough: mode == .full)
                }
                if let remote = moment.tables[table] {
                    (part.doubled, part.withoutID) = (remote.doubled, remote.withoutID)
                    let received = await session.bytesReceived() - bytes
                    part.cost = remote.cost.map { Self.measured($0, ContinuousClock.now - start, received) }
                }
                (report.tables[table], rows[table]) = (part, count)
                logger.info(
                    "read",
                    metadata: [
                        "table": "\(table)", "mode": "\(part.mode.rawValue)", "rows": "\(part.sent)",
                        "healed": "\(part.healed)",
                    ])
            } catch let error as SyncError where Self.concernsOneTable(error) {
                try await staging.clear(table)
                report.tables[table] = SyncReport.Table(mode: .stopped, stopped: error)
            }
        }
        return rows
    }

    /// What it costs to find the changed rows of a table, with what it cost this
    /// time.
    private static func measured(_ cost: String, _ duration: Duration, _ bytes: Int) -> String {
        let tenths = Int((duration / .milliseconds(100)).rounded())
        let kilobytes = (bytes + 999) / 1_000
        return "\(cost); the last one took \(tenths / 10).\(tenths % 10) s and \(kilobytes) kB"
    }

    /// Whether ids and versions of all rows are compared. Those of a table of
    /// which only hints are told are compared when rows were invisible before.
    private func isCompared(_ plan: PullPlan, _ moment: RemoteMoment) -> Bool {
        let isHinted = plan.modes.contains { $0.value != .full && moment.tables[$0.key]?.delta == .hints }
        return plan.mustCompare || compares && !isHinted
    }

    private func apply(
        _ beginning: Beginning, _ plan: PullPlan, _ applied: Set<MirrorTable>, _ rows: [MirrorTable: Int],
        _ staging: MirrorStaging, _ reader: MirrorReader, isLast: Bool, _ report: inout SyncReport
    ) async throws {
        meter.enter(.applying)
        let (moment, state, mapping) = (beginning.moment, beginning.state, beginning.request.mapping.json)
        let isCursorKept = report.isCursorKept
        var update = MirrorUpdate(
            name: report.name, identity: moment.identity,
            tables: report.tables.filter { applied.contains($0.key) }.map { table, part in
                var item = MirrorUpdate.Table(
                    table, origin: moment.tables[table]?.origin ?? "",
                    isReplaced: Self.isReplaced(part), cursor: isCursorKept ? moment.cursor : nil, rows: rows[table],
                    stopped: part.stopped.map(options.words))
                item.definition = moment.tables[table]?.definition
                item.cost = part.cost ?? moment.tables[table]?.cost
                item.kept = moment.tables[table]?.kept ?? []
                item.doubled = part.doubled
                // The rows may be of another server than the earlier cursor.
                item.forgetsCursor = moment.position.lack != nil
                return item
            }, isDigested: report.isCompared, serverTime: moment.serverTime)
        update.erases = state != nil && state?.identity.user != moment.identity.user
        if moment.isOfAccount, try await isAnyHidden(report, moment, reader) { update.erases = true }
        update.isVerified =
            isLast && (report.verification != nil || plan.modes.values.allSatisfy { $0 == .full })
        // Until all is read, the cursors of the other tables are of the server that the mirror remembers.
        let earlier = isLast ? nil : state?.memory
        update.memory = earlier ?? moment.position.memory(after: state?.memory)
        // A mapping by which no table could be read does not replace the one that worked.
        update.isRefused = !report.tables.isEmpty && report.tables.values.allSatisfy { $0.stopped != nil }
        update.namesOfTables = update.isRefused ? state?.namesOfTables ?? mapping : mapping
        // So are the columns that the other tables were read by.
        if !isLast, let state {
            (update.identity.mapping, update.namesOfTables) = (state.identity.mapping, state.namesOfTables)
        }
        update.absorbed = beginning.absorbed
        // When no table could be read, no row is removed, and the mirror keeps its user. The next sync that reads
        // something removes the rows without a trace.
        if update.isRefused, update.absorbed == nil { update.erases = false }
        update.connection = options.connection
        for (table, outcome) in try await store.mirror.apply(
            update, from: staging, policy: options.conflictPolicy)
        {
            report.tables[table]?.outcome = outcome
        }
        if update.erases || state?.isErasing == true {
            report.isErasurePending = try await !store.mirror.eraseRemoved(for: report.name)
        }
    }

    /// Whether rows leave the mirror that the remote did not tell as deleted: the
    /// user may no longer see them.
    private func isAnyHidden(
        _ report: SyncReport, _ moment: RemoteMoment, _ reader: MirrorReader
    ) async throws -> Bool {
        for (table, part) in report.tables where moment.tables[table]?.isSeenByRight == true && part.stopped == nil {
            if part.dropped > 0 { return true }
            guard Self.isReplaced(part) else { continue }
            if try await reader.leaving(table, of: report.name, isReplaced: true) > 0 { return true }
        }
        return false
    }

    private static func isReplaced(_ part: SyncReport.Table) -> Bool { part.mode == .full || part.mode == .resumed }

    /// How many rows may be removed without asking.
    private static let fewRows = 100

    /// Asks before most of a mirror is removed: an empty database at a wrong
    /// address looks like one whose rows were all deleted. A user's own rows that
    /// the project tells as deleted, one by one, leave without a question: the
    /// user has deleted them elsewhere.
    private func confirm(_ report: SyncReport, _ state: MirrorState?, _ reader: MirrorReader) async throws {
        guard state != nil else { return }
        var planned: [MirrorTable: Int] = [:]
        for (table, part) in report.tables where part.stopped == nil {
            if !table.isReference, !Self.isReplaced(part), part.dropped == 0 { continue }
            let leaving = try await reader.leaving(table, of: report.name, isReplaced: Self.isReplaced(part))
            if leaving > 0 { planned[table] = leaving }
        }
        let leaving = planned.values.reduce(0, +)
        guard leaving > Self.fewRows else { return }
        var held = 0
        for table in MirrorTable.allCases { held += try await reader.count(table, of: report.name) }
        guard 2 * leaving > held, await !options.mayRemove(planned, held) else { return }
        throw SyncError(
            .unconfirmed,
            "this would remove \(leaving) of the \(held) rows of \(report.name); nothing was changed",
            retryMayHelp: false)
    }

    private static func concernsOneTable(_ error: SyncError) -> Bool {
        switch error.kind {
        case .schema, .noTable, .protocol, .refused: !error.retryMayHelp
        case .unreachable, .login, .connectionString, .local, .unconfirmed, .mapping: false
        }
    }
}
