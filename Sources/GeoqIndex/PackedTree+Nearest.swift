/// Finds the sites that hold the `limit` nearest items, and those so near behind
/// that only the true distance can tell.
///
/// Depth first, the nearest child first. The chord orders candidates; one is
/// dropped only when its chord is longer than the longest geodesic that the
/// `limit`-th nearest chord can have (`RadiusTest.furthestSquaredChord`).
struct NearestSearch: ~Copyable {
    var context: SearchContext
    private var best: NearestSites
    private var stack: ScratchArray<NodeEntry>

    init(_ context: SearchContext, limit: Int) {
        self.context = context
        best = NearestSites(limit: limit, outerSquaredChord: context.within.outerSquaredChord)
        stack = ScratchArray(capacity: max(1, context.view.height) * TreeShape.fanOut)
    }

    /// Walks the tree and hands on the sites.
    ///
    /// - Returns: what no squared chord exceeds.
    mutating func run(into hits: inout HitBuffer) throws(IndexError) -> Double {
        stack.append(NodeEntry(lowestSquaredChord: 0, level: context.view.height, node: 0))
        while stack.count > 0 {
            let entry = stack.removeLast()
            if entry.lowestSquaredChord > best.boxLimit { continue }
            if entry.level > 0 {
                try expand(node: entry.node, level: entry.level)
            } else {
                try scan(leaf: entry.node)
            }
        }
        let leafSize = TreeShape.leafSize
        best.finish()
        for index in 0..<best.count {
            let candidate = best[index]
            let site = Int(candidate.site)
            let z = context.view.points[site / leafSize * 3 * leafSize + 2 * leafSize + site % leafSize]
            hits.append(squaredChord: candidate.squaredChord, z: z, site: candidate.site)
        }
        return best.squaredChordLimit
    }

    @inline(__always)
    private mutating func expand(node: Int, level: Int) throws(IndexError) {
        let view = context.view
        let group = view.group(ofNode: node, level: level)
        try view.bytes.verify(view.boxes, group * TreeShape.groupStride, TreeShape.groupStride)
        let nearest = context.bounds.nearest(view.boxes, group: group)
        context.statistics.boxes &+= TreeShape.fanOut
        var reached = nearest.mask(upTo: best.boxLimit)
        let bottom = stack.count
        while reached != 0 {
            let lane = reached.trailingZeroBitCount
            reached &= reached &- 1
            let entry = NodeEntry(
                lowestSquaredChord: nearest[lane], level: level - 1, node: node * TreeShape.fanOut + lane)
            // Insertion keeps the new entries descending: the nearest on top.
            var slot = stack.count
            stack.append(entry)
            while slot > bottom, stack[slot - 1] < entry {
                stack[slot] = stack[slot - 1]
                slot -= 1
            }
            stack[slot] = entry
        }
    }

    @inline(__always)
    private mutating func scan(leaf: Int) throws(IndexError) {
        let distances = try context.view.leaf(leaf, from: context.originPoint)
        let first = leaf * TreeShape.leafSize
        context.statistics.candidates &+= TreeShape.leafSize
        var mask = distances.mask(upTo: best.squaredChordLimit)
        while mask != 0 {
            let lane = mask.trailingZeroBitCount
            mask &= mask &- 1
            let squaredChord = distances.squaredChords[lane]
            guard squaredChord <= best.squaredChordLimit else { continue }
            let weight = try context.passingItems(site: first + lane, atMost: best.limit)
            if weight == 0 { continue }
            if squaredChord >= context.within.innerSquaredChord, try !context.decide(site: first + lane) { continue }
            best.insert(
                SiteCandidate(
                    squaredChord: squaredChord, site: UInt32(truncatingIfNeeded: first + lane),
                    weight: UInt32(truncatingIfNeeded: weight)))
        }
    }
}

/// A node to visit: the bound on its squared chord as a float's bits, which
/// order as the floats do, then its level and number.
struct NodeEntry: BitwiseCopyable {
    private let bits: UInt64

    @inline(__always)
    init(lowestSquaredChord: Float, level: Int, node: Int) {
        let place = UInt64(truncatingIfNeeded: level) << 28 | UInt64(truncatingIfNeeded: node)
        bits = UInt64(lowestSquaredChord.bitPattern) << 32 | place
    }

    @inline(__always)
    var lowestSquaredChord: Float { Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)) }

    @inline(__always)
    var level: Int { Int(truncatingIfNeeded: bits >> 28 & 0xF) }

    @inline(__always)
    var node: Int { Int(truncatingIfNeeded: bits & 0xFFF_FFFF) }

    @inline(__always)
    static func < (left: NodeEntry, right: NodeEntry) -> Bool { left.bits < right.bits }
}
