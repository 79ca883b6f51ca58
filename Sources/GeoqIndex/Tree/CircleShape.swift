/// The place that a question is about, by both of its descriptions.
struct SearchOrigin: BitwiseCopyable {
    let place: Coordinate
    let point: EarthPoint

    init(_ place: Coordinate) {
        self.place = place
        point = EarthPoint(place)
    }

    init(_ place: Coordinate, _ point: EarthPoint) {
        (self.place, self.point) = (place, point)
    }

    @inline(never)
    func pair(site: Int, _ view: TreeView) throws(IndexError) -> PointPair {
        let target = try view.place(ofSite: site)
        return PointPair(
            origin: place, originPoint: point, target: target.coordinate, targetPoint: target.point)
    }
}

/// A circle in a search of the tree, decided by `RadiusTest`.
struct CircleShape: SearchShape, BitwiseCopyable {
    static var readsAhead: ReadAhead { .points }

    let origin: SearchOrigin
    let bounds: BoxBounds
    /// s ≤ radius
    let within: RadiusTest
    private let outside: Float
    private let inside: Float
    private let outerSquaredChord: Double

    /// - Parameter radius: in meters; infinity means everything.
    init(origin: Coordinate, radius: Double) {
        self.origin = SearchOrigin(origin)
        bounds = BoxBounds(self.origin.point)
        within = RadiusTest(radius: radius)
        outside = BoxBounds.loosened(within.outerSquaredChord)
        inside = BoxBounds.tightened(within.innerSquaredChord)
        // Finite: the points of a short leaf's missing sites are infinite.
        outerSquaredChord = min(within.outerSquaredChord, .greatestFiniteMagnitude)
    }

    init(_ query: borrowing NeighborQuery) {
        self.init(origin: query.origin, radius: query.radius?.meters ?? .infinity)
    }

    @inline(__always)
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt) {
        let reached = bounds.nearest(view.boxes, group: group).mask(upTo: outside)
        if !wholes || reached == 0 { return (reached, 0) }
        return (reached, bounds.farthest(view.boxes, group: group).mask(below: inside) & reached)
    }

    @inline(__always)
    mutating func sites(
        ofLeaf leaf: Int, _ part: Nothing, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: LeafDistances) {
        let distances = try context.view.leaf(leaf, from: origin.point)
        let candidates = distances.mask(upTo: outerSquaredChord)
        // Nearly always every chord is clearly inside. One branch, nearly always
        // predicted right, so that the next leaves are read meanwhile.
        let open = candidates & ~distances.mask(upTo: within.innerSquaredChord.nextDown)
        if open == 0 { return (candidates, distances) }
        return (try decide(open, among: candidates, firstSite: leaf * TreeShape.leafSize, &context), distances)
    }

    /// The sites among `candidates`, as bits, that lie inside; `open` are those
    /// whose chords cannot tell.
    @inline(never)
    private func decide(
        _ open: UInt, among candidates: UInt, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError) -> UInt {
        var (open, inside) = (open, candidates)
        while open != 0 {
            let lane = open.trailingZeroBitCount
            open &= open &- 1
            if try !decide(site: firstSite + lane, &context) { inside &= ~(1 << UInt(lane)) }
        }
        return inside
    }

    /// Whether a site lies inside the radius, when its chord leaves that open.
    @inline(never)
    func decide(site: Int, _ context: inout SearchContext) throws(IndexError) -> Bool {
        within.decide(try origin.pair(site: site, context.view), &context.statistics)
    }
}

extension CircleShape {
    init(_ circle: Circle) {
        self.init(origin: circle.center, radius: circle.radius.meters)
    }
}
