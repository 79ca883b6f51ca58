import GeoqSync

/// The right to read `spatial_ref_sys`, PostGIS's table of systems of coordinates. PostGIS reads it
/// as the user who asks: without the right it transforms nothing.
enum SystemsGrant {
    private static let question = """
        SELECT 'GRANT SELECT ON ' || quote_ident(n.nspname) || '.spatial_ref_sys TO ' || quote_ident(current_user)
        FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
            JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = 'spatial_ref_sys'
        WHERE e.extname = 'postgis' AND NOT pg_catalog.has_table_privilege(c.oid, 'SELECT')
        """

    /// The statement that gives the right; nil when the user has it, or there is no PostGIS.
    static func missing(_ connection: PostgresConnection) throws -> String? {
        try connection.query(question).first?[0]
    }

    /// - Parameter grant: the statement that gives the right.
    static func error(_ relation: String, _ grant: String) -> SyncError {
        SyncError(
            .refused,
            "the server's spatial_ref_sys may not be read, which the places of \(relation) need; \(grant)",
            retryMayHelp: false, code: "42501")
    }
}
