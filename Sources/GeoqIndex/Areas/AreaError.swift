/// Why polygons are not an area.
///
/// Polygons, rings and vertices are counted from 0 in the values, in the order
/// in which they were given, and from 1 in the sentences. Ring 0 is the outer one.
public enum AreaError: Error, Hashable, Sendable {
    /// A ring has fewer than four positions, the last of which is the first.
    case tooFewPositions(polygon: Int, ring: Int, count: Int)
    /// The last position of a ring is not its first.
    case unclosedRing(polygon: Int, ring: Int)
    /// All rings together have more than `Area.largestCount` positions, with the
    /// pieces into which geodesic edges and edges along ±180° are cut; `count` is as far as was counted.
    /// An area that a request or a filter brings may have a tenth of them.
    case tooManyPositions(count: Int)
    /// The edges that begin at these vertices cross, or run along each other.
    case selfCrossing(polygon: Int, ring: Int, vertex: Int, other: Int)
    /// The edges of two rings of a polygon that begin at these vertices cross, or run
    /// along each other: a hole reaches out of its polygon, or into another hole.
    case crossingRings(polygon: Int, ring: Int, vertex: Int, other: Int, otherVertex: Int)
    /// A hole lies outside of its polygon's outer ring.
    case holeOutside(polygon: Int, ring: Int)
    /// A hole lies inside of another hole.
    case holeInHole(polygon: Int, ring: Int)
    /// The ring crosses itself in a place that is a vertex of it.
    case ringCrossesItself(polygon: Int, ring: Int, at: Coordinate)
    /// The ring crosses another one of its polygon in a place that is a vertex of at least one of them.
    case ringsCrossInVertex(polygon: Int, ring: Int, at: Coordinate)
    /// All positions of a ring are one place, or it goes there and back.
    case ringWithoutArea(polygon: Int, ring: Int)
    /// The ring runs round the earth's axis, and it was not said which pole it
    /// holds.
    case ringAroundPole(polygon: Int, ring: Int)
    /// A text, or bytes, from which no polygons can be read; and why, as words of a
    /// sentence.
    case unreadable(reason: String)
}

extension AreaError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooFewPositions(let polygon, let ring, let count):
            "\(Self.name(polygon, ring)) has \(count) positions; a ring has four or more, the last like the first"
        case .unclosedRing(let polygon, let ring):
            "\(Self.name(polygon, ring)) is not closed: repeat its first position at its end"
        case .tooManyPositions(let count):
            "the area has \(count) positions or more, with the pieces into which its edges are cut; at most "
                + "\(count > Area.largestCount ? Area.largestCount : Area.largestAskedCount) fit"
        case .selfCrossing(let polygon, let ring, let vertex, let other):
            "\(Self.name(polygon, ring)) crosses itself: its edges after vertex \(vertex + 1) and vertex \(other + 1)"
                + " meet"
        case .crossingRings(let polygon, let ring, let vertex, let other, let otherVertex):
            "\(Self.name(polygon, ring)) and ring \(other + 1) cross: their edges after vertex \(vertex + 1) and vertex "
                + "\(otherVertex + 1) meet"
        case .holeOutside(let polygon, let ring):
            "\(Self.name(polygon, ring)) is a hole outside of its polygon's first ring"
        case .holeInHole(let polygon, let ring):
            "\(Self.name(polygon, ring)) is a hole inside of another hole; land there is a polygon of its own"
        case .ringCrossesItself(let polygon, let ring, let place):
            "\(Self.name(polygon, ring)) crosses itself at lat \(place.latitude), lon \(place.longitude)"
        case .ringsCrossInVertex(let polygon, let ring, let place):
            "\(Self.name(polygon, ring)) crosses another ring of the polygon at lat \(place.latitude), lon "
                + "\(place.longitude)"
        case .ringWithoutArea(let polygon, let ring):
            "\(Self.name(polygon, ring)) has no area: it is one place, or goes there and back the same way"
        case .ringAroundPole(let polygon, let ring):
            "\(Self.name(polygon, ring)) runs round a pole: say which pole it holds, north or south"
        case .unreadable(let reason): "it cannot be read as polygons: \(reason)"
        }
    }

    private static func name(_ polygon: Int, _ ring: Int) -> String {
        "polygon \(polygon + 1), ring \(ring + 1)"
    }
}
