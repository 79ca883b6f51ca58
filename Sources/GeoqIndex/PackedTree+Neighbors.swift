extension PackedTree {
    /// The items around a place, nearest first.
    ///
    /// - Throws: `IndexError.damaged` when the walk meets damaged bytes.
    /// - Complexity: O(log *n* + *hits*) for spread-out data, plus the sorting
    ///   of the hits; one `geod_inverse` for each hit that the estimates cannot
    ///   place, which is about one in a million.
    public func neighbors(_ query: NeighborQuery) throws(IndexError) -> [Neighbor] {
        var statistics = SearchStatistics()
        return try neighbors(query, &statistics)
    }

    /// The same, adding up what it cost.
    public func neighbors(
        _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Neighbor] {
        if query.limit == 0 || count == 0 { return [] }
        var context = SearchContext(self, query)
        let candidates: [SiteCandidate]
        if let limit = query.limit, limit < count {
            candidates = try nearestSites(limit, &context)
        } else {
            candidates = try sitesWithin(&context)
        }
        let answer = try rank(candidates, limit: query.limit ?? .max, &context)
        statistics += context.statistics
        return answer
    }

    /// Candidates → items in the answer's order.
    ///
    /// Sites are sorted by their estimates; where the intervals of two
    /// estimates touch, Karney decides.
    private func rank(
        _ candidates: [SiteCandidate], limit: Int, _ context: inout SearchContext
    ) throws(IndexError) -> [Neighbor] {
        var sites: [RankedSite] = []
        sites.reserveCapacity(candidates.count)
        for candidate in candidates {
            let estimate = try context.pair(site: Int(candidate.site)).estimate(&context.statistics)
            sites.append(
                RankedSite(
                    meters: estimate.meters, error: Float(estimate.error).nextUp, site: candidate.site,
                    squaredChord: candidate.squaredChord))
        }
        sites.sort { $0.meters < $1.meters }

        var answer: [Neighbor] = []
        answer.reserveCapacity(min(limit, candidates.count))
        var first = 0
        while first < sites.count, answer.count < limit {
            var end = first + 1
            var reach = sites[first].meters + Double(sites[first].error)
            while end < sites.count, sites[end].meters - Double(sites[end].error) <= reach {
                reach = max(reach, sites[end].meters + Double(sites[end].error))
                end += 1
            }
            if end - first == 1 {
                try appendItems(of: sites[first], limit, &answer, &context)
            } else {
                try appendTied(&sites[first..<end], limit, &answer, &context)
            }
            first = end
        }
        return answer
    }

    /// Sites whose order the estimates leave open.
    @inline(never)
    private func appendTied(
        _ sites: inout ArraySlice<RankedSite>, _ limit: Int, _ answer: inout [Neighbor],
        _ context: inout SearchContext
    ) throws(IndexError) {
        for index in sites.indices where sites[index].error > 0 {
            let pair = try context.pair(site: Int(sites[index].site))
            sites[index].exactMeters = pair.exactMeters(&context.statistics)
        }
        sites.sort { $0.exactMeters < $1.exactMeters }
        var first = sites.startIndex
        while first < sites.endIndex, answer.count < limit {
            var end = first + 1
            while end < sites.endIndex, sites[end].exactMeters == sites[first].exactMeters { end += 1 }
            if end - first == 1 {
                try appendItems(of: sites[first], limit, &answer, &context)
            } else {
                // Different coordinates at one distance: their items mix by key.
                var tied: [(key: ItemKey, neighbor: Neighbor)] = []
                for index in first..<end {
                    var items: [Neighbor] = []
                    try appendItems(of: sites[index], .max, &items, &context)
                    for item in items { tied.append((try key(at: item.position), item)) }
                }
                tied.sort { $0.key < $1.key }
                answer += tied.prefix(limit - answer.count).map(\.neighbor)
            }
            first = end
        }
    }

    @inline(__always)
    private func appendItems(
        of site: RankedSite, _ limit: Int, _ answer: inout [Neighbor], _ context: inout SearchContext
    ) throws(IndexError) {
        let distance = Distance(meters: site.exactMeters)
        for position in try context.itemsBeyond(site.squaredChord, site: Int(site.site)) {
            guard answer.count < limit else { return }
            guard try context.filter.accepts(position) else { continue }
            answer.append(Neighbor(position: position, distance: distance))
        }
    }
}

/// A site with its distance.
private struct RankedSite: BitwiseCopyable {
    /// The estimate.
    var meters: Double
    /// The best that is known: the estimate until Karney was asked.
    var exactMeters: Double
    var squaredChord: Double
    var error: Float
    var site: UInt32

    init(meters: Double, error: Float, site: UInt32, squaredChord: Double) {
        (self.meters, self.exactMeters) = (max(0, meters), max(0, meters))
        (self.error, self.site, self.squaredChord) = (error == .leastNonzeroMagnitude ? 0 : error, site, squaredChord)
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
