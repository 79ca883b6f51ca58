import Geoq
import GeoqIndex

/// Points as GeoJSON (RFC 7946).
enum GeoJSONPoint {
    /// Reads a geometry of type Point: lon, lat, and perhaps an altitude and
    /// further numbers, which are dropped.
    ///
    /// - Throws: `PointReadError` for another geometry, coordinates that are
    ///   not two numbers or more, and a system other than WGS 84 (which the
    ///   GeoJSON before RFC 7946 could name).
    static func coordinate(of geometry: JSONValue) throws(PointReadError) -> Coordinate {
        guard let members = geometry.object else { throw .malformed("\(geometry.kindName) is not a geometry") }
        guard let type = members["type"]?.string else { throw .malformed("a geometry without a type") }
        guard type == "Point" else { throw .notAPoint(String(type.prefix(40))) }
        if let system = foreignSystem(in: members) {
            throw .malformed("coordinates in \(system); convert them to EPSG:4326 first")
        }
        guard let position = members["coordinates"]?.array else { throw .malformed("a point without coordinates") }
        if position.isEmpty { throw .empty }
        // RFC 7946, 3.1.1: two numbers or more; the third is the altitude, and
        // no meaning is defined for further ones.
        guard position.count >= 2, let longitude = position[0].double, let latitude = position[1].double,
            position.allSatisfy({ $0.double != nil })
        else { throw .malformed("a point's coordinates are two numbers, lon and lat") }
        return try PointReadError.coordinate(longitude: longitude, latitude: latitude)
    }

    /// The type of an object that is a geometry itself, and no feature with one; nil for any other object.
    static func typeOfGeometry(_ members: JSONObject) -> String? {
        guard let type = members["type"]?.string, geometryTypes.contains(type),
            members[type == "GeometryCollection" ? "geometries" : "coordinates"]?.array != nil
        else { return nil }
        return type
    }

    /// RFC 7946, 1.4.
    private static let geometryTypes: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    /// The name of the coordinate system in the member `crs`; nil when it is
    /// WGS 84 or missing.
    ///
    /// RFC 7946, 4: coordinates are on WGS 84, lon and lat. The GeoJSON before
    /// it had `crs`, and many programs still write it.
    static func foreignSystem(in members: JSONObject) -> String? {
        guard let system = members["crs"], system != .null else { return nil }
        guard let name = systemName(system) else { return String(system.text.prefix(80)) }
        // The last two have heights, too.
        let isWGS84 = ["CRS84", "WGS84", "4326", "CRS84H", "4979"].contains { ends(name, with: $0) }
        return isWGS84 ? nil : String(name.prefix(80))
    }

    /// The name of the coordinate system in the member `crs` when it is not WGS 84, but one of the
    /// datums that agree with it to about two meters; nil for any other, and when it is missing.
    static func closeSystem(in members: JSONObject) -> String? {
        guard let name = members["crs"].flatMap(systemName), name.uppercased().contains("EPSG") else { return nil }
        return closeSystems.first { ends(name, with: $0.code) }?.name
    }

    /// EPSG's codes of longitude and latitude on datums whose ellipsoid is GRS 80, as
    /// `CoordinateSystemText` takes them for close by the text of a `.prj`.
    private static let closeSystems = [
        ("4269", "NAD83"), ("6318", "NAD83(2011)"), ("4617", "NAD83(CSRS)"), ("4258", "ETRS89"), ("4283", "GDA94"),
        ("7844", "GDA2020"), ("4167", "NZGD2000"), ("4674", "SIRGAS 2000"), ("6668", "JGD2011"),
    ].map { (code: $0.0, name: $0.1) }

    private static func systemName(_ system: JSONValue) -> String? {
        (system.object?["properties"]?.object?["name"] ?? system).string
    }

    /// Whether the last part of a name is a word: "urn:ogc:def:crs:EPSG::4326" ends with 4326,
    /// and "EPSG:14326" does not.
    private static func ends(_ name: String, with word: String) -> Bool {
        let plain = name.uppercased().filter { $0 != " " }
        return plain.hasSuffix(word) && plain.dropLast(word.count).last.map { !$0.isNumber && !$0.isLetter } ?? true
    }
}
