/// An area in a search of the tree.
///
/// An area that is asked about often has a grid (`LazyAreaGrid`). By it most nodes and
/// sites are told without a look at an edge, and nodes away from its box without a
/// look at longitudes and latitudes.
///
/// Without one the area's edges are narrowed down the tree to those near the node
/// (`NarrowedEdges`), so a node or a site costs as much as the edges around it,
/// however many there are elsewhere. Nodes at a pole or at ±180° ask the whole
/// area.
struct AreaShape: SearchShape {
    static var readsAhead: ReadAhead { .onlyPlaces }

    private let area: Area
    private var edges: NarrowedEdges
    private let grid: AreaGrid?

    init(_ area: Area) { self.init(area, area.index.grid.grid(of: area)) }

    /// With a grid, or without.
    init(_ area: Area, _ grid: AreaGrid?) {
        (self.area, self.grid) = (area, grid)
        edges = NarrowedEdges(area.index.trees)
    }

    /// What matters in a node.
    enum Part {
        /// The whole area, or its grid.
        case everything
        case edges(NarrowedEdges.Part)
        /// Of a leaf, what the grid tells.
        case told(AreaGrid.Told)
    }

    var everything: Part { .everything }

    @inline(__always)
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt) {
        guard let grid else { return (view.presentChildren(ofGroup: group), 0) }
        return (grid.outline.children(ofGroup: group, view, wholes: false).reached, 0)
    }

    @inline(__always)
    mutating func enter(_ child: ChildNode, of part: Part, _ view: TreeView) throws(IndexError) -> EnteredNode<Part> {
        guard let grid else { return try enterNarrowed(child, of: part, view) }
        if child.level == 0 {
            let sites = view.sites(ofNode: child.index, level: 0)
            try view.bytes.verify(view.places, 2 * sites.lowerBound, 2 * sites.count)
            let told = grid.told(view.places, at: sites)
            if told.inside.nonzeroBitCount == sites.count { return .inside }
            return told.inside | told.unsure == 0 ? .outside : .edge(.told(told))
        }
        return switch grid.relation(to: EarthBox(view.boxes, group: child.group, lane: child.lane).coordinates) {
        case .inside: .inside
        case .outside: .outside
        case .edge: .edge(.everything)
        }
    }

    private mutating func enterNarrowed(
        _ child: ChildNode, of part: Part, _ view: TreeView
    ) throws(IndexError) -> EnteredNode<Part> {
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
            case .edge: return .edge(.everything)
            }
        }
        let around: NarrowedEdges.Part? = if case .edges(let part) = part { part } else { nil }
        switch edges.narrow(to: flat, from: around, { area.index.boxes.all(meeting: flat) }) {
        case .inside: return .inside
        case .outside: return .outside
        case .edge(let part):
            if child.level == 0 { area.index.grid.count() }
            return .edge(.edges(part))
        }
    }

    mutating func leave(_ part: Part) {
        if case .edges(let part) = part { edges.leave(part) }
    }

    @inline(__always)
    func sites(
        ofLeaf leaf: Int, _ part: Part, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: Nothing) {
        let sites = context.view.sites(ofNode: leaf, level: 0)
        // The places that are inside, and those that the edges have to be asked about.
        var (mask, asked): (UInt, UInt) =
            if case .told(let told) = part { (told.inside, told.unsure) } else { (0, (1 << UInt(sites.count)) - 1) }
        while asked != 0 {
            let lane = asked.trailingZeroBitCount
            asked &= asked &- 1
            let place = try context.view.coordinate(ofSite: sites.lowerBound + lane)
            let isInside =
                if case .edges(let part) = part { edges.holds(SIMD2(flat: place), part) } else { area.contains(place) }
            if isInside { mask |= 1 << UInt(lane) }
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
