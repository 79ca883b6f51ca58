import GRDB

extension Migrations {
    /// Rows that are written by hand travel whatever form their ids have, and become
    /// the account's: the triggers that see to it, those that catch changes as they
    /// must be beside them, and the rows that were written before.
    ///
    /// `geoq_deleted` has the rows that this device deleted and the server, too.
    static func tendHandwriting(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS geoq_deleted (
                    table_name TEXT NOT NULL,
                    row_id TEXT NOT NULL,
                    at TEXT NOT NULL,
                    PRIMARY KEY (table_name, row_id)
                ) WITHOUT ROWID
                """)
        try HandwrittenRows.followAccount(db)
        try CaptureTriggers.renew(db)
        try HandwrittenRows.mend(db)
        try HandwrittenRows.takeStrays(db)
    }
}
