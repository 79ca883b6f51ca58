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
        try noteStatement(sql, connection)
        return try connection.query(sql.text, sql.parameters, noting: unreadable)
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
            let part = RemoteStatement.Part(name: "\(scan.schema).\(scan.name)", server: servers[scan])
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
    /// - Parameter isRun: whether the server runs the statement, and what it did not need to read
    ///   is left out.
    private static func scans(
        of sql: ParameterizedSQL, _ connection: PostgresConnection, running isRun: Bool
    ) throws -> [ScannedRelation] {
        let options = isRun ? "ANALYZE, TIMING OFF, VERBOSE, FORMAT JSON" : "VERBOSE, FORMAT JSON"
        let plan = try connection.query("EXPLAIN (\(options)) \(sql.text)", sql.parameters)
        let text = plan.compactMap { $0[0] }.joined(separator: "\n")
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

    /// The servers of foreign tables.
    private static func servers(
        of names: [ScannedRelation], _ connection: PostgresConnection
    ) throws -> [ScannedRelation: String] {
        guard !names.isEmpty else { return [:] }
        let rows = try connection.query(
            """
            SELECT n.nspname, c.relname, s.srvname FROM pg_catalog.pg_foreign_table f
                JOIN pg_catalog.pg_class c ON c.oid = f.ftrelid
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                JOIN pg_catalog.pg_foreign_server s ON s.oid = f.ftserver
            """)
        return rows.reduce(into: [:]) { servers, row in
            servers[ScannedRelation(schema: row[0] ?? "", name: row[1] ?? "")] = row[2]
        }
    }
}

/// A relation in a plan, by the names of the catalog.
struct ScannedRelation: Hashable {
    var schema: String
    var name: String
}
