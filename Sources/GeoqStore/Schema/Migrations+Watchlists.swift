import GRDB

extension Migrations {
    /// Watchlists, their entries, and their rules.
    static func createWatchlists(_ db: Database) throws {
        try db.execute(sql: watchlistTables)
        try addGeometry(db, table: "watchlist_entries")
        for table in ["watchlists", "watchlist_entries", "watchlist_rules"] {
            try db.execute(sql: changeTrigger(table: table, event: "INSERT", row: "NEW"))
            try db.execute(sql: changeTrigger(table: table, event: "DELETE", row: "OLD"))
            for trigger in idTriggers(table: table) { try db.execute(sql: trigger) }
        }
    }

    /// The columns at the end of every table.
    private static let bookkeeping = """
        sync_status TEXT,
            row_version INTEGER DEFAULT 1,
            last_synced_at TEXT,
            deleted_at TEXT,
            created_at TEXT,
            updated_at TEXT,
            source TEXT NOT NULL REFERENCES geoq_source (name),
            source_id TEXT
        """

    /// The columns of the remote, under its names: ids as lower-case text,
    /// booleans as 0 and 1, days as `yyyy-mm-dd`, moments as ISO 8601 in UTC
    /// (`2026-05-03T05:42:00.123456Z`), which is what SQLite's own functions of
    /// dates read.
    ///
    /// Values that make no sense are kept: a remote without the repairs may
    /// hold broken `parameters_json`, a radius of -5, dates that end before
    /// they start and impossible coordinates (then `geom` is NULL). The code
    /// that reads such values decides what they mean. References are checked
    /// when a transaction ends, so that rows may come in any order.
    private static let watchlistTables = """
        CREATE TABLE watchlists (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            owner_id TEXT,
            type TEXT,
            title TEXT,
            location TEXT,
            location_display_name TEXT,
            start_date TEXT,
            end_date TEXT,
            observed_count INTEGER DEFAULT 0,
            species_count INTEGER DEFAULT 0,
            cover_image_path TEXT,
            species_rule_enabled INTEGER DEFAULT 0 CHECK (species_rule_enabled IN (0, 1)),
            species_rule_shape_id TEXT,
            location_rule_enabled INTEGER DEFAULT 0 CHECK (location_rule_enabled IN (0, 1)),
            location_rule_lat REAL,
            location_rule_lon REAL,
            location_rule_radius_km REAL,
            location_rule_display_name TEXT,
            date_rule_enabled INTEGER DEFAULT 0 CHECK (date_rule_enabled IN (0, 1)),
            date_rule_start_date TEXT,
            date_rule_end_date TEXT,
            \(bookkeeping)
        );
        CREATE TABLE watchlist_entries (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            watchlist_id TEXT REFERENCES watchlists (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            bird_id TEXT REFERENCES bird (id) DEFERRABLE INITIALLY DEFERRED,
            nickname TEXT,
            status TEXT,
            notes TEXT,
            added_date TEXT,
            observation_date TEXT,
            to_observe_start_date TEXT,
            to_observe_end_date TEXT,
            observed_by TEXT,
            lat REAL,
            lon REAL,
            location_display_name TEXT,
            priority INTEGER DEFAULT 0,
            notify_upcoming INTEGER DEFAULT 0 CHECK (notify_upcoming IN (0, 1)),
            target_date_range TEXT,
            \(bookkeeping)
        );
        CREATE INDEX watchlist_entries_watchlist ON watchlist_entries (watchlist_id);
        CREATE INDEX watchlist_entries_bird ON watchlist_entries (bird_id);
        CREATE TABLE watchlist_rules (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            watchlist_id TEXT REFERENCES watchlists (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            rule_type TEXT,
            parameters_json TEXT,
            is_active INTEGER DEFAULT 1 CHECK (is_active IN (0, 1)),
            priority INTEGER DEFAULT 0,
            \(bookkeeping)
        );
        CREATE INDEX watchlist_rules_watchlist ON watchlist_rules (watchlist_id);
        """
}
