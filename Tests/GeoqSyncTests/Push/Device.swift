import Foundation
import Geoq
import GeoqStore
import TestSupport

@testable import GeoqSupabase
@testable import GeoqSync

/// A device: a store of its own, with a user who is logged in to a gateway. Its
/// clock does not wait.
final class Device: Sendable {
    let store: Store
    let account: Account
    let user: String
    let transport = LoopbackTransport()
    let clock = ManualClock()
    private let vault: MemoryVault

    static let password = Secret("correct horse battery")

    /// - Parameters:
    ///   - isNew: whether the user signs up, or logs in.
    ///   - wallClock: of the account.
    init(
        _ gateway: GatewayProcess, _ email: String, _ path: String, isNew: Bool, wallClock: WallClock = .ofSystem
    ) async throws {
        store = try Store.blank(path)
        let project = try SupabaseProject(url: gateway.url, key: Secret(gateway.anonymousKey))
        vault = MemoryVault()
        account = Account(project, store: store, transport: transport, vault: vault, clock: wallClock)
        var session = isNew ? try await account.signedUp(email: email, password: Self.password) : nil
        if session == nil { session = try await account.logIn(.password(email: email, Self.password)) }
        user = session?.userID ?? ""
        transport.forget()
    }

    /// The same login, with a copy of the store as it is now.
    init(copyOf other: Device, _ path: String) throws {
        try other.sql("VACUUM INTO '\(path)'")
        store = try Store(path: path)
        (vault, user) = (other.vault, other.user)
        account = Account(other.account.project, store: store, transport: transport, vault: vault)
    }

    func client(_ change: (inout SyncOptions) -> Void = { _ in }) -> SyncClient {
        var options = SyncOptions()
        options.clock = clock
        options.wallClock = WallClock { [clock] in Date().timeIntervalSince1970 + clock.elapsed / .seconds(1) }
        options.mayRemove = { _, _ in true }
        change(&options)
        return SyncClient(
            remote: SupabaseRemote(account.client, pause: { _ in }), store: store, options: options)
    }

    @discardableResult
    func sync(_ change: (inout SyncOptions) -> Void = { _ in }) async throws -> SyncReport {
        try await client(change).pull()
    }

    @discardableResult
    func push(_ change: (inout SyncOptions) -> Void = { _ in }) async throws -> PushReport {
        try await client(change).push()
    }

    /// Writes as another program does: with SQLite's own shell.
    @discardableResult
    func sql(_ statement: String) throws -> [String] {
        let run = try Tool.sqlite3(store.path, "PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000; " + statement)
        guard run.status == 0, run.errors.isEmpty else { throw PostgresError(words: run.errors) }
        // The pragma says how long it waits.
        return Array(run.lines.dropFirst())
    }

    /// Makes lists of the account, numbered from 1.
    func makeLists(_ count: Int, title: String = "List") throws {
        try sql(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO watchlists (id, owner_id, title, source)
            SELECT printf('d0000000-0000-4000-8000-%012d', i), '\(user)', '\(title) ' || i, '\(account.project.origin)'
            FROM n;
            """)
    }

    static func list(_ number: Int) -> String { String(format: "d0000000-0000-4000-8000-%012d", number) }

    /// What is open, in a line.
    func counts() async throws -> String {
        let counts = try await store.outbox.counts()
        return "\(counts.pending) pending, \(counts.failed) failed, \(counts.conflicts) conflicts"
    }
}

extension ProjectFixture {
    /// A new device of a user.
    func device(_ email: String = "bea@example.org", isNew: Bool = true) async throws -> Device {
        try await Device(gateway, email, "\(folder)/\(UUID().uuidString).sqlite", isNew: isNew)
    }
}
