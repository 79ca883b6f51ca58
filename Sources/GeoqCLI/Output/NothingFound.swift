import Geoq
import GeoqStore

/// What to say on a terminal when a question has no hits: a likely reason,
/// when there is one.
struct NothingFound {
    let sentence: String

    /// - Parameter mayBeSwapped: whether a person wrote the numbers of the
    ///   place, and may have mixed them up.
    /// - Complexity: that of the question, and O(species).
    init(_ query: Query, in store: Store, mayBeSwapped: Bool) async throws {
        if let species = query.species {
            let snapshot = try await store.snapshot(verifying: .touched)
            if try !snapshot.hasSpecies(named: species, in: query.layer) {
                let guess = try snapshot.species(like: species, in: query.layer)
                sentence =
                    "nothing found: no \(query.layer.singular) is of \(TerminalText.neutralized(species))"
                    + (guess.map { "; did you mean \(TerminalText.neutralized($0))?" } ?? "")
                return
            }
        }
        var swapped = 0
        if mayBeSwapped, let other = query.swapped { swapped = try await store.count(other, verifying: .touched) }
        sentence =
            "nothing found"
            + (swapped == 0 ? "" : "; did you swap lat and lon? The other way round there are \(swapped)")
    }
}

extension Layer {
    /// One of its features.
    fileprivate var singular: String {
        switch self {
        case .hotspots: "hotspot"
        case .observations: "observation"
        case .entries: "entry"
        }
    }
}

extension Query {
    /// The question with latitude and longitude the other way round; nil when
    /// that is no place on earth, or the question is about no place.
    fileprivate var swapped: Query? {
        var query = self
        query.after = nil
        switch area {
        case .around(let center, let radius):
            guard radius != nil,
                let other = try? Coordinate(strictLatitude: center.longitude, longitude: center.latitude)
            else { return nil }
            query.area = .around(other, within: radius)
        case .box(let box):
            guard
                let other = try? BoundingBox(west: box.south, south: box.west, east: box.north, north: box.east)
            else { return nil }
            query.area = .box(other)
        }
        return query
    }
}
