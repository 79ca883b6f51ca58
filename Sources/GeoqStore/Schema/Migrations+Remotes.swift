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
    static func concealRemotes(_ db: Database) throws {
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
}
