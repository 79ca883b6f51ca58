import GRDB

/// What files say of presence.
enum FilePresence {
    /// Removes it at hotspots that are removed, because nothing would show it any more. Rows of a remote stay: the
    /// mirror is to equal it.
    ///
    /// - Parameters:
    ///   - condition: which hotspots these are, in SQL, where `?1` stands for the argument.
    ///   - source: the source whose own presence stays; nil when it is removed, too.
    /// - Returns: how many rows of presence were removed.
    static func remove(
        atHotspotsWhere condition: String, _ argument: String, besides source: String? = nil, _ db: Database
    ) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM hotspot_species_presence
                WHERE hotspot_id IN (SELECT id FROM hotspot WHERE \(condition)) AND deleted_at IS NULL
                    AND source IN (SELECT name FROM geoq_source WHERE kind = 'file') AND source IS NOT ?2
                """, arguments: [argument, source])
        return db.changesCount
    }
}
