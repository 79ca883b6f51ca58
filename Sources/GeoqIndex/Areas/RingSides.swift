/// On which side of each edge of some rings is inside, and what lies below each ring.
///
/// A place is inside when the rings lie around it an odd number of times: when its meridian
/// meets an odd number of edges on the way to the south. The line of `RingSweep` has these edges
/// in their order, so what lies above an edge is inside when what lies below it is not. Where the line
/// stops, only the edges through that point change, and an even number of them begins or ends there: the sides
/// of all others stay.
///
/// An edge across the date line is swept on either side of it, whole. West of −180° no others are, so then the
/// sides are counted when the line has left that meridian, and no more behind +180°. So that all edges at a vertex
/// meet on that meridian, its number is 180 wherever an edge crosses it (`FlatRing.onOneDateLine`).
///
/// - Precondition: no edges cross or run along each other, and no ring runs round the earth's axis or
///   has a vertex at the south pole: there the way to the south ends elsewhere.
struct RingSides {
    /// A vertex in the middle of an edge.
    struct Touch: Hashable {
        var edge: Int
        /// The longitude and latitude of the vertex as its own ring has them.
        var place: SIMD2<Double>
    }

    /// For each edge, counted over all rings, whether it is inside just above its western end: north
    /// of the edge, or west of it on a meridian.
    private(set) var isInsideAbove: [Bool]
    /// For each edge, whether it goes to the east, or north on a meridian; nil for an edge that is one point.
    private(set) var goesEast: [Bool?]
    /// For each ring, the edge of another one that lies just below its own lowest edge where the sweep meets the
    /// ring first; nil when there is none.
    private(set) var under: [Int?]
    /// Vertices in the middle of edges.
    private(set) var touches: Set<Touch> = []
    /// Whether an edge has inside on one side as far as a vertex in its middle, and on the other side from there
    /// on: rings cross in that vertex.
    private(set) var hasCrossedEdge = false
    /// For each ring the number of its first edge; then that of all edges.
    let firstEdges: [Int]

    private var sweep: RingSweep
    /// By piece, what `isInsideAbove` is where the line is.
    private var above: [Bool]
    private var isSeen: [Bool]
    /// Whether the line meets all edges at its longitude.
    private var isWhole: Bool

    /// - Complexity: O(*n* log *n*).
    init(_ rings: [FlatRing]) {
        sweep = RingSweep(rings)
        firstEdges = sweep.firstEdges
        let count = firstEdges.last ?? 0
        isInsideAbove = Array(repeating: false, count: count)
        goesEast = Array(repeating: nil, count: count)
        under = Array(repeating: nil, count: rings.count)
        isSeen = Array(repeating: false, count: rings.count)
        above = Array(repeating: false, count: sweep.pieces.count)
        isWhole = !rings.contains { $0.wraps.contains(true) }
        for piece in sweep.pieces { goesEast[piece.edge] = piece.goesEast }
        run()
    }

    /// The ring that an edge belongs to.
    ///
    /// - Complexity: O(log *rings*).
    func ring(of edge: Int) -> Int {
        var (low, high) = (0, firstEdges.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if firstEdges[middle] <= edge { low = middle } else { high = middle }
        }
        return low
    }

    /// Whether inside is to the left of who goes along an edge in its ring's direction; nil for an edge that is
    /// one point.
    func isInsideLeft(ofEdge edge: Int) -> Bool? { goesEast[edge].map { $0 == isInsideAbove[edge] } }

    /// Whether inside lies below a ring's lowest edge: it is a hole, then, or not in its place.
    func isInsideUnder(ring: Int) -> Bool { under[ring].map { isInsideAbove[$0] } ?? false }

    private mutating func run() {
        let events = sweep.begin()
        var start = 0
        while start < events.count {
            let place = events[start].place
            if (place.0, place.1) > (180, 0) { return }
            if !isWhole, (place.0, place.1) > (-180, 0) {
                isWhole = true
                var next = sweep.order.lowest
                while let piece = next {
                    count(piece)
                    next = sweep.order.above(piece)
                }
            }
            var end = start
            while end < events.count, events[end].place == place { end += 1 }
            stop(events[start..<end])
            start = end
        }
    }

    /// Moves the line over one point, with all that ends and begins there.
    private mutating func stop(_ events: ArraySlice<RingSweep.Event>) {
        let point: FlatPoint
        var passing: Int?
        if let first = events.first(where: { $0.kind == .begin }) {
            point = sweep.pieces[first.piece].left
            for event in events { _ = sweep.pass(event) }
            passing = self.passing(through: point, besides: events)
        } else {
            point = sweep.pieces[events[events.startIndex].piece].right
            passing = self.passing(through: point, besides: events)
            for event in events { _ = sweep.pass(event) }
        }
        if let passing { touches.insert(Touch(edge: sweep.pieces[passing].edge, place: point.place)) }
        guard isWhole else { return }
        func isThrough(_ piece: Int) -> Bool { piece == passing || sweep.pieces[piece].left.order == point.order }
        guard var piece = events.first(where: { $0.kind == .begin })?.piece ?? passing else { return }
        while let below = sweep.order.below(piece), isThrough(below) { piece = below }
        while isThrough(piece) {
            count(piece, again: piece == passing)
            guard let next = sweep.order.above(piece) else { return }
            piece = next
        }
    }

    /// The piece that goes through a point where others begin or end; it is a neighbor of one of these, and there
    /// is one at most, since two would cross.
    private func passing(through point: FlatPoint, besides events: ArraySlice<RingSweep.Event>) -> Int? {
        let kind: RingSweep.Event.Kind = events.contains { $0.kind == .begin } ? .begin : .end
        for event in events where event.kind == kind {
            for neighbor in [sweep.order.below(event.piece), sweep.order.above(event.piece)] {
                guard let neighbor else { continue }
                let piece = sweep.pieces[neighbor]
                if piece.left.order != point.order, piece.right.order != point.order, piece.side(of: point) == 0 {
                    return neighbor
                }
            }
        }
        return nil
    }

    private mutating func count(_ piece: Int, again: Bool = false) {
        let below = sweep.order.below(piece)
        let isInside = !(below.map { above[$0] } ?? false)
        let edge = sweep.pieces[piece].edge
        if again {
            if above[piece] != isInside { hasCrossedEdge = true }
        } else {
            isInsideAbove[edge] = isInside
        }
        above[piece] = isInside
        let ring = ring(of: edge)
        if !isSeen[ring] {
            isSeen[ring] = true
            under[ring] = below.map { sweep.pieces[$0].edge }
        }
    }
}
