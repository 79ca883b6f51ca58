import Geoq
import GeoqIndex

/// Areas in GeoJSON (RFC 7946) and GeoJSON text sequences (RFC 8142): features
/// in a FeatureCollection, in an array, one a line or after record separators;
/// a single feature; a bare geometry.
enum GeoJSONAreas {
    /// Reads all features.
    ///
    /// - Throws: `FileProblem` when the file cannot be followed to its end, or
    ///   is on another system than WGS 84; what stream and sink throw.
    /// - Complexity: O(size of the file), in the memory of its largest feature.
    static func read(_ stream: any ByteStream, into intake: AreaIntake) throws {
        var elements = JSONElementReader(
            stream, file: intake.file, maximumBytes: AreaLimits.textBytes, maximumValues: AreaLimits.values,
            takesCloseSystems: true)
        while let element = try elements.next() {
            try intake.begin()
            switch element {
            case .refused(let reason, let line): try intake.refuse(.malformed(reason), line: line)
            case .value(let value, let line):
                do {
                    try take(value, line: line, into: intake)
                } catch let problem as AreaProblem {
                    try intake.refuse(problem, line: line)
                }
            }
        }
        if let system = elements.closeSystem {
            intake.note("coordinates on \(system), which agrees with WGS 84 to about two meters")
        }
    }

    private static func take(_ value: JSONValue, line: Int, into intake: AreaIntake) throws {
        guard let object = value.object else {
            throw AreaProblem.malformed("\(value.kindName), where a feature or a geometry is expected")
        }
        var (fields, shape) = (AreaFields(), intake.shape())
        guard object["type"] == .string("Feature") else {
            // Members that the standard does not know, a name perhaps.
            for member in object.members where !ownMembers.contains(member.name) { fields.append(member) }
            try GeoJSONPolygons.read(value, into: &shape)
            return try intake.give(shape, fields, line: line)
        }
        let geometry = object["geometry"] ?? .null
        guard geometry != .null else { return intake.skip(.noGeometry) }
        if let system = GeoJSONPoint.foreignSystem(in: object) { throw AreaProblem.foreignSystem(system) }
        let properties = object["properties"]?.object ?? JSONObject()
        if properties["id"] == nil, let id = object.member("id") { fields.append(id) }
        for member in properties.members { fields.append(member) }
        try GeoJSONPolygons.read(geometry, into: &shape)
        try intake.give(shape, fields, uncut: uncut(of: object), line: line)
    }

    /// The polygons of the member `uncut` (`Area.geoJSON`), as they were before they were cut at ±180°; nil when the
    /// feature has none. The caller looks whether the geometry is still what they were cut to.
    private static func uncut(of feature: JSONObject) -> [[[Coordinate]]]? {
        guard let geometry = feature["uncut"] else { return nil }
        var shape = AreaShape()
        do {
            try GeoJSONPolygons.read(geometry, into: &shape)
        } catch {
            return nil
        }
        return shape.polygons.isEmpty ? nil : shape.polygons
    }

    /// Members of geometries (RFC 7946, 3.1 and 5; `crs` before it).
    private static let ownMembers: Set<String> = ["type", "coordinates", "geometries", "bbox", "crs"]
}

/// Polygons as GeoJSON (RFC 7946, 3.1).
enum GeoJSONPolygons {
    /// Reads a Polygon, a MultiPolygon, or a GeometryCollection of such; points
    /// and lines are noted in the shape.
    ///
    /// - Throws: `AreaProblem`.
    static func read(_ geometry: JSONValue, into shape: inout AreaShape, depth: Int = 0) throws(AreaProblem) {
        guard depth < AreaLimits.depth else { throw .tooDeep }
        guard let members = geometry.object else { throw .malformed("\(geometry.kindName) is not a geometry") }
        guard let type = members["type"]?.string else {
            let isEsris = ["attributes", "geometryType", "rings"].contains { members[$0] != nil }
            throw .malformed(
                isEsris
                    ? "this is Esri's JSON; ask its service for f=geojson, or: ogr2ogr x.geojson x.json"
                    : "a geometry without a type")
        }
        if let system = GeoJSONPoint.foreignSystem(in: members) { throw .foreignSystem(system) }
        switch type {
        case "Polygon": try readPolygon(try array(members, "coordinates", of: type), into: &shape)
        case "MultiPolygon":
            for polygon in try array(members, "coordinates", of: type) {
                guard let rings = polygon.array else {
                    throw .malformed("\(polygon.kindName), where a polygon's rings are expected")
                }
                try readPolygon(rings, into: &shape)
            }
        case "GeometryCollection":
            for part in try array(members, "geometries", of: type) { try read(part, into: &shape, depth: depth + 1) }
        case "Point", "MultiPoint", "LineString", "MultiLineString": shape.pass(over: type)
        case "Topology": throw .unknownGeometry("TopoJSON")
        default: throw .unknownGeometry(FieldProblem.quoted(type))
        }
    }

    private static func array(
        _ members: JSONObject, _ name: String, of type: String
    ) throws(AreaProblem) -> [JSONValue] {
        guard let array = members[name]?.array else { throw .malformed("a \(type) without \(name)") }
        return array
    }

    private static func readPolygon(_ rings: [JSONValue], into shape: inout AreaShape) throws(AreaProblem) {
        shape.beginPolygon()
        for ring in rings {
            guard let positions = ring.array else {
                throw .malformed("\(ring.kindName), where a ring of positions is expected")
            }
            shape.beginRing()
            for position in positions {
                // The third is the height; the standard gives others no meaning.
                guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].double,
                    let latitude = numbers[1].double
                else {
                    throw .malformed("a position is two numbers, lon and lat, and not \(shown(position))")
                }
                if numbers.count > 2 { shape.leaveOut(height: numbers[2].double) }
                try shape.add(longitude: longitude, latitude: latitude)
            }
            try shape.endRing()
        }
        shape.endPolygon()
    }

    private static func shown(_ value: JSONValue) -> String {
        value.array.map { $0.count < 4 } ?? true ? FieldProblem.quoted(value.text) : "an array of \(value.array!.count)"
    }
}
