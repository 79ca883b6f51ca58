/// Puts the sites that a walk has found into the answer's order.
///
/// Sites are sorted by their estimates. Where two estimates that follow each
/// other differ by less than both errors, Karney decides; equal distances are
/// ordered by the items' keys.
struct Ranking {
    let origin: SearchOrigin
    /// No estimate is further from the true distance, in meters.
    let error: Double
    /// Only the first items, at most this many.
    let limit: Int

    /// - Complexity: O(*n*) for sites that are spread over the circle,
    ///   O(*n* log *n*) at worst.
    func rank(_ hits: borrowing HitBuffer, _ context: inout SearchContext) throws(IndexError) -> [Neighbor] {
        var sites = DistanceSort.sorted(hits)
        let tied = try orderTies(&sites, &context)
        if context.view.sitesHoldOneItem {
            if sites.count > limit { sites.removeLast(sites.count - limit) }
            return sites
        }
        return try items(of: sites, tied: tied, &context)
    }

    /// Orders sites whose estimates cannot tell which comes first: by Karney,
    /// then by key.
    ///
    /// - Returns: whether different sites are at the same distance.
    private func orderTies(
        _ sites: inout [Neighbor], _ context: inout SearchContext
    ) throws(IndexError) -> Bool {
        var (first, tied) = (0, false)
        let reach = 2 * error
        while let start = Self.firstGap(in: sites, from: first, upTo: reach) {
            var end = start + 2
            while end < sites.count, sites[end].distance.meters - sites[end - 1].distance.meters <= reach { end += 1 }
            if try order(&sites[start..<end], &context) { tied = true }
            first = end
        }
        return tied
    }

    /// The first site that the next one follows closely.
    private static func firstGap(in sites: [Neighbor], from first: Int, upTo reach: Double) -> Int? {
        guard var meters = first < sites.count ? sites[first].distance.meters : nil else { return nil }
        for index in first + 1..<max(sites.count, first + 1) {
            let next = sites[index].distance.meters
            if next - meters <= reach { return index - 1 }
            meters = next
        }
        return nil
    }

    @inline(never)
    private func order(
        _ sites: inout ArraySlice<Neighbor>, _ context: inout SearchContext
    ) throws(IndexError) -> Bool {
        var keyed: [(site: Neighbor, key: ItemKey)] = []
        for site in sites {
            try context.step()
            let meters = try origin.pair(site: site.position, context.view).exactMeters(&context.statistics)
            let first = try context.view.items(atSites: site.position..<site.position + 1).lowerBound
            keyed.append(
                (Neighbor(position: site.position, distance: Distance(meters: meters)), try context.view.key(at: first))
            )
        }
        keyed.sort { ($0.site.distance.meters, $0.key) < ($1.site.distance.meters, $1.key) }
        for (index, entry) in zip(sites.indices, keyed) { sites[index] = entry.site }
        return zip(keyed, keyed.dropFirst()).contains { $0.site.distance == $1.site.distance }
    }

    /// The items at these sites that belong to the answer.
    private func items(
        of sites: [Neighbor], tied: Bool, _ context: inout SearchContext
    ) throws(IndexError) -> [Neighbor] {
        var answer: [Neighbor] = []
        answer.reserveCapacity(min(limit, 2 * sites.count))
        var first = 0
        while first < sites.count, answer.count < limit {
            var end = first + 1
            let distance = sites[first].distance
            if tied { while end < sites.count, sites[end].distance == distance { end += 1 } }
            if end - first == 1 {
                try append(itemsOf: sites[first], upTo: limit, to: &answer, &context)
            } else {
                // Different coordinates at one distance: their items mix by key.
                var mixed: [Neighbor] = []
                for site in sites[first..<end] { try append(itemsOf: site, upTo: .max, to: &mixed, &context) }
                var keyed: [(key: ItemKey, item: Neighbor)] = []
                for item in mixed { keyed.append((try context.view.key(at: item.position), item)) }
                keyed.sort { $0.key < $1.key }
                answer += keyed.prefix(limit - answer.count).map(\.item)
            }
            first = end
        }
        return answer
    }

    private func append(
        itemsOf site: Neighbor, upTo limit: Int, to answer: inout [Neighbor], _ context: inout SearchContext
    ) throws(IndexError) {
        let items = try context.itemsBeyond(site: site.position)
        if context.filter.acceptsEverything {
            for position in items.prefix(limit - answer.count) {
                answer.append(Neighbor(position: position, distance: site.distance))
            }
            return
        }
        for position in items where try context.filter.accepts(position) {
            guard answer.count < limit else { return }
            answer.append(Neighbor(position: position, distance: site.distance))
        }
    }
}
