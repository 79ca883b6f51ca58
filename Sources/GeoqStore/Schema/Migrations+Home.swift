import GRDB

extension Migrations {
    /// What is to be expected where and when, the ways of migrating birds,
    /// sightings that all may see, profiles, shares, and identifications: with
    /// the triggers that log changes, and for what users write a table of bases.
    ///
    /// Ids of hotspots refer to no row: a mirror of a region leaves out hotspots.
    /// `geoq_setting` has what a person has set; a guest's becomes the user's at a
    /// login, and goes at a logout.
    static func createHome(_ db: Database) throws {
        for (table, columns, indexes) in homeTables {
            try db.execute(
                sql: """
                    CREATE TABLE \(table) (
                        fid INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        \(columns),
                        row_version INTEGER DEFAULT 1,
                        deleted_at TEXT,
                        created_at TEXT,
                        updated_at TEXT,
                        source TEXT NOT NULL REFERENCES geoq_source (name),
                        source_id TEXT,
                        sync_token INTEGER
                    )
                    """)
            for (number, index) in indexes.enumerated() {
                try db.execute(sql: "CREATE INDEX \(table)_\(number + 1) ON \(table) (\(index))")
            }
            for trigger in tokenTriggers(table: table) {
                try db.execute(sql: "CREATE TRIGGER geoq_\(table)_\(trigger.name) \(trigger.body)")
            }
            let columns = try db.columns(in: table)
            let forgotten = columns.map(\.name).filter { !["fid", "source_id", "sync_token"].contains($0) }
            try db.execute(sql: forgetTrigger(table, forgotten))
            guard !homeReferences.contains(table) else { continue }
            let based = columns.filter { !["fid", "id", "source", "source_id"].contains($0.name) }
                .map { "\($0.name) \($0.type)" }
            try db.execute(
                sql: """
                    CREATE TABLE geoq_base_\(table) (
                        id TEXT PRIMARY KEY,
                        is_born INTEGER NOT NULL DEFAULT 0,
                        is_gone INTEGER NOT NULL DEFAULT 0,
                        \(based.joined(separator: ",\n    "))
                    ) WITHOUT ROWID
                    """)
        }
        try db.execute(
            sql: """
                CREATE TABLE geoq_setting (
                    scope TEXT NOT NULL CHECK (scope IN ('guest', 'user')),
                    name TEXT NOT NULL,
                    value TEXT NOT NULL,
                    PRIMARY KEY (scope, name)
                ) WITHOUT ROWID
                """)
        try CaptureTriggers.followAccount(db)
    }

    /// The tables that no user writes.
    private static let homeReferences: Set<String> = [
        "hotspot_species_presence", "migration_session", "trajectory_path",
    ]

    /// Names, columns, and what is indexed.
    private static let homeTables: [(name: String, columns: String, indexes: [String])] = [
        (
            "users",
            """
            name TEXT NOT NULL,
            gender TEXT,
            email TEXT,
            profile_photo TEXT
            """, []
        ),
        (
            "watchlist_shares",
            """
            watchlist_id TEXT REFERENCES watchlists (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            user_id TEXT,
            permission TEXT DEFAULT 'view'
            """, ["watchlist_id"]
        ),
        (
            "hotspot_species_presence",
            """
            hotspot_id TEXT NOT NULL,
            bird_id TEXT NOT NULL,
            week INTEGER NOT NULL,
            likelihood REAL NOT NULL
            """, ["hotspot_id, week"]
        ),
        (
            "migration_session",
            """
            bird_id TEXT NOT NULL,
            name TEXT,
            season TEXT,
            start_date TEXT,
            end_date TEXT
            """, ["bird_id"]
        ),
        (
            "trajectory_path",
            """
            migration_session_id TEXT NOT NULL,
            position INTEGER NOT NULL,
            lat REAL,
            lon REAL,
            at TEXT
            """, ["migration_session_id, position"]
        ),
        (
            "community_observation",
            """
            owner_id TEXT,
            source_type TEXT NOT NULL DEFAULT 'user',
            bird_id TEXT REFERENCES bird (id) DEFERRABLE INITIALLY DEFERRED,
            hotspot_id TEXT,
            species_text TEXT,
            location_display_name TEXT,
            lat REAL,
            lon REAL,
            observed_at TEXT,
            notes TEXT
            """, ["bird_id"]
        ),
        (
            "identification_session",
            """
            owner_id TEXT,
            shape_id TEXT,
            size_category INTEGER,
            location_id TEXT,
            location_display_name TEXT,
            observed_at TEXT,
            is_completed INTEGER DEFAULT 0 CHECK (is_completed IN (0, 1))
            """, []
        ),
        (
            "identification_mark",
            """
            session_id TEXT REFERENCES identification_session (id)
                ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            area TEXT,
            variant TEXT
            """, ["session_id"]
        ),
        (
            "identification_result",
            """
            session_id TEXT REFERENCES identification_session (id)
                ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            bird_id TEXT REFERENCES bird (id) DEFERRABLE INITIALLY DEFERRED
            """, ["session_id", "bird_id"]
        ),
        (
            "identification_candidate",
            """
            result_id TEXT REFERENCES identification_result (id)
                ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            bird_id TEXT REFERENCES bird (id) DEFERRABLE INITIALLY DEFERRED,
            rank INTEGER,
            confidence REAL
            """, ["result_id", "bird_id"]
        ),
    ]
}
