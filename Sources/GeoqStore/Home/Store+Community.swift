import GRDB
package import Geoq

extension Store {
    /// Sightings that all may see.
    package struct Community: StoreFacet {
        let store: Store
    }

    /// Sightings that all may see.
    package var community: Community { Community(store: self) }
}

/// A sighting, with the bird that it names.
package struct CommunitySighting: Hashable, Sendable {
    package var observation: CommunityObservation
    package var bird: Bird?
    /// Whether it is the present user's, or guest's.
    package var isMine: Bool
}

extension Store.Community {
    /// The sightings: the newest first, those without a moment last, ties by id.
    ///
    /// - Parameter isMine: whether only those of the present user, or guest.
    package func all(isMine: Bool) async throws -> [CommunitySighting] {
        let own = "(t.source_type <> 'system' AND t.owner_id IS (SELECT user_id FROM geoq_account))"
        return try await read { db in
            let syncs = try RowSyncs(db, of: .communityObservation)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT t.*, b.scientific_name, b.common_name, b.shape_id, \(own) AS is_mine
                    FROM community_observation AS t LEFT JOIN bird AS b ON b.id = t.bird_id AND b.deleted_at IS NULL
                    WHERE t.deleted_at IS NULL\(isMine ? " AND \(own)" : "")
                    ORDER BY t.observed_at DESC NULLS LAST, t.id
                    """
            ).compactMap { row in
                let row = WrittenRow(row)
                return CommunityObservation(row, syncs).map { observation in
                    let bird = observation.bird.map { id in
                        Bird(
                            id: id, scientificName: row["scientific_name"], commonName: row["common_name"],
                            shapeID: row["shape_id"])
                    }
                    return CommunitySighting(observation: observation, bird: bird, isMine: row.isTrue("is_mine"))
                }
            }
        }
    }

    /// Whether a sighting may name a hotspot: with an account, only one that the
    /// project has.
    package func mayName(_ hotspot: FeatureID) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM hotspot WHERE id = ? AND deleted_at IS NULL
                        AND (NOT EXISTS (SELECT 1 FROM geoq_account)
                            OR source = (SELECT captures FROM geoq_device)))
                    """, arguments: [hotspot.description]) == true
        }
    }
}
