import ArgumentParser

/// The watchlist that a command is about.
struct WatchlistArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The watchlist: its title or id.", valueName: "list"),
        completion: .custom(StoreCompletion.watchlists))
    var list: String
}
