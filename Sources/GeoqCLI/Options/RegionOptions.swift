import ArgumentParser
import Geoq
import GeoqIndex
import GeoqSync

/// The part of the earth that is mirrored.
struct RegionOptions: ParsableArguments {
    @Option(
        name: .customLong("region"), parsing: .unconditional,
        help: ArgumentHelp("Only hotspots in a box, in degrees.", valueName: "west,south,east,north"),
        transform: RegionOptions.box)
    var box: BoundingBox?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Only hotspots around a place; needs --km.", valueName: "lat,lon"),
        transform: ArgumentText.place)
    var near: Coordinate?

    @Option(
        name: .customLong("km"), parsing: .unconditional,
        help: ArgumentHelp("How far around it.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var kilometers: Double?

    /// nil to mirror everything.
    var region: Region? {
        get throws {
            if box != nil, near != nil { throw ValidationError("Give either --region or --near.") }
            guard (near == nil) == (kilometers == nil) else {
                throw ValidationError("--near and --km go together; --\(near == nil ? "near" : "km") is missing.")
            }
            if let box { return .box(box) }
            guard let near, let kilometers else { return nil }
            return .circle(near, radius: try RadiusOptions.distance(kilometers: kilometers, option: "--km"))
        }
    }

    private static func box(_ text: String) throws -> BoundingBox {
        guard let edges = ArgumentText.box(text) else {
            throw ValidationError("write west, south, east and north in degrees with commas between: -77,42,-76,43.")
        }
        do {
            return try BoundingBox(west: edges.west, south: edges.south, east: edges.east, north: edges.north)
        } catch {
            throw ValidationError("\(error).")
        }
    }
}
