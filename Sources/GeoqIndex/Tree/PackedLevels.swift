/// Small trees in one array: the nodes of the lowest level, then one over every eight of
/// them, and so on, up to one. The last node of a level is over what is left.
enum PackedLevels {
    static let fanOut = 8

    /// Appends all levels above the lowest one, which `nodes` has.
    ///
    /// - Parameter parent: the node over some nodes that follow each other.
    /// - Returns: where each level lies in `nodes`, the lowest first.
    static func build<Node>(on nodes: inout [Node], _ parent: (ArraySlice<Node>) -> Node) -> [Range<Int>] {
        var levels = [0..<nodes.count]
        while let level = levels.last, level.count > 1 {
            for start in stride(from: level.lowerBound, to: level.upperBound, by: fanOut) {
                let node = parent(nodes[start..<min(start + fanOut, level.upperBound)])
                nodes.append(node)
            }
            levels.append(level.upperBound..<nodes.count)
        }
        return levels
    }

    /// What lies below a node: nodes of the next level, or below the lowest one some of the `leaves`.
    @inline(__always)
    static func children(ofNode index: Int, level: Int, _ levels: [Range<Int>], leaves: Int) -> Range<Int> {
        let first = (index - levels[level].lowerBound) * fanOut
        if level == 0 { return first..<min(first + fanOut, leaves) }
        let below = levels[level - 1]
        return below.lowerBound + first..<min(below.lowerBound + first + fanOut, below.upperBound)
    }
}
