import GeoqSync

/// A right to what PostGIS gives, which a user of the server may lack, and without which places can't be read.
struct PostGISGrant {
    /// SQL for the statement that gives the right; no row when the user has it, or there is no PostGIS.
    let question: String
    /// What may not be done without it.
    private let obstacle: String

    /// The right to use PostGIS's schema, which a user may lack where it is not `public`, as at Supabase: the
    /// user sees columns of places, and may not call the functions of PostGIS.
    static let schema = PostGISGrant(
        question: """
            SELECT 'GRANT USAGE ON SCHEMA ' || quote_ident(n.nspname) || ' TO ' || quote_ident(current_user)
            FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
            WHERE e.extname = 'postgis' AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
            """,
        obstacle: "the schema of PostGIS may not be used")

    /// The right to call `ST_Transform`, which a hardened server may keep from its users: places of any system but
    /// 4326 need it.
    static let transform = PostGISGrant(
        question: """
            SELECT 'GRANT EXECUTE ON FUNCTION ' || quote_ident(n.nspname) || '.st_transform('
                || quote_ident(n.nspname) || '.geometry, integer) TO ' || quote_ident(current_user)
            FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
                JOIN pg_catalog.pg_proc p ON p.pronamespace = n.oid AND p.proname = 'st_transform' AND p.pronargs = 2
                    AND p.proargtypes[1] = 'pg_catalog.int4'::pg_catalog.regtype
            WHERE e.extname = 'postgis' AND NOT pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
            """,
        obstacle: "ST_Transform may not be called")

    /// The right to read `spatial_ref_sys`, PostGIS's table of systems of coordinates. PostGIS reads it as the user who
    /// asks: without the right it transforms nothing.
    static let systems = PostGISGrant(
        question: """
            SELECT 'GRANT SELECT ON ' || quote_ident(n.nspname) || '.spatial_ref_sys TO ' || quote_ident(current_user)
            FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
                JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = 'spatial_ref_sys'
            WHERE e.extname = 'postgis' AND NOT pg_catalog.has_table_privilege(c.oid, 'SELECT')
            """,
        obstacle: "the server's spatial_ref_sys may not be read")

    /// The statement that gives the right; nil when the user has it, or there is no PostGIS.
    func missing(_ connection: PostgresConnection) throws -> String? {
        try connection.query(question).first?.column(0)
    }

    /// - Parameter grant: the statement that gives the right.
    func error(_ relation: String, _ grant: String) -> SyncError {
        SyncError(
            .refused, "\(obstacle), which the places of \(relation) need; \(grant)", retryMayHelp: false, code: "42501")
    }
}
