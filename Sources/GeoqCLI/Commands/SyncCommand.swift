import ArgumentParser
import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
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
              geoq login https://abc.supabase.co --email you@example.org && geoq sync
              geoq sync status

              geoq sync "$URL" --list
              geoq sync "$URL" --table osm_points --as hotspots

            The tables are bird, hotspot, watchlists, watchlist_entries and watchlist_rules, and where the \
            server has them those of shares, photos, the profile, presence, migrations, the community's \
            sightings and identifications; a role that \
            may read them is enough, and nothing on the server is changed. Any other relation with places is mirrored by \
            --table, whatever its key and its system of coordinates. Rows that were imported from \
            files, or come from another server, are not touched.
            """,
        subcommands: [Run.self, Status.self], defaultSubcommand: Run.self)

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Make the mirror equal to the server, once or for ever.",
            discussion: """
                  geoq sync "postgresql://reader@db.example.org/birds?sslmode=verify-full"
                  geoq sync run "$URL" --check
                  geoq sync "$URL" --near 42.44,-76.5 --km 100
                  geoq sync "$URL" --along drive.gpx --within 10mi
                  geoq sync service=birds --watch
                  geoq sync "$URL" --list --write tables.json
                  geoq sync "$URL" --table osm_points --as hotspots
                  geoq sync "$URL" --table rings --as observations --map species=taxon,date=day
                  geoq sync "$URL" --table osm_points --keep amenity,ele,kind=type
                  geoq sync "$URL" --table parks --keep all --area "Tompkins County"
                  geoq sync

                --table mirrors any table, view, materialized view or foreign table with places; --list shows which there \
                are. A row's id is made of its key, which source_id keeps: geoq near --at KEY. Places of any SRID are \
                transformed by the server (ST_Transform); a row whose place cannot be read is kept without one. An \
                observation whose date is a time with a zone (timestamptz) has its day in UTC. The \
                store remembers where a relation came from and how, without passwords: geoq sync alone does it again, and \
                geoq sources remove forgets it. \
                Where rows have no versions (views, foreign tables), the server reads and hashes all of them each time.

                --keep brings further columns along: --where, --fields, exports, HTTP and the map show them by their \
                names. Arrays, JSON and hstore come as JSON text. A name that geoq has itself becomes kept_NAME, and the \
                sync says so. --keep all takes columns, too, that are added later; shapes and bytes are left out. \
                Times with a zone (timestamptz) are shown in UTC; --where compares them with DATE('2026-05-01') and with \
                times of any zone, such as '2026-05-01T06:00:00+02:00', and takes those without a zone for UTC. Times \
                without a zone (timestamp) are compared with days and times as these are written; a zone of theirs \
                is passed over.

                In --map, --key, --keep and --fields a column whose name has a comma or an equals sign stands in \
                quotation marks, as in SQL: --keep '"a,b"="c=d"'.

                After geoq login, a sync without a URL sends what you have changed (geoq push), and mirrors \
                what the user may see of the project, over HTTP; --watch listens to its Realtime, and asks \
                every minute where there is none; what you change meanwhile goes with its next look, and at once with \
                geoq agent. The project needs no preparation; with geoq's functions \
                (geoq server-sql kit) a sync reads only what has changed; without them birds and hotspots are read \
                whole once a day, and what was deleted there stays until then.

                Without a URL and a login the server is what PGHOST, PGDATABASE, PGSERVICE and the like say. Keep \
                the password in ~/.pgpass, PGPASSWORD or a service file: other users see a command's words. \
                sslmode=verify-full and sslrootcert make sure that the server is the right one.

                A part is a box (--region), a circle (--near), an area (--area), or all that lies along a route \
                (--along, by a file or a text that geoq along reads); the edge belongs to it. The mirror keeps the positions \
                of an area or a route, and goes on with these when the file changes.

                A first sync that was interrupted goes on where it ended, unless the machine was started anew; of a relation whose ids geoq makes, \
                the rows come again. A mirror goes on with the part, the user \
                (--as) and the names of tables that it was made with; --everything, another part or another \
                user change that, and a file of tables that holds {} goes back to geoq's own names.

                A connection pooler may stand between, such as pgbouncer; --watch then asks every ten \
                seconds, and so it does with a standby. Of several relations, as without a URL of all that the \
                store remembers, --watch has two connections to each database, by one of which it listens, while it pulls one \
                relation after the other by the other; where the server has but one left, it polls. After \
                geoq login --watch without a URL follows the project alone.

                The server's row versions tell which rows have changed. Contents of all rows are compared, \
                too, when versions may be wrong: after the server was started anew, copied or put back, when \
                columns are defined otherwise, every seven days, and with --verify-contents.

                Exit code 69: the server was not reached, or refused; 65: a table could not be mirrored, \
                rows of the server are not in the mirror (geoq sync status), or a change of yours is refused or \
                in conflict; 75: more than 100 rows and more \
                than half of the mirror would be removed, which needs a yes on a terminal, or --yes; 77: no server \
                is named, none is remembered, and no user is logged in; or the project has ended the session, \
                nothing is lost: log in again.
                """)

        @Argument(
            help: ArgumentHelp(
                "The server: postgresql://user@host/database, key=value pairs, or the address of the login's project.",
                valueName: "url"))
        var url: String?

        @Flag(help: "Stay, and follow the server until interrupted.")
        var watch = false

        @Flag(help: "Sync once; so it is without --watch.")
        var once = false

        @Flag(help: "Only say what the server lacks, and what that costs.")
        var check = false

        @Option(
            help: ArgumentHelp(
                "A JSON file with other names of tables and columns, or of relations as --list --write makes it.",
                valueName: "file"),
            completion: .file())
        var tables: String?

        @OptionGroup(title: "Any relation") var relation: RelationOptions

        @OptionGroup(title: "Part") var part: RegionOptions
        @OptionGroup(title: "Part") var area: AreaOptions

        @Flag(help: "All there is: forget the part and the user that the mirror was of.")
        var everything = false

        @Option(
            name: .customLong("same-as"),
            help: ArgumentHelp(
                "The database of this mirror (geoq sync status) was moved to the server: go on with its rows.",
                valueName: "remote"))
        var sameAs: String?

        @OptionGroup var conflict: ConflictOptions

        @Flag(help: "Compare the contents of all rows, and not only their versions.")
        var verifyContents = false

        @Flag(name: .shortAndLong, help: "Remove more than half of the mirror without asking, if need be.")
        var yes = false

        @Flag(help: "Try once: do not wait for the server, for a lock there, or for another sync of the store.")
        var noWait = false

        @Flag(name: .shortAndLong, help: "Say nothing but errors.")
        var quiet = false

        @Flag(help: "A line for each phase.")
        var verbose = false

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            try RemoteOptions.check(url)
            if once, watch { throw ValidationError("Give either --once or --watch.") }
            if noWait, watch { throw ValidationError("--watch waits for the server; leave out --no-wait.") }
            if quiet, verbose { throw ValidationError("Give either --quiet or --verbose.") }
            if check, watch { throw ValidationError("--check looks once.") }
            if relation.list, watch || check { throw ValidationError("--list looks once, and only lists.") }
            if relation.list, tables != nil || relation.user != nil || part.isGiven || area.area != nil || everything {
                throw ValidationError(
                    "--list shows all relations that the login may see; leave out --tables, --as, --region, --near, "
                        + "--area, --along and --everything.")
            }
            if relation.list, verifyContents || yes || sameAs != nil || conflict.conflict != nil {
                throw ValidationError(
                    "--list only lists; leave out --verify-contents, --yes, --same-as and --conflict.")
            }
            if check, yes { throw ValidationError("--check removes nothing; leave out --yes.") }
            if relation.table != nil, conflict.conflict != nil {
                throw ValidationError("A relation is mirrored, and nothing is sent to it; leave out --conflict.")
            }
            if let url, !RemoteOptions.isProject(url), conflict.conflict != nil {
                throw ValidationError(
                    "A PostgreSQL server is mirrored, and nothing is sent to it; leave out --conflict.")
            }
            if relation.table != nil, tables != nil { throw ValidationError("Give either --table or --tables.") }
            if part.isGiven, area.area != nil { throw RegionOptions.several }
            if everything, part.isGiven || area.area != nil || relation.user != nil {
                throw ValidationError(
                    "--everything is all there is; leave out --region, --near, --area, --along and --as.")
            }
        }

        func run() async throws {
            try await Failure.reported {
                var options = SyncOptions()
                options.user = relation.user
                (options.isEverything, options.sameAs) = (everything, sameAs)
                options.verifiesContents = verifyContents
                options.conflictPolicy = conflict.policy
                options.words = { SyncHint.sentence($0) }
                options.mayRemove = RemovalQuestion(isAllowed: yes).answer
                if noWait { (options.retry, options.waitsForLocks) = (.never, false) }
                options.logger = SyncLog.logger(verbose: verbose)
                if relation.list {
                    let remote = try RemoteOptions.remote(url, logger: options.logger)
                    return try await RelationList(remote: remote, quiet: quiet).run(writing: relation.write)
                }
                let namesRelations = try relation.table != nil || tables.flatMap(RemoteOptions.relations) != nil
                if !namesRelations, let account = try await AccountSync.meant(by: url, storeOptions) {
                    if let tables { options.mapping = try RemoteOptions.mapping(tables) }
                    options.preparing = account.network.preparing
                    if url == nil, !quiet, let other = RemoteOptions.environmentVariable {
                        Terminal.say("syncing with the project of the login; \(other) is not used")
                    }
                    return try await account.run(url) { [self, options] remote, store in
                        if watch, url == nil, !quiet { try await Self.sayLeftAlone(store) }
                        try await sync(remote, store, options, andRelations: url == nil && !watch)
                    }
                }
                if try await syncRelations(&options) { return }
                if url == nil, RemoteOptions.environmentVariable == nil { throw NoServerNamed(command: "sync") }
                if let tables { options.mapping = try RemoteOptions.mapping(tables) }
                let remote = try RemoteOptions.remote(url, logger: options.logger)
                (options.connection, options.address) = (remote.connectionWithoutSecrets, remote.expectedAddress)
                if remote.hasSecretOptions, !quiet { RemoteOptions.sayWhatIsNotKept(of: remote) }
                let store = try await storeOptions.openOrCreate()
                if options.region == nil { options.region = try await part.region(or: area, in: store, quiet: quiet) }
                try await syncOwnTables(of: remote, store, options)
            }
        }
    }
}
