extension PackedTree {
    /// The sites inside the radius and the ring, in the tree's order.
    func sitesWithin(_ context: inout SearchContext) throws(IndexError) -> [SiteCandidate] {
        var found: [SiteCandidate] = []
        let limit = BoxBounds.loosened(context.within.outerSquaredChord)
        var stack: [NodeReference] = []
        if let root = shape.root { stack.append(root) }
        while let node = stack.popLast() {
            if node.level == 0 {
                try scan(leaf: node.index, &context) { found.append($0) }
                continue
            }
            let group = shape.group(below: node)
            try verifyBoxes(group)
            let nearest = context.bounds.nearest(boxes, group: group)
            let children = shape.children(of: node)
            context.statistics.boxes += children.count
            // Last first, so that leaves are met in the tree's order.
            for child in children.reversed() where nearest[child - children.lowerBound] <= limit {
                stack.append(NodeReference(level: node.level - 1, index: child))
            }
        }
        return found
    }

    /// How many items lie inside the radius and the ring and pass the filter.
    ///
    /// A subtree that lies wholly inside is counted without being looked at.
    ///
    /// - Complexity: O(nodes that the circle's edge crosses) without a ring,
    ///   a cursor or a filter; with one, O(log *n* + *hits*).
    public func countNeighbors(
        _ query: NeighborQuery, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        if query.limit == 0 || count == 0 { return 0 }
        var context = SearchContext(self, query)
        let whole = context.beyond == nil && context.filter.acceptsEverything
        let outside = BoxBounds.loosened(context.within.outerSquaredChord)
        let inside = BoxBounds.tightened(context.within.innerSquaredChord)
        var total = 0
        var stack: [NodeReference] = []
        if let root = shape.root { stack.append(root) }
        while let node = stack.popLast() {
            if node.level == 0 {
                // `scan` already counts the items that pass.
                try scan(leaf: node.index, &context) { total += Int($0.weight) }
                continue
            }
            let group = shape.group(below: node)
            try verifyBoxes(group)
            let nearest = context.bounds.nearest(boxes, group: group)
            let farthest = context.bounds.farthest(boxes, group: group)
            let children = shape.children(of: node)
            context.statistics.boxes += children.count
            for child in children {
                let lane = child - children.lowerBound
                if nearest[lane] > outside { continue }
                if whole, farthest[lane] < inside {
                    total += try items(atSites: shape.sites(level: node.level - 1, node: child)).count
                } else {
                    stack.append(NodeReference(level: node.level - 1, index: child))
                }
            }
        }
        statistics += context.statistics
        return min(total, query.limit ?? .max)
    }

    /// Hands on the sites of a leaf that the question is about, with the number
    /// of their items that pass.
    @inline(__always)
    func scan(
        leaf: Int, _ context: inout SearchContext, _ body: (SiteCandidate) -> Void
    ) throws(IndexError) {
        let squaredChords = try squaredChords(leaf: leaf, from: context.originPoint)
        let first = leaf * TreeShape.leafSize
        let lanes = min(TreeShape.leafSize, siteCount - first)
        context.statistics.candidates += lanes
        for lane in 0..<lanes where squaredChords[lane] <= context.within.outerSquaredChord {
            let squaredChord = squaredChords[lane]
            guard try context.isWithin(squaredChord, site: first + lane) else { continue }
            let weight = try passingItems(squaredChord, site: first + lane, atMost: .max, &context)
            if weight > 0 {
                body(SiteCandidate(squaredChord: squaredChord, site: UInt32(first + lane), weight: UInt32(weight)))
            }
        }
    }

    /// How many items at a site pass the ring, the cursor and the filter.
    @inline(__always)
    func passingItems(
        _ squaredChord: Double, site: Int, atMost limit: Int, _ context: inout SearchContext
    ) throws(IndexError) -> Int {
        let items = try context.itemsBeyond(squaredChord, site: site)
        if context.filter.acceptsEverything { return min(items.count, limit) }
        var passing = 0
        for position in items where try context.filter.accepts(position) {
            passing += 1
            if passing == limit { break }
        }
        return passing
    }

    /// The squared chords to the eight sites of a leaf; infinite where there
    /// is none.
    @inline(__always)
    func squaredChords(leaf: Int, from origin: EarthPoint) throws(IndexError) -> SIMD8<Double> {
        let size = TreeShape.leafSize
        try points.verify(leaf * 3 * size, 3 * size)
        let dx = points.load8(at: leaf * 3 * size) - origin.x
        let dy = points.load8(at: leaf * 3 * size + size) - origin.y
        let dz = points.load8(at: leaf * 3 * size + 2 * size) - origin.z
        return dx * dx + dy * dy + dz * dz
    }

    @inline(__always)
    func verifyBoxes(_ group: Int) throws(IndexError) {
        try boxes.verify(group * TreeShape.groupStride, TreeShape.groupStride)
    }
}

/// A node of the tree; the leaves are level 0.
struct NodeReference: BitwiseCopyable {
    var level: Int
    var index: Int
}

extension TreeShape {
    /// The node above everything: the parent of the one group of the top level.
    var root: NodeReference? {
        levels.isEmpty ? nil : NodeReference(level: levels.count, index: 0)
    }

    /// The nodes one level below a node.
    @inline(__always)
    func children(of node: NodeReference) -> Range<Int> {
        node.index * Self.fanOut..<min((node.index + 1) * Self.fanOut, levels[node.level - 1].nodeCount)
    }

    /// The group of boxes of a node's children.
    @inline(__always)
    func group(below node: NodeReference) -> Int {
        levels[node.level - 1].firstGroup + node.index
    }
}
