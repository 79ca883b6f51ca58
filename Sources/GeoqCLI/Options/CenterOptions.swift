import ArgumentParser
import Foundation
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
        help: ArgumentHelp(
            "Longitude of the center in degrees, -180 to 180; west is negative. Up to 360 it is wrapped.",
            valueName: "degrees"),
        transform: ArgumentText.degrees)
    var longitude: Double?

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "A hotspot as the center, instead of both: Zurich, \"Ithaca, NY\", an id; an observation's id; or lat,lon, "
                + "also in degrees with marks and letters.",
            valueName: "name or id"), completion: .custom(StoreCompletion.places))
    var place: String?

    /// The hotspot that was named; nil for degrees.
    var name: String? { place.flatMap { (try? Self.numbers($0)) == nil ? $0 : nil } }

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
        if let latitude, let longitude { _ = try ArgumentText.coordinate(latitude: latitude, longitude: longitude) }
    }

    /// What is said when no center was given and none is set.
    static let missing = ValidationError(
        "Give a center: --lat and --lon, or --at a hotspot; or set one for all questions: geoq home set.")

    /// What is said when a question for a server has no center.
    static let missingForServer = ValidationError(
        "Give a center: --lat and --lon. The place of geoq home set is in the store, which --remote does not ask.")

    /// What is said after "Give a radius" when there is no center either.
    var orHome: String {
        isEmpty ? " The center is the place of geoq home set, or --lat and --lon, or --at a hotspot." : ""
    }

    /// Refuses a question without a center where no store can know one.
    func check(in storeOptions: StoreOptions) throws {
        if isEmpty, !FileManager.default.fileExists(atPath: storeOptions.storePath) { throw Self.missing }
    }

    /// Refuses a question about a single center and many at once.
    ///
    /// - Parameter input: the argument; `-` reads centers from standard input.
    func check(_ input: String?) throws {
        if let input, input != "-" {
            throw ValidationError(
                "Unexpected argument '\(input)'. A center is --lat and --lon, or --at a hotspot; - reads centers from standard input."
            )
        }
        if input != nil, !isEmpty { throw ValidationError("Give either - or a center.") }
    }

    /// The center; a name is looked up among the hotspots. Where none was given it
    /// is the home place, which is said.
    func coordinate(in store: Store) async throws -> Coordinate {
        try await found(in: store).coordinate
    }

    /// The same, with the id of the hotspot or observation that was named; nil for a place.
    func found(in store: Store) async throws -> (coordinate: Coordinate, id: String?) {
        if isEmpty {
            guard let home = try await store.settings.home() else { throw Self.missing }
            Terminal.say("at home, \(HomeCommand.words(home))")
            return (home.coordinate, nil)
        }
        guard let place else { return (try coordinate(), nil) }
        if let coordinate = try await Self.coordinate(place, in: store) {
            return (Self.said(coordinate, for: place), nil)
        }
        let found: FoundPlace
        do {
            found = try await store.features.place(place, verifying: .touched)
        } catch let error as PlaceError {
            if let other = try await NothingFound.withoutHotspots(store) { throw NoHotspots(name: place, other: other) }
            throw error
        }
        guard let coordinate = found.feature.coordinate else {
            throw PlaceError.unknown(place, suggestion: nil)
        }
        if !found.isAsWritten { Terminal.say("at \(TerminalText.neutralized(found.title, limit: 200))") }
        return (coordinate, found.feature.id)
    }

    /// The place that a text of two numbers, `lat,lon`, gives, unless it is the key of a row; nil for any
    /// other text, and for a key that is no place.
    private static func coordinate(_ text: String, in store: Store) async throws -> Coordinate? {
        let place = Result { try numbers(text) }
        if case .success(nil) = place { return nil }
        guard let row = try await store.features.row(ofKey: text) else { return try place.get() }
        guard case .success(let coordinate?) = place else { return nil }
        throw ValidationError(
            "--at \(text) is a place and also the key (source_id) of a row. For the place write --lat "
                + "\(coordinate.latitude) --lon \(coordinate.longitude), or --at with decimals, "
                + "\(coordinate.latitude),\(coordinate.longitude); for the row write its id, --at \(row).")
    }

    /// The place that a text of two numbers, `lat,lon`, or of degrees with their letters gives; nil
    /// for any other text.
    private static func numbers(_ text: String) throws -> Coordinate? {
        if let marked = MarkedDegrees(text) {
            return try ArgumentText.coordinate(latitude: marked.latitude, longitude: marked.longitude)
        }
        // The minus of typesetters.
        let text = text.replacing("\u{2212}", with: "-")
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ Double($0.filter { $0 != " " }) != nil }) else { return nil }
        return try ArgumentText.place(text)
    }

    /// The same place; what was read of degrees with letters is said, since minutes are rounded.
    private static func said(_ coordinate: Coordinate, for text: String) -> Coordinate {
        if MarkedDegrees(text) != nil {
            let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
            Terminal.say("at \(ArgumentText.shortest(latitude)),\(ArgumentText.shortest(longitude))")
        }
        return coordinate
    }

    /// The center of two numbers, or of `--at lat,lon`.
    func coordinate() throws -> Coordinate {
        if let place, let coordinate = try Self.numbers(place) { return Self.said(coordinate, for: place) }
        guard let latitude, let longitude else {
            throw Self.missing
        }
        return try ArgumentText.coordinate(latitude: latitude, longitude: longitude)
    }
}
