package import GeoqIndex

extension Area {
    /// The area of a text that a user wrote to ask inside of it: WKT as
    /// `POLYGON((lon lat, …))` or `MULTIPOLYGON`, perhaps with heights and measures,
    /// which are left out, and with PostGIS's `SRID=4326;` before it.
    ///
    /// - Parameters:
    ///   - edges: how they run between the positions.
    ///   - pole: which pole a ring holds that runs round the Earth's axis.
    ///   - limit: of positions, the pieces of edges included.
    /// - Throws: `AreaTextError` with the place in the text, also for rings that are no
    ///   boundary and for another SRID.
    /// - Complexity: O(*n* log *n*) in the positions.
    package init(
        wkt text: String, edges: Edges = .drawn, pole: Pole? = nil, atMost limit: Int = Area.largestCount
    ) throws(AreaTextError) {
        let polygons: [Polygon]
        do throws(FilterError) {
            polygons = try FilterParser.polygons(try Self.withoutSRID(text))
        } catch {
            throw .text(error)
        }
        do throws(AreaError) {
            try self.init(polygons, edges: edges, pole: pole, atMost: limit)
            try Self.checkRings(of: polygons, edges: edges)
        } catch {
            throw .area(error)
        }
    }

    /// The text with blanks in place of `SRID=4326;`, so that places in it stay the same.
    private static func withoutSRID(_ text: String) throws(FilterError) -> [UInt8] {
        guard let head = text.prefixMatch(of: /\s*srid\s*=\s*(\d+)\s*;/.ignoresCase()) else { return Array(text.utf8) }
        // 0 stands for none.
        guard [0, 4_326].contains(Int(head.1)) else {
            throw .at(
                0, of: Array(text.utf8), found: "SRID \(head.1.prefix(20))",
                expected: "longitude and latitude on WGS 84, which is SRID 4326; transform the polygon first"
            )
        }
        return [UInt8](repeating: 0x20, count: head.0.utf8.count) + text[head.range.upperBound...].utf8
    }
}

/// The text of an area is wrong.
package enum AreaTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not WKT of polygons, or not on WGS 84. The grammar is that of a
    /// filter's geometry, but the text is no filter.
    case text(FilterError)
    /// The text is well written, and its rings are no boundary.
    case area(AreaError)

    /// A sentence without the text.
    package var description: String {
        switch self {
        case .area(let error): return "\(error)"
        case .text(let error):
            let refusal = "an area: "
            if error.expected.hasPrefix(refusal) { return String(error.expected.dropFirst(refusal.count)) }
            let place = error.column.map { "at character \($0): " } ?? ""
            return "\(place)found \(error.found), expected \(error.expected)"
        }
    }

    /// The line of the text with a mark below the place; nil when the place says nothing.
    package var picture: String? {
        switch self {
        case .area: nil
        case .text(let error): error.picture
        }
    }
}
