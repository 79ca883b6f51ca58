/// An area in a search of the tree.
///
/// Down the tree the area's edges are narrowed to those near the node
/// (`NarrowedEdges`), so a node or a site costs as much as the edges around it,
/// however many there are elsewhere. Nodes at a pole or at ±180° ask the whole
/// area.
struct AreaShape: SearchShape {
    static var readsAhead: ReadAhead { .onlyPlaces }

    private let area: Area
    private var edges: NarrowedEdges

    init(_ area: Area) {
        self.area = area
        edges = NarrowedEdges(area.index.trees)
    }

    /// The edges near a node; nil for the whole area.
    typealias Part = NarrowedEdges.Part?

    var everything: Part { nil }

    @inline(__always)
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt) {
        (view.presentChildren(ofGroup: group), 0)
    }

    mutating func enter(_ child: ChildNode, of part: Part, _ view: TreeView) throws(IndexError) -> EnteredNode<Part> {
        let box =
            child.level == 0
            ? try view.coordinates(ofLeaf: child.index)
            : EarthBox(view.boxes, group: child.group, lane: child.lane).coordinates
        let flat = FlatBox(
            low: SIMD2(box.west.coarse, box.south.coarse), high: SIMD2(box.east.coarse, box.north.coarse))
        let isPlain =
            flat.low.x > -180 && flat.high.x < 180 && flat.low.x <= flat.high.x && flat.low.y > -90
            && flat.high.y < 90
        guard isPlain else {
            switch area.relation(to: box) {
            case .inside: return .inside
            case .outside: return .outside
            case .edge: return .edge(nil)
            }
        }
        let found = edges.narrow(to: flat, from: part) { area.index.boxes.all(meeting: flat) }
        return switch found {
        case .inside: .inside
        case .outside: .outside
        case .edge(let part): .edge(part)
        }
    }

    mutating func leave(_ part: Part) {
        if let part { edges.leave(part) }
    }

    func sites(
        ofLeaf leaf: Int, _ part: Part, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: Nothing) {
        var mask: UInt = 0
        let sites = context.view.sites(ofNode: leaf, level: 0)
        for site in sites {
            let place = try context.view.coordinate(ofSite: site)
            let isInside =
                if let part { edges.holds(SIMD2(flat: place), part) } else { area.contains(place) }
            if isInside { mask |= 1 << UInt(site - sites.lowerBound) }
        }
        return (mask, Nothing())
    }
}

extension TreeView {
    /// The children that a group has, as bits. The box of a missing one is nowhere.
    func presentChildren(ofGroup group: Int) -> UInt {
        boxes.load(at: group * TreeShape.groupStride, as: SIMD16<Float>.self).mask(below: .infinity)
    }

    /// The least box, not across ±180°, with the coordinates of a leaf's sites.
    func coordinates(ofLeaf leaf: Int) throws(IndexError) -> BoundingBox {
        let sites = sites(ofNode: leaf, level: 0)
        try bytes.verify(places, 2 * sites.lowerBound, 2 * sites.count)
        var low = places.load(at: 2 * sites.lowerBound, as: SIMD2<Double>.self)
        var high = low
        for site in sites.dropFirst() {
            let place = places.load(at: 2 * site, as: SIMD2<Double>.self)
            low.replace(with: place, where: place .< low)
            high.replace(with: place, where: place .> high)
        }
        return BoundingBox(unchecked: low.y, low.x, high.y, high.x)
    }
}
