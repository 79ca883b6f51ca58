package import GeoqIndex

/// The cell in which iNaturalist hides a place: 0.2° of longitude and latitude, whose
/// corners are whole multiples of that. The published place lies anywhere in it, its
/// edges included (iNaturalist's `Observation.random_neighbor_lat_lon`).
package enum ObscuredCell {
    /// How many cells a degree has.
    private static let perDegree = 5.0
    /// In degrees: published places are rounded.
    private static let rounding = 1e-6
    /// In degrees: iNaturalist finds the corner with rounding errors.
    private static let margin = 1e-9
    /// The longest diagonal of a cell, at the equator, in meters.
    package static let longestDiagonal = 31_400.0

    /// What a record says about itself when iNaturalist has hidden its place: in the
    /// words of geoq's reader of exports, or of iNaturalist's Darwin Core.
    private static let words = ["coordinates obscured", "Coordinate uncertainty increased to "]

    /// Whether the true place of a record lies in the cell of the published one.
    ///
    /// An uncertainty beyond a cell's diagonal is that of the true place: then the cell
    /// says nothing.
    ///
    /// - Parameters:
    ///   - withheld: why the place is not exact, in the source's words.
    ///   - uncertainty: in meters.
    package static func isMeant(by withheld: String?, uncertainty: Double?) -> Bool {
        guard let withheld, uncertainty ?? 0 <= longestDiagonal else { return false }
        return words.contains { withheld.hasPrefix($0) }
    }

    /// The cell of a published place; both, or all four, where it lies on an edge of
    /// cells.
    package static func box(of place: Coordinate) -> BoundingBox? {
        func span(_ degrees: Double, _ limit: Double) -> (low: Double, high: Double) {
            let low = ((degrees - rounding) * perDegree).rounded(.down) / perDegree
            let high = (((degrees + rounding) * perDegree).rounded(.down) + 1) / perDegree
            return (max(low - margin, -limit), min(high + margin, limit))
        }
        let (latitude, longitude) = (span(place.latitude, 90), span(place.longitude, 180))
        return try? BoundingBox(west: longitude.low, south: latitude.low, east: longitude.high, north: latitude.high)
    }

    /// No place of a small box is further from one of its places than this, in meters.
    ///
    /// Along a meridian the distance to a place is convex, and at a latitude it grows
    /// with the difference of longitudes; so a corner is furthest.
    static func reach(of box: BoundingBox, from place: Coordinate) -> Double {
        [box.west, box.east].reduce(0) { furthest, longitude in
            [box.south, box.north].reduce(furthest) { furthest, latitude in
                guard let corner = try? Coordinate(strictLatitude: latitude, longitude: longitude) else {
                    return furthest
                }
                return max(furthest, Geodesic.inverse(from: place, to: corner).distance.meters)
            }
        }
    }
}
