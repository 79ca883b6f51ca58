import GRDB

extension Migrations {
    /// Observations can be those of a remote, and a mirror remembers how its
    /// remote is reached again, the keys of rows that wait, and what it costs to
    /// find changes.
    ///
    /// A row of a relation may have no place. SQLite has no statement that takes
    /// NOT NULL from a column; its documentation ("ALTER TABLE", section 7)
    /// has this way for it: the text of the table is changed, and no row is.
    static func mirrorRelations(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE observation ADD COLUMN deleted_at TEXT;
                ALTER TABLE observation ADD COLUMN sync_token INTEGER;
                ALTER TABLE geoq_remote ADD COLUMN connection TEXT;
                ALTER TABLE geoq_remote_table ADD COLUMN cost TEXT;
                ALTER TABLE geoq_remote_waiting ADD COLUMN source_id TEXT;
                """)
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(
            sql: """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = replace(replace(sql, 'lat REAL NOT NULL', 'lat REAL'),
                    'lon REAL NOT NULL', 'lon REAL') WHERE type = 'table' AND name = 'observation';
                PRAGMA schema_version = \(version + 1);
                PRAGMA writable_schema = RESET;
                """)
        let columns = try db.columns(in: "observation").map(\.name).filter { !unmirroredOfObservations.contains($0) }
        try db.execute(sql: forgetTrigger("observation", columns))
    }

    /// The columns that a mirror of observations does not copy.
    private static let unmirroredOfObservations: Set<String> = [
        "fid", "geom", "source_id", "withheld", "sync_token",
    ]
}
