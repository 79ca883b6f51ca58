/// Puts rings together anew: as polygons each of which is valid in the sense of simple features (OGC 06-103r4,
/// 6.1.11), with the same places.
///
/// Each edge gets a direction: inside is on its left. From the end of an edge the boundary goes on with the next
/// edge clockwise: between the two there is no other one, so they bound the same piece of the inside. The
/// way around comes back to where it began, since each edge is followed by one and follows one. It does not cross
/// itself, and is cut wherever it comes to a vertex again. What remains are simple loops. A loop that runs
/// counterclockwise is an outer ring, and all loops of one way bound the same piece; a way without an outer ring goes
/// around holes, and lies in the piece that is just below it. So
/// - no loop crosses or touches itself,
/// - loops touch in vertices only,
/// - the inside of each polygon is connected: a hole that touches its outer ring twice makes two polygons.
struct RingFaces {
    /// Closed loops with inside on the left.
    private var loops: [[Coordinate]] = []
    /// For each loop, the way that it was cut out of.
    private var ways: [Int] = []

    /// Polygons with the same places as all rings together, of which a place is inside when they lie around it
    /// an odd number of times; in the order in which `rings` come to an edge of each. Vertices that lie in the
    /// middle of another edge are put into it.
    ///
    /// - Returns: nil for rings that run round the earth's axis or have a vertex at a pole, and for rings of which
    ///   one crosses the date line and another goes all around the earth.
    /// - Precondition: the rings are closed; no edges cross or run along each other.
    /// - Complexity: O(*n* log *n*).
    static func polygons(of rings: [[Coordinate]]) -> [Area.Polygon]? {
        guard let (nodes, sides) = nodes(of: rings) else { return nil }
        var faces = RingFaces()
        guard faces.trace(nodes, sides) else { return nil }
        let polygons = faces.polygons()
        // Nothing is put together anew where the loops are the rings.
        if polygons.count == 1, polygons[0].rings.count == rings.count, let outer = nodes.first,
            Set(polygons[0].outer) == Set(outer),
            Set(polygons[0].holes.map(Set.init)) == Set(nodes.dropFirst().map(Set.init))
        {
            return [Area.Polygon(outer: rings[0], holes: Array(rings.dropFirst()))]
        }
        return polygons
    }

    // MARK: The ways along the boundary

    private struct Edge {
        var start: Int
        var end: Int
        var isPassed = false
    }

    /// Follows the boundary from every edge, and cuts it into loops.
    ///
    /// - Returns: whether it could be followed.
    private mutating func trace(_ rings: [[Coordinate]], _ sides: RingSides) -> Bool {
        var (places, numbers): ([Coordinate], [Coordinate: Int]) = ([], [:])
        func number(_ place: Coordinate) -> Int {
            if let number = numbers[place] { return number }
            numbers[place] = places.count
            places.append(place)
            return places.count - 1
        }
        var edges: [Edge] = []
        for (ring, positions) in rings.enumerated() {
            for edge in positions.indices.dropLast() {
                guard let isLeft = sides.isInsideLeft(ofEdge: sides.firstEdges[ring] + edge) else { continue }
                let (start, end) = (number(positions[edge]), number(positions[edge + 1]))
                edges.append(isLeft ? Edge(start: start, end: end) : Edge(start: end, end: start))
            }
        }
        guard let following = Self.following(edges, places) else { return false }
        for first in edges.indices where !edges[first].isPassed {
            var (way, edge) = ([places[edges[first].start]], first)
            repeat {
                if edges[edge].isPassed { return false }
                edges[edge].isPassed = true
                way.append(places[edges[edge].end])
                edge = following[edge]
            } while edge != first
            cut(way)
        }
        return true
    }

    /// For each edge the one with which the boundary goes on; nil when inside and outside do not take turns around
    /// a vertex, since the place has another one.
    private static func following(_ edges: [Edge], _ places: [Coordinate]) -> [Int]? {
        var (out, into) = ([[Int]](repeating: [], count: places.count), [[Int]](repeating: [], count: places.count))
        for (number, edge) in edges.enumerated() {
            out[edge.start].append(number)
            into[edge.end].append(number)
        }
        var following = [Int](repeating: 0, count: edges.count)
        for node in places.indices {
            if out[node].count == 1, into[node].count == 1 {
                following[into[node][0]] = out[node][0]
                continue
            }
            let center = places[node]
            let spokes =
                (out[node].map { (edge: $0, goesOut: true, at: FlatPoint(places[edges[$0].end], from: center)) }
                + into[node].map {
                    (edge: $0, goesOut: false, at: FlatPoint(places[edges[$0].start], from: center))
                }).sorted { Self.precedes($0.at, $1.at, around: FlatPoint(center)) }
            for (index, spoke) in spokes.enumerated() where !spoke.goesOut {
                // Clockwise is back in the order.
                let next = spokes[index == 0 ? spokes.count - 1 : index - 1]
                guard next.goesOut else { return nil }
                following[spoke.edge] = next.edge
            }
        }
        return following
    }

    /// Whether one direction comes before another counterclockwise, from south to east, north and west.
    private static func precedes(_ first: FlatPoint, _ second: FlatPoint, around center: FlatPoint) -> Bool {
        let (isEast, isOtherEast) = (center < first, center < second)
        if isEast != isOtherEast { return isEast }
        return Orientation.sign(center, first, second) > 0
    }

    /// Cuts a way into loops where it comes to a place again.
    private mutating func cut(_ closed: [Coordinate]) {
        let way = ways.last.map { $0 + 1 } ?? 0
        var (open, places): ([Coordinate], [Coordinate: Int]) = ([], [:])
        for position in closed {
            if let place = places[position] {
                loops.append(Array(open[place...]) + [position])
                ways.append(way)
                for gone in open[(place + 1)...] { places[gone] = nil }
                open.removeSubrange((place + 1)...)
            } else {
                places[position] = open.count
                open.append(position)
            }
        }
    }

    // MARK: Which hole belongs to which outer ring

    private func polygons() -> [Area.Polygon] {
        let isOuter = loops.map(\.isLoopCounterclockwise)
        var outerOfWay: [Int: Int] = [:]
        for loop in loops.indices where isOuter[loop] { outerOfWay[ways[loop]] = loop }
        if loops.indices.contains(where: { outerOfWay[ways[$0]] == nil }) {
            findOuters(&outerOfWay)
        }
        var holes: [Int: [[Coordinate]]] = [:]
        for loop in loops.indices where !isOuter[loop] {
            guard let outer = outerOfWay[ways[loop]] else { preconditionFailure("A hole lies in an outer ring.") }
            holes[outer, default: []].append(loops[loop])
        }
        return loops.indices.filter { isOuter[$0] }.map { Area.Polygon(outer: loops[$0], holes: holes[$0] ?? []) }
    }

    /// Finds the outer rings of ways that go around holes only: a hole lies in the piece that the edge
    /// below it bounds.
    private func findOuters(_ outerOfWay: inout [Int: Int]) {
        let sides = RingSides(loops.map { FlatRing($0) })
        var below: [Int: Int] = [:]
        for loop in loops.indices where outerOfWay[ways[loop]] == nil && below[ways[loop]] == nil {
            below[ways[loop]] = sides.under[loop].map { ways[sides.ring(of: $0)] }
        }
        for way in Array(below.keys) {
            var (chain, end) = ([way], way)
            while outerOfWay[end] == nil, let next = below[end], chain.count <= loops.count {
                end = next
                chain.append(next)
            }
            for link in chain { outerOfWay[link] = outerOfWay[end] }
        }
    }
}

extension [Coordinate] {
    /// Whether a simple loop runs counterclockwise: at its vertex furthest to the west, and of these the southernmost,
    /// it turns left.
    fileprivate var isLoopCounterclockwise: Bool {
        var (points, turns) = ([FlatPoint(self[0])], 0.0)
        for (start, end) in zip(self, dropFirst()) {
            turns += FlatPoint(end, from: start).turns
            points.append(FlatPoint(SIMD2(flat: end), turns: turns))
        }
        points.removeLast()
        guard let west = points.indices.min(by: { points[$0] < points[$1] }) else { return false }
        let (before, after) = (points[west == 0 ? points.count - 1 : west - 1], points[(west + 1) % points.count])
        return Orientation.sign(before, points[west], after) > 0
    }
}
