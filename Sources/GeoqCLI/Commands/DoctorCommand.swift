import ArgumentParser
import Geoq
import GeoqStore

/// `geoq doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Versions of the libraries and the health of the store; exit with 65 when something is wrong.",
        discussion: """
              geoq doctor
              geoq doctor --db birds.sqlite
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            let checks =
                [HealthCheck(name: "geoq", isSound: true, finding: geoqVersion)]
                + (try await storeOptions.open().health())
            try SummaryTable.write(checks.map(Self.fields), output.chosenFormat)
            if checks.contains(where: { !$0.isSound }) { throw ExitCode(Failure.badData) }
        }
    }

    private static func fields(_ check: HealthCheck) -> [Feature.Field] {
        [
            .init("check", .text(check.name)), .init("sound", .bool(check.isSound)),
            .init("finding", .text(check.finding)),
        ]
    }
}
