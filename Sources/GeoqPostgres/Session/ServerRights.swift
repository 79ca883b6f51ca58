import GeoqSync

/// Which of the functions that report the server's state the user may call.
/// Every user may, until an administrator revokes it.
struct ServerRights {
    private let granted: Set<Function>

    enum Function: String, CaseIterable {
        case controlSystem = "pg_catalog.pg_control_system()"
        case controlCheckpoint = "pg_catalog.pg_control_checkpoint()"
        case walInsert = "pg_catalog.pg_current_wal_insert_lsn()"
        case walFlush = "pg_catalog.pg_current_wal_flush_lsn()"
        case walFileName = "pg_catalog.pg_walfile_name(pg_catalog.pg_lsn)"
    }

    init(_ connection: PostgresConnection) throws {
        let list = Function.allCases.map { "('\($0.rawValue)')" }.joined(separator: ", ")
        let rows = try connection.query(
            """
            SELECT f.name FROM (VALUES \(list)) AS f (name)
            WHERE pg_catalog.has_function_privilege(pg_catalog.to_regprocedure(f.name), 'EXECUTE')
            """)
        granted = Set(try rows.compactMap { try $0.column(0).flatMap { Function(rawValue: $0) } })
    }

    func may(_ function: Function) -> Bool { granted.contains(function) }

    /// A call, or NULL: a statement that names a function which the user may
    /// not call fails, even where the call is not reached.
    func call(_ function: Function, _ expression: String) -> String { may(function) ? expression : "NULL" }

    /// What remains unknown without these rights.
    func lacks(isStandby: Bool) -> Set<RemoteLack> {
        var lacks: Set<RemoteLack> = []
        if !may(.controlSystem) { lacks.insert(.identity) }
        let knowsTimeline = may(.controlCheckpoint) || !isStandby && may(.walInsert) && may(.walFileName)
        if !knowsTimeline { lacks.insert(.timeline) }
        if !isStandby, !may(.walInsert) || !may(.walFlush) { lacks.insert(.durability) }
        return lacks
    }
}
