import GeoqIndex

extension RuleMatcher {
    /// The matches in the order of answers: by insertion, as there are few.
    @inline(__always)
    func ordered(_ found: [FoundMatch], _ place: Coordinate) -> [Match] {
        var ranks = found.indices.map { MatchRank(found[$0], at: $0) }
        var exact: ExactMeters = [:]
        if ranks.count > 24 {
            sort(&ranks, found, place, &exact)
        } else {
            for index in ranks.indices.dropFirst() {
                let rank = ranks[index]
                var target = index
                while target > 0, precedes(rank, ranks[target - 1], found, place, &exact) {
                    ranks[target] = ranks[target - 1]
                    target -= 1
                }
                ranks[target] = rank
            }
        }
        return ranks.map { Match(found[$0.index]) }
    }

    /// The exact distances of hits that were compared with others as near, by their ids: that of a route may
    /// take some ten microseconds, and is found once.
    private typealias ExactMeters = [UInt32: Double]

    /// Not inlined: its closure would copy the matcher for each question.
    @inline(never)
    private func sort(
        _ ranks: inout [MatchRank], _ found: [FoundMatch], _ place: Coordinate, _ exact: inout ExactMeters
    ) {
        ranks.sort { precedes($0, $1, found, place, &exact) }
    }

    @inline(__always)
    private func precedes(
        _ left: MatchRank, _ right: MatchRank, _ found: [FoundMatch], _ place: Coordinate,
        _ exact: inout ExactMeters
    ) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        let gap = left.meters - right.meters
        if abs(gap) > 2 * CircleIndex.reportedError { return gap < 0 }
        return precedes(found[left.index], found[right.index], place, &exact)
    }

    /// The order of two lists of the same priority whose distances are equal as
    /// far as estimates can tell, or that have no location rule.
    @inline(never)
    private func precedes(
        _ left: FoundMatch, _ right: FoundMatch, _ place: Coordinate, _ exact: inout ExactMeters
    ) -> Bool {
        // Equal coordinates have equal distances.
        if let first = left.hit, let second = right.hit,
            max(first.id, second.id) >= RuleShapes.firstID
                || circles[Int(first.id)].center != circles[Int(second.id)].center
        {
            let order = (exactMeters(first, place, &exact), exactMeters(second, place, &exact))
            if order.0 != order.1 { return order.0 < order.1 }
        }
        return left.reasons.key < right.reasons.key
    }

    private func exactMeters(_ hit: CircleHit, _ place: Coordinate, _ known: inout ExactMeters) -> Double {
        if let meters = known[hit.id] { return meters }
        let meters = exactMeters(hit, place)
        known[hit.id] = meters
        return meters
    }
}
