import Foundation
public import GeoqStore
public import GeoqSupabase

/// A user of a Supabase project whose rows a store has.
///
///     let project = try SupabaseProject(url: "https://abc.supabase.co", key: key)
///     let vault = try await FileVault(of: project.origin, for: store, in: folder)
///     let account = Account(project, store: store, transport: transport, vault: vault)
///     try await account.logIn(email: email, password: Secret(password))
///     let report = try await SyncClient(account: account).pull()
///
/// A store has one account at most. What the user is lies in the store, tokens
/// and key in the vault.
public struct Account: Sendable {
    /// The project that the user is of.
    public let project: SupabaseProject
    /// The store that has the user's rows.
    public let store: Store
    /// Requests of a sync, which tries again by itself, and those that are sent once.
    package let client: ProjectClient
    /// Requests of a single call, such as for a picture: what may be repeated is tried again.
    package let patient: ProjectClient
    let vault: any SessionVault
    let clock: WallClock
    /// Pictures that were fetched.
    let cache: PictureCache
    /// Addresses of pictures that were asked for.
    let addresses: SignedAddresses

    /// The session, which other tasks and processes may use at the same time.
    package var sessions: SessionKeeper { client.sessions }

    /// How long a logout waits for the project.
    package static let patience = Duration.seconds(5)

    /// How long a single call waits before each further try.
    package static let waits: [Duration] = [.seconds(2), .seconds(5)]

    /// - Parameters:
    ///   - waits: Of single calls, as of `ProjectClient`.
    ///   - log: As of `ProjectClient`.
    package init(
        _ project: SupabaseProject, store: Store, transport: any Transport, vault: any SessionVault,
        clock: WallClock, waits: [Duration] = Account.waits, log: (@Sendable (String) -> Void)? = nil
    ) {
        (self.project, self.store, self.vault, self.clock) = (project, store, vault, clock)
        let sessions = SessionKeeper(project, transport: transport, vault: vault, clock: clock) {
            try await store.account.stored()?.userID ?? ""
        }
        client = ProjectClient(project, transport: transport, sessions: sessions, waits: [], log: log)
        patient = client.waiting(waits)
        (cache, addresses) = (PictureCache(of: store), SignedAddresses(ProjectPictures(patient)))
    }

    /// The account that a store has, with the key that its vault has. A logout that was killed is finished first,
    /// unless another program keeps it from its end. After a login that was killed, what was made here waits for another
    /// login, as `SyncAgent.Status.isLoggedIn` tells.
    ///
    /// - Parameter vault: Gives the vault of a project by its origin.
    /// - Returns: nil when the store has no account, or the vault has no login of its user: then there was a logout, the
    ///   store came from another machine, or another user has logged in with a copy of the store, which has the same
    ///   vault.
    /// - Throws: `StoreError` when the store cannot be read, and what `vault` and the vault throw.
    /// - Complexity: O(1), and no request; where a logout has to be finished, as
    ///   `logOut(discardsUnsent:)`.
    public static func kept(
        in store: Store, transport: any Transport, vault: (_ origin: String) async throws -> any SessionVault
    ) async throws -> Account? {
        guard let stored = try await store.account.stored() else { return nil }
        if stored.state == .leaving {
            _ = try? await logOut(of: store, transport: transport, vault: vault)
            return nil
        }
        let vault = try await vault(stored.url)
        guard let login = try await vault.contents(), login.state.userID == stored.userID else { return nil }
        let project: SupabaseProject
        if let file = vault as? FileVault {
            project = try file.project(at: stored.url, login.key)
        } else {
            guard let key = login.key else { return nil }
            project = try SupabaseProject(url: stored.url, key: key)
        }
        return Account(project, store: store, transport: transport, vault: vault)
    }
}

extension WallClock {
    /// This machine's clock. In a debug build the variable `GEOQ_CLOCK` sets it
    /// wrong by so many seconds, for tests.
    package static let ofSystem: WallClock = {
        #if DEBUG
            if let offset = ProcessInfo.processInfo.environment["GEOQ_CLOCK"].flatMap({ Double($0) }) {
                return WallClock { Date().timeIntervalSince1970 + offset }
            }
        #endif
        return WallClock { Date().timeIntervalSince1970 }
    }()
}

/// Runs work for a limited time.
///
/// - Returns: nil when the time was over; then the work was cancelled.
func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}
