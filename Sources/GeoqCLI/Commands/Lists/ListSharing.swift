import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

extension ListCommand {
    /// What another user may do with a list.
    enum Permission: String, CaseIterable, ExpressibleByArgument {
        case view, edit
    }

    /// `geoq list share`
    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "share",
            abstract: "Show a watchlist to another user of the project, and write the share's id.",
            discussion: """
                  geoq list share Ducks 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b
                  geoq list share Ducks 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --can edit

                The user is named by the id that geoq whoami shows there: a project keeps addresses to \
                itself. A list that is shared with this user already gets the new permission.
                """)

        @OptionGroup var who: SharedList

        @Option(
            help: ArgumentHelp("What the user may do: view, or edit the list, entries and rules.", valueName: "word"))
        var can: Permission = .view

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let list = try await store.rules.watchlist(who.watchlist.list)
                let share = WatchlistShare(of: list, with: try RowFields.id(who.user), canEdit: can == .edit)
                try Terminal.write("\(try await store.lists.share(share).id)\n")
            }
        }
    }

    /// `geoq list unshare`
    struct Unshare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unshare", abstract: "Stop showing a watchlist to another user.",
            discussion: "  geoq list unshare Ducks 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b")

        @OptionGroup var who: SharedList
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let list = try await store.rules.watchlist(who.watchlist.list)
                try await store.lists.unshare(list, with: try RowFields.id(who.user))
            }
        }
    }

    /// `geoq list leave`
    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "leave", abstract: "Leave a watchlist that another user shares with you.",
            discussion: """
                  geoq list leave Ducks

                The share ends here at once, and at the project with the next geoq push or geoq sync; geoq sync then \
                takes the list and what is on it from this device, too. Until it is told, geoq list list shows it \
                as left. What you have changed of the list before is sent first. Its owner can share it with you again.

                A project whose tables are of an earlier geoq server-sql schema refuses it; its owner runs that again.
                """)

        @OptionGroup var watchlist: WatchlistArgument
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let list = try await store.rules.watchlist(watchlist.list)
                do {
                    try await store.lists.leave(list)
                } catch StoreError.noRow {
                    throw NotShared(list: watchlist.list)
                }
            }
        }
    }

    /// There is no share to leave.
    struct NotShared: Error, CustomStringConvertible {
        let list: String

        var description: String {
            "no user shares \(TerminalText.neutralized(list)) with you; geoq list list shows whose each list is"
        }
    }

    /// `geoq list shares`
    struct Shares: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "shares", abstract: "With whom a watchlist is shared.", discussion: "  geoq list shares Ducks")

        @OptionGroup var watchlist: WatchlistArgument

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let shares = try await store.lists.shares(of: try await store.rules.watchlist(watchlist.list))
                try SummaryTable.write(
                    shares.map { share in
                        [
                            Feature.Field("user_id", .text(share.user.description)),
                            .init("can", .text(share.canEdit ? "edit" : "view")),
                            .init("id", .text(share.id.description)),
                        ]
                    }, output.chosenFormat, names: ["user_id", "can", "id"])
                if shares.isEmpty, output.chosenFormat == .table { Terminal.say("the list is shared with no user") }
                if exit.exitStatus, shares.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }
    }

    /// A list, and a user of it.
    struct SharedList: ParsableArguments {
        @OptionGroup var watchlist: WatchlistArgument

        @Argument(help: ArgumentHelp("The user's id.", valueName: "user"))
        var user: String

        func validate() throws {
            guard FeatureID(user.lowercased()) != nil else {
                throw ValidationError("\(user) is no user's id; geoq whoami tells that user the id.")
            }
        }
    }
}
