import ArgumentParser

/// Where a bird was seen.
struct SeenPlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Where it was, with --lon.", valueName: "degrees"),
        transform: ArgumentText.degrees)
    var lat: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Its longitude.", valueName: "degrees"),
        transform: ArgumentText.degrees)
    var lon: Double?

    func validate() throws {
        guard (lat == nil) == (lon == nil) else { throw ValidationError("--lat and --lon go together.") }
    }
}
