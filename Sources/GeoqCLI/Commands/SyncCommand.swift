import ArgumentParser
import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync
import Logging

/// `geoq sync`
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Mirror the tables of a PostGIS server into the store, and keep them equal.",
        discussion: """
              geoq sync "postgresql://reader@db.example.org/birds?sslmode=verify-full"
              geoq sync service=birds --watch
              geoq sync status

            The tables are bird, hotspot, watchlists, watchlist_entries and watchlist_rules; a role that \
            may read them is enough, and nothing on the server is changed. Rows that were imported from \
            files, or come from another server, are not touched.
            """,
        subcommands: [Run.self, Status.self], defaultSubcommand: Run.self)

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make the mirror equal to the server, once or for ever.",
            discussion: """
                  geoq sync "postgresql://reader@db.example.org/birds?sslmode=verify-full"
                  geoq sync run "$URL" --check
                  geoq sync "$URL" --near 42.44,-76.5 --km 100
                  geoq sync service=birds --watch

                Without a URL the server is what PGHOST, PGDATABASE, PGSERVICE and the like say. Keep \
                the password in ~/.pgpass, PGPASSWORD or a service file: other users see a command's words. \
                sslmode=verify-full and sslrootcert make sure that the server is the right one.

                A sync that was interrupted goes on where it ended. Exit code 69: the server was not \
                reached; 65: a table could not be mirrored.
                """)

        @Argument(
            help: ArgumentHelp("The server: postgresql://user@host/database, or key=value pairs.", valueName: "url"))
        var url: String?

        @Flag(help: "Stay, and follow the server until interrupted.")
        var watch = false

        @Flag(help: "Sync once; so it is without --watch.")
        var once = false

        @Flag(help: "Only say what the server lacks, and what that costs.")
        var check = false

        @OptionGroup var view: RemoteViewOptions

        @OptionGroup(title: "Part") var part: RegionOptions

        @Flag(help: "Try once: do not wait for the server, or for another sync of the store.")
        var noWait = false

        @Flag(name: .shortAndLong, help: "Say nothing but errors.")
        var quiet = false

        @Flag(help: "A line for each phase.")
        var verbose = false

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            if once, watch { throw ValidationError("Give either --once or --watch.") }
            if check, watch { throw ValidationError("--check looks once.") }
            _ = try part.region
        }

        func run() async throws {
            try await Failure.reported(nil) {
                let remote = try RemoteOptions.remote(url)
                var options = SyncOptions()
                try view.apply(to: &options)
                options.region = try part.region
                if noWait { options.retry = .never }
                options.logger = SyncLog.logger(verbose: verbose, quiet: quiet)
                let store = try storeOptions.openOrCreate()
                let run = SyncRun(remote: remote, store: store, options: options, quiet: quiet)
                if check {
                    try await run.check()
                } else if watch {
                    try await run.watch()
                } else {
                    try await run.once()
                }
            }
        }
    }
}
