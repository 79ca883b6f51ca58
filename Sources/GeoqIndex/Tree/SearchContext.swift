/// What a search reads, which items it may give, and what it has cost so far.
///
/// Not copyable, because it is large and each copy would count references.
struct SearchContext: ~Copyable {
    let view: TreeView
    let filter: ItemFilter
    /// Where the ring or the page around a place begins; nil when neither was asked
    /// for.
    let beyond: LowerBound?
    /// Whether every item inside the region belongs to the answer.
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
        let origin: SearchOrigin
        let test: RadiusTest
        /// At exactly this distance only items with larger keys; nil for all.
        let keysAfter: ItemKey?
    }

    /// The query is borrowed, and its interruption read first: Swift 6.3 releases
    /// the filter once too often in optimized builds when it is read last.
    init(_ view: TreeView, _ query: borrowing NeighborQuery, from origin: SearchOrigin) {
        interruption = query.interruption
        self.view = view
        filter = query.filter
        let minimum = query.minimum.map {
            LowerBound(origin: origin, test: RadiusTest(radius: $0.meters), keysAfter: nil)
        }
        let after = query.after.map {
            LowerBound(origin: origin, test: RadiusTest(radius: $0.distance.meters), keysAfter: $0.key)
        }
        // The later of the two; at the same distance the cursor is the stricter.
        if let minimum, let after {
            beyond = after.test.radius >= minimum.test.radius ? after : minimum
        } else {
            beyond = after ?? minimum
        }
        takesEveryItem = beyond == nil && filter.acceptsEverything
    }

    /// For all items of a region that pass a filter.
    init(_ view: TreeView, filter: borrowing ItemFilter, interruption: Interruption?) {
        self.interruption = interruption
        self.view = view
        self.filter = copy filter
        beyond = nil
        takesEveryItem = self.filter.acceptsEverything
    }

    /// One step of the walk; without an interruption one comparison.
    ///
    /// - Throws: `IndexError.interrupted` when the search is to stop.
    @inline(__always)
    mutating func step() throws(IndexError) {
        if interruption != nil { try lookAtInterruption() }
    }

    /// Looks at once.
    func look() throws(IndexError) { try interruption?.check() }

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
    mutating func readAhead(_ what: ReadAhead, children lanes: UInt, ofNode node: Int, level: Int) {
        var (lanes, read) = (lanes, readAhead)
        while lanes != 0 {
            let child = node * TreeShape.fanOut + lanes.trailingZeroBitCount
            if level > 1 {
                switch what {
                case .points, .places: read ^= view.touched(group: view.group(ofNode: child, level: level - 1))
                case .onlyPlaces, .nothing: return
                }
            } else {
                switch what {
                case .points: read ^= view.touched(leaf: child)
                case .places, .onlyPlaces: read ^= view.touched(placesOf: child)
                case .nothing: return
                }
            }
            lanes &= lanes &- 1
        }
        readAhead = read
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
        let pair = try beyond.origin.pair(site: site, view)
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

    /// The sites, as bits, at which an item passes.
    @inline(never)
    mutating func passing(_ mask: UInt, firstSite: Int) throws(IndexError) -> UInt {
        var (rest, passing) = (mask, mask)
        while rest != 0 {
            let lane = rest.trailingZeroBitCount
            rest &= rest &- 1
            if try passingItems(site: firstSite + lane, atMost: 1) == 0 { passing &= ~(1 << UInt(lane)) }
        }
        return passing
    }
}
