import GRDB
package import Geoq

extension Store {
    /// Which birds are to be expected at a hotspot, and when.
    package struct Presence: StoreFacet {
        let store: Store
    }

    /// Which birds are to be expected, and when.
    package var presence: Presence { Presence(store: self) }
}

extension Store.Presence {
    /// The birds that are to be expected at some hotspots, in no order.
    ///
    /// - Parameter week: only this week of the year; nil for all.
    /// - Returns: birds with one week at least.
    /// - Throws: `StoreError`.
    /// - Complexity: O(their rows · log *n*).
    package func birds(at hotspots: [FeatureID], week: Int? = nil) async throws -> [SpeciesPresence] {
        try await read { db in
            var found: [String: SpeciesPresence] = [:]
            let statement = try db.cachedStatement(
                sql: """
                    SELECT p.bird_id, p.week, p.likelihood, b.scientific_name, b.common_name, b.shape_id
                    FROM hotspot_species_presence AS p
                    LEFT JOIN bird AS b ON b.id = p.bird_id AND b.deleted_at IS NULL
                    WHERE p.hotspot_id = ?1 AND p.deleted_at IS NULL \(week == nil ? "AND ?2 IS NULL" : "AND p.week = ?2")
                    """)
            for hotspot in hotspots {
                let rows = try Row.fetchCursor(statement, arguments: [hotspot.description, week])
                while let row = try rows.next() {
                    let (id, week, likelihood): (String, Int, Double) = (row[0], row[1], row[2])
                    if found[id] == nil, let bird = FeatureID(id) {
                        found[id] = SpeciesPresence(
                            bird: Bird(
                                id: bird, scientificName: row[3], commonName: row[4], shapeID: row[5]), likelihoods: [:]
                        )
                    }
                    let likeliest = max(likelihood, found[id]?.likelihoods[week] ?? 0)
                    found[id]?.likelihoods[week] = likeliest
                }
            }
            return Array(found.values)
        }
    }

    /// The hotspots of some that have any presence.
    ///
    /// - Complexity: O(hotspots · log *n*).
    package func known(among hotspots: [FeatureID]) async throws -> Set<FeatureID> {
        try await read { db in
            let exists = try db.cachedStatement(
                sql:
                    "SELECT EXISTS (SELECT 1 FROM hotspot_species_presence WHERE hotspot_id = ? AND deleted_at IS NULL)"
            )
            return Set(
                try hotspots.filter { try Bool.fetchOne(exists, arguments: [$0.description]) == true })
        }
    }
}
