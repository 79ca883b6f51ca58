import Geoq
import GeoqStore
import GeoqSupabase

/// Reads the tables of a project that has nothing of geoq's installed.
///
/// Its rows have no versions that can be relied on: a column that says when a
/// row was changed is set by the client that changes it, and transactions do not end in
/// the order of such times. So a table is read whole and compared value by
/// value. The tables of users are, at each sync; birds and hotspots once a day.
/// Between, rows that say that they were changed since the last sync are read:
/// that is only a hint, and nothing is removed for being absent from it.
///
/// Of the tables of the home page a project has all or none, so the first is asked for the others.
///
/// Nothing is removed on a list that may be cut short: see `TableRows.all`.
actor RestReading {
    private struct Table {
        var source: TableRows
        var rows: JSONRowReader
        var region: RestRegion?
        /// A page that has come and was not taken yet; and the cursor since
        /// which it has changes, nil for all rows.
        var first: (cursor: MirrorCursor?, answer: TableAnswer)?
        /// How many rows there are, or about how many.
        var count: Int?
    }

    private let wire: ProjectWire
    private let region: Region?
    private var tables: [MirrorTable: Table] = [:]
    private var buried = BuriedRows()

    init(_ wire: ProjectWire, region: Region?) {
        (self.wire, self.region) = (wire, region)
    }

    /// A row may be committed so long after the time that it has.
    private static let overlap = 10.0
    private static let unknownColumn = "42703"
    private static let changedAt = "updated_at"

    // MARK: - The beginning

    /// Asks for the first page of each table.
    func begin(_ request: RemoteRequest) async throws -> RemoteMoment {
        let client = wire.client
        let timer = ContinuousClock()
        let start = timer.now
        var remotes: [MirrorTable: RemoteTable] = [:]
        var problems: [MirrorTable: SyncError] = [:]
        var time: Double?
        tables = [:]
        for (table, names) in request.mapping.tables.sorted(by: { $0.key.rank < $1.key.rank }) {
            guard names.schema == nil || names.schema == "public", names.location == nil else {
                problems[table] = .mapping("\(names.name): a project shows lat and lon of the tables of one schema")
                continue
            }
            if table.isOfHome, problems[.speciesPresence]?.kind == .noTable, !request.mapping.names(table) {
                // One script makes these tables: one question tells that all are missing.
                problems[table] = .noTable(names.name)
                continue
            }
            var remote = RemoteTable(
                origin: names.name, name: names.name, rings: false, isSeenByRight: table.isOwned)
            remote.delta = table.isOwned ? .nothing : .hints
            let cursor = table.isOwned ? nil : request.since[table]
            do {
                if try await !begin(table, names, since: cursor) { remote.delta = .nothing }
                remotes[table] = remote
            } catch let fault as RemoteFault where Self.concernsOneTable(fault) {
                problems[table] = SyncError.from(fault, table: names.name)
            }
            // The server's clock is known once it has answered.
            if time == nil { time = await client.sessions.serverNow() - (timer.now - start) / .seconds(1) }
        }
        let seconds = time ?? 0
        let position = SupabasePosition(
            project: client.project.origin, level: .rest, upto: Self.text(seconds - Self.overlap))
        return RemoteMoment(
            identity: MirrorIdentity(
                origin: client.project.origin, address: client.project.origin, user: nil,
                region: region?.stored, mapping: request.mapping.fingerprint),
            position: position, serverTime: Self.text(seconds), tables: remotes, problems: problems)
    }

    private static func concernsOneTable(_ fault: RemoteFault) -> Bool {
        fault.isTooLarge || fault.status != 0 && [.forbidden, .permanent, .drift].contains(fault.class)
    }

    /// - Parameter seconds: since 1970.
    private static func text(_ seconds: Double) -> String {
        CalendarText.timestamp(microsecondsSince2000: Int64((seconds - 946_684_800) * 1_000_000))
    }

    /// - Returns: false when the table does not say when its rows were changed.
    private func begin(
        _ table: MirrorTable, _ names: TableMapping.Table, since cursor: MirrorCursor?
    ) async throws -> Bool {
        let reader = JSONRowReader(table, names)
        var state = Table(
            source: TableRows(wire: wire, names: names, select: reader.selected), rows: reader,
            region: table == .hotspot ? region.map { RestRegion(region: $0) } : nil)
        if let region = state.region {
            state.source.filters = region.filters(latitude: names.column("lat"), longitude: names.column("lon"))
        }
        let hint = cursor.flatMap { SupabasePosition.upto($0, .rest) } == nil ? nil : cursor
        do {
            try await ask(&state, since: hint)
        } catch let fault as RemoteFault where fault.code == Self.unknownColumn {
            // The project lacks a column that a mirror can do without, or one that a
            // mirror needs: the rows will show which.
            state.source.select = "*"
            do {
                try await ask(&state, since: hint)
            } catch let fault as RemoteFault where fault.code == Self.unknownColumn && hint != nil {
                try await ask(&state, since: nil)
                tables[table] = state
                return false
            }
        }
        tables[table] = state
        return true
    }

    private func ask(_ state: inout Table, since cursor: MirrorCursor?) async throws {
        let answer = try await hinted(state, since: cursor).page(after: nil, isCounted: cursor == nil)
        state.first = (cursor, answer)
        if cursor == nil { state.count = answer.count }
    }

    /// The rows that say that they were changed since a cursor; all for nil.
    private func hinted(_ state: Table, since cursor: MirrorCursor?) -> TableRows {
        var source = state.source
        guard let time = cursor.flatMap({ SupabasePosition.upto($0, .rest) }) else { return source }
        // A row that has left the region shall be told.
        source.filters = [(state.rows.names.column(Self.changedAt), "gte.\(time)")]
        return source
    }

    // MARK: - Rows

    /// - Parameter cursor: nil for all rows.
    func read(
        _ table: MirrorTable, since cursor: MirrorCursor?, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        guard var state = tables[table] else { preconditionFailure("A table is read if the moment has it.") }
        var first: TableAnswer?
        if let known = state.first, known.cursor == cursor { first = known.answer }
        state.first = nil
        if cursor == nil { buried.clear(table) }
        var count = 0
        try await hinted(state, since: cursor).all(first, isProved: cursor == nil) { rows in
            count += try await give(rows, &state, tellsGone: cursor != nil, take)
        }
        if cursor == nil { state.count = count }
        tables[table] = state
        return count
    }

    /// Hands rows over.
    ///
    /// - Parameter tellsGone: whether rows that do not belong to the mirror are
    ///   told as gone; if not, they are left out.
    private func give(
        _ objects: [JSONObject], _ state: inout Table, tellsGone: Bool,
        _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        let (reader, region, bytes) = (state.rows, state.region, wire.newBytes())
        let parents = buried.parents(of: reader.table)
        let (count, used, deleted, orphans) = try await ProjectWire.aside {
            var reader = reader
            var (gone, below) = ([FeatureID](), [FeatureID]())
            var batch = RowBatch(rows: [], bytes: bytes)
            batch.rows.reserveCapacity(objects.count)
            for object in objects {
                var row = try reader.row(object, token: nil)
                if row.isGone { gone.append(row.id) }
                if let parents, parents.hold(row) {
                    below.append(row.id)
                    row = MirrorRow(id: row.id, token: 0, isGone: true, values: [])
                }
                if let region, !row.isGone, row.problem == nil, !region.contains(row, reader.table) {
                    row = MirrorRow(id: row.id, token: 0, isGone: true, values: [])
                }
                if !row.isGone || tellsGone { batch.rows.append(row) }
            }
            if !batch.rows.isEmpty { try take(batch) }
            return (batch.rows.count, reader, gone, below)
        }
        state.rows = used
        buried.note(reader.table, deleted: deleted, orphans: orphans)
        return count
    }

    /// How many living rows of a table were left out, because they belong to a
    /// deleted row.
    func orphanCount(_ table: MirrorTable) -> Int { buried.orphanCount(table) }

    /// Reads rows by their ids, as of now, without those that do not belong to
    /// the mirror.
    func fetch(
        _ table: MirrorTable, _ ids: [FeatureID], _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        guard var state = tables[table] else { preconditionFailure("A table is read if the moment has it.") }
        let found = try await state.source.fetch(ids)
        return try await give(found, &state, tellsGone: false, take)
    }

    /// The ids of all rows that belong to the mirror.
    func ids(_ table: MirrorTable) async throws -> [FeatureID] {
        guard let state = tables[table] else { preconditionFailure("A table is read if the moment has it.") }
        let (reader, region) = (state.rows, state.region)
        let names = reader.names
        let (latitude, longitude) = (names.column("lat"), names.column("lon"))
        var source = state.source
        if source.select != "*" {
            let places = region == nil ? [] : [latitude, longitude]
            source.select = ([reader.id, names.column("deleted_at")] + places).joined(separator: ",")
        }
        var ids: [FeatureID] = []
        try await source.all(isProved: true) { rows in
            for row in rows where !reader.isMarked(row) {
                if let region, !region.contains(latitude: row[latitude]?.double, longitude: row[longitude]?.double) {
                    continue
                }
                ids.append(try reader.id(of: row))
            }
        }
        return ids
    }

    /// How many rows the table has, or about how many: those that are marked as
    /// deleted, or lie just outside the region, may be among them before it was
    /// read.
    func count(_ table: MirrorTable) async throws -> Int {
        guard let state = tables[table] else { preconditionFailure("A table is asked if the moment has it.") }
        if let count = state.count { return count }
        let count = try await state.source.page(after: nil, isCounted: true).count ?? 0
        tables[table]?.count = count
        return count
    }
}
