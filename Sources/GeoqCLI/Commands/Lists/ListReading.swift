import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

extension ListCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The watchlists, by title.",
            discussion: """
                  geoq list list
                  geoq list list -f ndjson
                  geoq list list -f ndjson | jq -r 'select(.right == "own").title'

                "whose" says whether a list is yours, and with how many users you share it, or which user shares it \
                with you, and whether you may edit it or view it, or that you have left it, so that a sync takes it \
                from here; in JSON and CSV these are "right" (own, edit, view or left), "owner_id" and "shared_with". \
                geoq list shares shows with whom.

                "waits" says how a list stands that the account's project does not have as it is here, such \
                as pendingCreate; pendingOwner is one that a login makes the account's. "cover" says that a \
                list has a cover, and how it stands, in the words of geoq photo cover, which saves it, too.

                In JSON and CSV, "row_version" is the server's version of a list when it was last seen, and \
                "last_synced_at" when it was last as the server has it, its waiting changes apart.
                """)

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let (lists, pictures) = (try await store.lists.all(), try await store.photos.rowPictures())
                let covers = Dictionary(pictures.map { ($0.row, $0.state) }) { first, _ in first }
                try SummaryTable.write(
                    lists.map { Self.fields($0, cover: covers[$0.list.id] ?? nil) }, output.chosenFormat,
                    names: Self.fieldNames, columns: Self.columns)
                if lists.isEmpty, output.chosenFormat == .table { Terminal.say("no watchlists") }
                if exit.exitStatus, lists.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        private static let columns = [
            TableColumn("title", field: "title"), TableColumn("whose", text: { whose($0) }),
            TableColumn("entries", field: "entries", alignment: .trailing),
            TableColumn("from", field: "start_date", yields: .never),
            TableColumn("to", field: "end_date", yields: .never),
            TableColumn("place", field: "place"), TableColumn("km", field: "radius_km", alignment: .trailing),
            TableColumn("cover", field: "cover"), TableColumn("waits", field: "waits"), .id("id", field: "id"),
        ]

        /// The names of `fields`, in its order.
        private static let fieldNames = [
            "id", "title", "type", "place", "start_date", "end_date", "lat", "lon", "radius_km", "entries", "waits",
            "cover", "right", "owner_id", "shared_with", "row_version", "last_synced_at",
        ]

        /// Whose a list is, in words. A narrow table cuts off their end: the user's id.
        private static func whose(_ list: Feature) -> String {
            let owner = list["owner_id"].map(TableColumn.plain) ?? ""
            switch list["right"] {
            case .text("own")?:
                let users = list["shared_with"].map(TableColumn.plain) ?? "0"
                return users == "0" ? "yours" : "yours, shared with \(users)"
            case .text("left")?: return "left, of \(owner)"
            case .text(let right)?: return "yours to \(right), of \(owner)"
            default: return owner.isEmpty ? "" : "of \(owner)"
            }
        }

        /// - Parameter cover: how the list's cover stands; nil when it has none.
        private static func fields(_ counted: CountedList, cover: String?) -> [Feature.Field] {
            let (list, circle) = (counted.list, counted.list.circle)
            let fields: [Feature.Field] = [
                .init("id", .text(list.id.description)), .init("title", .text(list.title)),
                .init("type", .optional(list.type)), .init("place", .optional(list.place)),
                .init("start_date", .optional(list.firstDay?.description)),
                .init("end_date", .optional(list.lastDay?.description)),
                .init("lat", circle.map { .real($0.center.latitude) } ?? .null),
                .init("lon", circle.map { .real($0.center.longitude) } ?? .null),
                .init("radius_km", circle.map { .real($0.radius.kilometers) } ?? .null),
                .init("entries", .integer(Int64(counted.entries))),
                .init("waits", .optional(counted.status?.rawValue)), .init("cover", .optional(cover)),
                .init("right", .optional(counted.right?.rawValue)),
                .init("owner_id", .optional(list.owner?.description)),
                .init("shared_with", .integer(Int64(counted.sharedWith))),
            ]
            return fields + Feature.Field.ofSync(list.sync)
        }
    }
}

extension EntryCommand {
    struct List: AsyncParsableCommand {
        /// How many entries are shown at most; geoq export writes all of a longer list.
        private static let most = 100_000

        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The entries of a watchlist, in the order in which they were added.",
            discussion: """
                  geoq entry list Ducks
                  geoq entry list Ducks -f ndjson

                "waits" says how an entry stands that the account's project does not have as it is here, \
                such as pendingCreate; pendingOwner is one that a login makes the account's. Names that are \
                no bird of the store yet are in geoq draft list. "row_version" and "last_synced_at" are in JSON \
                and CSV, as geoq list list has them.
                """)

        @OptionGroup var watchlist: WatchlistArgument

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let list = try await store.rules.watchlist(watchlist.list)
                let listed = try await store.lists.entries(of: list, limit: Self.most)
                let records = listed.rows.map { Self.fields($0, listed.statuses[$0.entry.id]) }
                try SummaryTable.write(
                    records, output.chosenFormat, names: Self.fieldNames, columns: Self.columns)
                if records.isEmpty, output.chosenFormat == .table { Terminal.say("no entries") }
                if listed.count > records.count {
                    let more = listed.count - records.count
                    Terminal.say(more == 1 ? "1 more entry is not shown" : "\(more) more entries are not shown")
                }
                if exit.exitStatus, records.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        private static let columns = [
            TableColumn("bird", field: "common_name"), TableColumn("called", field: "nickname"),
            TableColumn("seen", field: "observed_at", yields: .never), TableColumn("place", field: "place"),
            TableColumn("notes", field: "notes"), TableColumn("waits", field: "waits"), .id("id", field: "id"),
        ]

        /// The names of `fields`, in its order.
        private static let fieldNames = [
            "id", "common_name", "scientific_name", "bird_id", "nickname", "status", "notes", "added_at",
            "observed_at", "observed_by", "place", "lat", "lon", "priority", "waits", "row_version", "last_synced_at",
        ]

        private static func fields(_ named: NamedEntry, _ status: RowStatus?) -> [Feature.Field] {
            let entry = named.entry
            let fields: [Feature.Field] = [
                .init("id", .text(entry.id.description)),
                .init("common_name", .optional(named.commonName ?? named.scientificName)),
                .init("scientific_name", .optional(named.scientificName)),
                .init("bird_id", .optional(entry.bird?.description)), .init("nickname", .optional(entry.nickname)),
                .init("status", .optional(entry.status)), .init("notes", .optional(entry.notes)),
                .init("added_at", .optional(entry.addedAt)), .init("observed_at", .optional(entry.observedAt)),
                .init("observed_by", .optional(entry.observedBy)), .init("place", .optional(entry.place)),
                .init("lat", entry.coordinate.map { .real($0.latitude) } ?? .null),
                .init("lon", entry.coordinate.map { .real($0.longitude) } ?? .null),
                .init("priority", .integer(Int64(entry.priority))), .init("waits", .optional(status?.rawValue)),
            ]
            return fields + Feature.Field.ofSync(entry.sync)
        }
    }
}

extension Feature.Field {
    /// What is known of a row at its server.
    fileprivate static func ofSync(_ sync: RowSync) -> [Feature.Field] {
        [.init("row_version", .integer(Int64(sync.version))), .init("last_synced_at", .optional(sync.text))]
    }
}
