import Geoq
import GeoqIndex

/// An object with the columns of a draft: `id`, `watchlist_id`, `species`, `place`, `lat`, `lon`, `observed_at`, `notes`,
/// and `candidates`, a list of ids. Members of other names are passed over; all but `id`, `watchlist_id` and `species` may
/// be missing.
extension Draft: Codable {
    private enum Key: String, CodingKey {
        case id, species, place, notes, candidates
        case watchlist = "watchlist_id"
        case latitude = "lat"
        case longitude = "lon"
        case observedAt = "observed_at"
    }

    /// - Throws: `DecodingError` that names the member which is missing, or which no draft can have.
    public init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try row.decode(FeatureID.self, forKey: .id), species: try row.decode(String.self, forKey: .species),
            on: try row.decode(FeatureID.self, forKey: .watchlist),
            place: try row.decodeIfPresent(String.self, forKey: .place), coordinate: try Self.coordinate(row),
            observedAt: try row.decodeIfPresent(String.self, forKey: .observedAt),
            notes: try row.decodeIfPresent(String.self, forKey: .notes))
        candidates = try row.decodeIfPresent([FeatureID].self, forKey: .candidates) ?? []
    }

    private static func coordinate(_ row: KeyedDecodingContainer<Key>) throws -> Coordinate? {
        let latitude = try row.decodeIfPresent(Double.self, forKey: .latitude)
        let longitude = try row.decodeIfPresent(Double.self, forKey: .longitude)
        func wrong(_ key: Key, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: row, debugDescription: reason)
        }
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _?): throw wrong(.latitude, "it is null, and lon is not")
        case (_?, nil): throw wrong(.longitude, "it is null, and lat is not")
        case (let latitude?, let longitude?):
            do {
                return try Coordinate(strictLatitude: latitude, longitude: longitude)
            } catch {
                if case .longitudeOutOfRange = error { throw wrong(.longitude, "\(error)") }
                throw wrong(.latitude, "\(error)")
            }
        }
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: Key.self)
        try row.encode(id, forKey: .id)
        try row.encode(watchlist, forKey: .watchlist)
        try row.encode(species, forKey: .species)
        try row.encode(place, forKey: .place)
        try row.encode(coordinate?.latitude, forKey: .latitude)
        try row.encode(coordinate?.longitude, forKey: .longitude)
        try row.encode(observedAt, forKey: .observedAt)
        try row.encode(notes, forKey: .notes)
        try row.encode(candidates, forKey: .candidates)
    }
}
