import ArgumentParser
import Foundation
import GeoqStore
import GeoqSupabase
import GeoqSync

/// `geoq sync` of the project that a user is logged in to.
enum AccountSync {
    /// Whether a sync is of the store's account: its URL is a project's, or
    /// there is none and a user is logged in.
    static func isMeant(by url: String?, _ storeOptions: StoreOptions) async throws -> Bool {
        if let url { return RemoteOptions.isProject(url) }
        guard FileManager.default.fileExists(atPath: storeOptions.storePath) else { return false }
        let store = try storeOptions.open()
        defer { try? store.close() }
        return try await store.account.stored() != nil
    }

    /// Runs a sync with the project of the store's account.
    ///
    /// - Parameter url: The project's, when the user gave one.
    /// - Throws: `AccountError` when no user is logged in, or at another
    ///   project; `SessionError` when the project has ended the session; what
    ///   the sync throws.
    static func run(
        _ url: String?, _ storeOptions: StoreOptions, _ network: any Network,
        _ sync: @escaping @Sendable (any Remote, Store) async throws -> Void
    ) async throws {
        guard FileManager.default.fileExists(atPath: storeOptions.storePath) else { throw AccountError.none }
        let store = try storeOptions.open()
        guard let stored = try await store.account.stored() else { throw AccountError.none }
        if stored.state == .leaving { throw AccountError.leaving(url: stored.url) }
        if let url, try SupabaseProject.origin(of: url) != stored.url {
            throw AccountError.anotherProject(url: stored.url)
        }
        try await network.withTransport { transport in
            let account = try await Account.kept(in: store, transport: transport) {
                try await FileVault.own(of: $0, for: store)
            }
            guard let account else { throw AccountError.none }
            // A session that has ended is said as such, and not as a sync that
            // failed.
            try await account.checkSession()
            do {
                try await sync(SupabaseRemote(account.client, sockets: network.webSockets), store)
            } catch let error as SyncError where error.kind == .login {
                try await account.checkSession()
                throw error
            }
        }
    }
}

extension Account {
    /// - Throws: `SessionError` when the project has ended the session, or no
    ///   user is logged in.
    fileprivate func checkSession() async throws {
        do {
            _ = try await sessions.session()
        } catch SessionError.unreachable {
            // The sync asks again, and knows when to try later.
        }
    }
}
