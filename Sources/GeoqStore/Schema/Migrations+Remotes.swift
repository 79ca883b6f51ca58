import GRDB

extension Migrations {
    /// What a mirror must remember of its remote becomes texts that only the
    /// remote's own module reads: the origin of the mirror and of each table,
    /// the cursors, and a memory of the server.
    ///
    /// Until this step every remote was a PostgreSQL. The texts are those that
    /// the module of PostgreSQL writes: `SYSTEM/DATABASE` for an origin,
    /// `XMIN:XMAX` for a cursor, the number of a relation for a table, a JSON
    /// object for the memory. So an existing mirror goes on from its cursors.
    ///
    /// A new store mirrors nothing yet. Its tables are made again instead: for each
    /// column that is dropped, SQLite parses the whole schema three times, which took
    /// half of the time in which a store was made.
    static func concealRemotes(_ db: Database) throws {
        guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_remote)") == true else {
            return try db.execute(sql: concealedTables)
        }
        try db.execute(
            sql: """
                ALTER TABLE geoq_remote ADD COLUMN origin TEXT NOT NULL DEFAULT '';
                ALTER TABLE geoq_remote ADD COLUMN memory TEXT;
                UPDATE geoq_remote SET origin = system || '/' || database,
                    memory = json_patch('{}', json_object(
                        'timeline', timeline, 'startedAt', started_at, 'logPosition', log_position));
                ALTER TABLE geoq_remote_table ADD COLUMN origin TEXT NOT NULL DEFAULT '';
                ALTER TABLE geoq_remote_table ADD COLUMN cursor TEXT;
                UPDATE geoq_remote_table SET origin = relation, cursor = cursor_xmin || ':' || cursor_xmax;
                """)
        for column in ["system", "timeline", "database", "started_at", "log_position"] {
            try db.execute(sql: "ALTER TABLE geoq_remote DROP COLUMN \(column)")
        }
        for column in ["relation", "cursor_xmin", "cursor_xmax"] {
            try db.execute(sql: "ALTER TABLE geoq_remote_table DROP COLUMN \(column)")
        }
    }

    private static let concealedTables = """
        DROP TABLE geoq_remote_table;
        DROP TABLE geoq_remote;
        CREATE TABLE geoq_remote (
            name TEXT PRIMARY KEY REFERENCES geoq_source (name) ON DELETE CASCADE,
            address TEXT NOT NULL,
            user_id TEXT,
            region TEXT,
            mapping TEXT NOT NULL,
            synced_at TEXT,
            digested_at TEXT,
            server_time TEXT,
            failed_at TEXT,
            failure TEXT,
            tables TEXT,
            verified_at TEXT,
            erasing INTEGER NOT NULL DEFAULT 0,
            origin TEXT NOT NULL DEFAULT '',
            memory TEXT
        ) WITHOUT ROWID;
        CREATE TABLE geoq_remote_table (
            remote TEXT NOT NULL REFERENCES geoq_remote (name) ON DELETE CASCADE,
            table_name TEXT NOT NULL,
            row_count INTEGER NOT NULL,
            stopped TEXT,
            definition TEXT,
            origin TEXT NOT NULL DEFAULT '',
            cursor TEXT,
            PRIMARY KEY (remote, table_name)
        ) WITHOUT ROWID;
        """
}
