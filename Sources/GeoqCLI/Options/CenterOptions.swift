import ArgumentParser
import Geoq
import GeoqStore

/// The place to ask about.
struct CenterOptions: ParsableArguments {
    @Option(
        name: .customLong("lat"), parsing: .unconditional,
        help: ArgumentHelp("Latitude of the center in degrees, -90 to 90; south is negative.", valueName: "degrees"),
        transform: ArgumentText.degrees)
    var latitude: Double?

    @Option(
        name: .customLong("lon"), parsing: .unconditional,
        help: ArgumentHelp("Longitude of the center in degrees; west is negative.", valueName: "degrees"),
        transform: ArgumentText.degrees)
    var longitude: Double?

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp("A hotspot as the center, instead of both.", valueName: "name or id"))
    var place: String?

    /// Whether a center was given at all.
    var isEmpty: Bool { latitude == nil && longitude == nil && place == nil }

    func validate() throws {
        if place != nil, latitude != nil || longitude != nil {
            throw ValidationError("Give either --at or --lat and --lon.")
        }
        if (latitude == nil) != (longitude == nil) {
            throw ValidationError("--lat and --lon go together; --\(latitude == nil ? "lat" : "lon") is missing.")
        }
        if let place, place.allSatisfy(\.isWhitespace) { throw ValidationError("--at needs a name or an id.") }
        if let latitude, let longitude {
            do {
                _ = try Coordinate(latitude: latitude, longitude: longitude)
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    /// The center; a name is looked up among the hotspots.
    func coordinate(in store: Store) async throws -> Coordinate {
        if let place {
            guard let coordinate = try await store.place(place).coordinate else {
                throw PlaceError.unknown(place, suggestion: nil)
            }
            return coordinate
        }
        return try coordinate()
    }

    /// The center of two numbers.
    func coordinate() throws -> Coordinate {
        guard let latitude, let longitude else {
            throw ValidationError("Give a center: --lat and --lon, or --at a hotspot.")
        }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }
}
