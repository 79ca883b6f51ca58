extension Area {
    /// Refuses rings that an area may have by its definition, but that are surely not meant: a ring that is one
    /// place, or whose geodesic edges go there and back along the meridian ±180°; a hole outside of its polygon's
    /// outer ring, or inside of another hole, where its places would count as land; and rings that cross themselves, or
    /// another ring of their polygon, in a vertex.
    ///
    /// Of a polygon with a ring around the earth's axis, or with a vertex at the south pole, holes are not looked at:
    /// these have no outside in the plane. Crossings in vertices are looked at between drawn edges alone; those of a
    /// ring with itself only when it neither goes around the axis nor has a vertex at a pole.
    ///
    /// - Throws: `AreaError.ringWithoutArea`, `.ringCrossesItself`, `.holeOutside`, `.holeInHole`,
    ///   `.ringsCrossInVertex`.
    /// - Precondition: the polygons are those of an area with these edges.
    /// - Complexity: O(*n* log *n*); O(*n*) for geodesic edges without holes.
    package static func checkRings(of polygons: [Polygon], edges: Edges = .drawn) throws(AreaError) {
        for (number, polygon) in polygons.enumerated() {
            for (ring, positions) in polygon.rings.enumerated() {
                guard let first = positions.first else { continue }
                if positions.allSatisfy({ $0.isSamePlace(as: first) })
                    || edges == .geodesic && positions.allSatisfy(\.isOnDateLine)
                {
                    throw .ringWithoutArea(polygon: number, ring: ring)
                }
                if edges == .drawn, let place = Polygon.ownCrossing(of: positions) {
                    throw .ringCrossesItself(polygon: number, ring: ring, at: place)
                }
            }
            if !polygon.holes.isEmpty { try polygon.checkHoles(edges, number: number) }
        }
    }
}

extension Coordinate {
    /// Whether it lies on the meridian ±180°, and is no pole.
    ///
    /// The geodesic between two such places runs along the meridian, and has no length when only the numbers of the
    /// meridian differ. (The way along it that meets no pole is less than half of the ellipse around the earth, and the
    /// other way over the poles is the rest.)
    fileprivate var isOnDateLine: Bool { abs(longitude) == 180 && !isPole }
}

extension Area.Polygon {
    fileprivate func checkHoles(_ edges: Area.Edges, number: Int) throws(AreaError) {
        let given = rings.compactMap { ring in
            switch edges {
            case .drawn: FlatRing(ring)
            case .geodesic: FlatRing(geodesic: ring, atMost: Area.largestCount)
            }
        }
        guard given.count == rings.count, !given.contains(where: { $0.runsRoundPole || $0.touchesSouth }),
            let flat = FlatRing.onOneDateLine(given)
        else { return }
        let sides = RingSides(flat)
        if edges == .drawn, sides.mayCross, let crossing = Self.crossingInVertex(of: rings) {
            throw .ringsCrossInVertex(polygon: number, ring: crossing.ring, at: crossing.place)
        }
        guard let hole = holes.indices.first(where: { !sides.isInsideUnder(ring: $0 + 1) }) else { return }
        if EdgeTree([given[0]], poles: [nil]).tellsInside(given[hole + 1]) == false {
            throw .holeOutside(polygon: number, ring: hole + 1)
        }
        throw .holeInHole(polygon: number, ring: hole + 1)
    }

    /// Where a ring comes to the other side of itself in a vertex.
    ///
    /// A ring that only touches itself is as near as one likes to one that does not, and so inside is on the same side
    /// of all its edges. Where it crosses itself inside changes to the other side.
    fileprivate static func ownCrossing(of ring: [Coordinate]) -> Coordinate? {
        let given = FlatRing(ring)
        guard given.isPlain, !ring.allSatisfy(\.isOnDateLine), let flat = FlatRing.onOneDateLine([given]),
            RingSides(flat).mayCross, let (nodes, sides) = RingFaces.nodes(of: [ring])
        else { return nil }
        var last: Bool?
        for (edge, place) in nodes[0].dropLast().enumerated() {
            guard let isLeft = sides.isInsideLeft(ofEdge: edge) else { continue }
            if let last, last != isLeft { return place }
            last = isLeft
        }
        return nil
    }

    /// Where a ring comes to the other side of another one in a vertex.
    ///
    /// With all touches as vertices, a whole edge lies on one side of each other ring. Whether inside is to the
    /// left of an edge says the ring itself, and once more each ring around the edge. So all other
    /// rings together lie around two edges of a ring both an even number of times, or both an odd number, unless it
    /// crosses one of them between.
    private static func crossingInVertex(of rings: [[Coordinate]]) -> (ring: Int, place: Coordinate)? {
        guard let (nodes, sides) = RingFaces.nodes(of: rings) else { return nil }
        for (ring, positions) in nodes.enumerated() {
            let alone = RingSides([FlatRing(positions)])
            var last: Bool?
            for edge in positions.indices.dropLast() {
                guard let own = alone.isInsideLeft(ofEdge: edge),
                    let all = sides.isInsideLeft(ofEdge: sides.firstEdges[ring] + edge)
                else { continue }
                if let last, last != (own != all) { return (ring, positions[edge]) }
                last = own != all
            }
        }
        return nil
    }
}

extension RingSides {
    /// Whether rings may cross each other in a vertex. Where they do, inside is to the left of some edges of a
    /// ring, and to the right of others.
    fileprivate var mayCross: Bool {
        if hasCrossedEdge { return true }
        return under.indices.contains { ring in
            var isLeft: Bool?
            for edge in firstEdges[ring]..<firstEdges[ring + 1] {
                guard let isThisLeft = isInsideLeft(ofEdge: edge) else { continue }
                if let isLeft, isLeft != isThisLeft { return true }
                isLeft = isThisLeft
            }
            return false
        }
    }
}

extension EdgeTree {
    /// Whether another ring, which does not cross this one, lies inside; nil when every vertex and every middle
    /// of an edge lies on this ring.
    func tellsInside(_ ring: FlatRing) -> Bool? {
        for edge in ring.wraps.indices {
            let (start, end) = (ring.vertices[edge], ring.vertices[edge + 1])
            // A vertex on this ring does not tell, and nor does the middle of a shared edge. That of an edge
            // across ±180° is elsewhere in the plane.
            for point in ring.wraps[edge] ? [start] : [start, (start + end) * 0.5] where abs(point.x) < 180 {
                switch crossings(point, node: nodes.count - 1, level: height) {
                case .onEdge: continue
                case .odd: return true
                case .even: return false
                }
            }
        }
        return nil
    }
}
