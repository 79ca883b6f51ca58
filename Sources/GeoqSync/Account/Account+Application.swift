public import GeoqStore
public import GeoqSupabase

/// What an application calls. It gives its own `Transport` and `SessionVault`, or
/// takes `HTTPTransport` of `GeoqHTTP` and `FileVault`.
extension Account {
    /// An account of a project, for a store. It asks nothing of the network.
    ///
    /// - Parameters:
    ///   - transport: How requests travel.
    ///   - vault: Where the login is kept. Several accounts, tasks and processes
    ///     may use the vault of one project and one store at once.
    public init(_ project: SupabaseProject, store: Store, transport: any Transport, vault: any SessionVault) {
        self.init(project, store: store, transport: transport, vault: vault, clock: .ofSystem)
    }

    /// Logs in with a password. When it returns, the login is in the vault.
    ///
    /// A user whose session has ended goes on, with all data. The password is
    /// sent once.
    ///
    /// - Throws: `AccountError` when the store is of another user;
    ///   `RemoteFault`; what the vault and the store throw.
    /// - Complexity: two requests: the login, and one that asks what the project
    ///   offers; one more where the session is not kept. In the store O(*n* log *n*),
    ///   *n* the rows that users write, and O(birds): what a guest has written
    ///   becomes the account's.
    public func logIn(email: String, password: Secret) async throws {
        try await logIn(.password(email: email, password))
    }

    /// Logs in with a token of another service.
    ///
    /// - Parameters:
    ///   - provider: As the project calls the service: `google`, `apple`.
    ///   - nonce: Whose SHA-256 the token holds, in plain; nil when it holds none.
    /// - Throws: As `logIn(email:password:)`.
    /// - Complexity: as `logIn(email:password:)`.
    public func logIn(identityToken: Secret, provider: String, nonce: Secret? = nil) async throws {
        try await logIn(.identityToken(identityToken, provider: provider, nonce: nonce))
    }

    /// Makes a user, and logs in.
    ///
    /// - Returns: Whether the user is logged in; if not, the project has sent a
    ///   mail, and waits until the user has answered it.
    /// - Throws: As `logIn(email:password:)`.
    /// - Complexity: one request; as `logIn(email:password:)` when the user is
    ///   logged in.
    public func signUp(email: String, password: Secret) async throws -> Bool {
        try await signedUp(email: email, password: password) != nil
    }

    /// Logs out: ends the session, and takes what is the user's out of the
    /// store. Birds and hotspots stay. It works without a network, and goes on
    /// where it was after a crash.
    ///
    /// - Parameter discardsUnsent: Whether changes that were not sent are lost;
    ///   if not, the logout is not done while there are any.
    /// - Throws: `AccountError`; what the vault and the store throw.
    /// - Complexity: one request, and one more where the token has to be renewed;
    ///   both together wait five seconds at most. O(bytes of the store): its file is
    ///   written anew.
    public func logOut(discardsUnsent: Bool = false) async throws {
        let (vault, unsent) = (vault, discardsUnsent ? UnsentChanges.discard : .refuse)
        _ = try await Self.logOut(of: store, transport: client.transport, unsent: unsent, watched: sessions) { _ in
            vault
        }
    }

    /// What happens to the session from now on, in this process: logins,
    /// renewals, a project that cannot be reached, the end. Each caller has a
    /// sequence of its own, in order; of events that are not taken in time, the
    /// newest sixteen are kept.
    public func events() async -> AsyncStream<AuthEvent> {
        await sessions.events()
    }
}

extension SyncClient {
    /// Mirrors what the user of an account may see of its project.
    ///
    /// A watch listens to the project's Realtime when the account's transport is `HTTPTransport` of `GeoqHTTP`; with
    /// another one it asks every minute.
    ///
    /// Its errors of kind `login` tell that the session has ended, or that there
    /// is none.
    public convenience init(account: Account, options: SyncOptions = SyncOptions()) {
        self.init(
            remote: SupabaseRemote(account.client, sockets: account.client.webSockets, needsUser: true),
            store: account.store, options: options)
    }
}
