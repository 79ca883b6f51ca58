import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

extension AreasCommand {
    /// `geoq areas of`
    struct Of: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "of", abstract: "Which areas hold a place, and how far their nearest edge is.",
            discussion: """
                  geoq areas of --lat 42.44 --lon -76.5
                  geoq areas of --at Ithaca

                The area whose edge is nearest comes first. Where parts of one area overlap, or \
                share a border whose vertices differ, that is an edge, too.
                """)

        @OptionGroup(title: "Where") var center: CenterOptions
        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Output") var unit: UnitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                try center.check(in: storeOptions)
                let store = try await storeOptions.open()
                let place = try await center.coordinate(in: store)
                let found = try await store.areas.holding(place)
                Store.Areas.say(found.unusable)
                let records = found.areas.map { $0.area.fields(edge: $0.edge) }
                try SummaryTable.write(
                    records, output.chosenFormat, names: StoredArea.namesWithEdge, columns: columns)
                if found.areas.isEmpty { Terminal.say("no area of the store holds this place") }
                if exit.exitStatus && found.areas.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        private var columns: [TableColumn] {
            [
                TableColumn("name", field: "name"), TableColumn("kind", field: "kind"),
                .distance("nearest edge", field: "edge_m", unit: unit.unit ?? .kilometers),
                TableColumn("source", field: "source"), .id("id", field: "id"),
            ]
        }
    }
}
