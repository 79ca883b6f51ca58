import GeoqIndex

/// Makes a polygon's rings valid on the grid of a tile (Mapbox Vector Tile 2.1, section
/// 4.3.3.3, and OGC 06-103r4, 6.1.11.1): no edge crosses or touches another but at its ends,
/// and no ring comes twice to one place.
///
/// Whole units are coarse: two edges that ran closely beside each other may cross
/// afterwards, and a ring that was cut at the sides of the tile runs back and forth along
/// them. Where that is so, the edges are snapped as Hobby (1999) does it: each place where
/// edges end or cross becomes a place of the grid, and each edge runs through all of those
/// whose square it passes. Then no two edges cross any more. An edge that is there an even
/// number of times goes. The other edges part the plane into faces that are in the polygon
/// and faces that are not, by the even-odd rule as before. The boundaries of the faces in
/// the polygon are the rings.
struct TileRings {
    typealias Place = SIMD2<Int>

    /// The rings of one polygon, the outer one first, each without the last position, which
    /// is the first.
    ///
    /// - Parameter interruption: is asked now and then: many edges may lie on each other.
    /// - Returns: the same when they are valid; else rings of one or several polygons, each
    ///   outer ring, which encloses a positive area, before its holes.
    /// - Throws: `IndexError.interrupted`.
    /// - Complexity: O(*n* log *n*) and a step for each two edges beside each other along
    ///   the longer side of the polygon's box; edges between the same two places count as one.
    static func mended(_ rings: [[Place]], interruption: Interruption? = nil) throws -> [[Place]] {
        let edges = Edges(rings, interruption)
        if try edges.areSimple { return rings }
        return try TileFaces(edges.snapped()).rings(interruption: interruption)
    }

    /// An edge with its place in its ring.
    fileprivate struct Edge {
        let start, end: Place
        /// Edges of one ring have consecutive numbers, and those of two rings never.
        let number: Int
        /// The number of the one before it in the ring.
        let before: Int

        var low: Place { pointwiseMin(start, end) }
        var high: Place { pointwiseMax(start, end) }

        func isNext(to other: Edge) -> Bool { before == other.number || other.before == number }
    }

    /// The edges of all rings, sorted by their lower ends along the longer side of the box.
    private struct Edges {
        let all: [Edge]
        let axis: Int
        private let interruption: Interruption?

        init(_ rings: [[Place]], _ interruption: Interruption?) {
            self.interruption = interruption
            var all: [Edge] = []
            for ring in rings where ring.count > 1 {
                let first = all.count
                for (index, start) in ring.enumerated() {
                    all.append(
                        Edge(
                            start: start, end: ring[(index + 1) % ring.count], number: first + index,
                            before: first + (index + ring.count - 1) % ring.count))
                }
            }
            var (low, high) = (Place(repeating: .max), Place(repeating: .min))
            for edge in all { (low, high) = (pointwiseMin(low, edge.start), pointwiseMax(high, edge.start)) }
            let axis = all.isEmpty || high.x &- low.x >= high.y &- low.y ? 0 : 1
            self.axis = axis
            self.all = all.sorted { $0.low[axis] < $1.low[axis] }
        }

        private init(_ all: [Edge], axis: Int, _ interruption: Interruption?) {
            (self.all, self.axis, self.interruption) = (all, axis, interruption)
        }

        /// The edges, of those between the same two places only the first; and between which places there is an odd
        /// number of them: a coast in few units may run there and back thousands of times.
        private func once() -> (edges: Edges, odd: Set<TileFaces.Link>) {
            var (seen, odd): (Set<TileFaces.Link>, Set<TileFaces.Link>) = ([], [])
            let edges = all.filter { edge in
                let link = TileFaces.Link(edge.start, edge.end)
                if odd.remove(link) == nil { odd.insert(link) }
                return seen.insert(link).inserted
            }
            return (Edges(edges, axis: axis, interruption), odd)
        }

        /// Calls `body` with all pairs whose boxes meet, until it gives false.
        func forEachPair(_ body: (Edge, Edge) -> Bool) throws {
            try interruption?.check()
            let other = 1 - axis
            var pairs = 0
            for (index, edge) in all.enumerated() {
                let (low, high) = (edge.low, edge.high)
                for next in all[(index + 1)...] {
                    if next.low[axis] > high[axis] { break }
                    pairs += 1
                    if pairs.isMultiple(of: 4_096) { try interruption?.check() }
                    if next.low[other] > high[other] || next.high[other] < low[other] { continue }
                    if !body(edge, next) { return }
                }
            }
        }

        var areSimple: Bool {
            get throws {
                var areSimple = true
                try forEachPair { first, second in
                    areSimple = !Self.isProblem(first, second)
                    return areSimple
                }
                return areSimple
            }
        }

        /// Whether two edges meet elsewhere than one after the other in their ring.
        private static func isProblem(_ first: Edge, _ second: Edge) -> Bool {
            let sides = (
                side(first.start, first.end, second.start), side(first.start, first.end, second.end),
                side(second.start, second.end, first.start), side(second.start, second.end, first.end)
            )
            if first.isNext(to: second) {
                // Whether the second edge runs back along the first. In a ring of two edges, each is next to the other.
                guard sides.0 == 0, sides.1 == 0 else { return false }
                let (there, back) = (first.end &- first.start, second.end &- second.start)
                return there.x * back.x + there.y * back.y < 0
            }
            if sides.0 == 0, sides.1 == 0 { return true }
            return sides.0 * sides.1 <= 0 && sides.2 * sides.3 <= 0
        }

        /// The pieces of all edges between places of the grid, those that are there an odd
        /// number of times.
        func snapped() throws -> Set<TileFaces.Link> {
            var hot: Set<Place> = []
            for edge in all { hot.insert(edge.start) }
            let (edges, odd) = once()
            try edges.forEachPair { first, second in
                if let crossing = Self.crossing(first, second) { hot.insert(crossing) }
                return true
            }
            let sorted = hot.sorted { $0[axis] < $1[axis] }
            var links: Set<TileFaces.Link> = []
            for edge in edges.all where odd.contains(TileFaces.Link(edge.start, edge.end)) {
                try interruption?.check()
                let (low, high) = (edge.low, edge.high)
                var first = sorted.startIndex
                var count = sorted.count
                while count > 0 {
                    let half = count / 2
                    if sorted[first + half][axis] < low[axis] {
                        (first, count) = (first + half + 1, count - half - 1)
                    } else {
                        count = half
                    }
                }
                var passed: [(place: Place, entry: Share)] = []
                for place in sorted[first...] {
                    if place[axis] > high[axis] { break }
                    if place[1 - axis] < low[1 - axis] || place[1 - axis] > high[1 - axis] { continue }
                    if let entry = Self.entry(of: edge, into: place) { passed.append((place, entry)) }
                }
                // One may end where the next one begins.
                passed.sort {
                    $0.entry < $1.entry || $0.entry.isEqual(to: $1.entry) && !$0.entry.isOpen && $1.entry.isOpen
                }
                for (start, end) in zip(passed, passed.dropFirst()) {
                    let link = TileFaces.Link(start.place, end.place)
                    if links.remove(link) == nil { links.insert(link) }
                }
            }
            return links
        }

        /// On which side of the way from `a` to `b` a place lies: a positive number for the
        /// left, 0 on it.
        private static func side(_ a: Place, _ b: Place, _ place: Place) -> Int {
            ((b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)).signum()
        }

        /// The place of the grid in whose square two edges cross; nil when they do not, or
        /// an end of one is on the other.
        private static func crossing(_ first: Edge, _ second: Edge) -> Place? {
            let (p, q) = (first.end &- first.start, second.end &- second.start)
            var whole = p.x * q.y - p.y * q.x
            if whole == 0 { return nil }
            let way = second.start &- first.start
            var part = way.x * q.y - way.y * q.x
            var other = way.x * p.y - way.y * p.x
            if whole < 0 { (whole, part, other) = (-whole, -part, -other) }
            guard 0 < part, part < whole, 0 < other, other < whole else { return nil }
            /// Rounded down from half a unit further: the squares are half-open.
            func rounded(_ start: Int, _ step: Int) -> Int {
                let numerator = 2 * step * part + whole
                let quotient = numerator / (2 * whole)
                return start + (numerator < 0 && quotient * 2 * whole != numerator ? quotient - 1 : quotient)
            }
            return Place(rounded(first.start.x, p.x), rounded(first.start.y, p.y))
        }

        /// How far along an edge it enters the square around a place, which has its lower
        /// and left sides and not the others; nil when it does not pass it.
        private static func entry(of edge: Edge, into place: Place) -> Share? {
            var (low, high) = (Share(0, 1, isOpen: false), Share(1, 1, isOpen: false))
            for axis in 0..<2 {
                // In half units.
                let step = 2 * (edge.end[axis] - edge.start[axis])
                let before = 2 * (place[axis] - edge.start[axis]) - 1
                if step == 0 {
                    guard before <= 0, before + 2 > 0 else { return nil }
                    continue
                }
                let (own, far) = (Share(before, step, isOpen: false), Share(before + 2, step, isOpen: true))
                let (enters, leaves) = step > 0 ? (own, far) : (far, own)
                if low < enters || low.isEqual(to: enters) && enters.isOpen { low = enters }
                if leaves < high || leaves.isEqual(to: high) && leaves.isOpen { high = leaves }
            }
            guard low < high || low.isEqual(to: high) && !low.isOpen && !high.isOpen else { return nil }
            return low
        }
    }

    /// A part of an edge: a fraction.
    private struct Share {
        let numerator: Int
        /// Positive.
        let denominator: Int
        /// Whether the edge has this very place in the square.
        let isOpen: Bool

        init(_ numerator: Int, _ denominator: Int, isOpen: Bool) {
            (self.numerator, self.denominator) = denominator < 0 ? (-numerator, -denominator) : (numerator, denominator)
            self.isOpen = isOpen
        }

        static func < (a: Share, b: Share) -> Bool { a.numerator * b.denominator < b.numerator * a.denominator }

        func isEqual(to other: Share) -> Bool { numerator * other.denominator == other.numerator * denominator }
    }
}
