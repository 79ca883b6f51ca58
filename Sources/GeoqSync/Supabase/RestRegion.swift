import Geoq
import GeoqIndex
import GeoqStore

/// A region as conditions of PostgREST that leave no place of it out, and the
/// exact test.
struct RestRegion: Sendable {
    let region: Region

    /// Conditions on `lat` and `lon`, which a few places outside may meet, too.
    func filters(latitude: String, longitude: String) -> [(name: String, value: String)] {
        // No latitude is both.
        guard let box = region.box else { return [(latitude, "gt.90"), (latitude, "lt.-90")] }
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
        return region.contains(place)
    }

    /// Whether a row's place lies in it; so it is of a table without places.
    func contains(_ row: MirrorRow, _ table: MirrorTable) -> Bool {
        guard let places = table.places else { return true }
        func number(_ index: Int) -> Double? {
            if case .real(let number) = row.values[index] { number } else { nil }
        }
        return contains(latitude: number(places.latitude), longitude: number(places.longitude))
    }
}
