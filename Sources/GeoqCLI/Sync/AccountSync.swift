import ArgumentParser
import Foundation
import GeoqStore
import GeoqSupabase
import GeoqSync

/// `geoq sync` of the project that a user is logged in to.
struct AccountSync {
    let network: any Network
    let store: Store

    /// The sync of the store's account, if that is what is meant: the URL is a
    /// project's, or there is none and a user is logged in. Then a process
    /// without a network becomes another one, so nothing else is done before.
    ///
    /// - Returns: nil for a sync with a server of another kind.
    /// - Throws: `AccountError` when no user is logged in.
    static func meant(by url: String?, _ storeOptions: StoreOptions) async throws -> AccountSync? {
        if let url, !RemoteOptions.isProject(url) { return nil }
        guard storeOptions.hasFile else {
            if url == nil { return nil }
            throw AccountError.notLoggedIn
        }
        let store = try await storeOptions.open()
        if url == nil, try await store.account.stored() == nil {
            try store.close()
            return nil
        }
        return AccountSync(network: try Networking.needed(closing: store), store: store)
    }

    /// The sync of the store's account, whatever else is there.
    ///
    /// - Throws: `AccountError` when no user is logged in.
    static func needed(_ storeOptions: StoreOptions) async throws -> AccountSync {
        let network = try Networking.needed()
        guard storeOptions.hasFile else { throw AccountError.notLoggedIn }
        return AccountSync(network: network, store: try await storeOptions.open())
    }

    /// Runs a sync with the project of the store's account.
    ///
    /// - Parameter url: The project's, when the user gave one.
    /// - Throws: As `withAccount`; what the sync throws.
    func run(
        _ url: String?, _ sync: @escaping @Sendable (any Remote, Store) async throws -> Void
    ) async throws {
        try await withAccount(url) { account in
            let remote = SupabaseRemote(account.client, sockets: account.client.webSockets, needsUser: true)
            try await sync(remote, account.store)
        }
    }

    /// The id of the user who is logged in.
    ///
    /// - Throws: `AccountError` when no user is.
    func userID() async throws -> String {
        guard let stored = try await store.account.stored() else { throw AccountError.notLoggedIn }
        return stored.userID
    }

    /// Runs work with the store's account.
    ///
    /// - Parameters:
    ///   - url: The project's, when the user gave one.
    ///   - waitsForLogin: whether the work can go on without a session, until the
    ///     user has logged in again.
    ///   - endsOffline: whether the work needs an answer of the project: when the login cannot be
    ///     renewed because nothing answers, the work is not begun, and the user does not wait twice.
    /// - Throws: `AccountError` when no user is logged in, the login was not finished, or it is at
    ///   another project; `SessionError` when the project has ended the session; what
    ///   the work throws.
    func withAccount<Value: Sendable>(
        _ url: String? = nil, waitsForLogin: Bool = false, endsOffline: Bool = false,
        _ work: @escaping @Sendable (Account) async throws -> Value
    ) async throws -> Value {
        guard let stored = try await store.account.stored() else { throw AccountError.notLoggedIn }
        if stored.state == .leaving { throw AccountError.leaving(url: stored.url) }
        // The login may run in another process; a command that waits for a login waits for that one, too.
        if stored.state == .joining, !waitsForLogin { throw AccountError.joining(url: stored.url) }
        if let url, try SupabaseProject.origin(of: url) != stored.url {
            throw AccountError.anotherProject(url: stored.url)
        }
        return try await network.withPatientTransport { [store] transport in
            let account = try await Account.kept(in: store, transport: transport) {
                try await FileVault.own(of: $0, for: store)
            }
            guard let account else { throw AccountError.notLoggedIn }
            // A session that has ended is said as such, and not as a sync that
            // failed.
            if !waitsForLogin { try await account.checkSession(endsOffline: endsOffline) }
            do {
                return try await work(account)
            } catch let error as SyncError where error.kind == .login {
                try await account.checkSession()
                throw error
            }
        }
    }
}

extension Account {
    /// - Throws: `SessionError` when the project has ended the session, or no
    ///   user is logged in; with `endsOffline` also when the project cannot be asked.
    fileprivate func checkSession(endsOffline: Bool = false) async throws {
        do {
            _ = try await sessions.session()
        } catch let error as SessionError where error.mayPass {
            // A sync asks again, and knows when to try later.
            if endsOffline { throw error }
        }
    }
}
