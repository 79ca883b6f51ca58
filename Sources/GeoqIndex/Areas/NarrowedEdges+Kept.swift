/// What is kept for a part, for a caller that looks at its edges itself.
extension NarrowedEdges {
    /// What is kept of one polygon.
    struct Kept {
        let tree: Int
        /// Whether a place without a turn west of it and an edge south of it is inside.
        let isOdd: Bool
        let turns: ArraySlice<Double>
        /// Edges that follow each other, without gaps.
        let chains: [Range<Int>]
    }

    /// What is kept of each polygon of a part.
    func forEachPolygon(of part: Part, _ body: (Kept) -> Void) {
        for polygon in polygons[part.polygons] {
            let tree = trees[Int(polygon.tree)]
            var chains: [Range<Int>] = []
            for entry in entries[Int(polygon.entries.lowerBound)..<Int(polygon.entries.upperBound)] {
                for edge in edges(of: entry, tree) where tree.kinds[edge] != .gap {
                    if let last = chains.last, last.upperBound == edge {
                        chains[chains.count - 1] = last.lowerBound..<edge + 1
                    } else {
                        chains.append(edge..<edge + 1)
                    }
                }
            }
            body(
                Kept(
                    tree: Int(polygon.tree), isOdd: polygon.isOdd,
                    turns: turns[Int(polygon.turns.lowerBound)..<Int(polygon.turns.upperBound)], chains: chains))
        }
    }

    /// How many edges a part keeps, gaps between rings included.
    func edgeCount(of part: Part) -> Int {
        polygons[part.polygons].reduce(0) { count, polygon in
            polygon.entries.reduce(count) { $0 + edges(of: entries[Int($1)], trees[Int(polygon.tree)]).count }
        }
    }

    private func edges(of entry: Entry, _ tree: EdgeTree) -> Range<Int> {
        let index = Int(entry.index)
        if entry.level < 0 { return index..<index + 1 }
        let level = Int(entry.level)
        var size = PackedLevels.fanOut
        for _ in 0..<level { size *= PackedLevels.fanOut }
        let first = (index - tree.levels[level].lowerBound) * size
        return first..<min(first + size, tree.kinds.count)
    }
}
