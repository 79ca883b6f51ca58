extension LayeredTree {
    /// The items inside an area, its boundary included, in ascending `ItemKey`.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - key: only items with larger keys.
    ///   - filter: about the base's positions.
    ///   - addedFilter: the same about the added tree's own positions.
    /// - Complexity: that of `PackedTree.positions(in:)` for each of the trees.
    public func positions(
        in area: Area, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        added addedFilter: ItemFilter = .everything, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        try positions(
            in: area, limit: limit, after: key, filter: filter, added: addedFilter, interruption: nil, &statistics)
    }

    /// The same for a search that may be told to stop.
    package func positions(
        in area: Area, limit: Int?, after key: ItemKey?, filter: ItemFilter, added addedFilter: ItemFilter,
        interruption: Interruption?, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        let found = try base.positions(
            in: area, limit: limit, after: key, filter: keeping(filter), interruption: interruption, &statistics)
        if added.count == 0 { return found }
        let others = try added.positions(
            in: area, limit: limit, after: key, filter: addedFilter, interruption: interruption, &statistics)
        return try merged(found, others, limit ?? .max)
    }

    /// How many items `positions(in:)` would give without a limit.
    ///
    /// Without a filter what is gone is counted apart and taken away, so that the
    /// base need not look at each item.
    ///
    /// - Complexity: that of `PackedTree.count(in:)` for each of the trees.
    package func count(
        in area: Area, filter: ItemFilter, added addedFilter: ItemFilter, interruption: Interruption?,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        let arrived = try added.count(in: area, filter: addedFilter, interruption: interruption, &statistics)
        guard filter.acceptsEverything else {
            return try arrived
                + base.count(in: area, filter: keeping(filter), interruption: interruption, &statistics)
        }
        let all = try base.count(in: area, filter: .everything, interruption: interruption, &statistics)
        return try arrived + all
            - removed.count(in: area, filter: .everything, interruption: interruption, &statistics)
    }

    /// What `positions(in:)` must give, by a look at every item and every edge.
    ///
    /// - Complexity: O(*n* · *vertices*).
    public func scannedPositions(
        in area: Area, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        added addedFilter: ItemFilter = .everything
    ) throws(IndexError) -> [Int] {
        let found = try BruteForce(base).positions(in: area, after: key, filter: keeping(filter))
        let others = try BruteForce(added).positions(in: area, after: key, filter: addedFilter)
        var keyed: [(key: ItemKey, position: Int)] = []
        for position in found + others.map({ base.count + $0 }) {
            keyed.append((try self.key(at: position), position))
        }
        keyed.sort { $0.key < $1.key }
        return keyed.prefix(limit ?? .max).map(\.position)
    }
}
