import ArgumentParser
import Geoq

/// The options that describe a sighting.
struct SeenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The species, by its scientific or common name; for a file without a column for it, too.", valueName: "name"
        ), transform: ArgumentText.species)
    var species: String?

    @Option(help: ArgumentHelp("The day.", valueName: "yyyy-mm-dd"), transform: ArgumentText.day)
    var date: Day?
}
