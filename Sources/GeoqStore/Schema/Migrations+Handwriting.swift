import GRDB

extension Migrations {
    /// Rows that are written by hand travel whatever form their ids have, and become
    /// the account's: the triggers that see to it, those that catch changes as they
    /// must be beside them, and the rows that were written before.
    static func tendHandwriting(_ db: Database) throws {
        try HandwrittenRows.followAccount(db)
        try CaptureTriggers.renew(db)
        try HandwrittenRows.mend(db)
        try HandwrittenRows.takeStrays(db)
    }
}
