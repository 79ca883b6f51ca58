extension PackedTree {
    /// The items inside an area, its boundary included, in ascending `ItemKey`.
    ///
    /// Exact, as `Area.contains` is. A subtree that no edge of the area touches is
    /// taken or left out as a whole, by its box in longitudes and latitudes
    /// (`EarthBox.coordinates`, `Area.relation(to:)`).
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - key: only items with larger keys.
    /// - Complexity: O(items inside + *limit* log *limit*), and for each node that
    ///   the area's boundary crosses O(log *vertices*).
    public func positions(
        in area: Area, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        try positions(in: area, limit: limit, after: key, filter: filter, interruption: nil, &statistics)
    }

    /// The same for a search that may be told to stop.
    package func positions(
        in area: Area, limit: Int?, after key: ItemKey?, filter: ItemFilter, interruption: Interruption?,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        precondition(limit ?? 0 >= 0, "A limit is zero or more.")
        var first = FirstKeys(limit: limit ?? .max, after: key)
        try visit(area, interruption, &statistics) { sites throws(IndexError) in
            try interruption?.check()
            for position in try self.items(atSites: sites) where try filter.accepts(position) {
                first.insert(try self.key(at: position), position)
            }
        }
        return first.positions()
    }

    /// How many items are inside an area and pass the filter.
    ///
    /// - Complexity: without a filter O(log *vertices*) for each node that the
    ///   area's boundary crosses; with one, O(items inside) more.
    package func count(
        in area: Area, filter: ItemFilter, interruption: Interruption?, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        var count = 0
        try visit(area, interruption, &statistics) { sites throws(IndexError) in
            let items = try self.items(atSites: sites)
            if filter.acceptsEverything {
                count += items.count
                return
            }
            try interruption?.check()
            for position in items where try filter.accepts(position) { count += 1 }
        }
        return count
    }

    /// Gives the sites inside an area, as runs that lie one after the other.
    private func visit(
        _ area: Area, _ interruption: Interruption?, _ statistics: inout SearchStatistics,
        _ body: (Range<Int>) throws(IndexError) -> Void
    ) throws(IndexError) {
        var stack: [NodeReference] = []
        if let root = shape.root { stack.append(root) }
        while let node = stack.popLast() {
            try interruption?.check()
            if node.level == 0 {
                for site in shape.sites(level: 0, node: node.index) {
                    statistics.candidates += 1
                    if area.contains(try coordinate(ofSite: site)) { try body(site..<site + 1) }
                }
                continue
            }
            let group = shape.group(below: node)
            try verifyBoxes(group)
            let children = shape.children(of: node)
            statistics.boxes += children.count
            for child in children {
                let box = EarthBox(boxes, group: group, lane: child - children.lowerBound)
                switch area.relation(to: box.coordinates) {
                case .outside: break
                case .inside: try body(shape.sites(level: node.level - 1, node: child))
                case .edge: stack.append(NodeReference(level: node.level - 1, index: child))
                }
            }
        }
    }
}
