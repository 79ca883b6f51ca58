import ArgumentParser
import GeoqIndex

/// What an area's positions do not tell, as options of a command that reads a file of areas.
struct EdgeOptions: ParsableArguments {
    @Option(help: EdgeOptions.edgesHelp)
    var edges: Area.Edges?

    @Option(help: EdgeOptions.poleHelp)
    var pole: Area.Pole?

    static var edgesHelp: ArgumentHelp {
        ArgumentHelp(
            "How edges run: drawn (straight in longitude and latitude, RFC 7946; the default) or geodesic.",
            valueName: "drawn|geodesic")
    }

    static var poleHelp: ArgumentHelp {
        ArgumentHelp(
            "Which pole an area holds whose ring runs round the Earth's axis; else a feature's property pole says so. Only where such a ring is.",
            valueName: "north|south")
    }

    var reading: AreaReading { AreaReading(edges: edges, pole: pole) }
}
