extension PackedTree {
    /// The items around a place, nearest first.
    ///
    /// - Throws: `IndexError.damaged` when the walk meets damaged bytes.
    /// - Complexity: O(log *n* + *hits*) for spread-out data; one `geod_inverse`
    ///   for each hit that the estimates cannot place, which is about one in a
    ///   million, and for each hit beyond 940 km.
    public func neighbors(_ query: NeighborQuery) throws(IndexError) -> [Neighbor] {
        var statistics = SearchStatistics()
        return try neighbors(query, &statistics)
    }

    /// The same, adding up what it cost.
    public func neighbors(
        _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        if query.limit == 0 || count == 0 { return [] }
        let answer = try withView { view throws(IndexError) in
            var context = SearchContext(view, query)
            let neighbors =
                if let limit = query.limit, limit < count {
                    try Self.nearest(limit, &context)
                } else {
                    try Self.within(&context)
                }
            return (neighbors: neighbors, statistics: context.statistics)
        }
        statistics += answer.statistics
        return answer.neighbors
    }

    private static func nearest(
        _ limit: Int, _ context: inout SearchContext
    ) throws(IndexError) -> [Neighbor] {
        var search = NearestSearch(context, limit: limit)
        var hits = HitBuffer(capacity: min(limit, 1024) + 2)
        let largest = try search.run(into: &hits)
        context.statistics = search.context.statistics
        let error = try hits.measure(upTo: largest, &context)
        return try Ranking(error: error, limit: limit).rank(hits, &context)
    }

    private static func within(_ context: inout SearchContext) throws(IndexError) -> [Neighbor] {
        var search = RadiusSearch(context)
        try search.visit(node: 0, level: context.view.height)
        context.statistics = search.context.statistics
        let error = try search.hits.measure(upTo: context.within.outerSquaredChord, &context)
        return try Ranking(error: error, limit: .max).rank(search.hits, &context)
    }
}

extension SearchStatistics {
    public static func += (left: inout SearchStatistics, right: SearchStatistics) {
        left.boxes += right.boxes
        left.candidates += right.candidates
        left.estimatedDistances += right.estimatedDistances
        left.exactDistances += right.exactDistances
    }
}
