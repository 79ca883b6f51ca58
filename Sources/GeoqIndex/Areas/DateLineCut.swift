extension Area {
    /// The polygons of an area as RFC 7946, section 3.1.9, wants them: without an edge across ±180°. Programs that
    /// draw an edge straight in longitude and latitude draw one across ±180° around the earth.
    ///
    /// They hold the same places as those that are given, but for roundings: the latitude where an edge is cut is a
    /// double, of a geodesic edge right to some nanometers. A neighbor that has the same edge is cut at the same place.
    /// A polygon that is cut has its outer rings counterclockwise, and its holes clockwise.
    ///
    /// As they are stay polygons without such an edge, and those of which a cut would not be plain: with a vertex or a
    /// geodesic edge at a pole, with a side all around a parallel or half around it from the meridian ±180, that touch
    /// themselves on that meridian, or whose rings lie in each other in another way than holes in an outer ring; and of
    /// geodesic edges also those with a hole across the meridian that touches their outer ring.
    ///
    /// - Parameter pole: as of an area.
    /// - Returns: nil when no polygon was cut.
    /// - Complexity: O(*n* log *n*) for *n* positions; for those of holes, times the pieces of their polygon.
    package static func cutAtDateLine(_ polygons: [Polygon], edges: Edges, pole: Pole?) -> [Polygon]? {
        var (cut, isCut) = ([Polygon](), false)
        for polygon in polygons {
            if let pieces = DateLineCut.pieces(of: polygon, edges, pole) {
                cut += pieces
                isCut = true
            } else {
                cut.append(polygon)
            }
        }
        return isCut ? cut : nil
    }
}

extension Corridor {
    /// The segments of the line as RFC 7946, section 3.1.9, wants them: without an edge across ±180°.
    ///
    /// They have the same places as those of the line, but for the rounding of the latitude where an edge is cut. A
    /// geodesic edge that passes a pole within a meter is cut at the pole. A vertex on ±180° has the number of the side
    /// that an edge reaches it from.
    ///
    /// - Returns: nil when they are the line's own.
    /// - Complexity: O(*n*) for *n* vertices.
    package func segmentsCutAtDateLine() -> [[Coordinate]]? {
        let cut = segments.flatMap { DateLineCut.pieces(ofLine: $0, edges) }
        return cut == segments ? nil : cut
    }
}

/// A polygon that is cut at the meridian ±180.
///
/// Its rings are turned so that the polygon is on their left, and taken apart into *arcs*, from where they come over
/// the meridian to where they go over it again, or touch it with a vertex. The border of the plane −180…180 × −90…90
/// consists of both sides of the meridian and of the poles. Rings do not cross, so along the border, counterclockwise,
/// ends and beginnings of arcs follow each other in turn, and behind an end the polygon lies along the border as far as
/// the next beginning: there the piece goes on. A piece that passes a corner holds the pole. Where a ring touches the
/// meridian, an end and a beginning are at one place, and the turn tells which of them comes first: the beginning when
/// the polygon is on both sides of the place, so that one piece ends there, and another begins.
enum DateLineCut {
    /// - Returns: nil for a polygon that stays as it is.
    static func pieces(of polygon: Area.Polygon, _ edges: Area.Edges, _ pole: Area.Pole?) -> [Area.Polygon]? {
        let given = polygon.rings
        guard given.contains(where: { !crossings(of: $0).isEmpty }),
            !given.contains(where: { ring in ring.contains(where: \.isPole) }),
            edges == .geodesic || !given.contains(where: { hasWholeParallel($0) })
        else { return nil }
        var (arcs, flat) = ([Arc](), [[Coordinate]]())
        for (number, positions) in given.enumerated() {
            guard let ring = turned(positions, isOuter: number == 0, edges, pole) else { return nil }
            if crossings(of: ring).isEmpty {
                flat.append(ring)
            } else {
                // A hole across ±180° in a ring that goes along the meridian on both sides is none of these.
                guard number == 0 || !arcs.isEmpty, let found = parts(of: ring, edges) else { return nil }
                arcs += found
            }
        }
        // Only the numbers of ±180 were others.
        if arcs.isEmpty { return flat.first.map { [Area.Polygon(outer: $0, holes: Array(flat.dropFirst()))] } }
        // A ring that goes over the meridian an odd number of times runs round the pole.
        let turns = arcs.count { !$0.touches }
        guard let outers = joined(arcs, around: turns % 2 == 1 ? pole : nil) else { return nil }
        return with(holes: flat, outers, edges).flatMap { simple($0, edges) }
    }

    /// The polygons, taken apart where an outer ring comes to a vertex twice: it was joined of an outer ring and of a
    /// hole that touch there.
    ///
    /// - Returns: nil when there is such a ring that cannot be taken apart in the plane.
    private static func simple(_ polygons: [Area.Polygon], _ edges: Area.Edges) -> [Area.Polygon]? {
        var simple: [Area.Polygon] = []
        for polygon in polygons {
            let vertices = polygon.outer.dropLast()
            if Set(vertices).count == vertices.count {
                simple.append(polygon)
            } else {
                guard edges == .drawn, let parts = RingFaces.polygons(of: polygon.rings) else { return nil }
                simple += parts
            }
        }
        return simple
    }

    // MARK: Lines

    /// The pieces of a line, each of two positions at least, as the line itself has.
    static func pieces(ofLine line: [Coordinate], _ edges: Area.Edges) -> [[Coordinate]] {
        var (pieces, piece) = ([[Coordinate]](), [line[0]])
        for var vertex in line.dropFirst() {
            let last = piece[piece.count - 1]
            if abs(vertex.longitude) == 180, crosses(last, vertex) {
                vertex = Coordinate(unchecked: vertex.latitude, -vertex.longitude)
            }
            if crosses(last, vertex) {
                let (end, start) = ends(ofCut: last, vertex, edges)
                if end != last { piece.append(end) }
                // A line that begins on the meridian, and goes on behind it.
                if piece.count > 1 { pieces.append(piece) }
                piece = start == vertex ? [] : [start]
            }
            piece.append(vertex)
        }
        // One position is left of a line that ends at a pole.
        if piece.count > 1 || pieces.isEmpty { pieces.append(piece) }
        return pieces
    }

    /// Where an edge across ±180° ends on the side where it starts, and where it begins on the other: at a pole, if it
    /// goes through it.
    private static func ends(
        ofCut start: Coordinate, _ end: Coordinate, _ edges: Area.Edges
    ) -> (end: Coordinate, start: Coordinate) {
        let isEastward = start.longitude > 0
        let side = isEastward ? 180.0 : -180
        var cut = latitude(ofCut: start, end, edges)
        if cut == nil {
            let line = isEastward ? Geodesic.Line(from: start, to: end) : Geodesic.Line(from: end, to: start)
            if abs(end.longitude - start.longitude) < 270 {
                let pole = line.position(at: line.meters / 2).place.latitude < 0 ? -90.0 : 90
                return (Coordinate(unchecked: pole, start.longitude), Coordinate(unchecked: pole, end.longitude))
            }
            // It runs beside the meridian, and only its continuation goes through the pole.
            cut = latitude(ofCut: line)
        }
        let parallel = cut ?? start.latitude
        return (Coordinate(unchecked: parallel, side), Coordinate(unchecked: parallel, -side))
    }

    // MARK: Rings

    /// Whether an edge goes across ±180°.
    private static func crosses(_ start: Coordinate, _ end: Coordinate) -> Bool {
        abs(end.longitude - start.longitude) > 180
    }

    /// The edges that go across ±180°.
    static func crossings(of ring: [Coordinate]) -> [Int] {
        zip(ring, ring.dropFirst()).enumerated().filter { crosses($0.element.0, $0.element.1) }.map(\.offset)
    }

    /// Whether an edge is drawn all around the earth (`Area`).
    private static func hasWholeParallel(_ ring: [Coordinate]) -> Bool {
        crossings(of: ring).contains { edge in
            let (start, end) = (ring[edge], ring[edge + 1])
            guard abs(end.longitude - start.longitude) == 360, start.latitude == end.latitude else { return false }
            let before = ring[edge == 0 ? ring.count - 2 : edge - 1]
            let after = ring[edge + 2 == ring.count ? 1 : edge + 2]
            return before.longitude == start.longitude && after.longitude == end.longitude
        }
    }

    /// The ring with the polygon on its left, and without vertices that come twice. A vertex on the meridian ±180 has
    /// the number of the side that an edge reaches it from, and an edge along the meridian that of the side where the
    /// polygon is.
    ///
    /// - Returns: nil for a ring that lies on the meridian, or has no area, or runs round a pole that is not said, or
    ///   has an edge from the meridian ±180 to the meridian 0, which another number would draw around the other side.
    private static func turned(
        _ given: [Coordinate], isOuter: Bool, _ edges: Area.Edges, _ pole: Area.Pole?
    ) -> [Coordinate]? {
        let hasHalfParallel = zip(given, given.dropFirst()).contains { start, end in
            abs(start.longitude - end.longitude) == 180 && (start.longitude == 0 || end.longitude == 0)
        }
        if hasHalfParallel { return nil }
        let vertices = given.dropLast()
        guard let first = vertices.firstIndex(where: { abs($0.longitude) < 180 }) else { return nil }
        var ring: [Coordinate] = []
        for var vertex in vertices[first...] + vertices[..<first] {
            if let last = ring.last, abs(vertex.longitude) == 180, crosses(last, vertex) {
                vertex = Coordinate(unchecked: vertex.latitude, -vertex.longitude)
            }
            if vertex != ring.last { ring.append(vertex) }
        }
        ring.append(ring[0])
        guard ring.count >= 4 else { return nil }
        guard let line = edges == .drawn ? ring : drawn(ring) else { return nil }
        let (turns, area) = course(of: line)
        let isInsideLeft: Bool
        switch turns {
        case 0 where area != 0: isInsideLeft = area > 0
        case 1, -1:
            guard let pole else { return nil }
            isInsideLeft = (turns == 1) == (pole == .north)
        default: return nil
        }
        return numbered(isInsideLeft == isOuter ? ring : ring.reversed())
    }

    /// The ring with edges along the meridian ±180 on the side where the polygon is: west of one to the north, at
    /// 180, and east of one to the south, at -180.
    ///
    /// - Parameter ring: one that begins on another meridian, with the polygon on its left.
    private static func numbered(_ ring: [Coordinate]) -> [Coordinate] {
        var numbered = ring
        for vertex in 1..<ring.count {
            let (start, end) = (ring[vertex - 1], ring[vertex])
            guard abs(start.longitude) == 180, abs(end.longitude) == 180 else { continue }
            let longitude = start.latitude < end.latitude ? 180.0 : -180
            numbered[vertex - 1] = Coordinate(unchecked: start.latitude, longitude)
            numbered[vertex] = Coordinate(unchecked: end.latitude, longitude)
        }
        return numbered
    }

    /// A ring of geodesic edges with so many vertices that it is nearly the same drawn: near a pole the given ones
    /// alone may run the other way round.
    ///
    /// - Returns: nil when an edge goes through a pole.
    private static func drawn(_ ring: [Coordinate]) -> [Coordinate]? {
        guard let flat = FlatRing(geodesic: ring, atMost: Area.largestCount), !flat.touchesNorth, !flat.touchesSouth
        else { return nil }
        return flat.vertices.map { Coordinate(unchecked: $0.y, $0.x) }
    }

    /// How often a ring runs round the earth eastward, and twice its area in the plane, where it is one curve;
    /// positive when it runs counterclockwise.
    private static func course(of ring: [Coordinate]) -> (turns: Int, area: Double) {
        var (turns, area) = (0, 0.0)
        let base = ring[0].longitude
        for (start, end) in zip(ring, ring.dropFirst()) {
            let x = start.longitude - base + 360 * Double(turns)
            if crosses(start, end) { turns += start.longitude > 0 ? 1 : -1 }
            area += x * end.latitude - (end.longitude - base + 360 * Double(turns)) * start.latitude
        }
        return (turns, area)
    }

    /// Polygons of outer rings, each with those of the holes that lie in it.
    ///
    /// - Returns: nil when that cannot be told: all vertices of a hole touch the ring that it lies in.
    private static func with(
        holes: [[Coordinate]], _ outers: [[Coordinate]], _ edges: Area.Edges
    ) -> [Area.Polygon]? {
        var polygons = outers.map { Area.Polygon(outer: $0) }
        if holes.isEmpty { return polygons }
        if polygons.count == 1 {
            polygons[0].holes = holes
            return polygons
        }
        let areas = polygons.map { try? Area([$0], edges: edges) }
        for hole in holes {
            let home = areas.firstIndex { area in hole.contains { area?.holdsInside($0) == true } }
            guard let home else { return nil }
            polygons[home].holes.append(hole)
        }
        return polygons
    }
}
