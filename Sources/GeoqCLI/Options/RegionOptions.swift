import ArgumentParser
import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// The part of the earth that is mirrored.
struct RegionOptions: ParsableArguments {
    @Option(
        name: .customLong("region"), parsing: .unconditional,
        help: ArgumentHelp("Only places in a box, in degrees.", valueName: "west,south,east,north"),
        transform: ArgumentText.box)
    var box: BoundingBox?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Only places around a place; needs --km.", valueName: "lat,lon"),
        transform: ArgumentText.place)
    var near: Coordinate?

    @Option(
        name: .customLong("km"), parsing: .unconditional,
        help: ArgumentHelp("How far around it.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var kilometers: Double?

    /// Whether a part was asked for, by these options.
    var isGiven: Bool { box != nil || near != nil }

    func validate() throws {
        if box != nil, near != nil { throw Self.several }
        guard (near == nil) == (kilometers == nil) else {
            throw ValidationError("--near and --km go together; --\(near == nil ? "near" : "km") is missing.")
        }
        if let kilometers { _ = try RadiusOptions.distance(kilometers: kilometers, option: "--km") }
    }

    static let several = ValidationError("Give one of --region, --near and --area.")

    /// nil to mirror everything.
    ///
    /// - Throws: what `AreaOptions.chosen` throws.
    func region(or area: AreaOptions, in store: Store) async throws -> Region? {
        if let region = try circleOrBox { return region }
        return try await area.named(in: store).map { .area($0.area, name: $0.name) }
    }

    private var circleOrBox: Region? {
        get throws {
            if let box { return .box(box) }
            if let near, let kilometers {
                return .circle(near, radius: try RadiusOptions.distance(kilometers: kilometers, option: "--km"))
            }
            return nil
        }
    }
}
