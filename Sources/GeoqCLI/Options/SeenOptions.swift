import ArgumentParser
import Geoq

/// The options that describe a sighting.
struct SeenOptions: ParsableArguments {
    @Option(
        name: .customLong("species"),
        help: ArgumentHelp(
            "The species, by its scientific or common name; for a file without a column for it, too.", valueName: "name"
        ), transform: ArgumentText.species)
    var allSpecies: [String] = []

    /// The species that was given.
    var species: String? { allSpecies.first }

    @Option(help: ArgumentHelp("The day.", valueName: "yyyy-mm-dd"), transform: ArgumentText.day)
    var date: Day?

    func validate() throws { try SpeciesOptions.check(allSpecies) }
}
