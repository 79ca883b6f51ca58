import Geoq
import GeoqStore
import GeoqSupabase

/// Reads the tables of a project that has geoq's kit.
///
/// The first answer has what has changed in all tables since the mirror's
/// cursors, and a sum over each table, all of one moment of the server. When
/// nothing has changed that is the whole sync.
///
/// Over HTTP no moment lasts: each answer sees what was committed before it.
/// Even so nothing is lost:
///
/// 1. A table is read to its end. The answers to one question are bounded by the
///    same moment `upto`: a row that changes after it leaves them. If there was
///    more than one answer, what has changed since `upto` is asked for, of a new
///    moment, until one answer holds all of that. So after the rows of a table
///    are staged, mirror and staging together have the table exactly as of the
///    moment *m* of the last answer, which also holds the sum over the table at
///    *m*. Rows that were deleted are told by their tombstones, rows that left
///    the region by themselves, because such a row was written.
/// 2. A row may become visible or invisible to the user without being written, so
///    that no answer tells of it. Then the sums differ; sums by first byte, tokens and rows are asked
///    for, each of a later moment than the one before. A row that is fetched is
///    newer than what it replaces; one that is removed was not visible later
///    than it was read.
/// 3. The cursor that is kept is of the first answer, the earliest moment of
///    all. A row of a later version has been written by a transaction that this
///    cursor does not see, so the next pull reads it again, and a row that was
///    deleted or changed meanwhile with it. A row that is read twice is written
///    once: it has the same version.
///
/// So after a pull the store shows each row as of the cursor or later; each
/// table as of one moment, unless writers were faster than the reading; a row
/// whose parent came later waits for it. The next pull begins at the cursor, and so
/// brings what this one has missed.
actor KitReading {
    /// One table.
    struct Table {
        var wanted: KitCall.Wanted
        var rows: JSONRowReader
        /// A page that has come and was not taken yet, and the cursor that it
        /// answers; nil for all rows.
        var first: (cursor: MirrorCursor?, page: KitPage)?
        /// The moment of what was read last, and the server that it is of.
        var upto: String
        var identity: KitIdentity?
        /// The sum at that moment; nil when it was not reached.
        var total: KitTotal?
        var tokens: [UInt8: [FeatureID: Int64]] = [:]
    }

    let wire: ProjectWire
    /// What the kit cuts hotspots by. It knows circles and boxes; of an area or a
    /// corridor it gets the box.
    let region: JSONValue?
    /// What is cut here, out of what the kit gives.
    let cut: RestRegion?
    var tables: [MirrorTable: Table] = [:]

    /// What the first answer says about the project.
    struct Beginning {
        var position: SupabasePosition
        var serverTime: String
        var tables: [MirrorTable: RemoteTable] = [:]
        var problems: [MirrorTable: SyncError] = [:]
    }

    init(_ wire: ProjectWire, region: Region?) {
        self.wire = wire
        var (asked, cut) = (region, RestRegion?.none)
        if let region, region.isDecidedHere {
            cut = RestRegion(region: region)
            asked = region.box.map { .box($0) }
        }
        self.region = asked.flatMap { try? JSONValue(parsing: $0.stored) }
        self.cut = cut
    }

    private static let cursorTooOld = "PT410"
    private static let serverBehind = "PT409"
    private static let unknownTable = "PT404"

    // MARK: - The beginning

    /// Asks for what has changed in all tables.
    ///
    /// - Returns: nil when the project does not have the kit.
    func begin(_ request: RemoteRequest) async throws -> Beginning? {
        var wanted: [(table: MirrorTable, names: TableMapping.Table)] = []
        var problems: [MirrorTable: SyncError] = [:]
        for (table, names) in request.mapping.tables.sorted(by: { $0.key.rank < $1.key.rank }) {
            problems[table] = Self.obstacle(names)
            if problems[table] == nil { wanted.append((table, names)) }
        }
        tables = [:]
        for (table, names) in wanted {
            let since = request.since[table].flatMap { SupabasePosition.upto($0, .kit) }
            tables[table] = Table(
                wanted: KitCall.Wanted(table: names.table, since: since), rows: JSONRowReader(table, names), upto: "")
        }
        guard var answer = try await changes(wanted.map(\.table), &problems) else { return nil }
        if answer.identities.values.contains(where: \.hasCrashed) {
            _ = try await wire.send(KitCall.boot())
            guard let again = try await changes(wanted.map(\.table), &problems) else { return nil }
            answer = again
            guard !answer.identities.values.contains(where: \.hasCrashed) else {
                throw SyncError(.refused, "the server does not come back from its crash", retryMayHelp: true)
            }
        }
        return try await beginning(answer, request, problems)
    }

    /// The kit knows its tables by names without a schema, and their ids and
    /// marks by geoq's names.
    private static func obstacle(_ names: TableMapping.Table) -> SyncError? {
        guard names.schema == nil || names.schema == "public" else {
            return .mapping("\(names.name): a project shows the tables of one schema")
        }
        guard names.location == nil, names.column("id") == "id", names.column("deleted_at") == "deleted_at" else {
            return .mapping("\(names.name): a project's tables have id, deleted_at, lat and lon")
        }
        return nil
    }

    private struct Answer {
        var upto: String
        var now: String
        var identities: [MirrorTable: KitIdentity] = [:]
        var refusals: [MirrorTable: (code: String, message: String)] = [:]
    }

    /// Asks about several tables at once; and about each alone when the server
    /// refuses that because of one of them.
    private func changes(
        _ wanted: [MirrorTable], _ problems: inout [MirrorTable: SyncError]
    ) async throws -> Answer? {
        do {
            var answer = Answer(upto: "", now: "")
            take(try await ask(wanted), wanted, into: &answer)
            return answer
        } catch let fault as RemoteFault where Self.isMissing(fault) {
            return nil
        } catch let fault as RemoteFault where Self.concernsOneTable(fault) && wanted.count > 1 {
            var answer = Answer(upto: "", now: "")
            for table in wanted {
                do {
                    take(try await ask([table]), [table], into: &answer)
                } catch let fault as RemoteFault where Self.concernsOneTable(fault) {
                    problems[table] = SyncError.from(fault, table: table.rawValue)
                }
            }
            guard !answer.upto.isEmpty else { throw fault }
            return answer
        }
    }

    /// A project without the kit has no such function; a server of an older
    /// PostgREST passes on PostgreSQL's own code.
    static func isMissing(_ fault: RemoteFault) -> Bool {
        fault.class == .drift
            && (["PGRST202", "42883"].contains(fault.code) || fault.status == 404 && fault.code.isEmpty)
    }

    private static func concernsOneTable(_ fault: RemoteFault) -> Bool {
        fault.isTooLarge || fault.status != 0 && [.forbidden, .permanent, .drift].contains(fault.class)
    }

    private func ask(_ wanted: [MirrorTable]) async throws -> KitChanges {
        let (questions, region) = (wanted.compactMap { tables[$0]?.wanted }, region)
        let body = try await wire.page { KitCall.changes(questions, limit: $0, region: region) }.answer.body
        return try await ProjectWire.aside { try KitChanges(body) }
    }

    private func take(_ changes: KitChanges, _ wanted: [MirrorTable], into answer: inout Answer) {
        // The first of several answers is the earliest.
        if answer.upto.isEmpty { (answer.upto, answer.now) = (changes.upto, changes.now) }
        for table in wanted {
            guard var state = tables[table] else { continue }
            state.upto = changes.upto
            switch changes.tables[state.wanted.table] {
            case .changed(let identity, let page, let total):
                answer.identities[table] = identity
                state.identity = identity
                state.first = (state.wanted.since.map { Self.cursor($0) }, page)
                state.total = total
            case .refused(let code, let message): answer.refusals[table] = (code, message)
            case nil: answer.refusals[table] = ("", "the answer does not have it")
            }
            tables[table] = state
        }
    }

    private static func cursor(_ upto: String) -> MirrorCursor { MirrorCursor("\(SupabasePosition.Level.kit) \(upto)") }

    private func beginning(
        _ first: Answer, _ request: RemoteRequest, _ found: [MirrorTable: SyncError]
    ) async throws -> Beginning {
        var (answer, problems) = (first, found)
        var deltas: [MirrorTable: RemoteTable.Delta] = [:]
        var isBehind = false
        for (table, refusal) in first.refusals {
            switch refusal.code {
            case Self.unknownTable, "":
                problems[table] = .noTable(table.rawValue)
            case Self.cursorTooOld, Self.serverBehind:
                // From now on changes can be told; before, only a comparison
                // shows them.
                let cursor = tables[table]?.wanted.since.map { Self.cursor($0) }
                tables[table]?.wanted.since = first.upto
                take(try await ask([table]), [table], into: &answer)
                if let page = tables[table]?.first?.page { tables[table]?.first = (cursor, page) }
                if refusal.code == Self.cursorTooOld { deltas[table] = .expired } else { isBehind = true }
            default:
                problems[table] = SyncError(
                    .refused, "the project refuses \(table) (\(refusal.code)): \(refusal.message)",
                    retryMayHelp: false, code: refusal.code)
            }
        }
        for table in tables.keys where answer.identities[table] == nil && problems[table] == nil {
            problems[table] = SyncError(
                .refused, "the project does not tell what has changed in \(table)", retryMayHelp: true)
        }
        let servers = Set(answer.identities.values.map { "\($0.server) \($0.run)" })
        guard servers.count <= 1 else {
            throw SyncError(.protocol, "one answer is of several servers", retryMayHelp: true)
        }
        let identity = answer.identities.values.first
        var position = SupabasePosition(
            project: wire.client.project.origin, level: .kit, server: identity?.server ?? "",
            run: identity?.run ?? "", upto: answer.upto)
        (position.isStandby, position.isBehind) = (identity?.isStandby ?? false, isBehind)
        var beginning = Beginning(
            position: position, serverTime: JSONTime.timestamp(answer.now) ?? answer.now, problems: problems)
        for (table, identity) in answer.identities where problems[table] == nil {
            var remote = RemoteTable(
                origin: identity.table, name: request.mapping.tables[table]?.name ?? table.rawValue, rings: false,
                isSeenByRight: table.isOwned)
            remote.delta = deltas[table] ?? .whole
            if deltas[table] == nil, let first = tables[table]?.first, first.cursor != nil {
                remote.isUnchanged = first.page.isEmpty
            }
            beginning.tables[table] = remote
        }
        return beginning
    }
}
