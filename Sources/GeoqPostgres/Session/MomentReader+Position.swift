import Geoq
import GeoqStore
import GeoqSync

/// Where the server stands.
extension MomentReader {
    func moment(_ position: PostgresPosition, serverTime: String) -> RemoteMoment {
        RemoteMoment(
            identity: MirrorIdentity(
                origin: position.origin, address: PostgresSession.address(connection, part), user: user?.description,
                region: request.region?.stored, mapping: request.mapping.fingerprint),
            position: position, isStandby: position.isStandby, serverTime: serverTime)
    }

    /// - Parameter rights: nil when it does not matter which server it is.
    /// - Returns: where the server stands, its clock, and the schema of PostGIS
    ///   in quotes.
    func position(
        _ rights: ServerRights?
    ) throws -> (position: PostgresPosition, time: String, postgis: String?) {
        let system = "(pg_catalog.pg_control_system()).system_identifier::text"
        let timeline = "(pg_catalog.pg_control_checkpoint()).timeline_id::text"
        let head = try PostgresSession.row(
            connection,
            """
            SELECT pg_catalog.pg_is_in_recovery(), \(rights?.call(.controlSystem, system) ?? "NULL"),
                \(rights?.call(.controlCheckpoint, timeline) ?? "NULL"),
                (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()),
                pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()),
                pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot()),
                to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size')),
                (\(PostgresRemote.postgisQuestion)),
                to_char(pg_catalog.pg_postmaster_start_time() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
            """)
        guard let xmin = UInt64(try head.column(4) ?? ""), let xmax = UInt64(try head.column(5) ?? ""), xmin <= xmax,
            let database = try head.column(3), let time = try head.column(6)
        else { throw SyncError(.protocol, "the server does not say where it stands", retryMayHelp: true) }
        let isStandby = try head.column(0) == "t"
        let log =
            try isStandby ? nil : rights.flatMap { try logPosition($0, segment: UInt64(head.column(7) ?? "") ?? 0) }
        let position = PostgresPosition(
            // Without a number of its own, a server is identified by its
            // address.
            system: try head.column(1) ?? "at \(connection.place)", database: database,
            // The control file shows a promotion only after the next
            // checkpoint; but the names of the log's files begin with the
            // timeline.
            timeline: max(Int64(try head.column(2) ?? "") ?? 0, log?.timeline ?? 0),
            snapshot: PostgresCursor(xmin: xmin, xmax: xmax), isStandby: isStandby, log: log?.position,
            startedAt: try head.column(9), lacks: rights?.lacks(isStandby: isStandby) ?? [], part: part)
        return (position, time, try head.column(8))
    }

    private func logPosition(
        _ rights: ServerRights, segment: UInt64
    ) throws -> (position: LogPosition, timeline: Int64)? {
        guard rights.may(.walInsert) else { return nil }
        let file = "pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn())"
        let log = try PostgresSession.row(
            connection, "SELECT pg_catalog.pg_current_wal_insert_lsn(), \(rights.call(.walFileName, file))")
        guard let read = LogPosition(try log.column(0) ?? "") else {
            throw SyncError(.protocol, "the server does not say where its log stands", retryMayHelp: true)
        }
        return (read.withoutPageHeader(segment: segment), Int64(try log.column(1)?.prefix(8) ?? "", radix: 16) ?? 0)
    }
}
