import GRDB

extension Migrations {
    /// Entries that a person began with a name, before the bird that is meant was
    /// in the store. `candidates` is a JSON array of ids of birds, NULL while
    /// nothing was found.
    ///
    /// No reference to the list: a list that the server takes away leaves the
    /// draft, which its user wrote.
    static func createDrafts(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE geoq_draft (
                    id TEXT PRIMARY KEY,
                    watchlist_id TEXT NOT NULL,
                    species TEXT NOT NULL,
                    place TEXT,
                    lat REAL CHECK (lat BETWEEN -90 AND 90),
                    lon REAL CHECK (lon BETWEEN -180 AND 180),
                    observed_at TEXT,
                    notes TEXT,
                    candidates TEXT,
                    created_at TEXT NOT NULL,
                    CHECK ((lat IS NULL) = (lon IS NULL))
                ) WITHOUT ROWID
                """)
    }
}
