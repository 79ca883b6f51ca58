import ArgumentParser
import Foundation
import Geoq

/// The `geoq` command and its subcommands.
struct GeoqCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geoq",
        abstract: "What is near here? Exact answers from your own file of birding places.",
        discussion: """
            Import hotspots or observations once, then ask offline:

              geoq import hotspots.csv --as hotspots
              geoq near --lat 42.48 --lon -76.45 --km 25

            Distances are geodesics on WGS 84, the same that PostGIS gives. Results go to \
            standard output: a table on a terminal, one JSON object a line in a pipe. The \
            store is ~/.local/share/geoq/geoq.sqlite ($XDG_DATA_HOME in place of ~/.local/share, where it is set), or \
            what --db or GEOQ_DB names.

            Errors go to standard error: a sentence, or a JSON object where -f or GEOQ_FORMAT asks for \
            a JSON format by name. --json-usage describes all commands and options as JSON.

            Exit codes: 0 fine, 1 nothing found (with -e) or not equal (prove, bench), 64 usage, 65 bad \
            data, or changes that the server refuses or that are in conflict, 66 no such store, row or \
            file, 69 server not reached, 70 internal error, 74 reading or writing failed, or another sync \
            or agent of the store runs, 75 something is to be done first: a sync (prove), a yes (sync), \
            sending what waits (logout), logging the other user out (login), 77 not logged in, or \
            no right to write there (push, sync).
            """,
        version: geoqVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Ask",
                subcommands: [
                    NearCommand.self, NearestCommand.self, BoxCommand.self, AlongCommand.self, SpeciesCommand.self,
                    PresenceCommand.self, TrajectoriesCommand.self, MatchCommand.self, FindCommand.self,
                    DistanceCommand.self,
                    ExplainCommand.self,
                ]),
            CommandGroup(
                name: "Keep",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, SourcesCommand.self, AreasCommand.self, RulesCommand.self,
                    ListCommand.self, EntryCommand.self, DraftCommand.self, PhotoCommand.self, CacheCommand.self,
                    CommunityCommand.self, IdentifyCommand.self, HomeCommand.self, SyncCommand.self,
                    ProveCommand.self, ServerSQLCommand.self, ShardCommand.self,
                ]),
            CommandGroup(
                name: "Account",
                subcommands: [
                    LoginCommand.self, SignupCommand.self, WhoamiCommand.self, LogoutCommand.self, PushCommand.self,
                    AgentCommand.self, OutboxCommand.self, ConflictsCommand.self,
                ]),
            CommandGroup(
                name: "Look after", subcommands: [IndexCommand.self, StatsCommand.self, DoctorCommand.self]),
            CommandGroup(name: "Serve", subcommands: [ServeCommand.self]),
            CommandGroup(name: "Measure", subcommands: [BenchCommand.self]),
        ])
}

/// The version of the command and the package.
let geoqVersion = "0.1.0"
