import Geoq
import GeoqIndex

/// Points as GeoJSON (RFC 7946).
enum GeoJSONPoint {
    /// Reads a geometry of type Point: lon, lat, and perhaps an altitude, which
    /// is dropped.
    ///
    /// - Throws: `PointReadError` for another geometry, coordinates that are
    ///   not two or three numbers, and a system other than WGS 84 (which the
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
        guard (2...3).contains(position.count), let longitude = position[0].double, let latitude = position[1].double,
            position.allSatisfy({ $0.double != nil })
        else { throw .malformed("a point's coordinates are two numbers, lon and lat") }
        return try PointReadError.coordinate(longitude: longitude, latitude: latitude)
    }

    /// The name of the coordinate system in the member `crs`; nil when it is
    /// WGS 84 or missing.
    ///
    /// RFC 7946, 4: coordinates are on WGS 84, lon and lat. The GeoJSON before
    /// it had `crs`, and many programs still write it.
    static func foreignSystem(in members: JSONObject) -> String? {
        guard let system = members["crs"], system != .null else { return nil }
        guard let name = (system.object?["properties"]?.object?["name"] ?? system).string else {
            return String(system.text.prefix(80))
        }
        let plain = name.uppercased().filter { $0 != " " }
        let isWGS84 = ["CRS84", "WGS84", "4326"].contains { known in
            // "urn:ogc:def:crs:EPSG::4326", but not "EPSG:14326".
            plain.hasSuffix(known) && plain.dropLast(known.count).last.map { !$0.isNumber && !$0.isLetter } ?? true
        }
        return isWGS84 ? nil : String(name.prefix(80))
    }
}
