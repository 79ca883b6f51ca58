import Geoq
import GeoqIndex

/// Which sightings tiles show: those of a species, or of some days.
struct TileConditions: Hashable, Sendable {
    let species: String?
    let since: Day?
    let until: Day?

    /// - Returns: nil when the question has no conditions.
    init?(_ query: Query) {
        (species, since, until) = (query.species, query.since, query.until)
        if species == nil, since == nil, until == nil { return nil }
    }

    /// The sightings in the order of their places on the map.
    func index(_ snapshot: Snapshot) throws -> TileIndex {
        var query = Query(.box(.everything), layer: .observations)
        (query.species, query.since, query.until) = (species, since, until)
        var statistics = SearchStatistics()
        let found = try snapshot.positions(query, nil, &statistics).map(\.position)
        return try TileIndex(snapshot, .observations, positions: found, count: found.count)
    }
}

/// Names the tile index of some conditions: all tiles of one map have the same.
struct ConditionedTiles: Hashable, Sendable {
    let conditions: TileConditions
    /// The snapshot.
    let tag: String
}

extension Service {
    /// - Complexity: O(*n* log *n*) in the sightings that the conditions let
    ///   through, once for each snapshot; and what the conditions cost.
    func tileIndex(of conditions: TileConditions, at moment: Moment) async throws -> TileIndex {
        try await madeTiles.value(for: ConditionedTiles(conditions: conditions, tag: moment.tag)) {
            try conditions.index(moment.snapshot)
        }
    }
}
