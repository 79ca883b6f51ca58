import Geoq
import GeoqStore
import Synchronization

/// One conversation with PostgreSQL: level L0, stock tables, nothing changed on
/// the server (SYNC.md, section 3.2).
final class PostgresSession: RemoteSession {
    private let worker: PostgresWorker
    private let user: FeatureID?
    private let state = Mutex(State())

    private struct State {
        var queries: [MirrorTable: TableQuery] = [:]
        /// The names of functions, in quotes.
        var functions: [RemoteFunction: String] = [:]
    }

    /// How the session reads: times in UTC, nothing written, no endless wait for
    /// someone who is changing a table.
    static let settings = """
        SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET default_transaction_read_only = on; SET lock_timeout = '30s';
        SET client_min_messages = error; SET standard_conforming_strings = on
        """

    init(_ worker: PostgresWorker, user: FeatureID?) {
        (self.worker, self.user) = (worker, user)
    }

    func close() async { await worker.close() }

    func bytesReceived() async -> Int { (try? await worker.run { $0.bytesReceived }) ?? 0 }

    // MARK: - The moment

    func begin(_ request: RemoteRequest) async throws -> RemoteMoment {
        let user = user
        let (moment, queries) = try await worker.run { connection in
            try Self.begin(connection, request, user)
        }
        state.withLock { $0.queries = queries }
        return moment
    }

    /// Locks come before the snapshot: who rebuilds or truncates a table after
    /// it would leave it empty for the snapshot, and an empty table is one whose
    /// rows are all gone (PostgreSQL 15, "13.5. Caveats"). `ACCESS SHARE` is
    /// what every SELECT takes.
    private static func begin(
        _ connection: PostgresConnection, _ request: RemoteRequest, _ user: FeatureID?
    ) throws -> (RemoteMoment, [MirrorTable: TableQuery]) {
        let wanted = request.mapping.tables.sorted { $0.key.rank < $1.key.rank }
        let before = try wanted.compactMap { try describe(connection, $0.key, $0.value) }
        // The digest's few expressions take longer to compile than to run.
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off\(role(user))")
        for description in before where description.obstacle == nil {
            try connection.execute("SAVEPOINT geoq")
            do {
                try connection.execute("LOCK TABLE \(description.sqlName) IN ACCESS SHARE MODE")
            } catch let error as SyncError where error.code != nil && connection.isAlive {
                // Gone since, or not for us: said below, by its description.
                if error.retryMayHelp { throw error }
                try connection.execute("ROLLBACK TO SAVEPOINT geoq")
            }
        }
        let head = try row(
            connection,
            """
            SELECT pg_catalog.pg_is_in_recovery(), (pg_catalog.pg_control_system()).system_identifier,
                (pg_catalog.pg_control_checkpoint()).timeline_id,
                (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()),
                pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()),
                pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot()),
                to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size')),
                (SELECT quote_ident(nspname) FROM pg_catalog.pg_extension e
                    JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'postgis')
            """)
        guard let xmin = UInt64(head[4] ?? ""), let xmax = UInt64(head[5] ?? ""), var timeline = Int64(head[2] ?? ""),
            let system = head[1], let database = head[3], let time = head[6]
        else { throw SyncError(.protocol, "the server does not say where it stands", retryMayHelp: true) }
        let isStandby = head[0] == "t"
        var position: LogPosition?
        if !isStandby {
            let segment = UInt64(head[7] ?? "") ?? 0
            let log = try row(
                connection,
                """
                SELECT pg_catalog.pg_current_wal_insert_lsn(),
                    pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn())
                """)
            // The control file learns of a promotion by the next checkpoint
            // only; the names of the log's files begin with the timeline.
            timeline = max(timeline, Int64(log[1]?.prefix(8) ?? "", radix: 16) ?? 0)
            guard let read = LogPosition(log[0] ?? "") else {
                throw SyncError(.protocol, "the server does not say where its log stands", retryMayHelp: true)
            }
            position = read.withoutPageHeader(segment: segment)
        }
        var moment = RemoteMoment(
            identity: MirrorIdentity(
                system: system, timeline: timeline, database: database, address: connection.place,
                user: user?.description, region: request.region?.description, mapping: request.mapping.fingerprint),
            cursor: MirrorCursor(xmin: xmin, xmax: xmax), isStandby: isStandby, logPosition: position,
            serverTime: time, tables: [:], problems: [:])
        var queries: [MirrorTable: TableQuery] = [:]
        let locked = Set(before.filter { $0.obstacle == nil }.map(\.relation))
        for (table, names) in wanted {
            do {
                guard let description = try describe(connection, table, names) else {
                    throw SyncError.schema("there is no table \(names.name)")
                }
                if let obstacle = description.obstacle { throw obstacle }
                guard locked.contains(description.relation) else {
                    throw SyncError(
                        .refused, "\(description.fullName) is being changed", retryMayHelp: true, code: nil)
                }
                queries[table] = try TableQuery(description, region: request.region, postgis: head[8])
                moment.tables[table] = RemoteTable(
                    relation: description.relation, name: description.fullName, rings: description.hasHint,
                    isSeenByRight: description.isSeenByRight)
            } catch let error as SyncError where connection.isAlive {
                moment.problems[table] = error
            }
        }
        // What fails from here on is taken back to here.
        try connection.execute("SAVEPOINT geoq")
        return (moment, queries)
    }

    private static func describe(
        _ connection: PostgresConnection, _ table: MirrorTable, _ names: TableMapping.Table
    ) throws -> TableDescription? {
        let name = (names.schema.map { SQLText.name($0) + "." } ?? "") + SQLText.name(names.table)
        let rows = try connection.query(TableDescription.question, [name, names.column("id")])
        return TableDescription(table, names, rows: rows)
    }

    /// The user of a transaction, as PostgREST sets it. Not by `set_config()`:
    /// a SELECT would take the snapshot before the locks.
    private static func role(_ user: FeatureID?) -> String {
        guard let user else { return "" }
        return "; SET LOCAL ROLE authenticated; SET LOCAL request.jwt.claims = "
            + "'{\"sub\":\"\(user)\",\"role\":\"authenticated\"}'"
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
        guard let position = moment.logPosition else { return true }
        return try await worker.run { connection in
            let text = try Self.row(connection, "SELECT pg_catalog.pg_current_wal_flush_lsn()")[0] ?? ""
            guard let flushed = LogPosition(text) else {
                throw SyncError(.protocol, "the server does not say where its log stands", retryMayHelp: true)
            }
            return flushed >= position
        }
    }

    /// A transaction that takes a number and changes nothing: at its end the log
    /// has a record that the server's log writer flushes within
    /// `wal_writer_delay`, and all before it (`RecordTransactionCommit` in xact.c,
    /// PostgreSQL 15). Readers may do it, also where all is read-only.
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
                names[function] = rows.first?[0]
            }
            return names
        }
        state.withLock { $0.functions = found }
        return Set(found.keys)
    }

    // MARK: - Tables

    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding] {
        let user = user
        return try await worker.run { connection in
            try connection.execute("BEGIN READ ONLY\(Self.role(user))")
            let findings = try mapping.tables.sorted { $0.key.rank < $1.key.rank }.flatMap { table, names in
                try Self.describe(connection, table, names)?.findings
                    ?? [SchemaFinding(table, .loss, "no table \(names.name)", cost: "nothing of it is mirrored")]
            }
            try connection.execute("COMMIT")
            return findings
        }
    }

    private static let batch = 2_000
    /// So many ids are asked for at once.
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
        let query = query(table)
        return try await reading { connection in
            var batch = RowBatch(rows: [], bytes: 0)
            batch.rows.reserveCapacity(Self.batch)
            let count = try Self.copy(connection, query.copy(selection), fields: query.fieldCount) { row in
                batch.rows.append(try query.row(row))
                batch.bytes += row.bytes.count
                guard batch.rows.count == Self.batch else { return }
                try take(batch)
                batch.rows.removeAll(keepingCapacity: true)
                batch.bytes = 0
            }
            if !batch.rows.isEmpty { try take(batch) }
            return count
        }
    }

    func tokens(of table: MirrorTable, in ranges: [ClosedRange<UInt8>]) async throws -> [RowToken] {
        let query = query(table)
        return try await reading { connection in
            var tokens: [RowToken] = []
            _ = try Self.copy(connection, query.copyTokens(ranges), fields: 2) { tokens.append(try query.token($0)) }
            return tokens
        }
    }

    func digest(of table: MirrorTable) async throws -> TableDigest {
        let query = query(table)
        return try await reading { connection in
            var digest = TableDigest()
            for row in try connection.query(query.digest) {
                guard let byte = Int(row[0] ?? ""), let count = Int(row[1] ?? ""), let sum = UInt128(row[2] ?? ""),
                    digest.set(byte, count: count, sum: sum)
                else { throw SyncError(.protocol, "the server's digest cannot be read", retryMayHelp: true) }
            }
            return digest
        }
    }

    func count(of table: MirrorTable) async throws -> Int {
        let query = query(table)
        return try await reading { connection in try Self.number(try Self.row(connection, query.count)[0]) }
    }

    func estimate(of table: MirrorTable, outside region: Region?) async throws -> RemoteEstimate {
        let query = query(table)
        return try await reading { connection in
            let row = try Self.row(connection, try query.estimate(outside: region))
            return RemoteEstimate(rows: try Self.number(row[0]), bytes: try Self.number(row[1]))
        }
    }

    static func number(_ text: String?) throws -> Int {
        guard let number = Int(text ?? "") else {
            throw SyncError(.protocol, "the server's count cannot be read", retryMayHelp: true)
        }
        return number
    }

    func query(_ table: MirrorTable) -> TableQuery {
        guard let query = state.withLock({ $0.queries[table] }) else {
            preconditionFailure("A table is read after the moment has begun, if the moment has it.")
        }
        return query
    }

    /// Reads something of one table; when the server refuses, the others can
    /// still be read.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await worker.run { connection in
            do {
                return try body(connection)
            } catch let error as SyncError where error.code != nil && connection.isAlive {
                try connection.execute("ROLLBACK TO SAVEPOINT geoq")
                throw error
            } catch let error as WireError {
                throw SyncError(.protocol, "the rows of a table cannot be read: \(error)", retryMayHelp: false)
            }
        }
    }

    /// Runs a COPY to its end.
    ///
    /// - Throws: `SyncError` when it is not whole: nothing of it may be used.
    private static func copy(
        _ connection: PostgresConnection, _ sql: String, fields: Int, _ take: (CopyRow) throws -> Void
    ) throws -> Int {
        var reader = BinaryCopyReader(fieldCount: fields)
        var row = CopyRow()
        let sent = try connection.copyOut(sql) { piece in
            try reader.append(piece)
            while try reader.next(&row) { try take(row) }
        }
        guard reader.isComplete, reader.rowCount == sent else {
            throw SyncError(
                .protocol, "the server sent \(sent) rows, and \(reader.rowCount) came", retryMayHelp: true)
        }
        return sent
    }
}
