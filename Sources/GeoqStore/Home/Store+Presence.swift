import Foundation
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
    /// The rows are read from an index that has all columns that are needed: in a large store the
    /// rows of one hotspot lie all over the file. Rows whose week does not exist are left out.
    ///
    /// - Parameter week: only this week of the year; nil for all.
    /// - Returns: birds with one week at least.
    /// - Throws: `StoreError`.
    /// - Complexity: O(their rows + hotspots and birds · log *n*).
    package func birds(at hotspots: [FeatureID], week: Int? = nil) async throws -> [SpeciesPresence] {
        try await read { db in
            var found = ExpectedBirds()
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
                    guard let bird = rows.withText(0, { found.place(ofID: $0) }), let week = Int(exactly: rows.int(1))
                    else { continue }
                    found.likelihoods[bird].raise(week, to: rows.double(2))
                }
                rows.reset()
            }
            let names = try Self.names(db)
            return try zip(found.ids, found.likelihoods).compactMap { id, likelihoods in
                likelihoods.isEmpty ? nil : SpeciesPresence(bird: try Self.bird(id, names), likelihoods: likelihoods)
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
        let everything = Query(.box(.everything), layer: .observations)
        let calendar = try await store.features.ask(everything, verification) { snapshot, _ in
            try SpeciesCalendar(birds, beside: observations, names: snapshot.birds, week: week)
        }
        return try await named(calendar)
    }

    /// A calendar with the names that the store's birds have, of species that are not to be expected, too.
    ///
    /// - Complexity: O(such species · log *n*), *n* the birds of the store.
    package func named(_ calendar: SpeciesCalendar) async throws -> SpeciesCalendar {
        let unexpected = try calendar.unexpected()
        guard !unexpected.isEmpty else { return calendar }
        return try await read { db in
            let names = try Self.names(db)
            var named = calendar
            for (species, id) in unexpected { named.name(species, try Self.bird(id, names)) }
            return named
        }
    }

    /// Of observations the user's own: all but the entries of lists that other users of the project show to this one.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(observations + entries of such lists).
    package func own(_ observations: [Feature]) async throws -> [Feature] {
        guard !observations.isEmpty else { return [] }
        let others = try await read { db in
            // The joins in this order: lists are few, entries many.
            let ids = try String.fetchSet(
                db,
                sql: """
                    SELECT CAST(e.id AS TEXT) FROM geoq_account AS a
                    CROSS JOIN watchlists AS w ON w.source = a.remote AND w.owner_id <> a.user_id
                    CROSS JOIN watchlist_entries AS e ON e.watchlist_id = w.id
                    """)
            return Set(ids.compactMap { FeatureID($0)?.description })
        }
        return others.isEmpty ? observations : observations.filter { !others.contains($0.id) }
    }

    private static func names(_ db: Database) throws -> PreparedStatement {
        try PreparedStatement(
            db, "SELECT scientific_name, common_name, shape_id FROM bird WHERE id = ? AND deleted_at IS NULL")
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
            let isKnown = try Self.isKnown(db)
            return Set(try hotspots.filter(isKnown))
        }
    }

    /// The first of some hotspots that has any presence.
    ///
    /// - Complexity: O(hotspots before it · log *n*).
    package func firstKnown(among hotspots: [FeatureID]) async throws -> FeatureID? {
        try await read { db in
            let isKnown = try Self.isKnown(db)
            return try hotspots.first(where: isKnown)
        }
    }

    private static func isKnown(_ db: Database) throws -> (FeatureID) throws -> Bool {
        let exists = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM hotspot_species_presence WHERE hotspot_id = ? AND deleted_at IS NULL)")
        return { try Bool.fetchOne(exists, arguments: [$0.description]) == true }
    }
}

/// The birds of rows of presence, in the order in which they came first.
///
/// Each week of a hotspot has much the same birds, in the order of their ids. So the bird of a row is mostly the one
/// that came after the last one before; then its id is compared with that one's, and neither read nor looked up.
struct ExpectedBirds {
    private(set) var ids: [FeatureID] = []
    /// By the bird's place.
    var likelihoods: [WeekLikelihoods] = []
    /// The ids as text, one after the other.
    private var texts: [UInt8] = []
    private static let bytesOfID = 36
    private var places: [ItemKey: Int] = [:]
    /// At the place of each bird, the place of the bird that came after it.
    private var following: [Int] = []
    private var last: Int?

    /// The place of a bird, which may be a new one.
    ///
    /// - Parameter text: the id, in either case.
    /// - Returns: nil for a text that is no id.
    mutating func place(ofID text: UnsafeBufferPointer<UInt8>) -> Int? {
        if let last {
            let expected = following[last]
            if isID(text, at: expected) {
                self.last = expected
                return expected
            }
        }
        guard let id = FeatureID(lowercase: text) ?? FeatureID(String(decoding: text, as: UTF8.self)) else {
            return nil
        }
        let place = places[id.key] ?? add(id)
        if let last { following[last] = place }
        last = place
        return place
    }

    private func isID(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard text.count == Self.bytesOfID, let start = text.baseAddress else { return false }
        return texts.withUnsafeBytes { memcmp($0.baseAddress! + place * Self.bytesOfID, start, Self.bytesOfID) == 0 }
    }

    private mutating func add(_ id: FeatureID) -> Int {
        let place = ids.count
        ids.append(id)
        likelihoods.append(WeekLikelihoods())
        id.write(to: &texts)
        following.append(place)
        places[id.key] = place
        return place
    }
}
