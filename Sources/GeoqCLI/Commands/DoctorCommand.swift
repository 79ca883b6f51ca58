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
              geoq doctor --migrate

            A store that could not be brought up to date is as it was before, and can only be read; a step that \
            failed is not tried again by itself, but one that lacked the room for a copy is. --migrate tries again, \
            after you have removed the reason. Where geoq says that the store is damaged, put its copy, \
            STORE.before-migration, back first.
            """)

    @Flag(help: "Try again to bring the store up to date, where that has failed; then look.")
    var migrate = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            if migrate { try Store.retryMigration(of: storeOptions.storePath) }
            let checks =
                [HealthCheck(name: "geoq", isSound: true, finding: geoqVersion)]
                + (try await Store.Health.checks(of: storeOptions.storePath))
            try SummaryTable.write(checks.map(Self.fields), output.chosenFormat)
            sayWhatHelps(checks)
            if checks.contains(where: { !$0.isSound }) { throw ExitCode(Failure.badData) }
        }
    }

    /// Says what to do with a damaged file, and with one that is no store.
    private func sayWhatHelps(_ checks: [HealthCheck]) {
        let path = storeOptions.storePath
        guard checks.contains(where: { $0.isDamage }) else {
            if checks.contains(where: { $0.isOfOthers }) {
                Terminal.say(
                    "Choose another file with --db. If \(path) was a store, put a copy from before in its place.")
            }
            return
        }
        let file = ShellWord.quoted(path)
        Terminal.say(
            """
            The file is damaged. Copy it first. Put a copy from before back, if there is one; else
              geoq export hotspots -f geojson --db \(file) > hotspots.geojson    saves a layer that can be read
              sqlite3 \(file) .recover | sqlite3 recovered.sqlite                saves the rows that are left
            """)
    }

    private static func fields(_ check: HealthCheck) -> [Feature.Field] {
        [
            .init("check", .text(check.name)), .init("sound", .bool(check.isSound)),
            .init("finding", .text(check.finding)),
        ]
    }
}
