import GeoqIndex

/// Conditions on a row's point.
extension FilterParser {
    /// `spatialPredicate` of the class Basic Spatial Functions, from the left
    /// parenthesis on: the row's point, and a box, point or polygons, in either
    /// order.
    mutating func intersection() throws(FilterError) -> PropertyFilter {
        let (start, first, second) = try shapes()
        switch (first, second) {
        case (.row, .box(let box)), (.box(let box), .row): return .intersects(box)
        case (.row, .area(let area)), (.area(let area), .row): return .inside(area)
        default: throw unexpected("the column geom and a BBOX(…), POINT(…) or POLYGON(…)", instead: start)
        }
    }

    /// `S_WITHIN` of the class Spatial Functions, from the left parenthesis on: the row's
    /// point, then a box, point or polygons. As in simple features, a point on the
    /// edge of a polygon is not within it (OGC 06-103r4, 6.1.15.3).
    mutating func containment() throws(FilterError) -> PropertyFilter {
        let (start, first, second) = try shapes()
        switch (first, second) {
        case (.row, .box(let box)):
            // A point has no edge.
            let isPoint = box.west == box.east && box.south == box.north
            return isPoint ? .intersects(box) : .within(box)
        case (.row, .area(let area)): return .within(area)
        default: throw unexpected("the column geom, then a BBOX(…), POINT(…) or POLYGON(…)", instead: start)
        }
    }

    /// Two shapes between parentheses, and where the first one begins.
    private mutating func shapes() throws(FilterError) -> (start: FilterToken, first: Shape, second: Shape) {
        try advance()
        let start = token
        let first = try shape()
        try expect(.comma, "a comma")
        let second = try shape()
        try expect(.rightParenthesis, "a closing parenthesis")
        return (start, first, second)
    }

    /// A geometry in a filter.
    enum Shape {
        /// The row's own point.
        case row
        /// A point is a box without a size.
        case box(BoundingBox)
        case area(Area)
    }

    /// `geomExpression`.
    mutating func shape() throws(FilterError) -> Shape {
        let start = token
        let expected = "geom, BBOX(west, south, east, north), POINT(lon lat) or POLYGON((lon lat, …))"
        switch token.kind {
        case .quotedName(let name) where PropertyFilter.geometryNames.contains(name),
            .word(let name) where PropertyFilter.geometryNames.contains(name):
            try advance()
            return .row
        case .word(let word) where word.uppercased() == "BBOX":
            try advance()
            var numbers = try sequence { parser throws(FilterError) in try parser.number() }
            // The lowest height stands before the east, the highest one at the end.
            if numbers.count == 6 { numbers = [0, 1, 3, 4].map { numbers[$0] } }
            guard numbers.count == 4 else { throw unexpected(expected, instead: start) }
            return .box(try box(numbers, from: start))
        case .word(let word) where Self.geometryType(word, among: ["POINT"]) != nil:
            try advance()
            try skipDimensions()
            try expect(.leftParenthesis, "an opening parenthesis")
            let (longitude, latitude) = try position()
            try expect(.rightParenthesis, "a closing parenthesis")
            return .box(try box([longitude, latitude, longitude, latitude], from: start))
        case .word(let word) where Self.polygonType(word) != nil:
            let polygons = try polygons()
            do {
                let area = try Area(polygons, edges: .drawn, pole: nil, atMost: Area.largestAskedCount)
                try Area.checkRings(of: polygons)
                return .area(area)
            } catch AreaError.ringAroundPole {
                throw unexpected(
                    "a ring around a pole with a vertex at that pole, which says which it holds", instead: start)
            } catch {
                throw unexpected("an area: \(error)", instead: start)
            }
        default: throw unexpected(expected)
        }
    }

    /// A box of west, south, east and north.
    private func box(_ corners: [Double], from start: FilterToken) throws(FilterError) -> BoundingBox {
        do {
            return try BoundingBox(west: corners[0], south: corners[1], east: corners[2], north: corners[3])
        } catch {
            throw unexpected("degrees: \(error)", instead: start)
        }
    }

    /// The polygons of a text that has nothing else.
    static func polygons(_ bytes: [UInt8]) throws(FilterError) -> [Area.Polygon] {
        var parser = try FilterParser(bytes, isDraft: false)
        let expected = "POLYGON((lon lat, …)) or MULTIPOLYGON, and nothing else"
        guard case .word(let word) = parser.token.kind, polygonType(word) != nil else {
            throw parser.unexpected(expected)
        }
        let polygons = try parser.polygons()
        guard parser.token.kind == .end else { throw parser.unexpected(expected) }
        return polygons
    }

    /// `POLYGON` or `MULTIPOLYGON`; nil for any other word.
    private static func polygonType(_ word: String) -> String? {
        geometryType(word, among: ["POLYGON", "MULTIPOLYGON"])
    }

    /// The one of several types that a word names; nil for any other word. The mark of
    /// heights and measures may follow without a blank: `POLYGONZ`.
    private static func geometryType(_ word: String, among types: [String]) -> String? {
        let word = word.uppercased()
        return types.first { type in
            let rest = word.dropFirst(type.count)
            return word.hasPrefix(type) && (rest.isEmpty || dimensions.contains(rest))
        }
    }

    /// The marks of Z and M (OGC 06-103r4, 7.2.2).
    private static let dimensions: Set<Substring> = ["Z", "M", "ZM"]

    /// `polygonTaggedText` or `multipolygonTaggedText`, from the name of its type on.
    /// Heights and measures are left out, and so are the members of a MULTIPOLYGON that are EMPTY.
    private mutating func polygons() throws(FilterError) -> [Area.Polygon] {
        guard case .word(let word) = token.kind else { throw unexpected("POLYGON or MULTIPOLYGON") }
        let start = token
        try advance()
        try skipDimensions()
        if Self.polygonType(word) == "POLYGON" { return [try polygon()] }
        let members = try sequence { parser throws(FilterError) -> Area.Polygon? in
            guard case .word(let word) = parser.token.kind, word.uppercased() == "EMPTY" else {
                return try parser.polygon()
            }
            try parser.advance()
            return nil
        }
        let polygons = members.compactMap { $0 }
        guard !polygons.isEmpty else { throw unexpected("an area with positions", instead: start) }
        return polygons
    }

    /// Steps over the mark of heights and measures.
    private mutating func skipDimensions() throws(FilterError) {
        if case .word(let mark) = token.kind, Self.dimensions.contains(mark.uppercased()[...]) { try advance() }
    }

    /// `polygonText`: rings, the outer one first.
    private mutating func polygon() throws(FilterError) -> Area.Polygon {
        let rings = try sequence { parser throws(FilterError) in try parser.ring() }
        return Area.Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
    }

    private mutating func ring() throws(FilterError) -> [Coordinate] {
        let start = token
        var ring = WideRing()
        _ = try sequence { parser throws(FilterError) in
            let start = parser.token
            let (longitude, latitude) = try parser.position()
            do {
                try ring.append(latitude: latitude, longitude: longitude)
            } catch {
                throw parser.unexpected("degrees, longitude first: \(error)", instead: start)
            }
        }
        do {
            return try ring.placed().ring
        } catch {
            throw unexpected("an area: \(error)", instead: start)
        }
    }

    /// `point`. A height and a measure may follow; they are left out.
    private mutating func position() throws(FilterError) -> (longitude: Double, latitude: Double) {
        let (longitude, latitude) = (try number(), try number())
        for _ in 0..<2 where isAtNumber { _ = try number() }
        return (longitude, latitude)
    }

    private var isAtNumber: Bool {
        switch token.kind {
        case .integer, .real: true
        default: false
        }
    }

    /// Elements with commas between them, in parentheses; one at least.
    private mutating func sequence<Element>(
        _ element: (inout FilterParser) throws(FilterError) -> Element
    ) throws(FilterError) -> [Element] {
        try expect(.leftParenthesis, "an opening parenthesis")
        var all = [try element(&self)]
        while token.kind == .comma {
            try advance()
            all.append(try element(&self))
        }
        try expect(.rightParenthesis, "a comma or a closing parenthesis")
        return all
    }

    private mutating func number() throws(FilterError) -> Double {
        switch token.kind {
        case .integer(let integer):
            try advance()
            return Double(integer)
        case .real(let number):
            try advance()
            return number
        default: throw unexpected("a number")
        }
    }
}
