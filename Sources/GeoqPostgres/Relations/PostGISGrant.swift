import GeoqSync

/// The right to use PostGIS's schema, which a user may lack where it is not `public`, as at Supabase: the
/// user sees columns of places, and may not call the functions of PostGIS.
enum PostGISGrant {
    /// SQL for the statement that gives the right; no row when the user has it, or there is no PostGIS.
    static let question = """
        SELECT 'GRANT USAGE ON SCHEMA ' || quote_ident(n.nspname) || ' TO ' || quote_ident(current_user)
        FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'postgis' AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        """

    /// The statement that gives the right; nil when the user has it, or there is no PostGIS.
    static func missing(_ connection: PostgresConnection) throws -> String? {
        try connection.query(question).first?[0]
    }

    /// - Parameter grant: the statement that gives the right.
    static func error(_ relation: String, _ grant: String) -> SyncError {
        SyncError(
            .refused, "the schema of PostGIS may not be used, which the places of \(relation) need; \(grant)",
            retryMayHelp: false, code: "42501")
    }
}
