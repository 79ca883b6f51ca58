import Geoq
import GeoqIndex

/// A region as conditions of PostgREST that leave no place of it out, and the
/// exact test.
struct RestRegion: Sendable {
    let region: Region

    /// Conditions on `lat` and `lon`, which a few places outside may meet, too.
    func filters(latitude: String, longitude: String) -> [(name: String, value: String)] {
        let box =
            switch region {
            case .box(let box): box
            case .circle(let center, let radius): Circle(center: center, radius: radius).box
            }
        let parts = ["\(longitude).gte.\(box.west)", "\(longitude).lte.\(box.east)"].joined(separator: ",")
        // As `BoundingBox.contains`: a pole lies on every meridian, and 180° is
        // one place under two numbers.
        let anywhere =
            [box.crossesDateLine ? parts : "and(\(parts))"]
            + [90, -90].map { "\(latitude).eq.\($0)" } + [180, -180].map { "\(longitude).eq.\($0)" }
        return [
            (latitude, "gte.\(box.south)"), (latitude, "lte.\(box.north)"),
            ("or", "(\(anywhere.joined(separator: ",")))"),
        ]
    }

    func contains(latitude: Double?, longitude: Double?) -> Bool {
        guard let latitude, let longitude,
            let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        else { return false }
        return switch region {
        case .box(let box): box.contains(place)
        case .circle(let center, let radius): Circle(center: center, radius: radius).contains(place)
        }
    }
}
