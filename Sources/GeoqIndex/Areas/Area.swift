/// Polygons with holes: a region of the earth with its boundary.
///
/// **What is inside.** A place belongs to a polygon when it lies on one of its
/// rings, or when the rings lie around it an odd number of times in all; it
/// belongs to the area when it belongs to some polygon. So neither the winding
/// of a ring nor the order of the rings matters, and a hole's edge is inside.
///
/// **What an edge is** (`Edges`). A *drawn* edge is straight in longitude and
/// latitude, as RFC 7946, section 3.1.1, asks, and as shapefiles and KML draw it.
/// Membership is then exact on the doubles: no place is put on the wrong side by
/// a rounding. (A number below 2⁻⁴⁰⁰ degrees counts as 0.) A *geodesic* edge is the
/// shortest line on WGS 84, and membership is right for every place that is further
/// than 5·10⁻⁸ m from the boundary: so well does PROJ know the line. Nearer, one rule decides for the index, a scan
/// and all else: a place lies on the edge when its longitude is one of the edge's and it is at most 2·10⁻⁸ m away
/// (`EdgeTree.crossings(_:geodesicEdge:margin:)`). So along a meridian the longitudes decide, exactly. Vertices are
/// inside.
///
/// **Across ±180°.** An edge that steps more than 180° of longitude goes the short
/// way, across ±180°. RFC 7946 asks for areas that are cut there, and cut ones are
/// right as well, but many files do not cut. One kind of edge is as drawn: a step of
/// exactly 360° along a parallel, between two edges on the meridian ±180, is the
/// whole parallel, as in a box around the world. A step of exactly 180° is as drawn.
///
/// **Around a pole.** A ring whose steps in longitude add up to a turn has two
/// sides, each with a pole, and does not tell which is meant. When it has a vertex
/// at one pole, it is that side. Else the maker of the area says it. A pole is one place
/// under all longitudes.
///
/// A value that any number of threads may ask at once.
public struct Area: Sendable {
    /// What lies between two vertices that follow each other.
    public enum Edges: String, Hashable, Sendable, CaseIterable {
        /// Straight in longitude and latitude (RFC 7946).
        case drawn
        /// The shortest line on WGS 84. Between places that are opposite each other it
        /// is the one that PROJ gives.
        case geodesic
    }

    /// One of the two poles.
    public enum Pole: String, Hashable, Sendable, CaseIterable {
        /// Latitude 90°.
        case north
        /// Latitude -90°.
        case south
    }

    /// A ring, and the rings of its holes.
    ///
    /// Each is closed: it has at least four positions, and the last is the first.
    public struct Polygon: Hashable, Sendable {
        /// The ring around the polygon. It may run either way.
        public var outer: [Coordinate]
        /// The rings around its holes; empty when it has none.
        public var holes: [[Coordinate]]

        /// - Parameters: closed rings; `Area` checks them.
        public init(outer: [Coordinate], holes: [[Coordinate]] = []) {
            (self.outer, self.holes) = (outer, holes)
        }

        /// The outer ring, then the holes.
        var rings: [[Coordinate]] { [outer] + holes }
    }

    /// How many positions its rings have, the last of each, which is the first,
    /// included.
    public var positionCount: Int {
        polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } }
    }

    /// As they were given.
    public let polygons: [Polygon]
    /// How the rings run between two vertices.
    public let edges: Edges
    /// The pole that a ring around the earth's axis holds; nil when it was not said.
    public let pole: Pole?
    let index: PolygonIndex

    /// More positions do not fit.
    public static let largestCount = 10_000_000

    /// More positions do not fit in an area that a request or a filter brings: no one can stop the making of an area,
    /// and so it takes seconds at most.
    package static let largestAskedCount = 1_000_000

    /// An area of polygons. Without any it holds nothing.
    ///
    /// - Parameter pole: which pole a ring holds that runs round the earth's axis.
    /// - Throws: `AreaError`, naming the polygon, the ring and the vertex. Rings of a
    ///   polygon may meet themselves and each other in points, and also cross there where the point
    ///   is a vertex. When two edges cross within both, or run along each other, they are refused.
    ///   Polygons may overlap.
    /// - Complexity: O(*n* log *n*) for *n* positions, whatever they are: about
    ///   2 µs a position. Geodesic edges are cut into pieces of 5 km, which count as
    ///   positions, and so do the pieces of an edge along ±180°, which is cut wherever the area
    ///   begins or ends on the other side.
    public init(_ polygons: [Polygon], edges: Edges = .drawn, pole: Pole? = nil) throws(AreaError) {
        try self.init(polygons, edges: edges, pole: pole, atMost: Self.largestCount)
    }

    /// The same, of fewer positions, which `limit` says.
    package init(_ polygons: [Polygon], edges: Edges, pole: Pole?, atMost limit: Int) throws(AreaError) {
        let count = polygons.reduce(0) { $0 + $1.holes.reduce($1.outer.count) { $0 + $1.count } }
        // The message takes what the limit was from the count.
        guard count <= limit else {
            throw .tooManyPositions(count: limit < Self.largestCount ? limit + 1 : count)
        }
        index = try PolygonIndex(polygons, edges: edges, pole: pole, atMost: limit)
        (self.polygons, self.edges, self.pole) = (polygons, edges, pole)
    }
}

extension Area: Hashable {
    /// Areas are equal when they were made of the same positions in the same order, with edges of one kind and the same pole.
    ///
    /// - Complexity: O(positions).
    public static func == (lhs: Area, rhs: Area) -> Bool {
        lhs.edges == rhs.edges && lhs.pole == rhs.pole && lhs.polygons == rhs.polygons
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(polygons)
        hasher.combine(edges)
        hasher.combine(pole)
    }
}
