import GRDB
package import Geoq
import GeoqIndex

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
    /// The rows are read from an index that has all that is asked of them: a large store has those
    /// of one hotspot all over its file. Rows whose week is none of a year are left out.
    ///
    /// - Parameter week: only this week of the year; nil for all.
    /// - Returns: birds with one week at least.
    /// - Throws: `StoreError`.
    /// - Complexity: O(their rows + hotspots and birds · log *n*).
    package func birds(at hotspots: [FeatureID], week: Int? = nil) async throws -> [SpeciesPresence] {
        try await read { db in
            var found: [ItemKey: WeekLikelihoods] = [:]
            let rows = try PreparedStatement(
                db,
                """
                SELECT bird_id, week, likelihood FROM hotspot_species_presence
                WHERE hotspot_id = ? AND deleted_at IS NULL\(week == nil ? "" : " AND week = ?")
                """)
            for hotspot in hotspots {
                rows.bind(1, hotspot.description)
                if let week { rows.bind(2, Int64(week)) }
                while try rows.step() {
                    guard let bird = rows.key(0) ?? FeatureID(rows.text(0))?.key, let week = Int(exactly: rows.int(1))
                    else { continue }
                    found[bird, default: WeekLikelihoods()].raise(week, to: rows.double(2))
                }
                rows.reset()
            }
            let names = try PreparedStatement(
                db, "SELECT scientific_name, common_name, shape_id FROM bird WHERE id = ? AND deleted_at IS NULL")
            return try found.compactMap { key, likelihoods in
                likelihoods.isEmpty
                    ? nil : SpeciesPresence(bird: try Self.bird(FeatureID(key: key), names), likelihoods: likelihoods)
            }
        }
    }

    /// Birds that are to be expected, beside observations, by the names of the store's birds.
    ///
    /// - Complexity: that of `SpeciesCalendar`.
    package func calendar(
        _ birds: [SpeciesPresence], beside observations: [Feature], week: Int? = nil,
        verifying verification: Store.Verification = .everything
    ) async throws -> SpeciesCalendar {
        try await store.features.ask(Query(.box(.everything), layer: .observations), verification) { snapshot, _ in
            try SpeciesCalendar(birds, beside: observations, names: snapshot.birds, week: week)
        }
    }

    private static func bird(_ id: FeatureID, _ names: PreparedStatement) throws -> Bird {
        defer { names.reset() }
        names.bind(1, id.description)
        guard try names.step() else { return Bird(id: id) }
        func text(_ column: Int32) -> String? { names.isNull(column) ? nil : names.text(column) }
        return Bird(id: id, scientificName: text(0), commonName: text(1), shapeID: text(2))
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
