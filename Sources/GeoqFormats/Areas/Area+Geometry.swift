public import GeoqIndex

extension Area {
    /// The area of one text, as a column of a table or a request holds it: WKT (OGC
    /// 06-103r4, 7) or PostGIS's EWKT, hexadecimal WKB, or a geometry of GeoJSON
    /// (RFC 7946), on WGS 84. An empty geometry gives an area that holds nothing.
    ///
    ///     query.inside = try Area(text: "POLYGON((-77 42, -76 42, -76 43, -77 42))")
    ///
    /// - Parameter pole: which pole a ring holds that runs round the earth's axis.
    /// - Throws: `AreaError.unreadable` for a text that is not a polygon, has a point or a line
    ///   beside its polygons, or is on another system; its other cases for polygons
    ///   that make no area.
    /// - Complexity: O(length of the text), and that of `init(_:edges:pole:)`.
    public init(text: String, edges: Edges = .drawn, pole: Pole? = nil) throws(AreaError) {
        try self.init(text: text, edges: edges, pole: pole, atMost: Self.largestCount)
    }

    /// The same, of fewer positions, which `limit` says.
    package init(text: String, edges: Edges, pole: Pole?, atMost limit: Int) throws(AreaError) {
        try self.init(edges, pole, limit) { () throws(AreaProblem) in try AreaGeometry.polygons(text: text) }
    }

    /// The area of WKB (OGC 06-103r4, 8) or PostGIS's EWKB; else as `init(text:edges:pole:)`.
    ///
    /// - Throws: `AreaError`, as for a text.
    /// - Complexity: O(bytes), and that of `init(_:edges:pole:)`.
    public init(wkb bytes: [UInt8], edges: Edges = .drawn, pole: Pole? = nil) throws(AreaError) {
        try self.init(edges, pole, Self.largestCount) { () throws(AreaProblem) in
            try AreaGeometry.polygons(wkb: bytes)
        }
    }

    private init(
        _ edges: Edges, _ pole: Pole?, _ limit: Int, _ read: () throws(AreaProblem) -> [[[Coordinate]]]
    ) throws(AreaError) {
        let polygons: [[[Coordinate]]]
        do throws(AreaProblem) {
            polygons = try read()
        } catch {
            throw .unreadable(reason: error.description)
        }
        let rings = polygons.compactMap { rings in
            rings.first.map { Polygon(outer: $0, holes: Array(rings.dropFirst())) }
        }
        try self.init(rings, edges: edges, pole: pole, atMost: limit)
    }
}
