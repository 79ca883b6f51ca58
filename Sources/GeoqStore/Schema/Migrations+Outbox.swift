import GRDB

extension Migrations {
    /// What a device remembers of changes that the server has not taken: the
    /// rows as the server last had them (`geoq_base_…`), the columns that were
    /// changed since (`geoq_edit`), the operations that are on their way, and
    /// what lost in a merge.
    ///
    /// The triggers that fill these tables are made at a login
    /// (`CaptureTriggers`): a store without an account does not pay for them.
    /// `geoq_device.captures` is the source of the rows that are caught.
    static func createOutbox(_ db: Database) throws {
        var sql = outboxTables
        for table in ["watchlists", "watchlist_entries", "watchlist_rules"] {
            let columns = try db.columns(in: table).filter { !unbased.contains($0.name) }
                .map { "\($0.name) \($0.type)" }
            sql += """
                CREATE TABLE geoq_base_\(table) (
                    id TEXT PRIMARY KEY,
                    is_born INTEGER NOT NULL DEFAULT 0,
                    is_gone INTEGER NOT NULL DEFAULT 0,
                    \(columns.joined(separator: ",\n    "))
                ) WITHOUT ROWID;
                """
        }
        try db.execute(sql: sql)
        try CaptureTriggers.followAccount(db)
    }

    /// The columns of the tables that a base row does not have, or has anyway.
    private static let unbased: Set<String> = [
        "fid", "id", "geom", "source", "source_id", "sync_status", "last_synced_at",
    ]

    private static let outboxTables = """
        CREATE TABLE geoq_device (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            id TEXT,
            clock_offset REAL NOT NULL DEFAULT 0,
            captures TEXT
        );
        INSERT INTO geoq_device (one) VALUES (1);
        CREATE TABLE geoq_edit (
            table_name TEXT NOT NULL,
            row_id TEXT NOT NULL,
            column_name TEXT NOT NULL,
            edited_at TEXT NOT NULL,
            PRIMARY KEY (table_name, row_id, column_name)
        ) WITHOUT ROWID;
        CREATE TABLE geoq_operation (
            op_id TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL UNIQUE,
            table_name TEXT NOT NULL,
            row_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
            base_version INTEGER,
            payload TEXT NOT NULL,
            edited_at TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('ready', 'sent', 'waiting', 'dead')),
            waits_for TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            not_before REAL,
            class TEXT,
            code TEXT,
            message TEXT,
            UNIQUE (table_name, row_id)
        ) WITHOUT ROWID;
        CREATE TABLE geoq_conflict (
            number INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            table_name TEXT NOT NULL,
            row_id TEXT NOT NULL,
            reason TEXT NOT NULL,
            base TEXT NOT NULL,
            mine TEXT NOT NULL,
            theirs TEXT NOT NULL,
            their_version INTEGER,
            settled TEXT
        );

        """
}
