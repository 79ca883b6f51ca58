import ArgumentParser
import Foundation
import GeoqStore
import GeoqSync

/// `geoq logout`
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out, and take what is yours out of the store.",
        discussion: """
              geoq logout
              geoq logout --export unsent.ndjson

            The watchlists, entries and rules of the account leave the store, so that no byte of them \
            is left in its file; birds and hotspots stay. The copy that geoq makes \
            before it brings a store up to date (STORE.before-migration) has them as well, and is removed where a \
            process that was killed has left it; copies that you made stay as they are, but on this machine \
            no user is logged in there any more. It works without a network: then the session ends \
            at the project when its time is over. While changes, drafts or pictures were not sent, or conflicts \
            are open, it is refused, unless you say --discard, or --export, which is refused as long as pictures \
            wait. Rows of files on lists of the account refuse both. A logout that was interrupted is finished by the next \
            command that opens the store.

            Exit code 75: changes were not sent; 77: no user is logged in.
            """)

    @Option(
        help: ArgumentHelp(
            "Write changes that were not sent to a new file first, one JSON object a line, for geoq outbox import; - is standard output.",
            valueName: "file"),
        completion: .file())
    var export: String?

    @Flag(help: "Log out although changes, drafts, pictures or conflicts are on this device alone; they are lost.")
    var discard = false

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if export != nil, discard { throw ValidationError("Give either --export or --discard.") }
    }

    private var unsent: UnsentChanges {
        if discard { return .discard }
        guard let export else { return .refuse }
        return .export { lines in
            let text = lines.map { $0 + "\n" }.joined()
            if export == "-" {
                try Terminal.write(Array(text.utf8))
            } else {
                try NewFile.write(Array(text.utf8), to: export)
            }
            Terminal.say(
                "\(lines.count) \(lines.count == 1 ? "row" : "rows") with unsent changes written to \(export == "-" ? "standard output" : export)"
            )
        }
    }

    func run() async throws {
        try await Failure.reported {
            let network = try Networking.needed()
            try await AccountRun.watched {
                let store = try storeOptions.openOfLogout()
                let report = try await network.withTransport { transport in
                    try await Account.logOut(of: store, transport: transport, unsent: unsent) {
                        try await FileVault.own(of: $0, for: store)
                    }
                }
                let rows = report.removed == 1 ? "1 row of yours has" : "\(report.removed) rows of yours have"
                Terminal.say(
                    "logged out of \(report.url); \(rows) left the store"
                        + (report.removedCopy.map { ", and its copy \($0) is removed" } ?? "")
                        + (report.isTold ? "" : "; the project was not told, and ends the session in its own time"))
                guard report.isLoginMissing else { return }
                let vault = try await FileVault.own(of: report.url, for: store)
                Terminal.say(
                    "geoq: \(vault.folder) has no login of this store; if you logged in with another XDG_STATE_HOME, or with "
                        + "another HOME (its .local/state), the tokens are still there: remove "
                        + "geoq/\(vault.name).json of that folder")
            }
        }
    }
}
