import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
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
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only places along a route; needs --within or --km. As geoq along has it: a file of GPX, GeoJSON, KML or WKT, - for standard input; or lat,lon;lat,lon;..., GeoJSON, WKT or an encoded polyline.",
            valueName: "route"), completion: .file())
    var along: String?

    @Option(
        name: .customLong("km"), parsing: .unconditional,
        help: ArgumentHelp("How far around the place of --near, or from the route.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var kilometers: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far from the route, with its unit: 10mi, 800m, 2km.", valueName: "length"))
    var within: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many decimals an encoded polyline has: 5, if not given, or 6.", valueName: "5|6"))
    var precision: Int?

    /// Whether a part was asked for, by these options.
    var isGiven: Bool { box != nil || near != nil || along != nil }

    func validate() throws {
        if [box != nil, near != nil, along != nil].count(where: { $0 }) > 1 { throw Self.several }
        if along != nil {
            try route.validate()
            return try width.validate()
        }
        if within != nil { throw ValidationError("--within goes with --along; how far around --near is --km.") }
        if precision != nil { throw ValidationError("--precision goes with --along.") }
        guard (near == nil) == (kilometers == nil) else {
            throw ValidationError(
                near == nil
                    ? "--km says how far from --near or --along; neither is given."
                    : "--near and --km go together; --km is missing.")
        }
        if let kilometers { _ = try RadiusOptions.distance(kilometers: kilometers, option: "--km") }
    }

    static let several = ValidationError("Give one of --region, --near, --area and --along.")

    /// nil to mirror everything.
    ///
    /// - Parameter quiet: whether what was guessed or left out of a file is not told.
    /// - Throws: what `AreaOptions.chosen` and `RouteArgument.read` throw; `CorridorError`.
    func region(or area: AreaOptions, in store: Store, quiet: Bool) async throws -> Region? {
        if let region = try circleOrBox { return region }
        if let along {
            let corridor = try Corridor(segments: try await route.read(quiet: quiet).segments, width: try width.width)
            return .corridor(corridor, name: Self.name(ofRoute: along))
        }
        return try await area.named(in: store, quiet: quiet).map { .area($0.area, name: $0.name) }
    }

    /// What a route is called: as its file is, without folder and ending.
    private static func name(ofRoute text: String) -> String {
        if text == "-" { return "standard input" }
        guard FileManager.default.fileExists(atPath: text) else { return "the route" }
        let name = URL(filePath: text).deletingPathExtension().lastPathComponent
        return name.isEmpty ? text : name
    }

    /// Only with `--along`.
    private var route: RouteArgument {
        var argument = RouteArgument()
        (argument.route, argument.precision) = (along ?? "", precision)
        return argument
    }

    /// Only with `--along`.
    private var width: WidthOptions {
        var options = WidthOptions()
        (options.kilometers, options.within) = (kilometers, within)
        return options
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
