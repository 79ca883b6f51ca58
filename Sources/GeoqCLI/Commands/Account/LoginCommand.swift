import ArgumentParser
import Geoq
import GeoqStore
import GeoqSupabase
import GeoqSync

/// `geoq login`
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to a Supabase project, whose rows this store shall have.",
        discussion: """
              geoq login https://abc.supabase.co --email you@example.org
              geoq login https://abc.supabase.co --google

            Password and key are asked for, or come from files; they are never words of the command \
            line. The login is kept in ~/.local/state/geoq (or in $XDG_STATE_HOME/geoq), readable for you alone, and not in the store. \
            It stays without a network. A store has one account: log out before another user logs in.

            Exit code 77: the project does not take this user, or this password; 75: another user is logged \
            in; 69: the project was not reached.
            """)

    @OptionGroup var projectOptions: ProjectOptions

    @Option(help: ArgumentHelp("The account's address.", valueName: "address"))
    var email: String?

    @OptionGroup var passwordOptions: PasswordOptions

    @Option(
        help: ArgumentHelp(
            "Holds an id token of another service in its first line; - for standard input.", valueName: "file"),
        completion: .file())
    var idToken: String?

    @Option(
        help: ArgumentHelp(
            "The service of --id-token, as the project names it: google, apple ... (else google)", valueName: "name"))
    var provider: String?

    @Option(
        help: ArgumentHelp(
            "Holds the nonce of --id-token in its first line, in plain: the token has its SHA-256. - for standard input.",
            valueName: "file"),
        completion: .file())
    var nonceFile: String?

    @Flag(help: "Log in with a Google account, in your browser.")
    var google = false

    @OptionGroup var adoption: AdoptionOptions

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        let ways = [email != nil, idToken != nil, google].count { $0 }
        guard ways == 1 else {
            throw ValidationError("Give one of --email, --id-token and --google.")
        }
        if let email { try SignupCommand.check(address: email) }
        if email == nil, passwordOptions.passwordFile != nil {
            throw ValidationError("--password-file belongs to --email.")
        }
        if idToken == nil, provider != nil { throw ValidationError("--provider belongs to --id-token.") }
        if idToken == nil, nonceFile != nil { throw ValidationError("--nonce-file belongs to --id-token.") }
        let inputs = [projectOptions.keyFile, passwordOptions.passwordFile, idToken, nonceFile].count { $0 == "-" }
        guard inputs <= 1 else { throw ValidationError("Only one of the files may be standard input (-).") }
    }

    func run() async throws {
        try await Failure.reported {
            let network = try Networking.needed()
            try await AccountRun.loggingIn(projectOptions, adoption, storeOptions, network) { account in
                let given = try await credentials(account, network)
                let isAgain = try await account.store.account.stored()?.state == .active && adoption.sources.isEmpty
                do {
                    let session = try await account.logIn(given, adopting: adoption.sources)
                    try await AccountRun.sayLoggedIn(session, account, isAgain: isAgain)
                } catch let fault as RemoteFault where refusesProof(fault) {
                    throw CodeRefusal(words: fault.message)
                }
            }
        }
    }

    /// Whether the project does not take the identity token, of which it says no code, or the code that the browser
    /// brought: it is unknown, too old, or of another login.
    private func refusesProof(_ fault: RemoteFault) -> Bool {
        guard fault.class == .permanent, !fault.isOfKey else { return false }
        return google ? (400..<500).contains(fault.status) : idToken != nil && fault.status == 400
    }

    private func credentials(_ account: Account, _ network: any Network) async throws -> Credentials {
        if let email { return .password(email: email, try passwordOptions.password(for: email)) }
        if let idToken {
            let token = try SecretInput.read(idToken, question: "Id token", option: "--id-token")
            let nonce = try nonceFile.map { try SecretInput.read($0, question: "Nonce", option: "--nonce-file") }
            return .identityToken(token, provider: provider ?? "google", nonce: nonce)
        }
        return try await network.withCodeListener { try await BrowserLogin(account.project, $0).credentials() }
    }
}
