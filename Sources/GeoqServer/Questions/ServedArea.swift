import Geoq
package import GeoqIndex

/// The area with which a server was started: `area=` finds it by its name, before an area
/// of the store, and the page begins with what lies inside of it.
package struct ServedArea: Sendable {
    package let name: String
    package let area: Area

    package init(name: String, area: Area) {
        (self.name, self.area) = (name, area)
    }

    /// The area of WKT.
    ///
    /// - Parameters:
    ///   - edges: `drawn` or `geodesic`.
    ///   - pole: `north`, `south`, or nil.
    /// - Throws: `AreaTextError`, and `UnknownWord` for other edges or another pole.
    package init(name: String, text: String, edges: String, pole: String?) throws {
        guard let knownEdges = Area.Edges(rawValue: edges) else { throw UnknownWord(word: edges) }
        let knownPole = try pole.map { word in
            guard let pole = Area.Pole(rawValue: word) else { throw UnknownWord(word: word) }
            return pole
        }
        self.init(name: name, area: try Area(wkt: text, edges: knownEdges, pole: knownPole))
    }

    /// A word that names neither how edges run nor a pole.
    package struct UnknownWord: Error, Hashable, Sendable, CustomStringConvertible {
        package let word: String

        package var description: String {
            "the area's edges are drawn or geodesic, and its pole north or south; not \(word)"
        }
    }

    /// How many positions are drawn as they are at most.
    private static let mostDrawn = 2_000
    /// With more, what is finer than such a part of the box is left out.
    private static let fineness = 4_000.0

    /// What the page needs: its name, its box (west, south, east, north), the pole that a ring around the axis
    /// holds, and its polygons, in each the rings as positions of latitude and longitude. Rings with very many are
    /// drawn coarsely; what is asked is asked of all.
    var description: JSONValue {
        var cell = 0.0
        if area.positionCount > Self.mostDrawn, let box = area.box {
            cell = max(box.north - box.south, box.longitudeSpan) / Self.fineness
        }
        let polygons = area.polygons.map { polygon in
            JSONValue.array(
                ([polygon.outer] + polygon.holes).map { Self.drawn($0, cell) }.filter { $0.count > 3 }.map { ring in
                    .array(ring.map { .array([.number($0.latitude), .number($0.longitude)]) })
                })
        }
        let box = area.extent.map { JSONValue.array([$0.west, $0.south, $0.east, $0.north].map { .number($0) }) }
        return [
            "name": .string(name), "bbox": box ?? .null, "pole": EditState.optional(area.pole?.rawValue),
            "polygons": .array(polygons.filter { $0.array?.isEmpty == false }),
        ]
    }

    /// A ring without positions that lie in the cell of the one before, or on the straight way
    /// from cell to cell: corners stay.
    private static func drawn(_ ring: [Coordinate], _ cell: Double) -> [Coordinate] {
        guard cell > 0 else { return ring }
        var kept: [(position: Coordinate, place: SIMD2<Double>)] = []
        for position in ring {
            let place = SIMD2((position.longitude / cell).rounded(), (position.latitude / cell).rounded())
            guard place != kept.last?.place else { continue }
            if kept.count > 1 {
                let (way, on) = (
                    kept[kept.count - 1].place - kept[kept.count - 2].place, place - kept[kept.count - 1].place
                )
                if way.x * on.y == way.y * on.x, (way * on).sum() > 0 { kept.removeLast() }
            }
            kept.append((position, place))
        }
        return kept.map(\.position)
    }
}
