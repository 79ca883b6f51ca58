import ArgumentParser
import Geoq
import GeoqStore

/// The place to ask about.
struct CenterOptions: ParsableArguments {
    @Option(
        name: .customLong("lat"), parsing: .unconditional,
        help: ArgumentHelp("Latitude of the center in degrees, −90…90.", valueName: "degrees"))
    var latitude: Double?

    @Option(
        name: .customLong("lon"), parsing: .unconditional,
        help: ArgumentHelp("Longitude of the center in degrees, east of Greenwich.", valueName: "degrees"))
    var longitude: Double?

    @Option(name: .customLong("at"), help: ArgumentHelp("A hotspot as the center.", valueName: "name or id"))
    var place: String?

    /// Whether a center was given at all.
    var isEmpty: Bool { latitude == nil && longitude == nil && place == nil }

    func validate() throws {
        if place != nil, latitude != nil || longitude != nil {
            throw ValidationError("Give either --at or --lat and --lon.")
        }
        if (latitude == nil) != (longitude == nil) {
            throw ValidationError("--lat and --lon go together.")
        }
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
            guard let coordinate = try await store.place(place).coordinate else { throw PlaceError.unknown(place) }
            return coordinate
        }
        guard let latitude, let longitude else {
            throw ValidationError("Give a center: --lat and --lon, or --at a hotspot.")
        }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }
}
