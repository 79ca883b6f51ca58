/// An item along a line.
package struct CorridorHit: Hashable, Sendable {
    /// The item's position in the tree.
    package let position: Int
    /// Where it lies to the line.
    package let foot: Corridor.Foot
}

extension PackedTree {
    /// The items inside a corridor that pass a filter, in the order of travel: ascending in
    /// how far along the line they are, then in offset, both in whole micrometers, then in
    /// `ItemKey`.
    ///
    /// The set is the same as by a look at every piece of the line with Karney's
    /// geodesics (`Corridor.scannedContains`). A foot is right to
    /// 10⁻⁷ m.
    ///
    /// - Parameters:
    ///   - interruption: it may tell the search to stop.
    ///   - statistics: the search adds its cost to them.
    /// - Throws: `IndexError.damaged` when the walk meets damaged bytes.
    /// - Complexity: O(items inside · log *pieces* + nodes that the corridor meets); beyond
    ///   10 km of width an item costs some Karney geodesics.
    package func hits(
        along corridor: Corridor, filter: ItemFilter = .everything, interruption: Interruption? = nil,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [CorridorHit] {
        if count == 0 { return [] }
        let answer = try withView { view throws(IndexError) in
            let context = SearchContext(view, filter: filter, interruption: interruption)
            var search = ShapeSearch(context, MeasuredCorridorShape(corridor), AlongSink())
            try search.run()
            return (hits: search.sink.hits(), statistics: search.context.statistics)
        }
        statistics += answer.statistics
        return answer.hits
    }
}

extension LayeredTree {
    /// The items inside a corridor, as `PackedTree.hits(along:filter:interruption:_:)` gives them.
    ///
    /// - Parameters:
    ///   - filter: about the base's positions.
    ///   - addedFilter: the same about the added tree's own positions.
    package func hits(
        along corridor: Corridor, filter: ItemFilter = .everything, added addedFilter: ItemFilter = .everything,
        interruption: Interruption? = nil, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [CorridorHit] {
        let found = try base.hits(
            along: corridor, filter: keeping(filter), interruption: interruption, &statistics)
        if added.count == 0 { return found }
        let others = try added.hits(
            along: corridor, filter: addedFilter, interruption: interruption, &statistics)
        var keyed: [(hit: CorridorHit, key: ItemKey)] = []
        keyed.reserveCapacity(found.count + others.count)
        for hit in found { keyed.append((hit, try base.key(at: hit.position))) }
        for hit in others {
            let hit = CorridorHit(position: base.count + hit.position, foot: hit.foot)
            keyed.append((hit, try key(at: hit.position)))
        }
        keyed.sort { first, second in
            first.hit.foot.order == second.hit.foot.order
                ? first.key < second.key : first.hit.foot.order < second.hit.foot.order
        }
        return keyed.map(\.hit)
    }
}
