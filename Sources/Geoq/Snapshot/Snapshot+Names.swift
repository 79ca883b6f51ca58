package import GeoqIndex

extension Snapshot {
    /// How hotspots are found by name.
    package enum NameMethod: Sendable {
        /// By the sorted words of all names.
        case index
        /// By folding every name: the oracle.
        case scan
    }

    /// The hotspots whose names contain a text that begins where a word does:
    /// best fits first (`NameFit`), then in the order of the folded names from
    /// the place of the fit, then by id. Of a text and of names that are longer the first
    /// 1000 bytes count, which is as many as an import takes.
    ///
    /// - Parameters:
    ///   - fits: which fits count.
    ///   - limit: at most so many.
    /// - Complexity: O(log *n*) names, and one for each that fits.
    package func hotspots(
        named name: String, fits: Set<NameFit> = Set(NameFit.allCases), limit: Int,
        method: NameMethod = .index
    ) throws(IndexError) -> [Hit] {
        precondition(limit >= 0, "A limit is zero or more.")
        var found: [FoundName] = []
        try forEachHotspot(named: name, fits, limit: limit, method) { found.append($0) }
        found.sort { $0.isBefore($1) }
        return try found.prefix(limit).map { name throws(IndexError) in try hit(at: name.position, in: .hotspots) }
    }

    /// The hotspots whose names contain a text that begins where a word does, as `hotspots(named:fits:limit:method:)`
    /// has them, nearest first, ties by id; each with its distance.
    ///
    /// - Complexity: O(log *n*) names, one for each that fits, and that of a
    ///   question for the nearest.
    package func hotspots(
        named name: String, nearest center: Coordinate, limit: Int, method: NameMethod = .index
    ) throws(IndexError) -> [Hit] {
        precondition(limit >= 0, "A limit is zero or more.")
        let layer = layer(.hotspots)
        let count = layer.base.tree.count
        var base = PositionSet(capacity: count)
        var added = PositionSet(capacity: layer.tree.positionCount - count)
        try forEachHotspot(named: name, Set(NameFit.allCases), limit: nil, method) { name in
            if name.position < count { base.insert(name.position) } else { added.insert(name.position - count) }
        }
        let query = NeighborQuery(origin: center, limit: limit, filter: ItemFilter([.member(base)]))
        var statistics = SearchStatistics()
        let found = try layer.tree.neighbors(query, added: ItemFilter([.member(added)]), &statistics)
        return try found.map { neighbor throws(IndexError) in
            try hit(at: neighbor.position, neighbor.distance, in: .hotspots)
        }
    }

    /// The name of the hotspot that is nearest to a perhaps misspelt one; of
    /// several the first by folded name and id. nil when none is near.
    ///
    /// - Complexity: O(*n*).
    package func hotspotName(like name: String) throws(IndexError) -> String? {
        var suggestion = NameSuggestion(for: name)
        let tree = tree(of: .hotspots)
        for (index, columns) in layer(.hotspots).parts.enumerated() {
            for position in 0..<columns.tree.count where index > 0 || tree.contains(position) {
                let name = try columns.texts.text(Int(try columns.names.value(at: position)))
                suggestion.consider(name, of: try columns.tree.key(at: position))
            }
        }
        return suggestion.best
    }

    /// - Parameter limit: for each part of the layer and each fit, the body is
    ///   called with the first names, this many and those that tie with the
    ///   last of them.
    private func forEachHotspot(
        named name: String, _ fits: Set<NameFit>, limit: Int?, _ method: NameMethod, _ body: (FoundName) -> Void
    ) throws(IndexError) {
        let layer = layer(.hotspots)
        let endsWithWord = !fits.contains(.beginning) && !fits.contains(.wordBeginnings)
        let wanted = NameIndexBuilder.folded(name)
        for (index, columns) in layer.parts.enumerated() {
            let start = index == 0 ? 0 : layer.base.tree.count
            var counts = [Int](repeating: 0, count: NameFit.allCases.count)
            var latest = [[UInt8]](repeating: [], count: NameFit.allCases.count)
            func take(_ item: LayerColumns.NamedItem) throws(IndexError) {
                guard fits.contains(item.fit) else { return }
                guard index > 0 || layer.tree.contains(item.position) else { return }
                var name = FoundName(position: start + item.position, fit: item.fit)
                if let limit {
                    let fit = item.fit.rawValue
                    let isTied = item.rest.elementsEqual(latest[fit])
                    if counts[fit] >= limit, !isTied || limit == 0 { return }
                    counts[fit] += 1
                    if !isTied { latest[fit] = Array(item.rest) }
                    name.rest = latest[fit]
                    name.key = try columns.tree.key(at: item.position)
                }
                body(name)
            }
            switch method {
            case .index:
                try columns.forEachName(with: wanted) { item throws(IndexError) in
                    // A blank comes before every other byte of a name.
                    if endsWithWord, item.fit == .beginning || item.fit == .wordBeginnings { return false }
                    try take(item)
                    return true
                }
            case .scan:
                // The scan finds names in no order, so it must not leave any
                // out.
                counts = counts.map { _ in limit == 0 ? 0 : -columns.tree.count }
                var name: [UInt8] = []
                for position in 0..<columns.tree.count {
                    try columns.readName(at: position, &name)
                    guard let best = NameFit.best(of: wanted, in: name) else { continue }
                    try take(.init(position: position, fit: best.fit, rest: name[best.place...]))
                }
            }
        }
    }
}

/// A hotspot whose name fits.
private struct FoundName {
    /// In the layer.
    let position: Int
    let fit: NameFit
    /// For the order: the folded name from where it fits, and the item's key.
    var rest: [UInt8] = []
    var key = ItemKey(high: 0, low: 0)

    func isBefore(_ other: FoundName) -> Bool {
        if fit != other.fit { return fit < other.fit }
        if rest != other.rest { return rest.lexicographicallyPrecedes(other.rest) }
        return key < other.key
    }
}
