import GeoqStore
import GeoqSupabase
import GeoqSync

/// A logout that was killed. Its user has decided what becomes of unsent changes, so the next command that opens the
/// store finishes it, before it shows anything of the user.
enum UnfinishedLogout {
    /// Finishes a logout that was killed, if there is one. What keeps it from its end is said, and the command goes on;
    /// a later one tries again.
    ///
    /// A process without a network ends the session on this machine alone, as a logout without a network does.
    ///
    /// - Returns: the store.
    /// - Throws: `CancellationError`.
    static func finished(in store: Store) async throws -> Store {
        guard store.failedMigration == nil, try await isLeaving(store) else { return store }
        do {
            let report = try await finish(store)
            Terminal.say("finished the logout from \(report.url) that had been interrupted")
        } catch let error as CancellationError {
            throw error
        } catch StoreError.syncRuns {
            // The logout itself may still run.
        } catch AccountError.notLoggedIn {
            // Another process was first.
        } catch {
            Terminal.say("geoq: \(Failure.sentence(for: error))")
        }
        return store
    }

    /// A store that cannot be read says so when the command reads it.
    private static func isLeaving(_ store: Store) async throws -> Bool {
        do {
            return try await store.account.stored()?.state == .leaving
        } catch let error as CancellationError {
            throw error
        } catch {
            return false
        }
    }

    private static func finish(_ store: Store) async throws -> LogoutReport {
        guard let network = Networking.network else { return try await finish(store, NoNetwork()) }
        return try await network.withTransport { try await finish(store, $0) }
    }

    private static func finish(_ store: Store, _ transport: any Transport) async throws -> LogoutReport {
        try await Account.logOut(of: store, transport: transport) { try await FileVault.own(of: $0, for: store) }
    }
}

/// The transport of a process that has no network.
private struct NoNetwork: Transport {
    func answer(to request: TransportRequest) async throws -> TransportAnswer { throw TransportFailure.notReached }
}
