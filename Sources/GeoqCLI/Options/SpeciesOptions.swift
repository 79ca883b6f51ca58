import ArgumentParser

/// Which species to ask for.
struct SpeciesOptions: ParsableArguments {
    @Option(
        name: .customLong("species"),
        help: ArgumentHelp(
            "Only this species, by its scientific or a common name; a common name finds what others recorded under another, too.",
            valueName: "name"), transform: ArgumentText.species)
    var all: [String] = []

    /// The species that was given.
    var species: String? { all.first }

    func validate() throws { try Self.check(all) }

    /// Refuses several species, of which one question has one.
    static func check(_ species: [String]) throws {
        if species.count > 1 {
            throw ValidationError(
                "--species is given \(species.count) times; ask for one species, and for the others after it.")
        }
    }
}
