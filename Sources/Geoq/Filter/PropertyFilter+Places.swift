package import GeoqIndex

extension PropertyFilter {
    /// The names that a filter may give to a row's point.
    package static let geometryNames: Set<String> = ["geom", "geometry"]

    /// Whether a row's point lies inside a box or on its edge: the same as
    /// `BoundingBox.contains`, written as a condition on `lat` and `lon`.
    ///
    /// The meridian 180° has two numbers, and a pole lies on every meridian.
    static func intersects(_ box: BoundingBox) -> PropertyFilter {
        let latitudes = between("lat", box.south, box.north)
        guard !box.holdsEveryLongitude else { return latitudes }
        var longitudes =
            box.crossesDateLine
            ? [
                PropertyFilter.comparison(.column("lon"), .greaterOrEqual, .literal(.real(box.west))),
                .comparison(.column("lon"), .lessOrEqual, .literal(.real(box.east))),
            ]
            : [between("lon", box.west, box.east)]
        if box.east == 180, box.west > -180 { longitudes.append(equal("lon", -180)) }
        if box.west == -180, box.east < 180 { longitudes.append(equal("lon", 180)) }
        for pole in [-90.0, 90] where (box.south...box.north).contains(pole) { longitudes.append(equal("lat", pole)) }
        return .and([latitudes, longitudes.count == 1 ? longitudes[0] : .or(longitudes)])
    }

    /// Whether a row's point lies inside a box and not on its edge, which a pole is
    /// always on.
    static func within(_ box: BoundingBox) -> PropertyFilter {
        func lies(_ column: String, _ comparison: Comparison, _ value: Double) -> PropertyFilter {
            .comparison(.column(column), comparison, .literal(.real(value)))
        }
        let latitudes = [lies("lat", .greater, box.south), lies("lat", .less, box.north)]
        guard !box.holdsEveryLongitude else { return .and(latitudes) }
        var (west, east) = (box.west, box.east)
        // An edge on the meridian of 180° has two numbers; by the other one such a box does not cross it.
        if box.crossesDateLine, box.east == -180, box.west != 180 { east = 180 }
        if box.crossesDateLine, box.west == 180, box.east != -180 { west = -180 }
        let longitudes = [lies("lon", .greater, west), lies("lon", .less, east)]
        return .and(latitudes + (west > east ? [.or(longitudes)] : longitudes))
    }

    /// The name of the SQL function that tells whether a place lies in an area and not on
    /// its edges; its arguments are those of `insideFunctionName`.
    package static let withinFunctionName = "geoq_within"

    /// The name of the SQL function that tells whether a place lies in an area:
    /// of `Area.functionArguments`, a latitude and a longitude.
    package static let insideFunctionName = "geoq_inside"

    /// The place of two columns; nil when a row has none.
    package static func place(_ latitude: FieldValue, _ longitude: FieldValue) -> Coordinate? {
        guard let latitude = latitude.number, let longitude = longitude.number else { return nil }
        return try? Coordinate(strictLatitude: latitude, longitude: longitude)
    }

    private static func between(_ column: String, _ low: Double, _ high: Double) -> PropertyFilter {
        .between(.column(column), .literal(.real(low)), .literal(.real(high)))
    }

    private static func equal(_ column: String, _ value: Double) -> PropertyFilter {
        .comparison(.column(column), .equal, .literal(.real(value)))
    }
}

extension FieldValue {
    /// The number of a whole or other number; nil for the rest.
    fileprivate var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let number): number
        case .null, .bool, .text: nil
        }
    }
}

extension Area {
    /// As CQL2 text writes a geometry.
    ///
    /// - Precondition: its edges are drawn.
    package var cql2Text: String {
        precondition(edges == .drawn, "CQL2 has areas with drawn edges only.")
        return wkt
    }

    /// The polygons as WKT: `POLYGON((…))`, or `MULTIPOLYGON(((…)))` for any other number of polygons than one. It
    /// says nothing of the edges and the pole.
    package var wkt: String {
        let all = polygons.map { polygon in
            let rings = ([polygon.outer] + polygon.holes).map { ring in
                "(" + ring.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ",") + ")"
            }
            return "(" + rings.joined(separator: ",") + ")"
        }
        return all.count == 1 ? "POLYGON\(all[0])" : "MULTIPOLYGON(\(all.joined(separator: ",")))"
    }

    /// What the SQL functions of filters take for an area: its WKT, its edges and its pole, which is null for none.
    package var functionArguments: [FieldValue] {
        [.text(wkt), .text(edges.rawValue), pole.map { .text($0.rawValue) } ?? .null]
    }

    /// The area of `functionArguments`.
    ///
    /// - Throws: `FilterError` and `AreaError` for others.
    /// - Complexity: O(*n* log *n*) in the positions.
    package init(functionText text: String, edges: String, pole: String?) throws {
        // An area without polygons holds nothing.
        let polygons = text == "MULTIPOLYGON()" ? [] : try FilterParser.polygons(Array(text.utf8))
        try self.init(
            polygons, edges: Edges(rawValue: edges) ?? .drawn, pole: pole.flatMap(Pole.init(rawValue:)))
    }
}
