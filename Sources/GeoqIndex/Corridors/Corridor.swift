/// A line and a width: all places that are no further from the line than that, on
/// either side and around both ends. A route, a river, a coast.
///
/// **A line may have gaps.** A track whose receiver was off in between has several
/// segments. The gap was not traveled: no place is near the line because of it, and it
/// adds nothing to how far along a place is. The next segment begins as far along as the one before ended.
///
/// **What an edge is** is told as for areas (`Area.Edges`): *geodesic* edges are the
/// shortest lines on WGS 84, as one travels; *drawn* ones are straight in longitude
/// and latitude, as files draw them, and go the short way across ±180°.
///
/// **Where a place lies** is told by the nearest point of the line, its *foot*: the
/// distance to it, how far along the line it is, and on which side of it the place
/// is. Where several parts of the line are equally near, the first one on the way
/// counts: so a way there and back on the same vertices counts once.
///
/// A value that any number of threads may ask at once.
public struct Corridor: Sendable {
    /// The vertices of each segment, in the order of travel.
    public let segments: [[Coordinate]]
    /// How the line runs between two vertices.
    public let edges: Area.Edges
    /// From the line to either side; the edge is inside.
    public let width: Distance
    let index: CorridorIndex

    /// The largest width.
    public static let largestWidth = Distance.kilometers(1_000)

    /// - Throws: `CorridorError`, when there are fewer than two vertices, the width is
    ///   larger than `largestWidth`, or the line takes more than a million pieces: each is
    ///   400 m long at most, of drawn edges 250 m, and less toward the poles.
    /// - Complexity: O(*n*) for *n* vertices, and for each 400 m of the line: some
    ///   microseconds each.
    public init(_ line: [Coordinate], edges: Area.Edges = .geodesic, width: Distance) throws(CorridorError) {
        try self.init(segments: [line], edges: edges, width: width)
    }

    /// A line with gaps between its segments.
    ///
    /// - Throws: `CorridorError`, also when one of the segments has fewer than two vertices,
    ///   or there is none.
    /// - Complexity: as `init(_:edges:width:)`, for the vertices of all segments.
    public init(
        segments: [[Coordinate]], edges: Area.Edges = .geodesic, width: Distance
    ) throws(CorridorError) {
        let fewest = segments.map(\.count).min() ?? 0
        guard fewest >= 2 else { throw .tooFewVertices(count: fewest) }
        guard width <= Self.largestWidth else { throw .tooWide(meters: width.meters) }
        (self.segments, self.edges, self.width) = (segments, edges, width)
        index = try CorridorIndex(segments, edges)
    }

    /// A number that tells this line from others, whatever the widths: the same in every program and on every machine.
    ///
    /// - Complexity: O(*n*) for *n* vertices.
    package var lineDigest: UInt64 {
        var digest: UInt64 = edges == .drawn ? 1 : 2
        func mix(_ bits: UInt64) {
            digest = (digest ^ bits) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 32
        }
        for segment in segments {
            mix(UInt64(segment.count))
            for vertex in segment {
                // -0 is 0.
                mix((vertex.latitude + 0).bitPattern)
                mix((vertex.longitude + 0).bitPattern)
            }
        }
        return digest
    }

    /// All vertices, in the order of travel.
    public var line: [Coordinate] { segments.flatMap { $0 } }

    /// The length of the line in meters, without the gaps.
    public var length: Double { index.length }

    /// Where a place lies to the line.
    public struct Foot: Hashable, Sendable {
        /// How far the foot is from the line's beginning, along it, in meters.
        public let along: Double
        /// How far the place is from the foot, in meters: the geodesic distance.
        public let offset: Double
        /// On which side of the line; nil on the line, or straight before its beginning
        /// or behind its end.
        public let side: Side?

        /// A length as every answer writes it: in whole micrometers, as the double
        /// nearest to that.
        package static func rounded(_ meters: Double) -> Double { (meters * 1e6).rounded() / 1e6 }

        /// What comes first in the order of travel: the lesser `along`, and of equal ones the lesser `offset`, both as
        /// answers write them. A foot is right to 10⁻⁷ m: of places whose feet are the same, as those straight across
        /// the line from each other, the last digits of a double say nothing.
        package var order: (along: Double, offset: Double) { Self.order(along: along, offset: offset) }

        /// The same of the two lengths.
        package static func order(along: Double, offset: Double) -> (along: Double, offset: Double) {
            (rounded(along), rounded(offset))
        }
    }

    /// A side, seen in the direction of travel.
    public enum Side: String, Hashable, Sendable {
        /// The line's left.
        case left
        /// The line's right.
        case right
    }

    /// Where a place lies to the line; nil when it is outside of the corridor.
    ///
    /// The offset is within 10⁻⁷ m of the truth, and so is how far along, but for the
    /// roundings of the lengths of many vertices, which add up (`CorridorIndex`), and
    /// those of edges much shorter than the offset (`LinePiece`).
    ///
    /// - Complexity: O(log *n* + pieces that are nearly as near as the nearest).
    public func foot(of coordinate: Coordinate) -> Foot? {
        index.foot(of: SearchOrigin(coordinate), within: width.meters)
    }

    /// Where a place lies to the line; nil when it is further from it than a distance other
    /// than the width.
    package func foot(of coordinate: Coordinate, within distance: Distance) -> Foot? {
        index.foot(of: SearchOrigin(coordinate), within: distance.meters)
    }

    /// The same by Karney's geodesics alone: asked within the offset that it gave, it gives
    /// the same again.
    package func exactFoot(of coordinate: Coordinate, within distance: Distance) -> Foot? {
        index.exactFoot(of: SearchOrigin(coordinate), within: distance.meters)
    }

    /// Whether a place is no further from the line than the width.
    ///
    /// - Complexity: that of `foot(of:)`.
    public func contains(_ coordinate: Coordinate) -> Bool { foot(of: coordinate) != nil }

    /// What `contains` must say, by a look at every piece with Karney's geodesics alone. A
    /// piece all of which is further away than the width by a straight line, and by a meter more, is not
    /// asked.
    package func scannedContains(_ coordinate: Coordinate) -> Bool {
        let (origin, point) = (SearchOrigin(coordinate), SIMD3(EarthPoint(coordinate)))
        // In place: a piece is large, and to copy each of them would take most of the time.
        return index.pieces.withUnsafeBufferPointer { pieces in
            pieces.indices.contains {
                pieces[$0].chordToSomePlace(from: point) - pieces[$0].half <= width.meters + 1
                    && pieces[$0].exactFoot(of: origin).offset <= width.meters
            }
        }
    }

    /// What `foot(of:)` must give: whether there is one, a look at every piece decides (`scannedContains`). The numbers
    /// of the foot are then those of the index, so that both are the same to the last bit: of them it is no witness.
    package func scannedFoot(of coordinate: Coordinate) -> Foot? {
        guard scannedContains(coordinate) else { return nil }
        return foot(of: coordinate) ?? index.foot(of: SearchOrigin(coordinate), within: 2 * width.meters + 1)
    }
}

extension Corridor: Hashable {
    /// Corridors are equal when they were made of the same segments and width, with edges of one kind.
    ///
    /// - Complexity: O(vertices).
    public static func == (lhs: Corridor, rhs: Corridor) -> Bool {
        lhs.edges == rhs.edges && lhs.width == rhs.width && lhs.segments == rhs.segments
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(segments)
        hasher.combine(edges)
        hasher.combine(width)
    }
}

/// Why a line and a width are not a corridor.
public enum CorridorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A segment has fewer than two vertices.
    case tooFewVertices(count: Int)
    /// The width, in meters, is more than `Corridor.largestWidth`.
    case tooWide(meters: Double)
    /// The line takes more pieces than an index holds: at least this many.
    case tooLong(pieces: Int)

    public var description: String {
        switch self {
        case .tooFewVertices(let count): "the line has \(count) vertices; a line has two or more"
        case .tooWide(let meters):
            "the corridor is \(meters) m wide; at most \(Corridor.largestWidth.meters) m are possible"
        case .tooLong(let pieces):
            "the line takes \(pieces) pieces or more; at most \(CorridorIndex.largestCount) fit"
        }
    }
}
