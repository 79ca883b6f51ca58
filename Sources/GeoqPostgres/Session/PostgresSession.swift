import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync
import Synchronization

/// A session with PostgreSQL and ordinary tables. It changes nothing on the
/// server, and sets nothing that outlives a transaction.
final class PostgresSession: RemoteDurability, RemoteEstimating {
    let worker: PostgresWorker
    private let user: FeatureID?
    /// The relation that alone is read; nil for geoq's tables.
    private let part: String?
    let state = Mutex(State())

    struct State {
        var queries: [MirrorTable: TableQuery] = [:]
        /// The names of functions, in quotes.
        var functions: [RemoteFunction: String] = [:]
        /// The keys of the rows that were named, by their ids.
        var keys: [MirrorTable: [FeatureID: String]] = [:]
        /// What the statements of answers look at; nil when that is not wanted.
        var statements: [RemoteStatement]?
        /// As `ForeignPatience.isNeeded`; nil until that was asked.
        var needsForeignPatience: Bool?
    }

    init(_ worker: PostgresWorker, user: FeatureID?, part: String? = nil) {
        (self.worker, self.user, self.part) = (worker, user, part)
    }

    func close() async {
        // A pooler discards the server's connection when its client leaves it
        // within a transaction.
        try? await worker.run { if $0.isInTransaction { try $0.execute("ROLLBACK") } }
        await worker.close()
    }

    func bytesReceived() async -> Int { (try? await worker.run { $0.bytesReceived }) ?? 0 }

    // MARK: - The moment

    func address() async throws -> String {
        let part = part
        return try await worker.run { Self.address($0, part) }
    }

    static func address(_ connection: PostgresConnection, _ part: String?) -> String {
        connection.place + (part.map { " \($0)" } ?? "")
    }

    func begin(_ request: RemoteRequest) async throws -> RemoteMoment {
        let (user, part) = (request.user ?? user, part)
        let (moment, queries) = try await worker.run { connection in
            try MomentReader(connection, request, user, part: part).read()
        }
        state.withLock { $0.queries = queries }
        return moment
    }

    static func row(_ connection: PostgresConnection, _ sql: String) throws -> [String?] {
        guard let row = try connection.query(sql).first else {
            throw SyncError(.protocol, "the server answers with nothing", retryMayHelp: true)
        }
        return row
    }

    func finish() async throws {
        try await worker.run { try $0.execute("COMMIT") }
    }

    func isDurable(_ moment: RemoteMoment) async throws -> Bool {
        guard let stand = moment.position as? PostgresPosition else {
            preconditionFailure("A session is asked about its own moments.")
        }
        guard !stand.lacks.contains(.durability) else { return false }
        guard let position = stand.log else { return true }
        return try await worker.run { connection in
            let text = try Self.row(connection, "SELECT pg_catalog.pg_current_wal_flush_lsn()").column(0) ?? ""
            guard let flushed = LogPosition(text) else {
                throw SyncError(.protocol, "the server does not say where its log stands", retryMayHelp: true)
            }
            return flushed >= position
        }
    }

    /// A transaction that takes a number and changes nothing: at its end the
    /// log has a record that the server's log writer flushes within
    /// `wal_writer_delay`, and all before it (`RecordTransactionCommit` in
    /// xact.c, PostgreSQL 15). A reader may do it, even where everything is
    /// read-only.
    ///
    /// Otherwise, on an idle server, records that page pruning has logged reach
    /// the disk when the background writer next looks, which may take 25 seconds
    /// (15 between its records, 10 asleep; bgwriter.c).
    func hurry() async throws {
        try await worker.run { connection in
            try connection.execute("COMMIT")
            _ = try Self.row(connection, "SELECT pg_catalog.pg_current_xact_id()")
        }
    }

    /// The name of a function that the remote has, in quotes.
    func name(of function: RemoteFunction) -> String {
        guard let name = state.withLock({ $0.functions[function] }) else {
            preconditionFailure("A function is called after `functions()` has said that it is there.")
        }
        return name
    }

    func functions() async throws -> Set<RemoteFunction> {
        let tables = state.withLock { $0.queries.mapValues(\.description.relation) }
        let found = try await reading { connection in
            var names: [RemoteFunction: String] = [:]
            for function in RemoteFunction.allCases {
                guard let relation = tables[function.table] else { continue }
                let rows = try connection.query(
                    """
                    SELECT quote_ident(n.nspname) || '.' || quote_ident(p.proname)
                    FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
                        JOIN pg_catalog.pg_class c ON c.oid = $2::pg_catalog.oid
                    WHERE p.oid = pg_catalog.to_regprocedure($1) AND p.proretset AND p.prorettype = c.reltype
                        AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
                    """,
                    ["\(function.rawValue)(double precision,double precision,double precision)", "\(relation)"])
                names[function] = try rows.first?.column(0)
            }
            return names
        }
        state.withLock { $0.functions = found }
        return Set(found.keys)
    }

    // MARK: - Tables

    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding] {
        let (user, part) = (user, part)
        return try await worker.run { connection in
            let reader = MomentReader(connection, RemoteRequest(mapping: mapping), user, part: part)
            let findings = try reader.findings()
            try connection.execute("COMMIT")
            return findings
        }
    }

    private static let batch = 2_000
    /// How many ids one statement asks for.
    private static let idsAtOnce = 1_000

    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        if case .ids(let ids) = selection, ids.count > Self.idsAtOnce {
            var count = 0
            for start in stride(from: 0, to: ids.count, by: Self.idsAtOnce) {
                let part = Array(ids[start..<min(start + Self.idsAtOnce, ids.count)])
                count += try await rows(of: table, .ids(part), take)
            }
            return count
        }
        if case .changed = selection, !query(table).hasVersions { return 0 }
        let query = if case .ids(let ids) = selection { try await query(table, knowing: ids) } else { query(table) }
        // How many rows were handed over, for a reading that begins again.
        let delivered = Mutex(0)
        return try await reading(query) { connection, query in
            var batch = RowBatch(rows: [], bytes: 0)
            batch.replaced = delivered.withLock { $0 }
            func deliver() throws {
                delivered.withLock { $0 += batch.rows.count - batch.replaced }
                try take(batch)
                batch.rows.removeAll(keepingCapacity: true)
                (batch.bytes, batch.replaced) = (0, 0)
            }
            var unusable: [MirrorRow] = []
            batch.rows.reserveCapacity(Self.batch)
            let count = try Self.copy(connection, query.copy(selection), query, fields: query.fieldCount) { row in
                let taken = try query.row(row)
                if taken.problem != nil {
                    unusable.append(taken)
                    if unusable.count > Self.mostUnusable { throw Self.tooManyUnusable(unusable, query) }
                }
                batch.rows.append(taken)
                batch.bytes += row.bytes.count
                if batch.rows.count == Self.batch { try deliver() }
            }
            if !batch.rows.isEmpty || batch.replaced > 0 { try deliver() }
            return count
        }
    }

    func ids(of table: MirrorTable) async throws -> [FeatureID] {
        return try await reading(query(table)) { connection, query in
            try connection.query("SELECT \(query.id) FROM \(query.source) WHERE \(query.belongs ?? "true")").map {
                row in
                guard let id = query.featureID(try row.column(0) ?? "") else {
                    throw SyncError(.protocol, "an id of the server's answer cannot be read", retryMayHelp: true)
                }
                return id
            }
        }
    }

    func count(of table: MirrorTable) async throws -> Int {
        let query = query(table)
        return try await reading(query) { connection, query in
            try Self.number(Self.row(connection, query.count).column(0))
        }
    }

    func estimate(of table: MirrorTable, outside region: Region?) async throws -> RemoteEstimate {
        let query = query(table)
        return try await reading(query) { connection, query in
            let border = try Self.border(connection, query, region)
            let row = try Self.row(connection, try query.estimate(outside: region, border: border))
            return RemoteEstimate(rows: try Self.number(row.column(0)), bytes: try Self.number(row.column(1)))
        }
    }

    static func number(_ text: String?) throws -> Int {
        guard let number = Int(text ?? "") else {
            throw SyncError(.protocol, "the server's count cannot be read", retryMayHelp: true)
        }
        return number
    }

    /// The query of a table that is asked for some rows, or is to leave some
    /// out.
    ///
    /// Of rows that have keys, the keys are needed. Those that are not known are
    /// looked up: the keys of all rows are read.
    func query(_ table: MirrorTable, knowing ids: some Collection<FeatureID>) async throws -> TableQuery {
        var query = query(table)
        guard query.key != nil, !ids.isEmpty else { return query }
        var known = state.withLock { $0.keys[table] ?? [:] }
        if ids.contains(where: { known[$0] == nil }) {
            let all = try await reading(query) { connection, query in try connection.query(query.allKeys) }
            query = self.query(table)
            for key in try all.compactMap({ try $0.column(0) }) {
                if let id = query.featureID(key) { known[id] = key }
            }
            let found = known
            state.withLock { $0.keys[table] = found }
        }
        query.keys = ids.compactMap { id in known[id].map { (id, $0) } }.reduce(into: [:]) { $0[$1.0] = $1.1 }
        return query
    }

    /// Remembers keys.
    func note(_ keys: [FeatureID: String], of table: MirrorTable) {
        if keys.isEmpty { return }
        state.withLock { $0.keys[table, default: [:]].merge(keys) { $1 } }
    }

    func query(_ table: MirrorTable) -> TableQuery {
        guard let query = state.withLock({ $0.queries[table] }) else {
            preconditionFailure("A table is read after the moment has begun, if the moment has it.")
        }
        return query
    }
}
