/// Edges that polygons of an area have in common, as counties of one file do: the area goes on behind them, so they
/// are no boundary of it.
///
/// **Why.** Let one polygon be inside to one side of an edge, and another to the other side. Around every
/// place on the edge but its ends, all places near enough are then in one of them, or on the edge: none is outside,
/// so no boundary of the area is there. An end is a boundary when another edge that ends there is one, and then it is
/// an end of that edge.
///
/// Only edges with the same two ends are found, drawn ones that do not cross ±180°, and none of a polygon whose rings
/// cross in the middle of an edge. What polygons overlap otherwise
/// still counts as boundary (`Area.hasOverlappingParts`).
struct SharedEdges {
    fileprivate struct Edge: Hashable {
        /// The end in the west; on a meridian, the southern one.
        let first: SIMD2<Double>
        let last: SIMD2<Double>

        init?(_ start: SIMD2<Double>, _ end: SIMD2<Double>) {
            if start == end { return nil }
            (first, last) = (start.x, start.y) < (end.x, end.y) ? (start, end) : (end, start)
        }
    }

    private var edges: Set<Edge> = []

    var isEmpty: Bool { edges.isEmpty }

    /// - Parameter polygons: the rings of each.
    /// - Complexity: O(*n*) for *n* edges; O(*n* log *n*) where edges are shared.
    init(_ polygons: [[FlatRing]]) {
        guard polygons.count > 1 else { return }
        // The polygons for which the sides of edges are counted in the plane.
        let flat = polygons.filter { rings in
            rings.allSatisfy { $0.isPlain && $0.courses == nil && !$0.wraps.contains(true) }
        }
        var counts: [Edge: Int] = [:]
        for ring in flat.joined() {
            for edge in ring.edges { counts[edge, default: 0] += 1 }
        }
        let common = Set(counts.lazy.filter { $0.value > 1 }.map(\.key))
        if common.isEmpty { return }
        var (above, below): (Set<Edge>, Set<Edge>) = ([], [])
        for rings in flat where rings.contains(where: { $0.edges.contains { common.contains($0) } }) {
            let sides = RingSides(rings)
            // Where rings cross in a vertex that lies in the middle of an edge, inside is on one side of the edge as far
            // as there, and then on the other. Such an edge has no side of its own.
            if sides.hasCrossedEdge { continue }
            for (number, ring) in rings.enumerated() {
                for edge in ring.wraps.indices {
                    guard let key = Edge(ring.vertices[edge], ring.vertices[edge + 1]), common.contains(key) else {
                        continue
                    }
                    if sides.isInsideAbove[sides.firstEdges[number] + edge] {
                        above.insert(key)
                    } else {
                        below.insert(key)
                    }
                }
            }
        }
        edges = above.intersection(below)
    }

    /// Whether a drawn edge that does not cross ±180° is shared.
    func hold(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
        Edge(start, end).map { edges.contains($0) } ?? false
    }
}

extension FlatRing {
    fileprivate var edges: some Sequence<SharedEdges.Edge> {
        zip(vertices, vertices.dropFirst()).lazy.compactMap { SharedEdges.Edge($0, $1) }
    }
}
