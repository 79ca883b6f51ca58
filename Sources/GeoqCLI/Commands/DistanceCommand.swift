import ArgumentParser
import Geoq
import GeoqFormats

/// `geoq dist`
struct DistanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dist",
        abstract: "The exact distance between two places, and the bearings at both ends.",
        discussion: """
              geoq dist --from 40.64,-73.78 --to 1.36,103.99
              geoq dist --from -0.5,-90.5 --to -0.9,-89.6 --unit nmi

            The geodesic on WGS 84 by Karney's algorithm, good to 15 nanometers. At a pole, and \
            between a place and itself, there is no bearing: it is blank, or null.
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Where it begins.", valueName: "lat,lon"),
        transform: ArgumentText.place)
    var from: Coordinate

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Where it ends.", valueName: "lat,lon"),
        transform: ArgumentText.place)
    var to: Coordinate

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var unit: UnitOptions

    func run() async throws {
        try await Failure.reported {
            let way = Geodesic.inverse(from: from, to: to)
            // Below half a micrometer the direction means nothing.
            let isWay = way.distance.meters >= 5e-7
            func bearing(_ degrees: Double, at place: Coordinate) -> FieldValue {
                isWay && !place.isPole ? .real((degrees * 1e9).rounded() / 1e9) : .null
            }
            let record: [Feature.Field] = [
                .init("distance_m", .real(way.distance.meters)),
                .init("initial_bearing_deg", bearing(way.initialBearing, at: from)),
                .init("final_bearing_deg", bearing(way.finalBearing, at: to)),
            ]
            try SummaryTable.write(
                [record], output.chosenFormat,
                columns: [
                    .distance("distance", field: "distance_m", unit: unit.unit ?? .kilometers),
                    TableColumn("meters", field: "distance_m", alignment: .trailing),
                    .bearing("leaves", field: "initial_bearing_deg"), .bearing("arrives", field: "final_bearing_deg"),
                ])
        }
    }
}
