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

    /// The same, and adds its cost to `statistics`.
    public func neighbors(
        _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        if query.limit == 0 || count == 0 { return [] }
        let answer = try withView { view throws(IndexError) in
            let context = SearchContext(view, query)
            return if let limit = query.limit, limit < count {
                try Self.nearest(limit, context)
            } else {
                try Self.within(context)
            }
        }
        statistics += answer.statistics
        return answer.neighbors
    }

    private typealias Answer = (neighbors: [Neighbor], statistics: SearchStatistics)

    private static func nearest(_ limit: Int, _ context: consuming SearchContext) throws(IndexError) -> Answer {
        var search = NearestSearch(context, limit: limit)
        let largest = try search.run()
        let error = try search.hits.measure(upTo: largest, &search.context)
        let neighbors = try Ranking(error: error, limit: limit).rank(search.hits, &search.context)
        return (neighbors, search.context.statistics)
    }

    private static func within(_ context: consuming SearchContext) throws(IndexError) -> Answer {
        var search = RadiusSearch(context)
        try search.visit(node: 0, level: search.context.view.height)
        let error = try search.hits.measure(upTo: search.context.within.outerSquaredChord, &search.context)
        let neighbors = try Ranking(error: error, limit: .max).rank(search.hits, &search.context)
        return (neighbors, search.context.statistics)
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
