/// A question made ready for the walk, and what it has cost so far.
struct SearchContext {
    let tree: PackedTree
    let origin: Coordinate
    let originPoint: EarthPoint
    let bounds: BoxBounds
    let filter: ItemFilter
    /// s ≤ radius
    let within: RadiusTest
    /// Where the ring or the page begins; nil when neither was asked for.
    let beyond: LowerBound?
    var statistics = SearchStatistics()

    /// The first (distance, key) of the answer.
    struct LowerBound {
        let test: RadiusTest
        /// At exactly this distance only items with larger keys; nil for all.
        let keysAfter: ItemKey?
    }

    init(_ tree: PackedTree, _ query: NeighborQuery) {
        self.tree = tree
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
    }

    func pair(site: Int) throws(IndexError) -> PointPair {
        PointPair(
            origin: origin, originPoint: originPoint, target: try tree.coordinate(ofSite: site),
            targetPoint: try tree.point(ofSite: site))
    }

    /// Whether a site lies inside the radius.
    @inline(__always)
    mutating func isWithin(_ squaredChord: Double, site: Int) throws(IndexError) -> Bool {
        if squaredChord < within.innerSquaredChord { return true }
        if squaredChord > within.outerSquaredChord { return false }
        return within.decide(try pair(site: site), &statistics)
    }

    /// The items at a site that the question is about, before the filter.
    @inline(__always)
    mutating func itemsBeyond(_ squaredChord: Double, site: Int) throws(IndexError) -> Range<Int> {
        let items = try tree.items(atSites: site..<site + 1)
        guard let beyond else { return items }
        return try itemsBeyond(beyond, items, squaredChord, site: site)
    }

    @inline(never)
    private mutating func itemsBeyond(
        _ beyond: LowerBound, _ items: Range<Int>, _ squaredChord: Double, site: Int
    ) throws(IndexError) -> Range<Int> {
        let none = items.upperBound..<items.upperBound
        if squaredChord > beyond.test.outerSquaredChord { return items }
        if squaredChord < beyond.test.innerSquaredChord { return none }
        let order = try pair(site: site).compare(with: beyond.test.radius, &statistics)
        if order < 0 { return none }
        guard order == 0, let key = beyond.keysAfter else { return items }
        for position in items where try tree.key(at: position) > key {
            return position..<items.upperBound
        }
        return none
    }
}

/// A site that may belong to the answer.
struct SiteCandidate: BitwiseCopyable {
    var squaredChord: Double
    var site: UInt32
    /// How many of its items pass, as far as that was counted.
    var weight: UInt32
}
