extension PackedTree {
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
        let found = try withView { view throws(IndexError) in
            var search = CountSearch(SearchContext(view, query))
            try search.visit(node: 0, level: view.height)
            return (total: search.total, statistics: search.context.statistics)
        }
        statistics += found.statistics
        return min(found.total, query.limit ?? .max)
    }
}

/// Finds the sites inside the radius and the ring that have an item to give.
struct RadiusSearch: ~Copyable {
    var context: SearchContext
    var hits: HitBuffer
    private var memory = ScratchMemory(byteCount: 8192)
    private let boxLimit: Float
    private let outerSquaredChord: Double

    init(_ context: consuming SearchContext) {
        boxLimit = BoxBounds.loosened(context.within.outerSquaredChord)
        // Finite: the points of a short leaf's missing sites are infinite.
        outerSquaredChord = min(context.within.outerSquaredChord, .greatestFiniteMagnitude)
        hits = HitBuffer(capacity: Self.expectedHits, in: &memory)
        self.context = context
    }

    private static let expectedHits = 256

    /// - Parameter level: 1 for the parents of leaves; the root's is the tree's
    ///   height.
    mutating func visit(node: Int, level: Int) throws(IndexError) {
        try context.step()
        let view = context.view
        let group = view.group(ofNode: node, level: level)
        try view.bytes.verify(view.boxes, group * TreeShape.groupStride, TreeShape.groupStride)
        var reached = context.bounds.nearest(view.boxes, group: group).mask(upTo: boxLimit)
        context.statistics.boxes &+= TreeShape.fanOut
        context.readAhead(children: reached, ofNode: node, level: level)
        while reached != 0 {
            let child = node * TreeShape.fanOut + reached.trailingZeroBitCount
            reached &= reached &- 1
            if level > 1 {
                try visit(node: child, level: level - 1)
            } else {
                try scan(leaf: child)
            }
        }
    }

    @inline(__always)
    private mutating func scan(leaf: Int) throws(IndexError) {
        let distances = try context.view.leaf(leaf, from: context.originPoint)
        let first = leaf * TreeShape.leafSize
        context.statistics.candidates &+= TreeShape.leafSize
        var mask = distances.mask(upTo: outerSquaredChord)
        if mask == 0 { return }
        mask = try context.sitesWithin(mask, distances, firstSite: first)
        if !context.takesEveryItem { mask = try passing(mask, firstSite: first) }
        hits.append(mask, distances, firstSite: first)
    }

    /// The sites, as bits, at which an item passes.
    @inline(never)
    private mutating func passing(_ mask: UInt, firstSite: Int) throws(IndexError) -> UInt {
        var (rest, passing) = (mask, mask)
        while rest != 0 {
            let lane = rest.trailingZeroBitCount
            rest &= rest &- 1
            if try context.passingItems(site: firstSite + lane, atMost: 1) == 0 { passing &= ~(1 << UInt(lane)) }
        }
        return passing
    }
}

/// Counts the items inside the radius and the ring.
struct CountSearch: ~Copyable {
    var context: SearchContext
    private(set) var total = 0
    private let outside: Float
    private let inside: Float
    private let outerSquaredChord: Double
    /// Whether a leaf's sites inside need only be counted.
    private let countsSites: Bool

    init(_ context: consuming SearchContext) {
        outside = BoxBounds.loosened(context.within.outerSquaredChord)
        inside = BoxBounds.tightened(context.within.innerSquaredChord)
        outerSquaredChord = min(context.within.outerSquaredChord, .greatestFiniteMagnitude)
        countsSites = context.takesEveryItem && context.view.sitesHoldOneItem
        self.context = context
    }

    mutating func visit(node: Int, level: Int) throws(IndexError) {
        try context.step()
        let view = context.view
        let group = view.group(ofNode: node, level: level)
        try view.bytes.verify(view.boxes, group * TreeShape.groupStride, TreeShape.groupStride)
        var reached = context.bounds.nearest(view.boxes, group: group).mask(upTo: outside)
        if reached == 0 { return }
        let whole =
            context.takesEveryItem
            ? context.bounds.farthest(view.boxes, group: group).mask(below: inside) : 0
        context.statistics.boxes &+= TreeShape.fanOut
        context.readAhead(children: reached & ~whole, ofNode: node, level: level)
        while reached != 0 {
            let lane = reached.trailingZeroBitCount
            let child = node * TreeShape.fanOut + lane
            reached &= reached &- 1
            if whole >> UInt(lane) & 1 == 1 {
                total += try view.items(atSites: view.sites(ofNode: child, level: level - 1)).count
            } else if level > 1 {
                try visit(node: child, level: level - 1)
            } else {
                try scan(leaf: child)
            }
        }
    }

    @inline(__always)
    private mutating func scan(leaf: Int) throws(IndexError) {
        let distances = try context.view.leaf(leaf, from: context.originPoint)
        let first = leaf * TreeShape.leafSize
        context.statistics.candidates &+= TreeShape.leafSize
        let inside = distances.mask(upTo: context.within.innerSquaredChord.nextDown)
        let open = distances.mask(upTo: outerSquaredChord) & ~inside
        // One branch, nearly always predicted right, so that the next leaves
        // are read meanwhile.
        if countsSites, open == 0 {
            total += inside.nonzeroBitCount
        } else {
            try count(inside, open, firstSite: first)
        }
    }

    /// - Parameters:
    ///   - inside: the sites of a leaf, as bits, that are certainly inside.
    ///   - open: the sites whose chords cannot tell.
    @inline(never)
    private mutating func count(_ inside: UInt, _ open: UInt, firstSite: Int) throws(IndexError) {
        let mask = open == 0 ? inside : try context.decide(open, among: inside | open, firstSite: firstSite)
        if countsSites { total += mask.nonzeroBitCount } else { try countItems(mask, firstSite: firstSite) }
    }

    @inline(never)
    private mutating func countItems(_ mask: UInt, firstSite: Int) throws(IndexError) {
        var rest = mask
        while rest != 0 {
            total += try context.passingItems(site: firstSite + rest.trailingZeroBitCount, atMost: .max)
            rest &= rest &- 1
        }
    }
}
