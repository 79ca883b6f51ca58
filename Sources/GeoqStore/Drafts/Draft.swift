import GRDB
package import Geoq
package import GeoqIndex

/// An entry that a person began with a name, while the bird that is meant was not
/// in the store, or more than one bird may be meant.
package struct Draft: Hashable, Sendable {
    /// The id of the entry that it becomes.
    package var id: FeatureID
    package var watchlist: FeatureID
    /// The name of the bird, as it was written.
    package var species: String
    /// Where it was, in words.
    package var place: String?
    package var coordinate: Coordinate?
    /// When it was seen: a day, or a moment in UTC.
    package var observedAt: String?
    package var notes: String?
    /// The birds that may be meant, as of the last look; empty when none was
    /// found.
    package var candidates: [FeatureID] = []
    /// There may be more birds than these; a person chooses by another name then.
    package static let mostCandidates = 20

    package init(
        id: FeatureID = .random(), species: String, on watchlist: FeatureID, place: String? = nil,
        coordinate: Coordinate? = nil, observedAt: String? = nil, notes: String? = nil
    ) {
        (self.id, self.species, self.watchlist) = (id, species, watchlist)
        (self.place, self.coordinate) = (place, coordinate)
        (self.observedAt, self.notes) = (observedAt, notes)
    }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"), let list = row.id("watchlist_id") else {
            return nil
        }
        self.init(id: id, species: row["species"] ?? "", on: list, place: row["place"])
        if let latitude = row["lat"] as Double?, let longitude = row["lon"] as Double? {
            coordinate = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        }
        (observedAt, notes) = (row["observed_at"], row["notes"])
        let ids = (row["candidates"] as String?).flatMap { try? JSONValue(parsing: $0).array }
        candidates = ids?.compactMap { $0.string.flatMap { FeatureID($0) } } ?? []
    }

    /// The draft as a JSON object, for an export.
    package var json: String {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return JSONValue.object(
            JSONObject([
                .init("table", .string("draft")), .init("id", .string(id.description)),
                .init("watchlist_id", .string(watchlist.description)), .init("species", .string(species)),
                .init("place", text(place)), .init("lat", coordinate.map { .number($0.latitude) } ?? .null),
                .init("lon", coordinate.map { .number($0.longitude) } ?? .null),
                .init("observed_at", text(observedAt)), .init("notes", text(notes)),
            ])
        ).text
    }
}

/// What a look at the drafts has done.
package struct DraftReport: Hashable, Sendable {
    /// Drafts that became entries of the same ids.
    package var entries: [FeatureID] = []
    /// Those of `entries` that have words for their place and no degrees, because
    /// hotspots at several places are called so.
    package var withoutPlace: [FeatureID] = []
    /// Drafts whose bird is known, and whose list is gone or takes no entries of
    /// this user.
    package var refused: [FeatureID] = []
    /// How many are left.
    package var left = 0

    package init(entries: [FeatureID] = [], left: Int = 0) {
        (self.entries, self.left) = (entries, left)
    }
}
