import GeoqSync

/// The right to use a schema, without which nothing in it is found.
enum SchemaGrant {
    /// The error for a relation whose schema the user may not use.
    static func error(_ schema: String) -> SyncError {
        SyncError(
            .refused, "the schema \(schema) may not be used; grant USAGE on it", retryMayHelp: false, code: "42501")
    }

    /// The same for what a server says when a name is looked up: it refuses a name with such a schema. Any other
    /// right, as to a function of the catalog that a hardened server has revoked, it refuses by the same code; that
    /// error stays as it is, in the server's words.
    ///
    /// Asks the server, in a transaction that the error did not end, or in none.
    ///
    /// - Parameter schema: of the name; nil for a name without one.
    static func error(for error: SyncError, schema: String?, _ connection: PostgresConnection) -> SyncError {
        guard error.code == "42501", let schema, connection.isAlive,
            let closed = try? connection.query(question, [schema]), !closed.isEmpty
        else { return error }
        return Self.error(schema)
    }

    /// SQL that gives a row when the user may not use a schema.
    private static let question = """
        SELECT 1 FROM pg_catalog.pg_namespace n
        WHERE n.nspname = $1 AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        """
}
