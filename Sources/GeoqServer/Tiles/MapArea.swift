import Foundation
import Geoq
import GeoqIndex
import GeoqStore

/// An area as the map draws it.
struct MapArea: Sendable {
    let id: FeatureID
    let name: String
    let kind: String?
    let polygons: [MapPolygon]

    init(_ stored: StoredArea) {
        (id, kind) = (stored.id, stored.kind.map(Self.cut))
        name = Self.cut(stored.name)
        polygons = stored.area.polygons.map { MapPolygon($0, stored.area) }
    }

    /// A tile is a picture: the whole name is in the store. Cut by scalars, because a
    /// character may have any number of them.
    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
    }
}

/// A polygon on the map: the outer ring and the holes, closed, x to the east and y to the
/// south. The map is 1 wide and 1 high; a ring across ±180° goes on beyond its edge.
struct MapPolygon: Sendable {
    let rings: [[SIMD2<Double>]]
    let low: SIMD2<Double>
    let high: SIMD2<Double>

    /// Edges are drawn with a position at least at every so many degrees: on the map
    /// they are curves.
    private static let step = 1.0

    init(_ polygon: Area.Polygon, _ area: Area) {
        rings = ([polygon.outer] + polygon.holes).map { Self.ring($0, area) }
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for place in rings.joined() {
            low = pointwiseMin(low, place)
            high = pointwiseMax(high, place)
        }
        (self.low, self.high) = (low, high)
    }

    private static func ring(_ positions: [Coordinate], _ area: Area) -> [SIMD2<Double>] {
        guard let first = positions.first else { return [] }
        var ring = [place(first.longitude, first.latitude)]
        var longitude = first.longitude
        for (start, end) in zip(positions, positions.dropFirst()) {
            for (x, latitude) in way(start, end, area.edges) {
                // Continued from the position before, the short way.
                var step = (x - longitude).remainder(dividingBy: 360)
                if abs(end.longitude - start.longitude) == 360, start.latitude == end.latitude, area.edges == .drawn {
                    step = x - longitude
                }
                longitude += step
                ring.append(place(longitude, latitude))
            }
        }
        let turns = ((longitude - first.longitude) / 360).rounded()
        if turns != 0, let begin = ring.first, let end = ring.last {
            // Around the earth: on the map its inner side reaches to the upper or lower edge.
            let isNorth = area.pole.map { $0 == .north } ?? (positions.map(\.latitude).max() == 90)
            let y = isNorth ? 0.0 : 1
            ring += [SIMD2(end.x, y), SIMD2(begin.x, y), begin]
        }
        return ring
    }

    /// What an edge runs through, without its beginning.
    private static func way(
        _ start: Coordinate, _ end: Coordinate, _ edges: Area.Edges
    ) -> [(x: Double, latitude: Double)] {
        switch edges {
        case .drawn:
            let whole = end.longitude - start.longitude
            let isParallel = abs(whole) == 360 && start.latitude == end.latitude
            let turn = isParallel || abs(whole) <= 180 ? whole : whole.remainder(dividingBy: 360)
            let rise = end.latitude - start.latitude
            let count = max(1, (max(abs(rise), isParallel ? abs(turn) : 0) / step).rounded(.up))
            return (1...Int(count)).map {
                let share = Double($0) / count
                return (start.longitude + turn * share, start.latitude + rise * share)
            }
        case .geodesic:
            let inverse = Geodesic.inverse(from: start, to: end)
            let count = max(1, (inverse.distance.meters / 50_000).rounded(.up))
            if count == 1 { return [(end.longitude, end.latitude)] }
            return (1...Int(count)).map {
                if $0 == Int(count) { return (end.longitude, end.latitude) }
                let place = Geodesic.direct(
                    from: start, bearing: inverse.initialBearing,
                    distance: .meters(inverse.distance.meters * Double($0) / count))
                return (place.longitude, place.latitude)
            }
        }
    }

    /// A longitude and a latitude on the map; what is nearer to a pole than the map reaches
    /// lies on its edge.
    private static func place(_ longitude: Double, _ latitude: Double) -> SIMD2<Double> {
        let sine = sin(min(TileAddress.edge, max(-TileAddress.edge, latitude)) * .pi / 180)
        return SIMD2(longitude / 360 + 0.5, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi))
    }
}
