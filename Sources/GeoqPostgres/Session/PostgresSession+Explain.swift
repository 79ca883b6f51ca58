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
        if state.withLock({ $0.statements != nil }) {
            let statement = try Self.statement(sql, connection)
            state.withLock { $0.statements?.append(statement) }
        }
        return try connection.query(sql.text, sql.parameters)
    }

    private static func statement(
        _ sql: ParameterizedSQL, _ connection: PostgresConnection
    ) throws -> RemoteStatement {
        let names = try scanned(by: sql, connection)
        let servers = try servers(of: names, connection)
        return RemoteStatement(
            parts: names.map { RemoteStatement.Part(name: "\($0.schema).\($0.name)", server: servers[$0]) })
    }

    /// The relations that a statement would read, as the server plans it; it is not run.
    static func scanned(by sql: ParameterizedSQL, _ connection: PostgresConnection) throws -> [ScannedRelation] {
        let plan = try connection.query("EXPLAIN (VERBOSE, FORMAT JSON) \(sql.text)", sql.parameters)
        let text = plan.compactMap { $0[0] }.joined(separator: "\n")
        guard let tree = try? JSONValue(parsing: text), let root = tree.array?.first?.object?["Plan"] else {
            throw SyncError(.protocol, "the server's plan cannot be read", retryMayHelp: false)
        }
        var names: [ScannedRelation] = []
        collect(root, into: &names)
        return names
    }

    /// The relations that a plan reads, each once, in the plan's order.
    private static func collect(_ node: JSONValue, into names: inout [ScannedRelation]) {
        guard let members = node.object else { return }
        if let name = members["Relation Name"]?.string, let schema = members["Schema"]?.string {
            let relation = ScannedRelation(schema: schema, name: name)
            if !names.contains(relation) { names.append(relation) }
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
