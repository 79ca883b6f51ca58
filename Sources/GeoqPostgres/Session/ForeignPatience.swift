import GeoqSync

/// How long geoq waits until a server has connections with the foreign servers whose rows a statement wants.
///
/// One that takes connections and never answers holds a statement for ever, where the server's definition of it has no
/// `connect_timeout` above zero, and nothing tells that from a statement that takes long. So geoq first runs what makes
/// postgres_fdw connect and read nothing. Where all have such a one, the server gives up by itself.
enum ForeignPatience {
    /// As long as geoq waits for a connection of its own.
    static let patience = Duration.seconds(10)

    /// Whether the database knows a foreign server that it waits for without an end.
    static func isNeeded(_ connection: PostgresConnection) throws -> Bool {
        try !connection.query(
            """
            SELECT 1 FROM pg_catalog.pg_foreign_server s
                JOIN pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw
            WHERE w.fdwname = 'postgres_fdw' AND NOT EXISTS (
                SELECT 1 FROM pg_catalog.pg_options_to_table(s.srvoptions) AS o
                WHERE o.option_name = 'connect_timeout'
                    AND o.option_value COLLATE "C" !~ '^[[:space:]]*(-|[+]?0+[[:space:]]*$)')
            LIMIT 1
            """
        ).isEmpty
    }

    /// Lets the server connect with the foreign servers that a statement asks: those whose partitions it prunes are
    /// left alone. The condition is decided once, before any row is read, and postgres_fdw connects before that. All
    /// columns are asked for, so that the planner leaves out none that is a SELECT of its own.
    ///
    /// - Throws: `SyncError`: `PostgresConnection.silent` when it takes longer than the limit.
    static func connect(
        for sql: ParameterizedSQL, _ connection: PostgresConnection, within limit: Duration = ForeignPatience.patience
    ) throws {
        let silence = connection.silence
        connection.silence = min(silence, limit)
        defer { connection.silence = silence }
        try connection.query(
            "SELECT asked.* FROM (\(sql.text)) AS asked WHERE pg_catalog.pg_backend_pid() = 0", sql.parameters)
    }

    /// The same for all rows of a relation, within a transaction that goes on when the server refuses: what reads the
    /// rows then says why.
    ///
    /// - Throws: `SyncError` when the connection is lost, or the servers are silent; it names them.
    static func connect(forAllOf description: TableDescription, _ connection: PostgresConnection) throws {
        guard description.isElsewhere, try isNeeded(connection) else { return }
        try connection.execute("SAVEPOINT geoq_servers")
        do {
            try connect(
                for: ParameterizedSQL(text: "SELECT FROM \(description.sqlName)", parameters: []), connection)
        } catch let error as SyncError {
            // A server that has lost another one may not end what it began there.
            guard error.code != nil, connection.isAlive else { throw description.named(error) }
            try connection.execute("ROLLBACK TO SAVEPOINT geoq_servers")
        }
    }
}
