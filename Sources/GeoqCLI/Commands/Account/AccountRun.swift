import GeoqStore
import GeoqSupabase
import GeoqSync

/// What the commands of an account have in common.
enum AccountRun {
    /// Runs work that a signal ends; an interrupted one is said as such.
    static func watched(_ work: @escaping @Sendable () async throws -> Void) async throws {
        do {
            try await Interruption.watched(work)
        } catch let interrupted as Interrupted {
            Interruption.end(by: interrupted.signal)
        }
    }

    /// Runs a login with the account that was asked for. Nothing is asked of the
    /// user when the login could not be kept, and one that fails leaves no
    /// empty store behind.
    static func loggingIn(
        _ projectOptions: ProjectOptions, _ adoption: AdoptionOptions, _ storeOptions: StoreOptions,
        _ network: any Network,
        _ work: @escaping @Sendable (Account) async throws -> Void
    ) async throws {
        let origin = try SupabaseProject.origin(of: projectOptions.url)
        try await watched {
            let store = try await storeOptions.openOrCreate()
            do {
                try await Account.checkLogin(at: origin, of: store)
                try await store.account.checkAdoptable(adoption.sources)
                let vault = try await FileVault.own(of: origin, for: store)
                _ = try await vault.contents()
                let project = try await projectOptions.project(vault)
                try await network.withPatientTransport { transport in
                    try await work(Account(project, store: store, transport: transport, vault: vault))
                }
            } catch {
                if (try? store.discardIfNew()) != true { try? store.close() }
                throw error
            }
        }
    }

    /// - Parameter isAgain: whether the store had the account already, so that nothing was adopted.
    static func sayLoggedIn(_ session: Session, _ account: Account, isAgain: Bool) async throws {
        Terminal.say("logged in to \(account.project.name) as \(session.email ?? session.userID)")
        let counts = try await account.store.outbox.counts()
        guard counts.unsent > 0 else { return }
        Terminal.say(counts.words + (isAgain ? "" : "; what you made before is this account's now"))
    }
}
