import GRDB
import Geoq

extension Store.Areas {
    /// Removes the areas that were drawn for lists and that no rule names any more, neither of a list as it is nor of
    /// one as the server last had it: a delete that was not sent can be taken back.
    ///
    /// - Returns: how many were removed.
    /// - Complexity: O(drawn areas · rules).
    @discardableResult
    static func removeUnnamedDrawn(_ db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM area WHERE source = ?
                    AND NOT EXISTS (SELECT 1 FROM watchlist_rules
                        WHERE deleted_at IS NULL AND instr(parameters_json, area.id) > 0)
                    AND NOT EXISTS (SELECT 1 FROM geoq_base_watchlist_rules WHERE instr(parameters_json, area.id) > 0)
                """, arguments: [Store.Lists.drawnSource])
        return db.changesCount
    }
}
