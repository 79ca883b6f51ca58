import Geoq

/// Polygons as WKT (OGC 06-103r4, 7.2) and PostGIS's EWKT.
extension WKT {
    /// Reads POLYGON, MULTIPOLYGON, or a GEOMETRYCOLLECTION of such, with or
    /// without Z and M, which are left out. Points and lines are noted in the
    /// shape; what follows a point or line that stands alone is not looked at.
    ///
    /// - Throws: `AreaProblem`, also for an SRID other than 4326 and 0, and text
    ///   after the end.
    static func read(_ bytes: [UInt8], into shape: inout AreaShape) throws(AreaProblem) {
        var scanner = WKTScanner(bytes)
        do throws(PointReadError) {
            if let srid = try scanner.srid(), srid != 4326, srid != 0 { throw .foreignSystem(srid: srid) }
        } catch {
            throw AreaProblem(error)
        }
        guard try readGeometry(&scanner, into: &shape, depth: 0) else { return }
        guard scanner.isAtEnd else { throw .trailingData }
    }

    /// Whether a text begins as a geometry of any type does: its name, and then
    /// a parenthesis or EMPTY.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        var scanner = WKTScanner(bytes)
        do throws(PointReadError) { _ = try scanner.srid() } catch { return false }
        guard let tag = tag(&scanner), names[tag.type] != nil || curves.contains(tag.type) else { return false }
        return tag.isEmpty || scanner.skip("(")
    }

    /// The standard's names of types, as GeoJSON and WKB write them.
    private static let names = [
        "POINT": "Point", "LINESTRING": "LineString", "POLYGON": "Polygon", "MULTIPOINT": "MultiPoint",
        "MULTILINESTRING": "MultiLineString", "MULTIPOLYGON": "MultiPolygon",
        "GEOMETRYCOLLECTION": "GeometryCollection",
    ]

    /// ISO 13249-3: types that may have arcs, and those made of triangles.
    private static let curves: Set<String> = [
        "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE", "POLYHEDRALSURFACE", "TIN",
        "TRIANGLE",
    ]

    /// The name of the type, and whether EMPTY follows; nil when there is none.
    private static func tag(_ scanner: inout WKTScanner) -> (type: String, isEmpty: Bool)? {
        var type = scanner.word()
        guard !type.isEmpty else { return nil }
        if names[type] == nil, !curves.contains(type) {
            for suffix in ["ZM", "Z", "M"]
            where type.hasSuffix(suffix) && names[String(type.dropLast(suffix.count))] != nil {
                type = String(type.dropLast(suffix.count))
                break
            }
        }
        var word = scanner.peekWord()
        if dimensionSuffixes.contains(word) {
            _ = scanner.word()
            word = scanner.peekWord()
        }
        guard word == "EMPTY" else { return (type, false) }
        _ = scanner.word()
        return (type, true)
    }

    /// - Returns: false when the geometry was not read to its end: a point or a
    ///   line that stands alone.
    private static func readGeometry(
        _ scanner: inout WKTScanner, into shape: inout AreaShape, depth: Int
    ) throws(AreaProblem) -> Bool {
        guard depth < AreaLimits.depth else { throw .tooDeep }
        guard let tag = tag(&scanner) else { throw .malformed("not WKT: no name of a geometry") }
        guard let name = names[tag.type] else { throw .unknownGeometry(FieldProblem.quoted(tag.type)) }
        if tag.isEmpty { return true }
        switch name {
        case "Polygon": try readPolygon(&scanner, into: &shape)
        case "MultiPolygon":
            try readList(&scanner, of: "a MULTIPOLYGON") { (scanner) throws(AreaProblem) in
                if scanner.peekWord() == "EMPTY" { _ = scanner.word() } else { try readPolygon(&scanner, into: &shape) }
            }
        case "GeometryCollection":
            try readList(&scanner, of: "a GEOMETRYCOLLECTION") { (scanner) throws(AreaProblem) in
                if try !readGeometry(&scanner, into: &shape, depth: depth + 1) { try skipParentheses(&scanner) }
            }
        default:
            shape.pass(over: name)
            return false
        }
        return true
    }

    private static func readPolygon(
        _ scanner: inout WKTScanner, into shape: inout AreaShape
    ) throws(AreaProblem) {
        shape.beginPolygon()
        try readList(&scanner, of: "a polygon") { (scanner) throws(AreaProblem) in
            shape.beginRing()
            try readList(&scanner, of: "a ring") { (scanner) throws(AreaProblem) in
                guard let longitude = scanner.decimal(), let latitude = scanner.decimal() else {
                    throw .malformed("not WKT: two numbers are expected in a position")
                }
                // Z and M.
                if let third = scanner.decimal() {
                    shape.leaveOut(height: third)
                    shape.leaveOut(height: scanner.decimal())
                }
                try shape.add(longitude: longitude, latitude: latitude)
            }
            try shape.endRing()
        }
        shape.endPolygon()
    }

    /// Reads `(a, b, …)`.
    private static func readList(
        _ scanner: inout WKTScanner, of what: String, _ element: (inout WKTScanner) throws(AreaProblem) -> Void
    ) throws(AreaProblem) {
        guard scanner.skip("(") else { throw .malformed("not WKT: ( is expected at the start of \(what)") }
        repeat { try element(&scanner) } while scanner.skip(",")
        guard scanner.skip(")") else { throw .malformed("not WKT: , or ) is expected in \(what)") }
    }

    /// Steps over a point or a line in a collection.
    private static func skipParentheses(_ scanner: inout WKTScanner) throws(AreaProblem) {
        guard scanner.skip("(") else { throw .malformed("not WKT: ( is expected after the name of a geometry") }
        var depth = 1
        while depth > 0 {
            if scanner.skip("(") {
                depth += 1
            } else if scanner.skip(")") {
                depth -= 1
            } else if scanner.peekWord() == "EMPTY" {
                _ = scanner.word()
            } else if !scanner.skip(","), scanner.decimal() == nil {
                throw .malformed("not WKT: a number, ( or ) is expected")
            }
        }
    }
}
