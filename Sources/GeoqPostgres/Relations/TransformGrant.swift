import GeoqSync

/// The right to call `ST_Transform`, which a hardened server may keep from its users: places of any system but 4326 need
/// it.
enum TransformGrant {
    /// SQL for the statement that gives the right; no row when the user has it, or there is no PostGIS.
    static let question = """
        SELECT 'GRANT EXECUTE ON FUNCTION ' || quote_ident(n.nspname) || '.st_transform(' || quote_ident(n.nspname)
            || '.geometry, integer) TO ' || quote_ident(current_user)
        FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
            JOIN pg_catalog.pg_proc p ON p.pronamespace = n.oid AND p.proname = 'st_transform' AND p.pronargs = 2
                AND p.proargtypes[1] = 'pg_catalog.int4'::pg_catalog.regtype
        WHERE e.extname = 'postgis' AND NOT pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
        """

    /// The statement that gives the right; nil when the user has it, or there is no PostGIS.
    static func missing(_ connection: PostgresConnection) throws -> String? {
        try connection.query(question).first?[0]
    }

    /// - Parameter grant: the statement that gives the right.
    static func error(_ relation: String, _ grant: String) -> SyncError {
        SyncError(
            .refused, "ST_Transform may not be called, which the places of \(relation) need; \(grant)",
            retryMayHelp: false, code: "42501")
    }
}
