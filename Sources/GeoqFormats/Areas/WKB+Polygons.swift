import Geoq

/// Polygons as WKB (OGC 06-103r4, 8) and PostGIS's EWKB.
extension WKB {
    /// Reads a polygon, a multipolygon, or a collection of such, in either byte
    /// order, with or without Z and M, which are left out; also a curve polygon and a
    /// multisurface of which no edge is an arc. Points and lines are noted in the shape.
    ///
    /// - Throws: `AreaProblem`, also for an SRID other than 4326 and 0, and bytes
    ///   after the end.
    /// - Complexity: O(number of bytes).
    static func read(_ bytes: [UInt8], into shape: inout AreaShape) throws(AreaProblem) {
        var reader = WKBReader(bytes)
        try readGeometry(&reader, into: &shape, depth: 0)
        guard reader.isAtEnd else { throw .trailingData }
    }

    /// As `read(_:into:)` of bytes, from hexadecimal digits.
    static func read(hex digits: some Collection<UInt8>, into shape: inout AreaShape) throws(AreaProblem) {
        try read(converted { () throws(PointReadError) in try bytes(hex: digits) }, into: &shape)
    }

    private static func readGeometry(
        _ reader: inout WKBReader, into shape: inout AreaShape, depth: Int
    ) throws(AreaProblem) {
        guard depth < AreaLimits.depth else { throw .tooDeep }
        let header = try converted { () throws(PointReadError) in try reader.header() }
        if let srid = header.srid, srid != 4326, srid != 0 { throw .foreignSystem("SRID \(srid)") }
        switch header.type {
        case 1, 2:
            try skipNumbers(of: header, &reader)
            shape.pass(over: header.typeName)
        case 3: try readPolygon(&reader, dimensions: header.dimensions, into: &shape)
        case 4, 5:
            // Multipoints and lines hold points and lines, with heads of their own.
            for _ in 0..<(try count(of: smallestGeometry, &reader)) {
                let part = try converted { () throws(PointReadError) in try reader.header() }
                guard part.type == header.type - 3 else {
                    throw .malformed("a \(part.typeName) within a \(header.typeName)")
                }
                try skipNumbers(of: part, &reader)
            }
            shape.pass(over: header.typeName)
        case 10: try readCurvePolygon(&reader, into: &shape)
        case 6, 7, 12:
            for _ in 0..<(try count(of: smallestGeometry, &reader)) {
                try readGeometry(&reader, into: &shape, depth: depth + 1)
            }
        default: throw .unknownGeometry("a " + header.typeName)
        }
    }

    /// Byte order, type, and a number of parts.
    private static let smallestGeometry = 9

    private static func readPolygon(
        _ reader: inout WKBReader, dimensions: Int, into shape: inout AreaShape
    ) throws(AreaProblem) {
        shape.beginPolygon()
        for _ in 0..<(try count(of: 4, &reader)) { try readRing(&reader, dimensions: dimensions, into: &shape) }
        shape.endPolygon()
    }

    /// A polygon whose rings are geometries, each with a head of its own (ISO 13249-3).
    private static func readCurvePolygon(_ reader: inout WKBReader, into shape: inout AreaShape) throws(AreaProblem) {
        shape.beginPolygon()
        for _ in 0..<(try count(of: smallestGeometry, &reader)) {
            let ring = try converted { () throws(PointReadError) in try reader.header() }
            guard ring.type == 2 else { throw .curvedEdges("a CurvePolygon with a \(ring.typeName)") }
            try readRing(&reader, dimensions: ring.dimensions, into: &shape)
        }
        shape.endPolygon()
    }

    private static func readRing(
        _ reader: inout WKBReader, dimensions: Int, into shape: inout AreaShape
    ) throws(AreaProblem) {
        shape.beginRing()
        for _ in 0..<(try count(of: dimensions * 8, &reader)) {
            let (longitude, latitude) = try converted { () throws(PointReadError) -> (Double, Double) in
                (try reader.double(), try reader.double())
            }
            for _ in 2..<dimensions {
                let other = try converted { () throws(PointReadError) -> Double in try reader.double() }
                shape.leaveOut(height: other)
            }
            try shape.add(longitude: longitude, latitude: latitude)
        }
        try shape.endRing()
    }

    /// Steps over a point or a line; a line has the number of its positions in
    /// front.
    private static func skipNumbers(of header: WKBReader.Header, _ reader: inout WKBReader) throws(AreaProblem) {
        let size = header.dimensions * 8
        let positions = header.type == 1 ? 1 : try count(of: size, &reader)
        try converted { () throws(PointReadError) in try reader.skip(positions * size) }
    }

    private static func count(of size: Int, _ reader: inout WKBReader) throws(AreaProblem) -> Int {
        try converted { () throws(PointReadError) in try reader.count(of: size) }
    }

    private static func converted<Value>(_ body: () throws(PointReadError) -> Value) throws(AreaProblem) -> Value {
        do {
            return try body()
        } catch {
            throw AreaProblem(error)
        }
    }
}
