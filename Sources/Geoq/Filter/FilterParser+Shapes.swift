import GeoqIndex

extension Area {
    /// An area of CQL2 text: `POLYGON((lon lat, …))`, the rings of holes behind the
    /// outer one, or `MULTIPOLYGON(((…)))`. Edges are straight in longitude and
    /// latitude.
    ///
    /// - Throws: `FilterError` with the place in the text, also for rings that are
    ///   no boundary.
    /// - Complexity: O(*n* log *n*) in the positions.
    package init(cql2Text text: String) throws(FilterError) {
        var parser = try FilterParser(Array(text.utf8), isDraft: false)
        let start = parser.token
        guard case .inside(let area)? = try parser.shape(), parser.token.kind == .end else {
            throw parser.unexpected("POLYGON((lon lat, …)) or MULTIPOLYGON, and nothing else", instead: start)
        }
        self = area
    }
}

/// Conditions on a row's point.
extension FilterParser {
    /// `spatialPredicate` of the class Basic Spatial Functions, from the left
    /// parenthesis on: the row's point, and a box, point or polygons, in either
    /// order.
    mutating func intersection() throws(FilterError) -> PropertyFilter {
        try advance()
        let start = token
        let first = try shape()
        try expect(.comma, "a comma")
        let second = try shape()
        try expect(.rightParenthesis, "a closing parenthesis")
        switch (first, second) {
        case (nil, let shape?), (let shape?, nil): return shape
        case (nil, nil), (_?, _?):
            throw unexpected("the column geom and a BBOX(…), POINT(…) or POLYGON(…)", instead: start)
        }
    }

    /// `geomExpression`: whether the row's point lies in it; nil for the row's own
    /// point.
    mutating func shape() throws(FilterError) -> PropertyFilter? {
        let start = token
        let expected = "geom, BBOX(west, south, east, north), POINT(lon lat) or POLYGON((lon lat, …))"
        switch token.kind {
        case .quotedName(let name) where PropertyFilter.geometryNames.contains(name),
            .word(let name) where PropertyFilter.geometryNames.contains(name):
            try advance()
            return nil
        case .word(let word) where ["BBOX", "POINT"].contains(word.uppercased()):
            try advance()
            let isBox = word.uppercased() == "BBOX"
            try expect(.leftParenthesis, "an opening parenthesis")
            var numbers = [try number()]
            while token.kind != .rightParenthesis {
                if isBox { try expect(.comma, "a comma") }
                guard numbers.count < 4 else { throw unexpected("numbers without a height, as in \(expected)") }
                numbers.append(try number())
            }
            try advance()
            guard numbers.count == (isBox ? 4 : 2) else { throw unexpected(expected, instead: start) }
            let box = isBox ? numbers : numbers + numbers
            do {
                return .intersects(try BoundingBox(west: box[0], south: box[1], east: box[2], north: box[3]))
            } catch {
                throw unexpected("degrees: \(error)", instead: start)
            }
        case .word(let word) where ["POLYGON", "MULTIPOLYGON"].contains(word.uppercased()):
            try advance()
            let polygons =
                word.uppercased() == "POLYGON"
                ? [try polygon()]
                : try sequence { parser throws(FilterError) in try parser.polygon() }
            do {
                return .inside(try Area(polygons))
            } catch AreaError.ringAroundPole {
                throw unexpected(
                    "a ring around a pole with a vertex at that pole, which says which it holds", instead: start)
            } catch {
                throw unexpected("an area: \(error)", instead: start)
            }
        default: throw unexpected(expected)
        }
    }

    /// `polygonText`: rings, the outer one first.
    private mutating func polygon() throws(FilterError) -> Area.Polygon {
        let rings = try sequence { parser throws(FilterError) in
            try parser.sequence { parser throws(FilterError) in try parser.position() }
        }
        return Area.Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
    }

    private mutating func position() throws(FilterError) -> Coordinate {
        let start = token
        let (longitude, latitude) = (try number(), try number())
        do {
            return try Coordinate(strictLatitude: latitude, longitude: longitude)
        } catch {
            throw unexpected("degrees, longitude first: \(error)", instead: start)
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
