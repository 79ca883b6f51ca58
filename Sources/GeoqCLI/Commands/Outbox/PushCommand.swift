import ArgumentParser
import Foundation
import GeoqPostgres
import GeoqStore
import GeoqSync

/// `geoq push`
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send what you have changed to the project that you are logged in to.",
        discussion: """
              geoq push
              geoq push postgresql://postgres@db.example.org/postgres
              geoq outbox list

            Changes to watchlists, entries, rules and photos of the account wait in the store, whichever program \
            made them, until a push or geoq sync sends them. Each arrives once, also when an answer is \
            lost on the way. geoq sync sends and reads; geoq push sends alone, but where you have deleted a list \
            or another row that rows belong to, it first reads what others have made of these.

            With the address of the project's own database they go there without HTTP, in your name and \
            under the same policies, with no new login: for a project whose HTTP cannot be reached, or a \
            large first push. The database needs geoq's kit and a login that may take the role \
            authenticated; pictures wait for geoq sync, and nothing is read: so the delete of a list waits for it, too, \
            while another device has changed what it would take along.

            A column that the server has changed, too, keeps the server's value; yours is among geoq \
            conflicts. What the server refuses stays in geoq outbox, and all else goes on.

            Exit code 69: the project was not reached, or takes no changes or no pictures now; 65: something \
            is refused or in conflict; 77: the project has ended the session, or this user may not write there, \
            nothing is lost: log in again, or push as another user; 75: a delete waits for geoq sync, or a first sync is to come before; 74: a sync of the \
            store runs.
            """)

    @Argument(
        help: ArgumentHelp(
            "The project's own database, postgresql://user@host/database; without it the project is sent to over HTTP.",
            valueName: "url"))
    var url: String?

    @OptionGroup var conflict: ConflictOptions

    @Flag(help: "Try once: do not wait for the server.")
    var noWait = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @Flag(help: "A line for each phase, and for each change that does not arrive.")
    var verbose = false

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if quiet, verbose { throw ValidationError("Give either --quiet or --verbose.") }
    }

    func run() async throws {
        try await Failure.reported {
            if let url, !RemoteOptions.isProject(url) {
                try await push(to: url)
            } else {
                let account = try await AccountSync.needed(storeOptions)
                var options = options
                options.preparing = account.network.preparing
                try await AccountRun.watched { [quiet, options, url] in
                    try await account.run(url) { remote, store in
                        try await SyncRun(remote: remote, store: store, options: options, quiet: quiet).push()
                    }
                }
            }
        }
    }

    private var options: SyncOptions {
        var options = SyncOptions()
        if noWait { options.retry = .never }
        options.conflictPolicy = conflict.policy
        options.logger = SyncLog.logger(verbose: verbose)
        return options
    }

    /// Sends to the project's database itself.
    private func push(to database: String) async throws {
        let remote = try RemoteOptions.remote(database, logger: SyncLog.logger(verbose: verbose))
        let store = try await storeOptions.openOfAccount()
        try await AccountRun.watched { [quiet, options] in
            let project = try await PostgresProject(remote, ofAccountIn: store)
            let run = SyncRun(remote: project, store: store, options: options, quiet: quiet)
            do {
                try await run.push()
            } catch {
                await project.close()
                throw error
            }
            await project.close()
        }
    }
}

/// Who wins when both sides changed a column.
struct ConflictOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose value stays where a column was changed here and there: server, as without this option, or last-write for the later edit, in a project whose rows say when they were edited (edited_at).",
            valueName: "rule"))
    var conflict: ConflictRule?

    var policy: ConflictPolicy { conflict == .lastWrite ? .lastWrite : .server }
}

enum ConflictRule: String, ExpressibleByArgument, CaseIterable {
    case server
    case lastWrite = "last-write"
}
