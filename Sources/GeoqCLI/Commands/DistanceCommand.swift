import ArgumentParser
import Geoq

/// `geoq dist`
struct DistanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dist",
        abstract: "The exact distance between two places, and the bearings at both ends.",
        discussion: """
              geoq dist --from 40.64,-73.78 --to 1.36,103.99

            The geodesic on WGS 84 by Karney's algorithm, good to 15 nanometers.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Where it begins.", valueName: "lat,lon"))
    var from: PlaceArgument

    @Option(parsing: .unconditional, help: ArgumentHelp("Where it ends.", valueName: "lat,lon"))
    var to: PlaceArgument

    @OptionGroup(title: "Output") var output: SummaryOutputOptions

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            let way = Geodesic.inverse(from: from.coordinate, to: to.coordinate)
            let record: [Feature.Field] = [
                .init("distance_m", .real(way.distance.meters)),
                .init("initial_bearing_deg", .real((way.initialBearing * 1e9).rounded() / 1e9)),
                .init("final_bearing_deg", .real((way.finalBearing * 1e9).rounded() / 1e9)),
            ]
            try SummaryTable.write(
                [record], output.chosenFormat,
                columns: [
                    .distance("distance", field: "distance_m", unit: output.unit),
                    TableColumn("meters", field: "distance_m", alignment: .trailing),
                    .bearing("leaves", field: "initial_bearing_deg"), .bearing("arrives", field: "final_bearing_deg"),
                ])
        }
    }
}

/// `lat,lon` as one argument.
struct PlaceArgument: ExpressibleByArgument {
    let coordinate: Coordinate

    init?(argument: String) {
        guard let place = Self.coordinate(argument) else { return nil }
        coordinate = place
    }

    /// Two numbers, separated by a comma and perhaps blanks.
    static func coordinate(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix { $0 == " " } }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }
}
