import Geoq
import GeoqStore
import GeoqSync
import Synchronization

/// Which partitions, and so which servers, PostgreSQL asks for an answer, as its
/// own plan says.
extension PostgresSession: RemoteExplaining {
    func explainFromNow() async { state.withLock { $0.statements = [] } }

    func statements() async -> [RemoteStatement] { state.withLock { $0.statements ?? [] } }

    func partCount(of table: MirrorTable) async throws -> Int {
        let query = query(table)
        return try await reading { connection in
            query.description.kind == "p" ? try connection.query(query.partitionsQuestion).count : 1
        }
    }

    /// Runs a statement of an answer, and notes its plan when that is wanted.
    func rows(_ sql: ParameterizedSQL, _ connection: PostgresConnection) throws -> [[String?]] {
        try connectServers(for: sql, connection)
        try noteStatement(sql, connection)
        return try connection.query(sql.text, sql.parameters)
    }

    /// The same of an answer that may have texts that are not UTF-8: these are nil.
    ///
    /// - Parameter unreadable: gets the numbers of row and column of each.
    func rows(
        _ sql: ParameterizedSQL, _ connection: PostgresConnection,
        noting unreadable: (_ row: Int, _ column: Int) -> Void
    ) throws -> [[String?]] {
        try connectServers(for: sql, connection)
        try noteStatement(sql, connection)
        return try connection.query(sql.text, sql.parameters, noting: unreadable)
    }

    /// Where a foreign server may be waited for without an end, waits until those that a statement asks are connected.
    private func connectServers(for sql: ParameterizedSQL, _ connection: PostgresConnection) throws {
        let (isElsewhere, known) = state.withLock { state in
            (state.queries.values.contains { $0.description.isElsewhere }, state.needsForeignPatience)
        }
        guard isElsewhere else { return }
        let isNeeded = try known ?? ForeignPatience.isNeeded(connection)
        if known == nil { state.withLock { $0.needsForeignPatience = isNeeded } }
        if isNeeded { try ForeignPatience.connect(for: sql, connection) }
    }

    private func noteStatement(_ sql: ParameterizedSQL, _ connection: PostgresConnection) throws {
        guard state.withLock({ $0.statements != nil }) else { return }
        let statement = try Self.statement(sql, connection)
        state.withLock { $0.statements?.append(statement) }
    }

    private static func statement(
        _ sql: ParameterizedSQL, _ connection: PostgresConnection
    ) throws -> RemoteStatement {
        let scans = try scans(of: sql, connection, running: true)
        let servers = try servers(of: scans, connection)
        var parts: [RemoteStatement.Part] = []
        for scan in scans {
            let (server, advice) = servers[scan] ?? (nil, [])
            let part = RemoteStatement.Part(name: "\(scan.schema).\(scan.name)", server: server, advice: advice)
            // Each scan of a foreign table is a statement to its server.
            if part.server != nil || !parts.contains(part) { parts.append(part) }
        }
        return RemoteStatement(parts: parts)
    }

    /// The relations that a statement would read, as the server plans it; it is not run.
    static func scanned(by sql: ParameterizedSQL, _ connection: PostgresConnection) throws -> Set<ScannedRelation> {
        Set(try scans(of: sql, connection, running: false))
    }

    /// The relations that a statement reads, in the plan's order, each as often as it is scanned.
    ///
    /// - Parameter isRun: whether the server runs the statement. Then relations that the server
    ///   did not need to read are left out; otherwise all relations of its plan are given.
    private static func scans(
        of sql: ParameterizedSQL, _ connection: PostgresConnection, running isRun: Bool
    ) throws -> [ScannedRelation] {
        let options = isRun ? "ANALYZE, TIMING OFF, VERBOSE, FORMAT JSON" : "VERBOSE, FORMAT JSON"
        let plan = try connection.query("EXPLAIN (\(options)) \(sql.text)", sql.parameters)
        let text = try plan.compactMap { try $0.column(0) }.joined(separator: "\n")
        guard let tree = try? JSONValue(parsing: text), let root = tree.array?.first?.object?["Plan"] else {
            throw SyncError(.protocol, "the server's plan cannot be read", retryMayHelp: false)
        }
        var names: [ScannedRelation] = []
        collect(root, into: &names)
        return names
    }

    private static func collect(_ node: JSONValue, into names: inout [ScannedRelation]) {
        guard let members = node.object, members["Actual Loops"]?.double != 0 else { return }
        if let name = members["Relation Name"]?.string, let schema = members["Schema"]?.string {
            names.append(ScannedRelation(schema: schema, name: name))
        }
        for child in members["Plans"]?.array ?? [] { collect(child, into: &names) }
    }

    /// The server of a foreign table, and what makes more of a question go there.
    private typealias Place = (server: String?, advice: [String])

    /// The servers of foreign tables.
    private static func servers(
        of names: [ScannedRelation], _ connection: PostgresConnection
    ) throws -> [ScannedRelation: Place] {
        guard !names.isEmpty else { return [:] }
        let rows = try connection.query(
            """
            SELECT n.nspname, c.relname, s.srvname, w.fdwname = 'postgres_fdw',
                c.reltuples < 0 OR c.reltuples = 0 AND c.relpages = 0
                    AND pg_catalog.current_setting('server_version_num')::integer < 140000,
                (SELECT o.option_value FROM pg_catalog.pg_options_to_table(s.srvoptions) AS o
                    WHERE o.option_name = 'extensions'),
                coalesce(
                    (SELECT o.option_value FROM pg_catalog.pg_options_to_table(f.ftoptions) AS o
                        WHERE o.option_name = 'use_remote_estimate'),
                    (SELECT o.option_value FROM pg_catalog.pg_options_to_table(s.srvoptions) AS o
                        WHERE o.option_name = 'use_remote_estimate'))
            FROM pg_catalog.pg_foreign_table f
                JOIN pg_catalog.pg_class c ON c.oid = f.ftrelid
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                JOIN pg_catalog.pg_foreign_server s ON s.oid = f.ftserver
                JOIN pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw
            """)
        return rows.reduce(into: [:]) { servers, row in
            guard row.count == 7, let schema = row[0], let name = row[1], let server = row[2] else { return }
            let words = row[3] == "t" ? advice(schema, name, server, row[4] == "t", row[5], row[6]) : []
            servers[ScannedRelation(schema: schema, name: name)] = (server, words)
        }
    }

    /// What makes postgres_fdw send more of a question.
    ///
    /// - Parameters:
    ///   - isUnknown: whether there are no statistics of the foreign table.
    ///   - extensions: whose functions it may send, separated by commas; nil for none.
    ///   - estimate: whether it asks the other server what a question costs; nil where that was not said.
    private static func advice(
        _ schema: String, _ name: String, _ server: String, _ isUnknown: Bool, _ extensions: String?,
        _ estimate: String?
    ) -> [String] {
        var words: [String] = []
        let table = "\(SQLText.name(schema)).\(SQLText.name(name))"
        let sent = (extensions ?? "").split(separator: ",").map { part in String(part).filter { $0 != " " } }
        if !sent.contains("postgis") {
            let list = (sent + ["postgis"]).joined(separator: ", ").quoted(by: "'")
            let action = extensions == nil ? "ADD" : "SET"
            words.append(
                "the server \(server) is not asked by PostGIS's functions, and may have to send all its rows: "
                    + "ALTER SERVER \(SQLText.name(server)) OPTIONS (\(action) extensions \(list))")
        }
        if isUnknown, !["true", "on", "yes", "1"].contains(estimate?.lowercased() ?? "") {
            words.append(
                "there are no statistics of \(schema).\(name), and PostgreSQL may sort all its rows for the nearest: "
                    + "ANALYZE \(table)")
        }
        return words
    }
}

/// A relation in a plan, by the names of the catalog.
struct ScannedRelation: Hashable {
    var schema: String
    var name: String
}
