import GRDB
import Geoq

extension Store.Areas {
    /// The rules in force that name an area that the store does not have, by their
    /// ids: they match nothing. Asked before and after areas are taken away, it tells which rules
    /// that silenced.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*rules*) for rules that name areas by id, and O(*areas*) for each name.
    package func rulesWithoutArea() async throws -> Set<String> {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT CAST(id AS TEXT) AS id, CAST(parameters_json AS TEXT) AS parameters FROM watchlist_rules
                    WHERE deleted_at IS NULL AND is_active IS 1 AND parameters_json LIKE '%area%'
                        AND watchlist_id IN (SELECT id FROM watchlists WHERE deleted_at IS NULL)
                    """)
            var (lost, found): (Set<String>, [String: Bool]) = ([], [:])
            while let row = try rows.next() {
                guard let text = row["id"] as String?, let id = FeatureID(text) else { continue }
                let rule = WatchlistRule(id: id, watchlist: id, type: "location", parameters: row["parameters"])
                guard let area = rule.area else { continue }
                let isThere = try found[area] ?? Self.has(area, db)
                found[area] = isThere
                if !isThere { lost.insert(text) }
            }
            return lost
        }
    }

    /// Whether the store has an area of the name or id, or several of the name: a rule that names these is not lost.
    private static func has(_ area: String, _ db: Database) throws -> Bool {
        if FeatureID(area) != nil {
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM area WHERE id = ?)", arguments: [area])
            if isThere == true { return true }
        }
        do {
            _ = try choice(area, db)
        } catch AreaNameError.unknown {
            return false
        } catch AreaNameError.ambiguous {
            return true
        }
        return true
    }
}
