/// A question made ready for the walk, and what it has cost so far.
///
/// Not copyable, because it is large and each copy would count references.
struct SearchContext: ~Copyable {
    let view: TreeView
    let origin: Coordinate
    let originPoint: EarthPoint
    let bounds: BoxBounds
    let filter: ItemFilter
    /// s ≤ radius
    let within: RadiusTest
    /// Where the ring or the page begins; nil when neither was asked for.
    let beyond: LowerBound?
    /// Whether every item inside the radius belongs to the answer.
    let takesEveryItem: Bool
    var statistics = SearchStatistics()
    /// The numbers that were read ahead, combined, so that the compiler keeps
    /// the reads.
    private var readAhead: UInt64 = 0
    private let interruption: Interruption?
    /// How many steps are left until the interruption is checked again.
    private var stepsUntilLook = Self.stepsBetweenLooks

    private static let stepsBetweenLooks = 64

    /// The first (distance, key) of the answer.
    struct LowerBound {
        let test: RadiusTest
        /// At exactly this distance only items with larger keys; nil for all.
        let keysAfter: ItemKey?
    }

    /// The query is borrowed, and its interruption read first: Swift 6.3 releases
    /// the filter once too often in optimized builds when it is read last.
    init(_ view: TreeView, _ query: borrowing NeighborQuery) {
        interruption = query.interruption
        self.view = view
        origin = query.origin
        originPoint = EarthPoint(query.origin)
        bounds = BoxBounds(originPoint)
        filter = query.filter
        within = RadiusTest(radius: query.radius?.meters ?? .infinity)
        let minimum = query.minimum.map { LowerBound(test: RadiusTest(radius: $0.meters), keysAfter: nil) }
        let after = query.after.map {
            LowerBound(test: RadiusTest(radius: $0.distance.meters), keysAfter: $0.key)
        }
        // The later of the two; at the same distance the cursor is the stricter.
        if let minimum, let after {
            beyond = after.test.radius >= minimum.test.radius ? after : minimum
        } else {
            beyond = after ?? minimum
        }
        takesEveryItem = beyond == nil && filter.acceptsEverything
    }

    /// One step of the walk; without an interruption one comparison.
    ///
    /// - Throws: `IndexError.interrupted` when the search is to stop.
    @inline(__always)
    mutating func step() throws(IndexError) {
        if interruption != nil { try lookAtInterruption() }
    }

    @inline(never)
    private mutating func lookAtInterruption() throws(IndexError) {
        stepsUntilLook &-= 1
        if stepsUntilLook > 0 { return }
        stepsUntilLook = Self.stepsBetweenLooks
        try interruption?.check()
    }

    /// Asks for the memory of the children to be looked at next, all at once.
    ///
    /// - Parameters:
    ///   - lanes: the children, as bits.
    ///   - level: the node's; 1 for the parents of leaves.
    @inline(__always)
    mutating func readAhead(children lanes: UInt, ofNode node: Int, level: Int) {
        var (lanes, read) = (lanes, readAhead)
        while lanes != 0 {
            let child = node * TreeShape.fanOut + lanes.trailingZeroBitCount
            read ^=
                level == 1
                ? view.touched(leaf: child) : view.touched(group: view.group(ofNode: child, level: level - 1))
            lanes &= lanes &- 1
        }
        readAhead = read
    }

    @inline(never)
    func pair(site: Int) throws(IndexError) -> PointPair {
        let place = try view.place(ofSite: site)
        return PointPair(
            origin: origin, originPoint: originPoint, target: place.coordinate, targetPoint: place.point)
    }

    /// Whether a site lies inside the radius, when its chord leaves that open.
    @inline(never)
    mutating func decide(site: Int) throws(IndexError) -> Bool {
        within.decide(try pair(site: site), &statistics)
    }

    /// The items at a site that lie beyond the ring and the cursor, before the
    /// filter.
    @inline(__always)
    mutating func itemsBeyond(site: Int) throws(IndexError) -> Range<Int> {
        let items = try view.items(atSites: site..<site + 1)
        guard let beyond else { return items }
        return try itemsBeyond(beyond, items, site: site)
    }

    @inline(never)
    private mutating func itemsBeyond(
        _ beyond: LowerBound, _ items: Range<Int>, site: Int
    ) throws(IndexError) -> Range<Int> {
        let none = items.upperBound..<items.upperBound
        let pair = try pair(site: site)
        let squaredChord = pair.originPoint.squaredChord(to: pair.targetPoint)
        if squaredChord > beyond.test.outerSquaredChord { return items }
        if squaredChord < beyond.test.innerSquaredChord { return none }
        let order = pair.compare(with: beyond.test.radius, &statistics)
        if order < 0 { return none }
        guard order == 0, let key = beyond.keysAfter else { return items }
        for position in items where try view.key(at: position) > key {
            return position..<items.upperBound
        }
        return none
    }

    /// How many items at a site pass the ring, the cursor and the filter; no
    /// more than `limit` are counted.
    @inline(__always)
    mutating func passingItems(site: Int, atMost limit: Int) throws(IndexError) -> Int {
        if takesEveryItem { return min(try view.items(atSites: site..<site + 1).count, limit) }
        return try filteredItems(site: site, atMost: limit)
    }

    @inline(never)
    private mutating func filteredItems(site: Int, atMost limit: Int) throws(IndexError) -> Int {
        let items = try itemsBeyond(site: site)
        if filter.acceptsEverything { return min(items.count, limit) }
        var passing = 0
        for position in items where try filter.accepts(position) {
            passing += 1
            if passing == limit { break }
        }
        return passing
    }

    /// The sites of a leaf, as bits, that lie inside the radius.
    ///
    /// - Parameter candidates: the sites whose chord does not exclude them.
    @inline(__always)
    mutating func sitesWithin(
        _ candidates: UInt, _ leaf: LeafDistances, firstSite: Int
    ) throws(IndexError) -> UInt {
        // Nearly always every chord is clearly inside.
        let open = candidates & ~leaf.mask(upTo: within.innerSquaredChord.nextDown)
        return open == 0 ? candidates : try decide(open, among: candidates, firstSite: firstSite)
    }

    /// The sites among `candidates`, as bits, that lie inside; `open` are those
    /// whose chords cannot tell.
    @inline(never)
    mutating func decide(_ open: UInt, among candidates: UInt, firstSite: Int) throws(IndexError) -> UInt {
        var (open, inside) = (open, candidates)
        while open != 0 {
            let lane = open.trailingZeroBitCount
            open &= open &- 1
            if try !decide(site: firstSite + lane) { inside &= ~(1 << UInt(lane)) }
        }
        return inside
    }
}
