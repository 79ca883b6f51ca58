import Geoq

/// The lines of a GeoJSON, in the file's order: features in a FeatureCollection, in an array, one
/// a line or after record separators; a single feature; a bare geometry.
enum GeoJSONRoutes {
    /// - Throws: `RouteProblem`, with the feature and its line; `FileProblem` when the
    ///   text cannot be followed to its end; what the stream throws.
    /// - Complexity: O(size of the stream), in the memory of its largest feature.
    static func read(_ stream: any ByteStream, file: String) throws -> Route {
        var shape = RouteShape()
        var elements = JSONElementReader(
            stream, file: file, maximumBytes: RouteLimits.bytes, maximumValues: RouteLimits.values,
            takesCloseSystems: true)
        while let element = try elements.next() {
            let name = elements.elementName.map { "\($0) (line " }
            switch element {
            case .refused(let reason, let line):
                throw RouteProblem(reason, at: name.map { "\($0)\(line))" } ?? "line \(line)")
            case .value(let value, let line):
                do throws(RouteProblem) {
                    try read(value, into: &shape)
                } catch {
                    throw error.at(name.map { "\($0)\(line))" } ?? "line \(line)")
                }
            }
        }
        var route = try shape.route(.geoJSON)
        if let system = elements.closeSystem {
            route.notes.append("coordinates on \(system), which agrees with WGS 84 to about two meters")
        }
        return route
    }

    private static func read(_ value: JSONValue, into shape: inout RouteShape, depth: Int = 0) throws(RouteProblem) {
        guard depth < RouteLimits.depth else {
            throw RouteProblem("geometries nested more than \(RouteLimits.depth) deep")
        }
        guard let members = value.object, let type = members["type"]?.string else {
            throw RouteProblem("\(value.kindName), where a feature or a geometry is expected")
        }
        if let system = GeoJSONPoint.foreignSystem(in: members) {
            throw RouteProblem("coordinates in \(system); convert them to EPSG:4326 first")
        }
        switch type {
        case "Feature":
            let geometry = members["geometry"] ?? .null
            if geometry == .null {
                shape.pass(over: "feature without a geometry")
            } else {
                try read(geometry, into: &shape, depth: depth + 1)
            }
        case "LineString": try readLine(try array(members, "coordinates", of: type), into: &shape)
        case "MultiLineString":
            for line in try array(members, "coordinates", of: type) {
                guard let positions = line.array else {
                    throw RouteProblem("\(line.kindName), where a line's positions are expected")
                }
                try readLine(positions, into: &shape)
            }
        case "GeometryCollection":
            for part in try array(members, "geometries", of: type) { try read(part, into: &shape, depth: depth + 1) }
        case "Point", "MultiPoint", "Polygon", "MultiPolygon": shape.pass(over: type)
        default: throw RouteProblem("\(FieldProblem.quoted(type)) is no geometry of GeoJSON")
        }
    }

    private static func array(
        _ members: JSONObject, _ name: String, of type: String
    ) throws(RouteProblem) -> [JSONValue] {
        guard let array = members[name]?.array else { throw RouteProblem("a \(type) without \(name)") }
        return array
    }

    private static func readLine(_ positions: [JSONValue], into shape: inout RouteShape) throws(RouteProblem) {
        shape.begin()
        for (index, position) in positions.enumerated() {
            do throws(RouteProblem) {
                guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].double,
                    let latitude = numbers[1].double
                else {
                    throw RouteProblem("two numbers are expected, lon and lat, and not \(shown(position))")
                }
                try shape.add(latitude: latitude, longitude: longitude)
            } catch {
                throw error.at("position \(index + 1)")
            }
        }
        shape.end()
    }

    private static func shown(_ value: JSONValue) -> String {
        if let array = value.array, array.count > 3 { return "an array of \(array.count)" }
        return FieldProblem.quoted(value.text)
    }
}
