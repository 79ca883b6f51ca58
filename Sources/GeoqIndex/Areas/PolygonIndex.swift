/// The polygons of an area, each with its edges in a tree, and a tree over all.
final class PolygonIndex: Sendable {
    /// The polygons, so that neighbors lie together.
    let trees: [EdgeTree]
    let boxes: FlatBoxTree
    /// By tree: where its edges lie on the earth.
    let reaches: [[EarthReach]]
    let holdsNorth: Bool
    let holdsSouth: Bool
    /// Whether polygons have edges in common (`SharedEdges`).
    let hasSharedEdges: Bool
    let grid = LazyAreaGrid()

    /// - Parameter limit: of positions, the pieces of edges included.
    init(_ polygons: [Area.Polygon], edges: Area.Edges, pole: Area.Pole?, atMost limit: Int) throws(AreaError) {
        var all: [(rings: [FlatRing], poles: [Area.Pole?])] = []
        all.reserveCapacity(polygons.count)
        var room = limit
        for (number, polygon) in polygons.enumerated() {
            var (rings, poles): ([FlatRing], [Area.Pole?]) = ([], [])
            for (ringNumber, positions) in polygon.rings.enumerated() {
                let ring = try Self.ring(
                    positions, edges, room: &room, atMost: limit, polygon: number, ring: ringNumber)
                let held = ring.pole(saying: pole)
                if ring.runsRoundPole, held == nil { throw .ringAroundPole(polygon: number, ring: ringNumber) }
                rings.append(ring)
                poles.append(held)
            }
            if rings.count > 1 { try Self.checkCrossings(of: rings, polygon: number) }
            all.append((rings, poles))
        }
        let seams = Seams(all.map(\.rings))
        // Each of many long edges may be cut at each of many ends: they are counted before.
        if !seams.isEmpty {
            for rings in all.lazy.map(\.rings) where Seams.isFlat(rings) {
                let cuts = rings.reduce(0) { $0 + $1.cutCount(at: seams) }
                guard cuts <= max(room, 0) else { throw .tooManyPositions(count: limit + 1) }
                room -= cuts
            }
        }
        let common = SharedEdges(all.map(\.rings))
        hasSharedEdges = !common.isEmpty
        let shared = common.isEmpty ? nil : common
        var trees = all.map { rings, poles in
            let tree: EdgeTree
            if seams.isEmpty || !Seams.isFlat(rings) {
                tree = EdgeTree(rings, poles: poles, shared: shared)
            } else {
                let cut = rings.map { ring in
                    var ring = ring
                    ring.cut(at: seams)
                    return ring
                }
                tree = EdgeTree(cut, poles: poles, seams: seams, shared: shared)
            }
            return (place: EdgeTree.place((tree.root.low + tree.root.high) * 0.5), tree: tree)
        }
        trees.sort { $0.place < $1.place }
        self.trees = trees.map(\.tree)
        boxes = FlatBoxTree(self.trees.map(\.box))
        reaches = self.trees.map { $0.makeReaches() }
        holdsNorth = self.trees.contains { $0.holdsNorth || $0.touchesNorth }
        holdsSouth = self.trees.contains { $0.holdsSouth || $0.touchesSouth }
    }

    /// Rings of one polygon may touch each other in points, and no more.
    private static func checkCrossings(of rings: [FlatRing], polygon: Int) throws(AreaError) {
        var sweep = RingSweep(rings)
        guard let crossing = sweep.firstCrossing() else { return }
        func place(_ edge: Int) -> (ring: Int, vertex: Int) {
            var rest = edge
            for (number, ring) in rings.enumerated() {
                if rest < ring.wraps.count { return (number, ring.sources[rest]) }
                rest -= ring.wraps.count
            }
            preconditionFailure("A crossing is of edges that there are.")
        }
        let (first, second) = (place(crossing.edge), place(crossing.other))
        throw .crossingRings(
            polygon: polygon, ring: first.ring, vertex: first.vertex, other: second.ring, otherVertex: second.vertex)
    }

    /// A ring that is closed and does not cross itself.
    ///
    /// - Parameters:
    ///   - room: how many more pieces fit.
    ///   - limit: how many fit in all.
    private static func ring(
        _ positions: [Coordinate], _ edges: Area.Edges, room: inout Int, atMost limit: Int, polygon: Int,
        ring number: Int
    ) throws(AreaError) -> FlatRing {
        guard positions.count >= 4 else {
            throw .tooFewPositions(polygon: polygon, ring: number, count: positions.count)
        }
        guard positions[0].isSamePlace(as: positions[positions.count - 1]) else {
            throw .unclosedRing(polygon: polygon, ring: number)
        }
        let ring: FlatRing
        switch edges {
        case .drawn: ring = FlatRing(positions)
        case .geodesic:
            guard let made = FlatRing(geodesic: positions, atMost: room) else {
                throw .tooManyPositions(count: limit + 1)
            }
            ring = made
        }
        room -= ring.vertices.count
        var sweep = RingSweep(ring)
        if let crossing = sweep.firstCrossing() {
            if ring.goesThereAndBack {
                throw .ringWithoutArea(polygon: polygon, ring: number)
            }
            throw .selfCrossing(
                polygon: polygon, ring: number, vertex: ring.sources[crossing.edge],
                other: ring.sources[crossing.other])
        }
        return ring
    }
}

extension EdgeTree {
    /// What holds the polygon: the box of its edges, and with a pole inside all
    /// from there. A vertex at a pole has all longitudes.
    var box: FlatBox {
        var box = FlatBox(low: root.low, high: root.high)
        if holdsNorth { box.high.y = 90 }
        if holdsSouth { box.low.y = -90 }
        if holdsNorth || holdsSouth || touchesNorth || touchesSouth { (box.low.x, box.high.x) = (-180, 180) }
        return box
    }
}

extension Area {
    /// Whether a place lies inside or on the boundary: exactly, as the doubles of
    /// the vertices and of the place say.
    ///
    /// - Complexity: O(log *polygons* + log *n*), and the edges whose boxes hold the
    ///   place: some tenths of a microsecond for a ring of 10 000 vertices.
    public func contains(_ coordinate: Coordinate) -> Bool {
        if coordinate.isPole { return coordinate.latitude > 0 ? index.holdsNorth : index.holdsSouth }
        let point = SIMD2(flat: coordinate)
        if abs(point.x) == 180 {
            return [-180.0, 180].contains { x in
                index.boxes.first(holding: SIMD2(x, point.y)) { index.trees[$0].holds(point) } != nil
            }
        }
        return index.boxes.first(holding: point) { index.trees[$0].holds(point) } != nil
    }

    /// Whether a place lies inside of a polygon and on none of its edges: as exact as
    /// `contains`. A vertex at a pole is an edge.
    ///
    /// - Complexity: twice that of `contains`.
    package func holdsInside(_ coordinate: Coordinate) -> Bool {
        if coordinate.isPole {
            return index.trees.contains {
                coordinate.latitude > 0
                    ? ($0.holdsNorth || $0.touchesNorth) && !$0.hasNorthOnEdge
                    : ($0.holdsSouth || $0.touchesSouth) && !$0.hasSouthOnEdge
            }
        }
        let point = SIMD2(flat: coordinate)
        let numbers = abs(point.x) == 180 ? [-180.0, 180] : [point.x]
        return numbers.contains { x in
            index.boxes.first(holding: SIMD2(x, point.y)) {
                index.trees[$0].holds(point) && !index.trees[$0].hasOnEdge(point)
            } != nil
        }
    }
}
