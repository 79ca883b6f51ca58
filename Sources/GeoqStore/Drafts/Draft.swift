import GRDB
public import Geoq
public import GeoqIndex

/// An entry that a person began with a name, while the bird that is meant was not
/// in the store, or more than one bird may be meant.
public struct Draft: Hashable, Sendable, Identifiable {
    /// The id of the entry that it becomes.
    public var id: FeatureID
    /// The list of that entry.
    public var watchlist: FeatureID
    /// The name of the bird, as it was written.
    public var species: String
    /// Where it was, in words.
    public var place: String?
    /// Where it was, in degrees.
    public var coordinate: Coordinate?
    /// When it was seen: a day, or a moment in UTC.
    public var observedAt: String?
    /// The person's own words about it.
    public var notes: String?
    /// The birds that may be meant, as of the last look; empty when none was
    /// found.
    public var candidates: [FeatureID] = []
    /// There may be more birds than these; a person chooses by another name then.
    package static let mostCandidates = 20

    /// A draft for a list.
    ///
    /// - Parameters:
    ///   - id: a new one when it is nil.
    ///   - species: the name of the bird, in any language that the store's birds have names in.
    ///   - observedAt: a day, `2026-05-01`, or a moment in UTC, ISO 8601.
    public init(
        id: FeatureID? = nil, species: String, on watchlist: FeatureID, place: String? = nil,
        coordinate: Coordinate? = nil, observedAt: String? = nil, notes: String? = nil
    ) {
        (self.id, self.species, self.watchlist) = (id ?? .random(), species, watchlist)
        (self.place, self.coordinate) = (place, coordinate)
        (self.observedAt, self.notes) = (observedAt, notes)
    }

    /// - Returns: nil for a row without an id or a list.
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
