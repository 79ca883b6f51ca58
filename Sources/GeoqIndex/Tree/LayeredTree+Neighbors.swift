extension LayeredTree {
    /// The items around a place, nearest first: the same set in the same order
    /// as a scan with `Geodesic.inverse` over all items that are there.
    ///
    /// The base is asked first. Its hits bound the radius within which the
    /// added tree must be asked.
    ///
    /// - Parameters:
    ///   - query: its filter is about the base's positions.
    ///   - addedFilter: the same filter about the added tree's own positions,
    ///     from 0 on.
    /// - Complexity: that of `PackedTree.neighbors(_:)` for each of the trees,
    ///   and one `geod_inverse` where the order of two hits of different trees
    ///   is open.
    package func neighbors(
        _ query: NeighborQuery, added addedFilter: ItemFilter = .everything, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        if changeCount == 0 { return try base.neighbors(query, &statistics) }
        var (whole, rest) = (query, query)
        rest.filter = addedFilter
        let limit = query.limit ?? .max
        guard limit < count else {
            // Everything inside the radius is wanted: it is cheaper to drop the
            // removed items afterwards than to ask about every item on the way.
            (whole.limit, rest.limit) = (nil, nil)
            var found = try base.neighbors(whole, &statistics)
            if let kept { found.removeAll { !kept.contains($0.position) } }
            return try merged(found, try added.neighbors(rest, &statistics), limit, query.origin, &statistics)
        }
        let found = try nearest(limit, query, &statistics)
        if added.count == 0 { return found }
        if found.count == limit, let last = found.last {
            let bound = last.distance.meters + Self.reportedError
            if bound < query.radius?.meters ?? .infinity { rest.radius = .meters(bound) }
        }
        return try merged(found, try added.neighbors(rest, &statistics), limit, query.origin, &statistics)
    }

    /// The nearest items of the base that were not removed.
    ///
    /// To ask of each item on the way whether it was removed costs more than to
    /// ask for a few more items than wanted. Only when too many of those were
    /// removed is each item asked about.
    private func nearest(
        _ limit: Int, _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        guard let kept else { return try base.neighbors(query, &statistics) }
        if query.filter.acceptsEverything, limit > 0, limit < base.count / 2 {
            var more = query
            let asked = limit + 1 + 4 * limit * removedPositions.count / base.count
            more.limit = asked
            var found = try base.neighbors(more, &statistics)
            let isAll = found.count < asked
            found.removeAll { !kept.contains($0.position) }
            if isAll || found.count >= limit {
                if found.count > limit { found.removeLast(found.count - limit) }
                return found
            }
        }
        var rest = query
        rest.filter = keeping(query.filter)
        return try base.neighbors(rest, &statistics)
    }

    /// How many items `neighbors(_:added:_:)` would give.
    ///
    /// - Complexity: that of `PackedTree.countNeighbors(_:_:)`. Without a
    ///   filter the removed items are counted by a tree of their own and
    ///   subtracted.
    package func countNeighbors(
        _ query: NeighborQuery, added addedFilter: ItemFilter = .everything, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        var (whole, rest) = (query, query)
        (whole.limit, rest.limit) = (nil, nil)
        rest.filter = addedFilter
        var total = try added.countNeighbors(rest, &statistics)
        if query.filter.acceptsEverything {
            total += try base.countNeighbors(whole, &statistics)
            total -= try removed.countNeighbors(whole, &statistics)
        } else {
            whole.filter = keeping(query.filter)
            total += try base.countNeighbors(whole, &statistics)
        }
        return min(total, query.limit ?? .max)
    }

    /// A filter of the base that also leaves out the removed items.
    func keeping(_ filter: ItemFilter) -> ItemFilter {
        guard let kept else { return filter }
        return ItemFilter(filter.tests + [.member(kept)])
    }

    /// No reported distance is further from the true one, in meters.
    static let reportedError = 1e-6

    /// Merges two answers in order; the second one's positions are the added
    /// tree's own.
    ///
    /// Each answer is in ascending true distance. Where the reported distances
    /// of two hits are too near to each other to tell which comes first, Karney
    /// decides.
    private func merged(
        _ first: [Neighbor], _ second: [Neighbor], _ limit: Int, _ origin: Coordinate,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        if second.isEmpty { return first }
        var answer: [Neighbor] = []
        answer.reserveCapacity(min(limit, first.count + second.count))
        var judge = TieJudge(tree: self, origin: origin)
        var (left, right) = (0, 0)
        while left < first.count, right < second.count, answer.count < limit {
            let gap = first[left].distance.meters - second[right].distance.meters
            let leftComes =
                abs(gap) > 2 * Self.reportedError
                ? gap < 0 : try judge.precedes(first[left].position, second[right].position, &statistics)
            if leftComes {
                answer.append(first[left])
                left += 1
            } else {
                answer.append(shifted(second[right]))
                right += 1
            }
        }
        answer += first[left...].prefix(limit - answer.count)
        for neighbor in second[right...].prefix(limit - answer.count) { answer.append(shifted(neighbor)) }
        return answer
    }

    private func shifted(_ neighbor: Neighbor) -> Neighbor {
        Neighbor(position: base.count + neighbor.position, distance: neighbor.distance)
    }
}

/// Tells which of two items of different trees comes first, by (true distance,
/// key). It remembers the last place of each tree: at one place there may be
/// thousands of items.
private struct TieJudge {
    let tree: LayeredTree
    let origin: Coordinate
    private var ofBase: (place: Coordinate, meters: Double)?
    private var ofAdded: (place: Coordinate, meters: Double)?

    init(tree: LayeredTree, origin: Coordinate) {
        (self.tree, self.origin) = (tree, origin)
    }

    mutating func precedes(
        _ position: Int, _ addedPosition: Int, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Bool {
        let place = try tree.base.coordinate(at: position)
        let addedPlace = try tree.added.coordinate(at: addedPosition)
        // Equal coordinates have equal distances.
        if place != addedPlace {
            let meters = exactMeters(place, &ofBase, &statistics)
            let addedMeters = exactMeters(addedPlace, &ofAdded, &statistics)
            if meters != addedMeters { return meters < addedMeters }
        }
        return try tree.base.key(at: position) < tree.added.key(at: addedPosition)
    }

    private func exactMeters(
        _ place: Coordinate, _ known: inout (place: Coordinate, meters: Double)?,
        _ statistics: inout SearchStatistics
    ) -> Double {
        if let known, known.place == place { return known.meters }
        statistics.exactDistances += 1
        let meters = Geodesic.meters(from: origin, to: place)
        known = (place, meters)
        return meters
    }
}
