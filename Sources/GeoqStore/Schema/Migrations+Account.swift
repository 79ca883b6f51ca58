import GRDB

extension Migrations {
    /// Whose the store is: one account at most. Keys and tokens are never here,
    /// because a store is copied, mailed and backed up.
    ///
    /// `level` is what the project offers, NULL while it is not known.
    static func createAccount(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE geoq_account (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    remote TEXT NOT NULL REFERENCES geoq_source (name),
                    url TEXT NOT NULL,
                    user_id TEXT NOT NULL,
                    level TEXT CHECK (level IN ('kit', 'rest')),
                    state TEXT NOT NULL CHECK (state IN ('joining', 'active', 'leaving'))
                )
                """)
    }
}
