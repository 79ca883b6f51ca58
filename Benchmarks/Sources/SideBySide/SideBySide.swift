import ArgumentParser

/// geoq and its peers, asked the same questions about the same points.
@main
struct SideBySide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "side-by-side",
        abstract: "Measures geoq and its peers over the same points and prints one table.",
        subcommands: [Compare.self, GeoqChild.self, GeoqRulesChild.self, GeoqAreasChild.self],
        defaultSubcommand: Compare.self)
}
