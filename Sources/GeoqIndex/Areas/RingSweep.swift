/// Finds out whether a ring crosses itself, by a line that sweeps the plane from
/// west to east (Shamos and Hoey, "Geometric intersection problems", 1976).
///
/// The edges that the line meets are kept in their order from south to north. Until
/// the first crossing that order does not change, and two edges that cross are
/// neighbors in it just before; so only neighbors are compared. A vertical edge
/// counts as leaning to the east by an infinitely small angle: points are ordered by
/// longitude, then by latitude. Where edges only touch, those that end are
/// taken out before those that begin are put in, and an edge that begins on
/// another one is ordered by where it ends. All comparisons are exact.
///
/// An edge across ±180° is swept twice, once on either side of the plane, whole. Each
/// copy is the edge itself, turned by 360°, so it crosses nothing that the edge
/// does not cross, and all that it crosses on that side.
///
/// Pieces of geodesics go one way in longitude, too, and two of them meet once at most,
/// so the same holds for them; there a point within 2·10⁻⁸ m of a piece is on it. Where one goes
/// almost north, its ends can be rounded to longitudes that go the other way: see `Piece.isAbove(_:)`.
struct RingSweep {
    private(set) var pieces: [Piece] = []
    private(set) var order = SweepOrder()
    /// For each ring, the number of its first edge; then that of all edges.
    private(set) var firstEdges: [Int] = []

    init(_ ring: FlatRing) {
        self.init([ring])
    }

    /// Several rings at once: the edges of each are counted on from those of the one before.
    ///
    /// - Parameter shared: edges that are swept not at all.
    init(_ rings: [FlatRing], leavingOut shared: SharedEdges? = nil) {
        pieces.reserveCapacity(rings.reduce(0) { $0 + $1.wraps.count })
        var first = 0
        firstEdges.reserveCapacity(rings.count + 1)
        for ring in rings {
            append(ring, countedFrom: first, leavingOut: shared)
            firstEdges.append(first)
            first += ring.wraps.count
        }
        firstEdges.append(first)
    }

    private mutating func append(_ ring: FlatRing, countedFrom first: Int, leavingOut shared: SharedEdges?) {
        for edge in ring.wraps.indices {
            let (start, end) = (ring.vertices[edge], ring.vertices[edge + 1])
            // At a pole all is one point.
            if abs(start.y) == 90, start.y == end.y { continue }
            if let shared, !ring.wraps[edge], shared.hold(start, end) { continue }
            let course = ring.courses?[edge]
            if ring.wraps[edge] {
                // Once with the western end where it is, once with the eastern one.
                let turn: Double = start.x > end.x ? 1 : -1
                append(Piece(FlatPoint(start), FlatPoint(end, turns: turn), edge: first + edge, course: course))
                append(Piece(FlatPoint(start, turns: -turn), FlatPoint(end), edge: first + edge, course: course))
            } else {
                append(Piece(FlatPoint(start), FlatPoint(end), edge: first + edge, course: course))
            }
        }
    }

    private mutating func append(_ piece: Piece?) {
        if let piece { pieces.append(piece) }
    }

    /// Two edges that cross or run along each other, the lower number first; nil
    /// when no two do.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func firstCrossing() -> (edge: Int, other: Int)? {
        for event in begin() {
            if let pair = pass(event) {
                let (edge, other) = (pieces[pair.0].edge, pieces[pair.1].edge)
                return (min(edge, other), max(edge, other))
            }
        }
        return nil
    }

    /// Puts the line west of all pieces.
    ///
    /// - Returns: where it stops, in their order.
    mutating func begin() -> [Event] {
        var events: [Event] = []
        events.reserveCapacity(2 * pieces.count)
        for (number, piece) in pieces.enumerated() {
            events.append(Event(piece.left, .begin, number))
            events.append(Event(piece.right, .end, number))
        }
        events.sort()
        order = SweepOrder(capacity: pieces.count)
        return events
    }

    /// Moves the line over the beginning or the end of a piece.
    ///
    /// - Returns: two pieces that cross, of those that became neighbors.
    mutating func pass(_ event: Event) -> (Int, Int)? {
        switch event.kind {
        case .begin: insert(event.piece)
        case .end: remove(event.piece)
        }
    }

    private mutating func insert(_ number: Int) -> (Int, Int)? {
        let piece = pieces[number]
        var place = order.top
        while let node = place.node {
            guard let isAbove = piece.isAbove(pieces[node]) else { return (node, number) }
            place = order.descend(place, above: isAbove)
        }
        order.insert(number, at: place)
        return crossing(order.below(number), number) ?? crossing(number, order.above(number))
    }

    private mutating func remove(_ number: Int) -> (Int, Int)? {
        let (below, above) = (order.below(number), order.above(number))
        order.remove(number)
        return crossing(below, above)
    }

    private func crossing(_ first: Int?, _ second: Int?) -> (Int, Int)? {
        guard let first, let second, Self.cross(pieces[first], pieces[second]) else { return nil }
        return (first, second)
    }

    /// Whether two pieces meet in a point inside both, or in more than a point.
    private static func cross(_ first: Piece, _ second: Piece) -> Bool {
        let (left, right) = (first.side(of: second.left), first.side(of: second.right))
        if left == 0, right == 0 { return first.runsAlong(second) }
        guard left * right < 0 else { return false }
        return second.side(of: first.left) * second.side(of: first.right) < 0
    }

    /// A point where the line stops. Ends come before beginnings.
    struct Event: Comparable {
        enum Kind: Int { case end, begin }

        let place: (Double, Double, Double)
        let kind: Kind
        let piece: Int

        init(_ point: FlatPoint, _ kind: Kind, _ piece: Int) {
            (place, self.kind, self.piece) = (point.order, kind, piece)
        }

        static func == (lhs: Event, rhs: Event) -> Bool {
            lhs.place == rhs.place && lhs.kind == rhs.kind && lhs.piece == rhs.piece
        }

        static func < (lhs: Event, rhs: Event) -> Bool {
            lhs.place != rhs.place
                ? lhs.place < rhs.place : (lhs.kind.rawValue, lhs.piece) < (rhs.kind.rawValue, rhs.piece)
        }
    }
}
