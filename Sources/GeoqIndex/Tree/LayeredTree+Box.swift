extension LayeredTree {
    /// The items inside an area, its edges included, in ascending `ItemKey`.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - key: only items with larger keys.
    ///   - filter: about the base's positions.
    ///   - addedFilter: the same about the added tree's own positions.
    /// - Complexity: that of `PackedTree.positions(in:)` for each of the trees.
    public func positions(
        in box: BoundingBox, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        added addedFilter: ItemFilter = .everything, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        try positions(
            in: box, limit: limit, after: key, filter: filter, added: addedFilter, interruption: nil, &statistics)
    }

    /// The same, for a search that may be told to stop.
    package func positions(
        in box: BoundingBox, limit: Int?, after key: ItemKey?, filter: ItemFilter, added addedFilter: ItemFilter,
        interruption: Interruption?, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        let found = try base.positions(
            in: box, limit: limit, after: key, filter: keeping(filter), interruption: interruption, &statistics)
        if added.count == 0 { return found }
        let others = try added.positions(
            in: box, limit: limit, after: key, filter: addedFilter, interruption: interruption, &statistics)
        return try merged(found, others, limit ?? .max)
    }

    /// How many items `positions(in:)` would give without a limit.
    ///
    /// - Complexity: O(items inside).
    package func count(
        in box: BoundingBox, filter: ItemFilter, added addedFilter: ItemFilter, interruption: Interruption?,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        try base.count(in: box, filter: keeping(filter), interruption: interruption, &statistics)
            + added.count(in: box, filter: addedFilter, interruption: interruption, &statistics)
    }

    /// Merges two answers in order; the second one's positions are the added
    /// tree's own.
    func merged(_ first: [Int], _ second: [Int], _ limit: Int) throws(IndexError) -> [Int] {
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
