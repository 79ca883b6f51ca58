import ArgumentParser

/// Which species to ask for.
struct SpeciesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only this species, by its scientific or a common name; a common name finds what others recorded under another, too.",
            valueName: "name"), transform: ArgumentText.species)
    var species: String?
}
