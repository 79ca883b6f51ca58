extension LayeredTree {
    /// What `neighbors(_:added:_:)` must give, by asking `geod_inverse` about
    /// every item: the oracle.
    ///
    /// - Complexity: O(*n* log *n*), *n* geodesics.
    package func scannedNeighbors(
        _ query: NeighborQuery, added addedFilter: ItemFilter = .everything
    ) throws(IndexError) -> [Neighbor] {
        var (whole, rest) = (query, query)
        (whole.limit, rest.limit) = (nil, nil)
        (whole.filter, rest.filter) = (keeping(query.filter), addedFilter)
        var found = try BruteForce(base).neighbors(whole)
        for neighbor in try BruteForce(added).neighbors(rest) {
            found.append(Neighbor(position: base.count + neighbor.position, distance: neighbor.distance))
        }
        var keyed: [(key: ItemKey, neighbor: Neighbor)] = []
        for neighbor in found { keyed.append((try key(at: neighbor.position), neighbor)) }
        keyed.sort { ($0.neighbor.distance.meters, $0.key) < ($1.neighbor.distance.meters, $1.key) }
        return keyed.prefix(query.limit ?? .max).map(\.neighbor)
    }

    /// What `positions(in:)` must give, by a look at every item.
    ///
    /// - Complexity: O(*n* log *n*); for an area O(*n* · *vertices*).
    package func scannedPositions(
        in shape: Shape, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        added addedFilter: ItemFilter = .everything
    ) throws(IndexError) -> [Int] {
        let found = try BruteForce(base).positions(in: shape, after: key, filter: keeping(filter))
        let others = try BruteForce(added).positions(in: shape, after: key, filter: addedFilter)
        var keyed: [(key: ItemKey, position: Int)] = []
        for position in found + others.map({ base.count + $0 }) {
            keyed.append((try self.key(at: position), position))
        }
        keyed.sort { $0.key < $1.key }
        return keyed.prefix(limit ?? .max).map(\.position)
    }
}
