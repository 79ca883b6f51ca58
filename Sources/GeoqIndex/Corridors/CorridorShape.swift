/// A corridor in a search of the tree.
///
/// Down the tree the line is narrowed to the stretches that come within the width
/// of the node's box: a straight line between box and box is never longer than a
/// geodesic. A node is wholly inside when the straight line from the middle of its
/// box to some place of the line, and half the box's diagonal, are together less
/// than the chord that a geodesic as long as the width has at least (`RadiusTest`).
struct CorridorShape: SearchShape {
    static var readsAhead: ReadAhead { .nothing }

    private let index: CorridorIndex
    private let width: Double
    private let innerChord: Double
    private var stretches: [CorridorIndex.Stretch]

    init(_ corridor: Corridor) {
        index = corridor.index
        width = corridor.width.meters
        innerChord = RadiusTest(radius: width).innerSquaredChord.squareRoot()
        stretches = [corridor.index.whole]
    }

    typealias Part = Range<Int>

    var everything: Part { 0..<1 }

    @inline(__always)
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt) {
        (view.presentChildren(ofGroup: group), 0)
    }

    mutating func enter(_ child: ChildNode, of part: Part, _ view: TreeView) -> EnteredNode<Part> {
        enter(child, of: part, view, wholes: true)
    }

    /// - Parameter wholes: whether to say of a node that it is inside.
    mutating func enter(
        _ child: ChildNode, of part: Part, _ view: TreeView, wholes: Bool
    ) -> EnteredNode<Part> {
        let box = EarthReach(EarthBox(view.boxes, group: child.group, lane: child.lane))
        let first = stretches.count
        for number in part {
            index.narrow(stretches[number], to: box, width: width + 2 * LinePiece.error) { stretches.append($0) }
        }
        let found = first..<stretches.count
        if found.isEmpty { return .outside }
        let half = box.size / 2
        if wholes, half < innerChord, index.chordToSomePlace(from: box.middle, in: stretches[found]) + half < innerChord
        {
            leave(found)
            return .inside
        }
        return .edge(found)
    }

    mutating func leave(_ part: Part) {
        stretches.removeLast(stretches.count - part.lowerBound)
    }

    func sites(
        ofLeaf leaf: Int, _ part: Part, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: Nothing) {
        var mask: UInt = 0
        let sites = context.view.sites(ofNode: leaf, level: 0)
        for site in sites {
            // A route that goes often over the same ground costs seconds for one site.
            try context.look()
            let place = try context.view.place(ofSite: site)
            let origin = SearchOrigin(place.coordinate, place.point)
            if index.holds(origin, within: width, in: stretches[part]) { mask |= 1 << UInt(site - sites.lowerBound) }
        }
        return (mask, Nothing())
    }

    /// The foot of a site; nil when it lies outside.
    func foot(ofSite site: Int, _ part: Part, _ view: TreeView) throws(IndexError) -> Corridor.Foot? {
        let place = try view.place(ofSite: site)
        return index.foot(of: SearchOrigin(place.coordinate, place.point), within: width, in: stretches[part])
    }
}

/// A corridor whose sites' feet are wanted.
struct MeasuredCorridorShape: SearchShape {
    static var readsAhead: ReadAhead { .nothing }

    private var corridor: CorridorShape

    init(_ corridor: Corridor) {
        self.corridor = CorridorShape(corridor)
    }

    /// The feet of a leaf's sites.
    struct Leaf: BitwiseCopyable {
        var along = SIMD8<Double>.zero
        var offset = SIMD8<Double>.zero
        /// 1 to the left, −1 to the right.
        var side = SIMD8<Int8>.zero
    }

    var everything: Range<Int> { corridor.everything }

    @inline(__always)
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt) {
        corridor.children(ofGroup: group, view, wholes: wholes)
    }

    mutating func enter(_ child: ChildNode, of part: Range<Int>, _ view: TreeView) -> EnteredNode<Range<Int>> {
        corridor.enter(child, of: part, view, wholes: false)
    }

    mutating func leave(_ part: Range<Int>) { corridor.leave(part) }

    func sites(
        ofLeaf leaf: Int, _ part: Range<Int>, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: Leaf) {
        var (mask, found): (UInt, Leaf) = (0, Leaf())
        let sites = context.view.sites(ofNode: leaf, level: 0)
        for site in sites {
            try context.look()
            guard let foot = try corridor.foot(ofSite: site, part, context.view) else { continue }
            let lane = site - sites.lowerBound
            mask |= 1 << UInt(lane)
            found.along[lane] = foot.along
            found.offset[lane] = foot.offset
            found.side[lane] = foot.side == nil ? 0 : foot.side == .left ? 1 : -1
        }
        return (mask, found)
    }
}

/// Keeps the items along a corridor.
struct AlongSink: SearchSink {
    typealias Leaf = MeasuredCorridorShape.Leaf

    private(set) var found: [(foot: Corridor.Foot, key: ItemKey, position: Int)] = []

    func takesSubtrees(_ context: borrowing SearchContext) -> Bool { false }

    mutating func take(
        _ mask: UInt, _ leaf: Leaf, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError) {
        var rest = mask
        while rest != 0 {
            let lane = rest.trailingZeroBitCount
            rest &= rest &- 1
            let side: Corridor.Side? = leaf.side[lane] == 0 ? nil : leaf.side[lane] > 0 ? .left : .right
            let foot = Corridor.Foot(along: leaf.along[lane], offset: leaf.offset[lane], side: side)
            let site = firstSite + lane
            for position in try context.view.items(atSites: site..<site + 1) where try context.filter.accepts(position)
            {
                found.append((foot, try context.view.key(at: position), position))
            }
        }
    }

    func take(subtree sites: Range<Int>, _ context: inout SearchContext) {
        preconditionFailure("A sink that measures sites takes no subtrees.")
    }

    /// In the order of travel.
    mutating func hits() -> [CorridorHit] {
        found.sort { $0.foot.order == $1.foot.order ? $0.key < $1.key : $0.foot.order < $1.foot.order }
        return found.map { CorridorHit(position: $0.position, foot: $0.foot) }
    }
}

extension EarthReach {
    init(_ box: EarthBox) {
        self.init(low: SIMD3(box.low), high: SIMD3(box.high))
    }
}
