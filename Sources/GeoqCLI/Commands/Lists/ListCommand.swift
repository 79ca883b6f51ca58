import ArgumentParser
import Geoq
import GeoqStore

/// `geoq list`
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show, make, change, share, leave and delete watchlists.",
        discussion: """
              geoq list list
              geoq list add "Winter ducks" --start 2026-11-01 --end 2027-02-28
              geoq list edit "Winter ducks" --title Ducks --lat 42.45 --lon -76.5 --km 25
              geoq list edit Ducks --km 40
              geoq list share Ducks 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --can edit
              geoq list delete Ducks

            With an account, a change is in the file at once and is sent by the next geoq push or geoq sync. \
            Without one the list is yours alone, until a login makes it the account's. geoq rules list \
            shows the rules of each.

            Another program that adds a row to watchlists, watchlist_entries or watchlist_rules gives it an id \
            (a UUID, or 32 digits of one) and the source shell, which means yours: INSERT INTO watchlists (id, source, \
            title) VALUES (hex(randomblob(16)), 'shell', 'Ducks').
            """,
        subcommands: [List.self, Add.self, Edit.self, Delete.self, Share.self, Unshare.self, Leave.self, Shares.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a watchlist, and write its id.",
            discussion: "  geoq list add \"Winter ducks\" --type year")

        @Argument(help: ArgumentHelp("The list's title.", valueName: "title"))
        var title: String

        @OptionGroup(title: "List") var fields: ListFields
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            if title.allSatisfy(\.isWhitespace) { throw ListFields.noTitle }
            if (fields.lat == nil) != (fields.km == nil) { throw ListFields.partOfCircle }
        }

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.openOrCreate()
                let id = try await store.lists.add([ColumnValue("title", .text(title))] + fields.values())
                try Terminal.write("\(id)\n")
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a watchlist; an empty text clears a text or a day, but not the title.",
            discussion: "  geoq list edit \"Winter ducks\" --title Ducks --end \"\"")

        @OptionGroup var watchlist: WatchlistArgument

        @Option(help: ArgumentHelp("The new title.", valueName: "title"))
        var title: String?

        @Flag(help: "Clear the list's circle.")
        var noCircle = false

        @OptionGroup(title: "List") var fields: ListFields
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            if title?.allSatisfy(\.isWhitespace) == true { throw ListFields.noTitle }
            if noCircle, fields.lat != nil || fields.km != nil {
                throw ValidationError("Give either a circle or --no-circle.")
            }
        }

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                guard noCircle || title != nil || !fields.isEmpty else { throw ValidationError("Say what to change.") }
                let id = try await store.rules.watchlist(watchlist.list)
                // A part of the circle changes the circle that the list has.
                let circle = fields.hasPartOfCircle ? try await circle(of: id, in: store) : nil
                let values =
                    RowFields.texts([("title", title)]) + fields.values(changing: circle)
                    + (noCircle ? ListFields.withoutCircle : [])
                try await store.lists.edit(RowKey(.watchlists, id), values)
            }
        }

        private func circle(of id: FeatureID, in store: Store) async throws -> Circle {
            guard let circle = try await store.lists.all().first(where: { $0.list.id == id })?.list.circle else {
                throw ListFields.partOfCircle
            }
            return circle
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a watchlist with its entries and rules.",
            discussion: "  geoq list delete Ducks")

        @OptionGroup var watchlist: WatchlistArgument

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let list = try await store.rules.watchlist(watchlist.list)
                let lost = try await store.drafts.countLost()
                PhotoRecord.sayLeft(after: try await store.lists.delete(RowKey(.watchlists, list)))
                let now = try await store.drafts.countLost()
                if now > lost, let words = DraftRecord.lostWords(now) { Terminal.say(words) }
            }
        }
    }
}

/// The values of a watchlist that a user types.
struct ListFields: ParsableArguments {
    @Option(help: ArgumentHelp("What kind of list it is.", valueName: "word"))
    var type: String?

    @Option(help: ArgumentHelp("Where it is, in words.", valueName: "place"))
    var location: String?

    @Option(help: ArgumentHelp("The list's first day.", valueName: "yyyy-mm-dd"))
    var start: String?

    @Option(help: ArgumentHelp("The list's last day.", valueName: "yyyy-mm-dd"))
    var end: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The center of the list's circle, with --lon and --km.", valueName: "degrees"),
        transform: ArgumentText.degrees)
    var lat: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Its longitude.", valueName: "degrees"),
        transform: ArgumentText.degrees)
    var lon: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The circle's radius.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var km: Double?

    static let noTitle = ValidationError("Give the watchlist a title.")
    static let partOfCircle = ValidationError("A new circle is a center and a radius: --lat, --lon and --km.")

    func validate() throws {
        guard (lat == nil) == (lon == nil) else { throw ValidationError("A center is --lat and --lon.") }
    }

    static let withoutCircle =
        [ColumnValue("location_rule_enabled", .bool(false))]
        + ["location_rule_lat", "location_rule_lon", "location_rule_radius_km"].map { ColumnValue($0, .null) }

    var isEmpty: Bool { values().isEmpty && !hasPartOfCircle }

    /// Whether the center is given or the radius, and not both.
    var hasPartOfCircle: Bool { (lat == nil) != (km == nil) }

    /// - Parameter circle: the list's circle, of which a part is changed.
    func values(changing circle: Circle? = nil) -> [ColumnValue] {
        var values = RowFields.texts([
            ("type", type), ("location_display_name", location), ("start_date", start), ("end_date", end),
        ])
        let place = circle.map { ($0.center.latitude, $0.center.longitude, $0.radius.kilometers) }
        if lat != nil || km != nil, let lat = lat ?? place?.0, let lon = lon ?? place?.1, let km = km ?? place?.2 {
            values += [
                ColumnValue("location_rule_enabled", .bool(true)), ColumnValue("location_rule_lat", .real(lat)),
                ColumnValue("location_rule_lon", .real(lon)), ColumnValue("location_rule_radius_km", .real(km)),
            ]
        }
        return values
    }
}

/// Values of a row as a user types them.
enum RowFields {
    /// What was given; an empty text clears the column.
    static func texts(_ given: [(name: String, text: String?)]) -> [ColumnValue] {
        given.compactMap { name, text in text.map { ColumnValue(name, $0.isEmpty ? .null : .text($0)) } }
    }

    /// - Throws: `ValidationError` for another text.
    static func id(_ text: String) throws -> FeatureID {
        // As that of a shell's variable without a value.
        if text.allSatisfy(\.isWhitespace) { throw ValidationError("The id is empty; write one (a UUID).") }
        guard let id = FeatureID(text.lowercased()) else { throw ValidationError("\(text) is no id (a UUID).") }
        return id
    }
}
