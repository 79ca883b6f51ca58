import ArgumentParser
import GeoqSupabase
import GeoqSync

/// `geoq signup`
struct SignupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup",
        abstract: "Make an account at a Supabase project, and log in.",
        discussion: """
              geoq signup https://abc.supabase.co --email you@example.org

            Some projects send a mail first: answer it, and then log in. Password and key are given as to \
            geoq login.
            """)

    @OptionGroup var projectOptions: ProjectOptions

    @Option(help: ArgumentHelp("The account's address.", valueName: "address"))
    var email: String

    @OptionGroup var passwordOptions: PasswordOptions

    @OptionGroup var adoption: AdoptionOptions

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    /// Refuses an address that is empty, as of a variable that was not set, or has a character that no one sees and no
    /// one types again. Joiners within words are not such.
    ///
    /// - Throws: `ValidationError`.
    static func check(address: String) throws {
        guard !address.allSatisfy(\.isWhitespace) else {
            throw ValidationError("--email is empty; give the account's address.")
        }
        let hidden = address.unicodeScalars.first { scalar in
            !(0x200C...0x200D).contains(scalar.value)
                && [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        guard let hidden else { return }
        let digits = String(hidden.value, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        throw ValidationError("--email has a character that is not seen (U+\(code)); give the address without it.")
    }

    func validate() throws {
        try Self.check(address: email)
        guard projectOptions.keyFile != "-" || passwordOptions.passwordFile != "-" else {
            throw ValidationError("Only one of the files may be standard input (-).")
        }
    }

    func run() async throws {
        try await Failure.reported {
            let network = try Networking.needed()
            try await AccountRun.loggingIn(projectOptions, adoption, storeOptions, network) { account in
                let password = try passwordOptions.password(for: email, isNew: true)
                let session = try await account.signedUp(
                    email: email, password: password, adopting: adoption.sources)
                if let session {
                    return try await AccountRun.sayLoggedIn(session, account, isAgain: false)
                }
                let project = account.project
                Terminal.say(
                    "\(project.name) has sent a mail to \(email); answer it, then: geoq login \(project.origin) --email \(email)"
                )
            }
        }
    }
}
