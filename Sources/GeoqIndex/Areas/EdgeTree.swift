/// The edges of one polygon in the order of its rings, with boxes over every eight
/// of them, over every eight of these, and so on.
///
/// Edges that follow each other lie together, so nothing is sorted. A node knows
/// its box and, in four numbers, how often its edges cross a meridian (`Node`).
final class EdgeTree: Sendable {
    /// What an edge slot is.
    enum Kind: UInt8 {
        case plain
        /// A plain edge that is no boundary (`Seams`).
        case seam
        /// A plain edge that is no boundary of the area, since another polygon lies behind it (`SharedEdges`).
        case shared
        /// The edge crosses ±180°.
        case wrapped
        /// Between two rings: no edge.
        case gap
    }

    /// Some edges that follow each other.
    struct Node: BitwiseCopyable {
        /// West and south, east and north. With an edge across ±180° the longitudes
        /// are all.
        var low = SIMD2(repeating: Double.infinity)
        var high = SIMD2(repeating: -Double.infinity)
        /// Longitudes at which the parity of the crossings changes; infinity where
        /// there is none.
        ///
        /// An edge from a to b is crossed by the meridian x when one of a ≤ x and
        /// b ≤ x holds and the other does not, and one across ±180° when both or
        /// none does. So the parity over a chain of edges is that over its two ends;
        /// what lies between cancels. Of closed rings nothing is left, and of a node
        /// two chains are left at most: the end of a ring, and the beginning of
        /// another.
        var ends = SIMD4(repeating: Double.infinity)
        /// Whether an odd number of its edges crosses ±180°.
        var flips = false

        /// Whether an odd number of its edges crosses a meridian.
        @inline(__always)
        func isOdd(at x: Double) -> Bool {
            var odd = flips
            odd = odd != (ends.x <= x)
            odd = odd != (ends.y <= x)
            odd = odd != (ends.z <= x)
            return odd != (ends.w <= x)
        }

        mutating func include(_ low: SIMD2<Double>, _ high: SIMD2<Double>) {
            self.low = pointwiseMin(self.low, low)
            self.high = pointwiseMax(self.high, high)
        }
    }

    /// The rings, one after the other, each closed.
    let vertices: [SIMD2<Double>]
    /// For each vertex the kind of the edge that begins there.
    let kinds: [Kind]
    /// For each slot how its edge leaves its vertex; nil when edges are drawn.
    let courses: [FlatRing.Course]?
    let nodes: [Node]
    /// Where each level begins in `nodes`, from the edges' parents up to the root.
    let levels: [Range<Int>]
    /// Whether the poles lie inside; on an edge counts elsewhere.
    let holdsNorth: Bool
    let holdsSouth: Bool
    /// Whether a vertex is a pole.
    let touchesNorth: Bool
    let touchesSouth: Bool
    /// Whether a pole lies on the boundary.
    let hasNorthOnEdge: Bool
    let hasSouthOnEdge: Bool

    /// - Parameters:
    ///   - poles: for each ring the pole that it holds, if it runs round one.
    ///   - seams: edges that are no boundary; the rings have been cut at them. Nil
    ///     when there are none.
    ///   - shared: edges that other polygons have, too; nil when there are none.
    init(_ rings: [FlatRing], poles: [Area.Pole?], seams: Seams? = nil, shared: SharedEdges? = nil) {
        let order = rings.indices.sorted {
            (Self.place(rings[$0].vertices), $0) < (Self.place(rings[$1].vertices), $1)
        }
        let count = rings.reduce(0) { $0 + $1.vertices.count }
        var (vertices, kinds): ([SIMD2<Double>], [Kind]) = ([], [])
        var courses: [FlatRing.Course]? = rings.contains { $0.courses != nil } ? [] : nil
        vertices.reserveCapacity(count)
        kinds.reserveCapacity(count)
        for ring in order.map({ rings[$0] }) {
            if let more = ring.courses { courses?.append(contentsOf: more + [.init(azimuth: 0, meters: 0)]) }
            vertices += ring.vertices
            for (edge, wraps) in ring.wraps.enumerated() {
                let isSeam = seams?.hold(ring.vertices[edge], ring.vertices[edge + 1]) ?? false
                let isShared = !wraps && shared?.hold(ring.vertices[edge], ring.vertices[edge + 1]) ?? false
                kinds.append(wraps ? .wrapped : isSeam ? .seam : isShared ? .shared : .plain)
            }
            kinds.append(.gap)
        }
        (self.vertices, self.kinds, self.courses) = (vertices, kinds, courses)
        let held = rings.indices.filter { rings[$0].runsRoundPole }.compactMap { poles[$0] }
        holdsNorth = held.count(where: { $0 == .north }) % 2 == 1
        holdsSouth = held.count(where: { $0 == .south }) % 2 == 1
        touchesNorth = rings.contains { $0.touchesNorth }
        touchesSouth = rings.contains { $0.touchesSouth }
        let edges = seams == nil ? [] : kinds.indices.filter { kinds[$0] == .plain }
        func ends(at latitude: Double) -> Bool {
            edges.contains { vertices[$0].y == latitude || vertices[$0 + 1].y == latitude }
        }
        hasNorthOnEdge = touchesNorth && (seams == nil || ends(at: 90))
        hasSouthOnEdge = touchesSouth && (seams == nil || ends(at: -90))
        (nodes, levels) = Self.nodes(over: Edges(vertices: vertices, kinds: kinds, courses: courses))
    }

    /// What nodes are made of.
    private struct Edges {
        let vertices: [SIMD2<Double>]
        let kinds: [Kind]
        let courses: [FlatRing.Course]?
    }

    private static func nodes(over edges: Edges) -> (nodes: [Node], levels: [Range<Int>]) {
        let count = edges.kinds.count
        var nodes: [Node] = []
        for start in stride(from: 0, to: count, by: PackedLevels.fanOut) {
            nodes.append(node(over: edges, start..<min(start + PackedLevels.fanOut, count)))
        }
        let levels = PackedLevels.build(on: &nodes) { node(over: $0) }
        return (nodes, levels)
    }

    private static func node(over edges: Edges, _ range: Range<Int>) -> Node {
        var (node, ends) = (Node(), MeridianEnds())
        for edge in range where edges.kinds[edge] != .gap {
            let (start, end) = (edges.vertices[edge], edges.vertices[edge + 1])
            var (low, high) = (pointwiseMin(start, end), pointwiseMax(start, end))
            if let course = edges.courses?[edge] {
                let bulge = bulge(from: start, to: end, course)
                (low.y, high.y) = (low.y - bulge, high.y + bulge)
            }
            if edges.kinds[edge] == .wrapped {
                (low.x, high.x) = (-180, 180)
                node.flips.toggle()
            }
            node.include(low, high)
            ends.toggle(start.x)
            ends.toggle(end.x)
        }
        node.ends = ends.lanes
        return node
    }

    private static func node(over nodes: ArraySlice<Node>) -> Node {
        var (node, ends) = (Node(), MeridianEnds())
        for child in nodes {
            node.include(child.low, child.high)
            if child.flips { node.flips.toggle() }
            for lane in 0..<4 where child.ends[lane] < .infinity { ends.toggle(child.ends[lane]) }
        }
        node.ends = ends.lanes
        return node
    }

    /// The node above all edges.
    var root: Node { nodes[nodes.count - 1] }

    /// The level of the root; level 0 has the edges below it.
    var height: Int { levels.count - 1 }

    /// What lies below a node: nodes of the next level, or edges below level 0.
    @inline(__always)
    func children(ofNode index: Int, level: Int) -> Range<Int> {
        PackedLevels.children(ofNode: index, level: level, levels, leaves: kinds.count)
    }

    /// A number that is near for rings that are near: the bits of both middles,
    /// in turns.
    static func place(_ vertices: [SIMD2<Double>]) -> UInt64 {
        var (low, high) = (vertices[0], vertices[0])
        for vertex in vertices {
            low = pointwiseMin(low, vertex)
            high = pointwiseMax(high, vertex)
        }
        return place((low + high) * 0.5)
    }

    /// The same for a point.
    static func place(_ point: SIMD2<Double>) -> UInt64 {
        let (x, y) = (UInt64((point.x + 180) * 65536), UInt64((point.y + 90) * 65536))
        var bits: UInt64 = 0
        for bit in 0..<UInt64(26) { bits |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1) }
        return bits
    }
}

/// The ends of chains of edges: what comes twice is gone.
private struct MeridianEnds {
    private var ends: [Double] = []

    mutating func toggle(_ x: Double) {
        if let index = ends.firstIndex(of: x) {
            ends.swapAt(index, ends.count - 1)
            ends.removeLast()
        } else {
            ends.append(x)
        }
    }

    var lanes: SIMD4<Double> {
        var lanes = SIMD4(repeating: Double.infinity)
        for (lane, end) in ends.enumerated() { lanes[lane] = end }
        return lanes
    }
}
