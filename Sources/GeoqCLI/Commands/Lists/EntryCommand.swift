import ArgumentParser
import Geoq
import GeoqStore

/// `geoq entry`
struct EntryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry", abstract: "Show, make, change and delete entries of watchlists.",
        discussion: """
              geoq entry add Ducks Bufflehead --observed 2026-11-20 --lat 42.45 --lon -76.5
              geoq entry list Ducks
              geoq entry edit 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --notes "a pair"
              geoq entry delete 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b

            With an account, a change is in the file at once and is sent by the next geoq push or geoq sync.
            """,
        subcommands: [List.self, Add.self, Edit.self, Delete.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a bird to a watchlist, and write the entry's id.",
            discussion: "  geoq entry add Ducks \"Bucephala clangula\"")

        @OptionGroup var watchlist: WatchlistArgument

        @Argument(
            help: ArgumentHelp("The bird: its scientific or common name, or its id.", valueName: "bird"),
            transform: ArgumentText.species)
        var bird: String

        @OptionGroup(title: "Entry") var fields: EntryFields
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let list = try await store.rules.watchlist(watchlist.list)
                let bird = try await store.lists.bird(bird)
                let values = [ColumnValue("bird_id", .text(bird.description))] + fields.values
                try Terminal.write("\(try await store.lists.add(values, to: list, in: .watchlistEntries))\n")
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change an entry; an empty text clears a text.",
            discussion: "  geoq entry edit 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --notes \"a pair\"")

        @Argument(help: ArgumentHelp("The entry's id.", valueName: "entry"))
        var entry: String

        @Option(help: ArgumentHelp("Another bird: its name or id.", valueName: "bird"))
        var bird: String?

        @Flag(help: "Clear the place, in degrees and in words.")
        var noPlace = false

        @OptionGroup(title: "Entry") var fields: EntryFields
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            if noPlace, fields.seenAt.lat != nil || fields.location != nil {
                throw ValidationError("Give either a place or --no-place.")
            }
        }

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                var values = fields.values
                if noPlace {
                    values += ["lat", "lon", "location_display_name"].map { ColumnValue($0, .null) }
                }
                if let bird {
                    values.append(ColumnValue("bird_id", .text(try await store.lists.bird(bird).description)))
                }
                guard !values.isEmpty else { throw ValidationError("Say what to change.") }
                try await store.lists.edit(RowKey(.watchlistEntries, try RowFields.id(entry)), values)
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an entry.",
            discussion: "  geoq entry delete 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b")

        @Argument(help: ArgumentHelp("The entry's id.", valueName: "entry"))
        var entry: String

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let sweep = try await store.lists.delete(RowKey(.watchlistEntries, try RowFields.id(entry)))
                PhotoRecord.sayLeft(after: sweep)
            }
        }
    }
}

/// The values of an entry that a user types.
struct EntryFields: ParsableArguments {
    @Option(help: ArgumentHelp("A name of your own for the bird.", valueName: "name"))
    var nickname: String?

    @Option(help: ArgumentHelp("How the entry stands.", valueName: "word"))
    var status: String?

    @Option(help: ArgumentHelp("Notes.", valueName: "text"))
    var notes: String?

    @Option(
        help: ArgumentHelp(
            "When the bird was seen: a day there, or a moment in UTC (2026-11-20T08:15:00Z).", valueName: "moment"))
    var observed: String?

    @Option(help: ArgumentHelp("Who saw it.", valueName: "name"))
    var by: String?

    @Option(help: ArgumentHelp("Where it was, in words.", valueName: "place"))
    var location: String?

    @OptionGroup var seenAt: SeenPlaceOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The entry's priority.", valueName: "number"),
        transform: ArgumentText.integer)
    var priority: Int64?

    var values: [ColumnValue] {
        var values = RowFields.texts([
            ("nickname", nickname), ("status", status), ("notes", notes), ("observation_date", observed),
            ("observed_by", by), ("location_display_name", location),
        ])
        if let lat = seenAt.lat, let lon = seenAt.lon {
            values += [ColumnValue("lat", .real(lat)), ColumnValue("lon", .real(lon))]
        }
        if let priority { values.append(ColumnValue("priority", .integer(priority))) }
        return values
    }
}
