import GRDB

extension Migrations {
    /// What a sync must remember: how far it has read, from which server, and
    /// which version of a row the store holds.
    static func createMirror(_ db: Database) throws {
        try db.execute(sql: mirrorTables)
        for table in ["bird", "hotspot", "watchlists", "watchlist_entries", "watchlist_rules"] {
            let columns = try db.columns(in: table).map(\.name).filter { !unmirrored.contains($0) }
            try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN sync_token INTEGER")
            try db.execute(sql: forgetTrigger(table, columns))
        }
    }

    /// The columns that this step found and a mirror does not copy.
    private static let unmirrored: Set<String> = ["fid", "geom", "source_id", "sync_status", "last_synced_at"]

    /// Drops the token of a mirrored row that anything but a sync changes. The
    /// row is no longer of the token's version, and the next sync fetches it
    /// again.
    static func forgetTrigger(_ table: String, _ columns: [String]) -> String {
        """
        CREATE TRIGGER geoq_\(table)_forget AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
        WHEN NEW.sync_token IS NOT NULL AND (SELECT bulk FROM geoq_store) = 0
        BEGIN
            UPDATE \(table) SET sync_token = NULL WHERE fid = NEW.fid;
        END
        """
    }

    /// Numbers of transactions have 64 bits; a row's token, its `xmin`, has the
    /// lower 32. No secret is ever kept: `address` has no user and no password.
    private static let mirrorTables = """
        CREATE TABLE geoq_remote (
            name TEXT PRIMARY KEY REFERENCES geoq_source (name) ON DELETE CASCADE,
            address TEXT NOT NULL,
            system TEXT NOT NULL,
            timeline INTEGER NOT NULL,
            database TEXT NOT NULL,
            user_id TEXT,
            region TEXT,
            mapping TEXT NOT NULL,
            synced_at TEXT,
            digested_at TEXT,
            server_time TEXT,
            failed_at TEXT,
            failure TEXT
        ) WITHOUT ROWID;
        CREATE TABLE geoq_remote_table (
            remote TEXT NOT NULL REFERENCES geoq_remote (name) ON DELETE CASCADE,
            table_name TEXT NOT NULL,
            relation INTEGER NOT NULL,
            cursor_xmin INTEGER,
            cursor_xmax INTEGER,
            row_count INTEGER NOT NULL,
            stopped TEXT,
            PRIMARY KEY (remote, table_name)
        ) WITHOUT ROWID;
        CREATE TABLE geoq_remote_waiting (
            remote TEXT NOT NULL REFERENCES geoq_remote (name) ON DELETE CASCADE,
            table_name TEXT NOT NULL,
            row_id TEXT NOT NULL,
            token INTEGER NOT NULL,
            reason TEXT NOT NULL CHECK (reason IN ('parent', 'taken', 'unusable')),
            parent_table TEXT,
            parent_id TEXT,
            detail TEXT,
            PRIMARY KEY (remote, table_name, row_id)
        ) WITHOUT ROWID;
        """
}
