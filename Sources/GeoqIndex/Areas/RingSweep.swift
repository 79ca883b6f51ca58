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
struct RingSweep {
    /// An edge with its western end first; on a meridian, the southern one.
    struct Piece {
        let left: FlatPoint
        let right: FlatPoint
        let edge: Int

        init?(_ start: FlatPoint, _ end: FlatPoint, edge: Int) {
            if start < end {
                (left, right) = (start, end)
            } else if end < start {
                (left, right) = (end, start)
            } else {
                return nil
            }
            self.edge = edge
        }
    }

    private var pieces: [Piece] = []
    private var order = SweepOrder()

    init(_ ring: FlatRing) {
        pieces.reserveCapacity(ring.wraps.count)
        for edge in ring.wraps.indices {
            let (start, end) = (ring.vertices[edge], ring.vertices[edge + 1])
            // At a pole all is one point.
            if abs(start.y) == 90, start.y == end.y { continue }
            if ring.wraps[edge] {
                let (west, east) = start.x > end.x ? (start, end) : (end, start)
                append(Piece(FlatPoint(west), FlatPoint(east, turns: 1), edge: edge))
                append(Piece(FlatPoint(west, turns: -1), FlatPoint(east), edge: edge))
            } else {
                append(Piece(FlatPoint(start), FlatPoint(end), edge: edge))
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
        var events: [Event] = []
        events.reserveCapacity(2 * pieces.count)
        for (number, piece) in pieces.enumerated() {
            events.append(Event(piece.left, .begin, number))
            events.append(Event(piece.right, .end, number))
        }
        events.sort()
        order = SweepOrder(capacity: pieces.count)
        for event in events {
            let pair: (Int, Int)?
            switch event.kind {
            case .begin: pair = insert(event.piece)
            case .end: pair = remove(event.piece)
            }
            if let pair {
                let (edge, other) = (pieces[pair.0].edge, pieces[pair.1].edge)
                return (min(edge, other), max(edge, other))
            }
        }
        return nil
    }

    private mutating func insert(_ number: Int) -> (Int, Int)? {
        let piece = pieces[number]
        var (place, along): (SweepOrder.Place, Int?) = (order.top, nil)
        while let node = place.node {
            let side = Self.side(of: piece, to: pieces[node])
            if side == 0 {
                along = node
                break
            }
            place = order.descend(place, above: side > 0)
        }
        if let along { return (along, number) }
        order.insert(number, at: place)
        return crossing(order.below(number), number) ?? crossing(number, order.above(number))
    }

    private mutating func remove(_ number: Int) -> (Int, Int)? {
        let (below, above) = (order.below(number), order.above(number))
        order.remove(number)
        return crossing(below, above)
    }

    /// 1 when a piece that begins lies above another one that the line meets, −1
    /// below, 0 when it runs along it.
    private static func side(of piece: Piece, to other: Piece) -> Int {
        let side = Orientation.sign(other.left, other.right, piece.left)
        return side != 0 ? side : Orientation.sign(other.left, other.right, piece.right)
    }

    private func crossing(_ first: Int?, _ second: Int?) -> (Int, Int)? {
        guard let first, let second, Self.cross(pieces[first], pieces[second]) else { return nil }
        return (first, second)
    }

    /// Whether two pieces meet in a point inside both, or in more than a point.
    private static func cross(_ first: Piece, _ second: Piece) -> Bool {
        let (left, right) = (
            Orientation.sign(first.left, first.right, second.left),
            Orientation.sign(first.left, first.right, second.right)
        )
        if left == 0, right == 0 {
            let begin = first.left < second.left ? second.left : first.left
            return begin < (first.right < second.right ? first.right : second.right)
        }
        guard left * right < 0 else { return false }
        return Orientation.sign(second.left, second.right, first.left)
            * Orientation.sign(second.left, second.right, first.right) < 0
    }

    /// A point where the line stops. Ends come before beginnings.
    private struct Event: Comparable {
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
