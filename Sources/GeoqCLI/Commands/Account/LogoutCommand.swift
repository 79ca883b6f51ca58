import ArgumentParser
import GeoqStore
import GeoqSync

/// `geoq logout`
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out, and take what is yours out of the store.",
        discussion: """
              geoq logout

            The watchlists, entries and rules of the account leave the store, so that no byte of them \
            is left in its file; birds and hotspots stay. It works without a network: then the session ends \
            at the project when its time is over. A logout that was interrupted is finished by the next one.
            """)

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let network = try Networking.needed()
            try await AccountRun.watched {
                let store = try storeOptions.open()
                let report = try await network.withTransport { transport in
                    try await Account.logOut(of: store, transport: transport) {
                        try await FileVault.own(of: $0, for: store)
                    }
                }
                Terminal.say(
                    "logged out of \(report.url); \(report.removed) rows of yours have left the store"
                        + (report.isTold ? "" : "; the project was not told, and ends the session in its own time"))
            }
        }
    }
}
