import GRDB

extension Migrations {
    /// An index of presence that has all that is asked of its rows, so that none of
    /// them is read: a sync writes them in the order of their ids, and those of one hotspot lie all
    /// over the file.
    static func indexPresence(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP INDEX IF EXISTS hotspot_species_presence_1;
                CREATE INDEX hotspot_species_presence_weeks
                    ON hotspot_species_presence (hotspot_id, week, bird_id, likelihood, deleted_at) WHERE deleted_at IS NULL
                """)
    }
}
