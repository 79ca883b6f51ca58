extension LayeredTree {
    /// The items inside a shape, its edge included, in ascending `ItemKey`.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - key: only items with larger keys.
    ///   - filter: about the base's positions.
    ///   - addedFilter: the same about the added tree's own positions.
    ///   - interruption: it may tell the search to stop.
    /// - Complexity: that of `PackedTree.positions(in:)` for each of the trees.
    package func positions(
        in shape: Shape, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        added addedFilter: ItemFilter = .everything, interruption: Interruption? = nil,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        let found = try base.positions(
            in: shape, limit: limit, after: key, filter: keeping(filter), interruption: interruption, &statistics)
        if added.count == 0 { return found }
        let others = try added.positions(
            in: shape, limit: limit, after: key, filter: addedFilter, interruption: interruption, &statistics)
        return try merged(found, others, limit ?? .max)
    }

    /// How many items `positions(in:)` would give without a limit.
    ///
    /// Without a filter what is gone is counted apart and taken away, so that the
    /// base need not look at each item.
    ///
    /// - Complexity: that of `PackedTree.count(in:)` for each of the trees.
    package func count(
        in shape: Shape, filter: ItemFilter, added addedFilter: ItemFilter, interruption: Interruption?,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        let arrived = try added.count(in: shape, filter: addedFilter, interruption: interruption, &statistics)
        guard filter.acceptsEverything else {
            return try arrived
                + base.count(in: shape, filter: keeping(filter), interruption: interruption, &statistics)
        }
        let all = try base.count(in: shape, filter: .everything, interruption: interruption, &statistics)
        return try arrived + all
            - removed.count(in: shape, filter: .everything, interruption: interruption, &statistics)
    }

    /// Merges two answers in order; the second one's positions are the added
    /// tree's own.
    private func merged(_ first: [Int], _ second: [Int], _ limit: Int) throws(IndexError) -> [Int] {
        if second.isEmpty { return first }
        var answer: [Int] = []
        answer.reserveCapacity(min(limit, first.count + second.count))
        var left = 0
        for position in second {
            let key = try added.key(at: position)
            while left < first.count, try base.key(at: first[left]) < key {
                answer.append(first[left])
                left += 1
            }
            answer.append(base.count + position)
            if answer.count >= limit { break }
        }
        answer += first[left...]
        if answer.count > limit { answer.removeLast(answer.count - limit) }
        return answer
    }
}
