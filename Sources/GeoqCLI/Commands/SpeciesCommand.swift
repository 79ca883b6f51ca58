import ArgumentParser
import Geoq
import GeoqStore

/// `geoq species`
struct SpeciesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "species",
        abstract: "Which birds were seen within a radius, with how many observations and the last date.",
        discussion: """
              geoq species --lat 42.48 --lon -76.45 --km 25 --since 2026-01-01

            Most observations first. Observations without a species are left out.
            """)

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions

    @Option(help: ArgumentHelp("Only what was certainly seen on this day or later.", valueName: "yyyy-mm-dd"))
    var since: Day?

    @Option(help: ArgumentHelp("Only what was certainly seen on this day or before.", valueName: "yyyy-mm-dd"))
    var until: Day?

    @Option(
        name: .customLong("where"), help: ArgumentHelp("A condition on any column, as CQL2 text.", valueName: "cql2"))
    var condition: String?

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if center.isEmpty { throw ValidationError("Give a center: --lat and --lon, or --at a hotspot.") }
        if try radius.radius == nil { throw ValidationError("Give a radius: --km or --within.") }
    }

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            let store = try storeOptions.open()
            var query = Query(
                .around(try await center.coordinate(in: store), within: try radius.radius), layer: .observations)
            (query.since, query.until) = (since, until)
            query.filter = try condition.map { try PropertyFilter(cql2Text: $0) }
            let found = try await store.species(query, verifying: .touched)
            try SummaryTable.write(found.map(\.fields), output.chosenFormat, columns: Self.columns(output))
            if output.exitStatus && found.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }

    private static func columns(_ output: SummaryOutputOptions) -> [TableColumn] {
        [
            TableColumn("common_name", field: "common_name"), TableColumn("scientific_name", field: "scientific_name"),
            TableColumn("observations", field: "observations", alignment: .trailing),
            .date("last_seen", field: "last_seen_from", end: "last_seen", precision: "last_seen_precision"),
            .distance("nearest", field: "nearest_m", unit: output.unit),
        ]
    }
}

extension SpeciesSummary {
    fileprivate var fields: [Feature.Field] {
        func day(_ day: Day?) -> FieldValue { day.map { .text($0.description) } ?? .null }
        return [
            .init("common_name", commonName.isEmpty ? .null : .text(commonName)),
            .init("scientific_name", scientificName.isEmpty ? .null : .text(scientificName)),
            .init("observations", .integer(Int64(observations))), .init("last_seen", day(lastSeen?.last)),
            .init("last_seen_from", day(lastSeen?.first)),
            .init("last_seen_precision", lastSeen.map { .text($0.precision.rawValue) } ?? .null),
            .init("nearest_m", nearest.map { .real($0.meters) } ?? .null),
        ]
    }
}
