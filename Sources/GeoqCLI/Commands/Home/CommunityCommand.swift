import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq community`
struct CommunityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "community", abstract: "Sightings that all users of the project may see.",
        discussion: """
              geoq community add Bufflehead --at "Stewart Park" --observed 2026-11-20
              geoq community list --mine
              geoq community delete 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b

            With an account, a sighting is in the file at once and is sent by the next geoq push or geoq \
            sync; then all may see it. Without one it is yours alone, until a login makes it the account's. \
            Those of others, and those that came with the data, can only be read.
            """,
        subcommands: [Add.self, List.self, Delete.self], defaultSubcommand: List.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a sighting, and write its id.",
            discussion: """
                  geoq community add "Bucephala clangula" --lat 42.45 --lon -76.5
                  geoq community add "a large white gull" --notes "in flight"

                A name that no bird of the store has is kept as words.
                """)

        @Argument(help: ArgumentHelp("The bird: its name or id; or what was seen, in words.", valueName: "bird"))
        var bird: String

        @OptionGroup(title: "Where") var center: CenterOptions

        @Option(help: ArgumentHelp("Where it was, in words; else as --at says.", valueName: "place"))
        var location: String?

        @Option(
            help: ArgumentHelp(
                "When the bird was seen: a day there, or a moment in UTC (2026-11-20T08:15:00Z).", valueName: "moment"))
        var observed: String?

        @Option(help: ArgumentHelp("Notes.", valueName: "text"))
        var notes: String?

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            if bird.allSatisfy(\.isWhitespace) { throw ValidationError("Say what was seen.") }
        }

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.openOrCreate()
                var isOfWords = false
                var values = RowFields.texts([("observed_at", observed), ("notes", notes)])
                if let known = try await knownBird(in: store) {
                    values.append(ColumnValue("bird_id", .text(known.description)))
                } else {
                    isOfWords = true
                    values.append(ColumnValue("species_text", .text(bird)))
                }
                if !center.isEmpty {
                    let place = try await center.coordinate(in: store)
                    values += [ColumnValue("lat", .real(place.latitude)), ColumnValue("lon", .real(place.longitude))]
                }
                var place = location
                if let name = center.name {
                    let hotspot = try await store.features.place(name, verifying: .touched)
                    place = location ?? hotspot.title
                    if let id = FeatureID(hotspot.feature.id), try await store.community.mayName(id) {
                        values.append(ColumnValue("hotspot_id", .text(id.description)))
                    }
                }
                values += RowFields.texts([("location_display_name", place)])
                let id = try await store.lists.add(values, in: .communityObservation)
                if isOfWords { Terminal.say("no bird of the store is called so: kept as words") }
                try Terminal.write("\(id)\n")
            }
        }

        /// nil when no bird of the store has this name.
        private func knownBird(in store: Store) async throws -> FeatureID? {
            do {
                return try await store.lists.bird(bird)
            } catch StoreError.unknownBird {
                return nil
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The sightings, newest first.",
            discussion: """
                  geoq community list
                  geoq community list --mine -f ndjson
                """)

        @Flag(help: "Only your own.")
        var mine = false

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let found = try await store.community.all(isMine: mine)
                try SummaryTable.write(
                    found.map(Self.fields), output.chosenFormat, names: Self.fieldNames, columns: Self.columns)
                if found.isEmpty, output.chosenFormat == .table { Terminal.say("no sightings") }
                if exit.exitStatus, found.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        private static let columns = [
            TableColumn("bird", field: "common_name"), TableColumn("in words", field: "species_text"),
            TableColumn("seen", field: "observed_at", yields: .never), TableColumn("place", field: "place"),
            TableColumn("by", field: "by"), TableColumn("notes", field: "notes"), .id("id", field: "id"),
        ]

        /// The names of `fields`, in its order.
        private static let fieldNames = [
            "id", "common_name", "scientific_name", "bird_id", "species_text", "observed_at", "place", "hotspot_id",
            "lat", "lon", "by", "owner_id", "notes",
        ]

        private static func fields(_ found: CommunitySighting) -> [Feature.Field] {
            func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
            let observation = found.observation
            return [
                .init("id", .text(observation.id.description)),
                .init("common_name", text(found.bird?.commonName ?? found.bird?.scientificName)),
                .init("scientific_name", text(found.bird?.scientificName)),
                .init("bird_id", text(observation.bird?.description)), .init("species_text", text(observation.species)),
                .init("observed_at", text(observation.observedAt)), .init("place", text(observation.place)),
                .init("hotspot_id", text(observation.hotspot?.description)),
                .init("lat", observation.coordinate.map { .real($0.latitude) } ?? .null),
                .init("lon", observation.coordinate.map { .real($0.longitude) } ?? .null),
                .init("by", .text(observation.isOfSystem ? "the data" : found.isMine ? "you" : "another user")),
                .init("owner_id", text(observation.owner?.description)), .init("notes", text(observation.notes)),
            ]
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a sighting of yours.",
            discussion: "  geoq community delete 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b")

        @Argument(help: ArgumentHelp("The sighting's id.", valueName: "sighting"))
        var sighting: String

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                try await storeOptions.open().lists.delete(RowKey(.communityObservation, try RowFields.id(sighting)))
            }
        }
    }
}
