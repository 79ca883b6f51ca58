import Geoq

/// Polygons as WKT (OGC 06-103r4, 7.2) and PostGIS's EWKT.
extension WKT {
    /// Reads POLYGON, MULTIPOLYGON, or a GEOMETRYCOLLECTION of such, with or
    /// without Z and M, which are left out; also a CURVEPOLYGON and a MULTISURFACE of
    /// which no edge is an arc. Points and lines are noted in the shape; what follows a
    /// point or line that stands alone is not looked at.
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
        guard let tag = tag(&scanner), isType(tag.type) else { return false }
        return tag.isEmpty || scanner.skip("(")
    }

    /// Whether a text is the name of a type and nothing behind it.
    static func isName(_ bytes: [UInt8]) -> Bool {
        var scanner = WKTScanner(bytes)
        do throws(PointReadError) { _ = try scanner.srid() } catch { return false }
        guard let tag = tag(&scanner), isType(tag.type), !tag.isEmpty else { return false }
        return scanner.isAtEnd
    }

    /// Whether a text begins as a geometry does that holds others with their names.
    static func holdsGeometries(_ bytes: [UInt8]) -> Bool {
        var scanner = WKTScanner(bytes)
        do throws(PointReadError) { _ = try scanner.srid() } catch { return false }
        return ["GEOMETRYCOLLECTION", "MULTISURFACE", "CURVEPOLYGON"].contains(tag(&scanner)?.type)
    }

    private static func isType(_ word: String) -> Bool { names[word] != nil || curves.contains(word) }

    /// The standard's names of types, as GeoJSON and WKB write them.
    private static let names = [
        "POINT": "Point", "LINESTRING": "LineString", "POLYGON": "Polygon", "MULTIPOINT": "MultiPoint",
        "MULTILINESTRING": "MultiLineString", "MULTIPOLYGON": "MultiPolygon",
        "GEOMETRYCOLLECTION": "GeometryCollection", "CURVEPOLYGON": "CurvePolygon", "MULTISURFACE": "MultiSurface",
    ]

    /// ISO 13249-3: curves, and surfaces made of triangles.
    private static let curves: Set<String> = [
        "CIRCULARSTRING", "COMPOUNDCURVE", "MULTICURVE", "POLYHEDRALSURFACE", "TIN", "TRIANGLE",
    ]

    /// The name of the type, and whether EMPTY follows; nil when there is none.
    private static func tag(_ scanner: inout WKTScanner) -> (type: String, isEmpty: Bool)? {
        var type = scanner.word()
        guard !type.isEmpty else { return nil }
        if !isType(type) {
            for suffix in ["ZM", "Z", "M"] where type.hasSuffix(suffix) && isType(String(type.dropLast(suffix.count))) {
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
        case "CurvePolygon": try readCurvePolygon(&scanner, into: &shape)
        case "MultiSurface":
            try readList(&scanner, of: "a MULTISURFACE") { (scanner) throws(AreaProblem) in
                let word = scanner.peekWord()
                if word.isEmpty { return try readPolygon(&scanner, into: &shape) }
                if word == "EMPTY" {
                    _ = scanner.word()
                    return
                }
                guard try readGeometry(&scanner, into: &shape, depth: depth + 1) else {
                    throw .malformed("not WKT: polygons are expected in a MULTISURFACE")
                }
            }
        default:
            shape.pass(over: name)
            return false
        }
        return true
    }

    /// A polygon whose rings may be curves (ISO 13249-3); it is read when none has an arc.
    private static func readCurvePolygon(
        _ scanner: inout WKTScanner, into shape: inout AreaShape
    ) throws(AreaProblem) {
        shape.beginPolygon()
        try readList(&scanner, of: "a CURVEPOLYGON") { (scanner) throws(AreaProblem) in
            if !scanner.peekWord().isEmpty {
                guard let tag = tag(&scanner), isType(tag.type) else {
                    throw .malformed("not WKT: a ring is expected in a CURVEPOLYGON")
                }
                guard tag.type == "LINESTRING" else { throw .curvedEdges("a CURVEPOLYGON with a \(tag.type)") }
            }
            try readRing(&scanner, into: &shape)
        }
        shape.endPolygon()
    }

    private static func readPolygon(
        _ scanner: inout WKTScanner, into shape: inout AreaShape
    ) throws(AreaProblem) {
        shape.beginPolygon()
        try readList(&scanner, of: "a polygon") { (scanner) throws(AreaProblem) in
            try readRing(&scanner, into: &shape)
        }
        shape.endPolygon()
    }

    private static func readRing(_ scanner: inout WKTScanner, into shape: inout AreaShape) throws(AreaProblem) {
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
