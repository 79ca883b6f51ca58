/// Finds the sites that hold the `limit` nearest items, and the sites so little
/// further that only the true distance can tell.
///
/// First straight down to the nearest leaves, which gives a bound; then from
/// the root, depth first, the nearest child first. The chord orders candidates;
/// one is dropped only when its chord is longer than the longest geodesic that
/// the `limit`-th nearest chord can have (`RadiusTest.furthestSquaredChord`).
struct NearestSearch: ~Copyable {
    var context: SearchContext
    let circle: CircleShape
    var best: NearestSites
    private var stack: ScratchArray<NodeEntry>
    var hits: HitBuffer
    /// The bounds of the group that is expanded.
    var lanes: ScratchArray<Float>
    private var memory: ScratchMemory

    init(_ context: consuming SearchContext, _ circle: CircleShape, limit: Int) {
        self.circle = circle
        memory = ScratchMemory(byteCount: limit <= Self.shortestAnswer ? 1024 : 8192)
        best = NearestSites(limit: limit, outerSquaredChord: circle.within.outerSquaredChord, in: &memory)
        stack = ScratchArray(capacity: max(1, context.view.height - 1) * TreeShape.fanOut, in: &memory)
        lanes = ScratchArray(capacity: TreeShape.fanOut, in: &memory)
        lanes.fill(0, count: TreeShape.fanOut)
        hits = HitBuffer(capacity: min(limit, 1024) + 4, in: &memory)
        self.context = context
    }

    /// Up to this many hits fit into so little memory that the allocator is
    /// fast.
    private static let shortestAnswer = 4

    /// Walks the tree, or only its parts with items that the filter names; then
    /// the sites are in `hits`.
    ///
    /// - Returns: a squared chord that no hit exceeds.
    mutating func run() throws(IndexError) -> Double {
        if let postings = try PostingView(context.filter, siteCount: context.view.siteCount) {
            try walk(postings)
        } else {
            try walk()
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

    /// Walks the tree.
    private mutating func walk() throws(IndexError) {
        var (first, level) = (0, context.view.height)
        while level > 1 {
            first = first * TreeShape.fanOut + (try bounds(ofNode: first, level: level).indexOfLeast)
            level -= 1
            // Boxes that are not of numbers may name a child that is missing.
            guard context.view.hasNode(first, level: level) else {
                throw .damaged(offset: 0, expected: "the box of a node", found: "a box of no numbers")
            }
        }
        try visitLeaves(ofNode: first)
        if context.view.height > 1 { try expand(node: 0, level: context.view.height) }
        while stack.count > 0 {
            let entry = stack.removeLast()
            if entry.lowestSquaredChord > best.boxLimit { continue }
            if entry.level > 1 {
                try expand(node: entry.node, level: entry.level)
            } else if entry.node != first {
                try visitLeaves(ofNode: entry.node)
            }
        }
    }

    /// For each child of a node: no point inside is nearer.
    @inline(__always)
    mutating func bounds(ofNode node: Int, level: Int) throws(IndexError) -> BoxBounds.Lanes {
        try context.step()
        let view = context.view
        let group = view.group(ofNode: node, level: level)
        try view.bytes.verify(view.boxes, group * TreeShape.groupStride, TreeShape.groupStride)
        context.statistics.boxes &+= TreeShape.fanOut
        return circle.bounds.nearest(view.boxes, group: group)
    }

    /// Puts the children that are in reach on the stack.
    private mutating func expand(node: Int, level: Int) throws(IndexError) {
        let nearest = try bounds(ofNode: node, level: level)
        var reached = nearest.mask(upTo: best.boxLimit)
        if reached == 0 { return }
        lanes.store(nearest, at: 0)
        let bottom = stack.count
        while reached != 0 {
            let lane = reached.trailingZeroBitCount
            reached &= reached &- 1
            let entry = NodeEntry(
                lowestSquaredChord: lanes[lane], level: level - 1, node: node * TreeShape.fanOut + lane)
            // Insertion keeps the new entries descending: the nearest on top.
            var slot = stack.count
            stack.append(entry)
            while slot > bottom, stack[slot - 1] < entry {
                stack[slot] = stack[slot - 1]
                slot &-= 1
            }
            stack[slot] = entry
        }
    }

    private static let limitThatReadsAhead = 32

    /// Scans the leaves of a node, nearest first, while they are in reach.
    private mutating func visitLeaves(ofNode node: Int) throws(IndexError) {
        var rest = try bounds(ofNode: node, level: 1)
        // Short answers leave most of these leaves out after the first ones.
        if best.limit >= Self.limitThatReadsAhead {
            context.readAhead(.points, children: rest.mask(upTo: best.boxLimit), ofNode: node, level: 1)
        }
        var least = rest.least
        while least <= best.boxLimit {
            // Mostly one leaf; several where boxes hold the place itself.
            var nearest = rest.mask(upTo: least)
            rest.replace(with: .infinity, where: rest .<= least)
            while nearest != 0 {
                try scan(leaf: node * TreeShape.fanOut + nearest.trailingZeroBitCount)
                nearest &= nearest &- 1
            }
            least = rest.least
        }
    }

    @inline(__always)
    private mutating func scan(leaf: Int) throws(IndexError) {
        let distances = try context.view.leaf(leaf, from: circle.origin.point)
        let first = leaf * TreeShape.leafSize
        context.statistics.candidates &+= TreeShape.leafSize
        var mask = distances.mask(upTo: best.squaredChordLimit)
        while mask != 0 {
            let lane = mask.trailingZeroBitCount
            mask &= mask &- 1
            let squaredChord = distances.squaredChords[lane]
            guard squaredChord <= best.squaredChordLimit else { continue }
            try consider(site: first + lane, squaredChord: squaredChord)
        }
    }

    /// Takes a site that is near enough, if it passes.
    @inline(__always)
    mutating func consider(site: Int, squaredChord: Double) throws(IndexError) {
        let weight = try context.passingItems(site: site, atMost: best.limit)
        if weight == 0 { return }
        if squaredChord >= circle.within.innerSquaredChord, try !circle.decide(site: site, &context) { return }
        best.insert(
            SiteCandidate(
                squaredChord: squaredChord, site: UInt32(truncatingIfNeeded: site),
                weight: UInt32(truncatingIfNeeded: weight)))
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
