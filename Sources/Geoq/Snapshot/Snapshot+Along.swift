import GeoqIndex

extension Snapshot {
    /// The hits along a corridor in the order of travel: their positions, and how far from the
    /// line they are.
    ///
    /// - Complexity: that of `LayeredTree.hits(along:filter:added:interruption:_:)`, also for a page.
    func positions(
        along corridor: Corridor, _ query: Query, _ filters: (base: ItemFilter, added: ItemFilter), method: Method,
        _ statistics: inout SearchStatistics
    ) throws -> [(position: Int, distance: Distance?)] {
        let tree = layer(query.layer).tree
        var found: ArraySlice<(foot: Corridor.Foot, position: Int)>
        switch method {
        case .index:
            let hits = try tree.hits(
                along: corridor, filter: filters.base, added: filters.added, interruption: query.interruption,
                &statistics)
            found = hits.map { (foot: $0.foot, position: $0.position) }[...]
        case .bruteForce:
            let scanned = try tree.scannedPositions(
                in: .corridor(corridor), filter: filters.base, added: filters.added)
            var keyed: [(foot: Corridor.Foot, key: ItemKey, position: Int)] = []
            for position in scanned {
                guard let foot = corridor.scannedFoot(of: try tree.coordinate(at: position)) else { continue }
                keyed.append((foot, try tree.key(at: position), position))
            }
            keyed.sort { $0.foot.order == $1.foot.order ? $0.key < $1.key : $0.foot.order < $1.foot.order }
            found = keyed.map { (foot: $0.foot, position: $0.position) }[...]
        }
        if let after = query.after, let along = after.along, let offset = after.distance?.meters {
            let last = Corridor.Foot.order(along: along, offset: offset)
            while let next = found.first,
                try next.foot.order == last
                    ? tree.key(at: next.position) <= after.id.key : next.foot.order < last
            {
                found.removeFirst()
            }
        }
        return found.prefix(query.limit ?? .max).map { ($0.position, .meters($0.foot.offset)) }
    }
}
