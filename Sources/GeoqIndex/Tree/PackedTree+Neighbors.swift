extension PackedTree {
    /// The items around a place in ascending (distance, key): nearest first, ties by
    /// `ItemKey`. They are the same in the same order as by a scan with
    /// `Geodesic.inverse` over all items.
    ///
    /// - Parameters:
    ///   - origin: any coordinate, poles and the date line included.
    ///   - limit: only the first items, at most so many; nil for all.
    ///   - radius: items exactly this far away are included; nil for no bound.
    ///   - minimum: only items at least this far away; one exactly this far is
    ///     included.
    /// - Throws: `IndexError.damaged` when the walk meets damaged bytes.
    /// - Complexity: O(log *n* + *hits*) for spread-out data; one `geod_inverse`
    ///   for each hit that the estimates cannot place, which is about one in a
    ///   million, and for each hit beyond 940 km.
    public func neighbors(
        of origin: Coordinate, limit: Int? = nil, within radius: Distance? = nil, beyond minimum: Distance? = nil
    ) throws(IndexError) -> [Neighbor] {
        try neighbors(NeighborQuery(origin: origin, limit: limit, radius: radius, minimum: minimum))
    }

    /// The same for a question.
    package func neighbors(_ query: NeighborQuery) throws(IndexError) -> [Neighbor] {
        var statistics = SearchStatistics()
        return try neighbors(query, &statistics)
    }

    /// The same, and adds its cost to `statistics`.
    package func neighbors(
        _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        if query.limit == 0 || count == 0 { return [] }
        let answer = try withView { view throws(IndexError) in
            let circle = CircleShape(query)
            let context = SearchContext(view, query, from: circle.origin)
            return if let limit = query.limit, limit < count {
                try Self.nearest(limit, circle, context)
            } else {
                try Self.within(circle, context)
            }
        }
        statistics += answer.statistics
        return answer.neighbors
    }

    private typealias Answer = (neighbors: [Neighbor], statistics: SearchStatistics)

    private static func nearest(
        _ limit: Int, _ circle: CircleShape, _ context: consuming SearchContext
    ) throws(IndexError) -> Answer {
        var search = NearestSearch(context, circle, limit: limit)
        let largest = try search.run()
        let error = try search.hits.measure(upTo: largest, from: circle.origin, &search.context)
        let ranking = Ranking(origin: circle.origin, error: error, limit: limit)
        return (try ranking.rank(search.hits, &search.context), search.context.statistics)
    }

    private static func within(
        _ circle: CircleShape, _ context: consuming SearchContext
    ) throws(IndexError) -> Answer {
        var search = ShapeSearch(context, circle, HitSink())
        try search.run()
        let largest = circle.within.outerSquaredChord
        let error = try search.sink.hits.measure(upTo: largest, from: circle.origin, &search.context)
        let ranking = Ranking(origin: circle.origin, error: error, limit: .max)
        return (try ranking.rank(search.sink.hits, &search.context), search.context.statistics)
    }

    /// How many items lie inside the radius and the ring and pass the filter.
    ///
    /// A subtree that lies wholly inside is counted without being looked at.
    ///
    /// - Complexity: O(nodes that the circle's edge crosses) without a ring,
    ///   a cursor or a filter; with one, O(log *n* + *hits*).
    package func countNeighbors(
        _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        if query.limit == 0 || count == 0 { return 0 }
        let found = try withView { view throws(IndexError) in
            let circle = CircleShape(query)
            let context = SearchContext(view, query, from: circle.origin)
            let sink = CountSink<LeafDistances>(context)
            var search = ShapeSearch(context, circle, sink)
            try search.run()
            return (total: search.sink.total, statistics: search.context.statistics)
        }
        statistics += found.statistics
        return min(found.total, query.limit ?? .max)
    }
}

extension SearchStatistics {
    package static func += (left: inout SearchStatistics, right: SearchStatistics) {
        left.boxes += right.boxes
        left.candidates += right.candidates
        left.estimatedDistances += right.estimatedDistances
        left.exactDistances += right.exactDistances
    }
}
