public import Foundation
public import GeoqStore
import GeoqSupabase
import Synchronization

/// Keeps the store of an account in step with its project: what is written goes
/// out, what others write comes in, as long as it runs.
///
///     let agent = SyncAgent(account)
///     let watching = Task { for await status in agent.status { show(status.pending, status.isLoggedIn) } }
///     defer { watching.cancel() }
///     try await agent.run()
///
/// The agent notices the writes of every program, and sends them a tenth of a second later. A store has one agent
/// at a time over all processes: the agent holds a lock, which ends with its process.
public final class SyncAgent: Sendable {
    /// Why an agent should sync.
    public enum Trigger: Hashable, Sendable, CaseIterable {
        /// The application came to the front.
        case activated
        /// A row of the account was written. The agent notices that by itself.
        case wrote
        /// The network is there again.
        case reconnected
        /// The server said that something has changed: by Realtime, a push notification, or another message.
        case rang
        /// A person wants it.
        case asked
    }

    /// How an account and its sync stand.
    public struct Status: Hashable, Sendable {
        /// Rows with changes that will be sent.
        public var pending = 0
        /// Rows whose changes the server refuses.
        public var failed = 0
        /// Changes that lost against the server's, and wait for a person.
        public var conflicting = 0
        /// Drafts that have not become entries.
        public var drafts = 0
        /// When a sync last succeeded.
        public var lastSync: Date?
        /// How old the account's rows are.
        public var freshness = Freshness.offline(since: nil)
        /// Whether there is a session. When the project has ended it, or a login
        /// was killed before it was done, nothing is lost: changes go out after a
        /// login.
        public var isLoggedIn = true
        /// Why the last sync of this agent failed; nil when it succeeded.
        public var problem: SyncError?
    }

    let client: SyncClient
    let times: AgentPlan.Times
    let retry: RetryPolicy
    /// Whether there is a session, without asking the network.
    let hasSession: @Sendable () async -> Bool
    let state = Mutex(State())

    struct State {
        /// Takes events while the agent runs.
        var events: AsyncStream<AgentEvent>.Continuation?
        var watchers: [Int: AsyncStream<Status>.Continuation] = [:]
        var nextWatcher = 0
        var status: Status?
        var problem: SyncError?
        /// How many reads of the status have begun, and which of them `status` is of.
        var reads = 0
        var latestRead = 0
    }

    /// An agent that listens to the project's Realtime when the account's transport is `HTTPTransport` of `GeoqHTTP`.
    /// With another transport it asks the project every minute, and when it is nudged: an application that listens to
    /// Realtime itself says `.rang`.
    ///
    /// - Parameter options: of the syncs; `retry` counts for `run(within:)`.
    public convenience init(_ account: Account, options: SyncOptions = SyncOptions()) {
        let remote = SupabaseRemote(account.client, sockets: account.client.webSockets, needsUser: true)
        self.init(SyncClient(remote: remote, store: account.store, options: options)) {
            await account.hasSession()
        }
    }

    /// - Parameter retry: when to try again while the agent runs.
    init(
        _ client: SyncClient, times: AgentPlan.Times = AgentPlan.Times(), retry: RetryPolicy = .endless,
        hasSession: @escaping @Sendable () async -> Bool = { true }
    ) {
        (self.client, self.retry, self.hasSession, self.times) = (client, retry, hasSession, times)
    }

    /// Tells the agent that it should sync. It does nothing while the agent does
    /// not run.
    ///
    /// - Complexity: O(1).
    public func nudge(_ trigger: Trigger) {
        _ = state.withLock { $0.events?.yield(.happened(.trigger(trigger))) }
    }

    /// The status now, at once, and after each change while the agent runs. Of
    /// those that are not taken in time, the newest is kept. While it does not run,
    /// the status that it knew may come first, and is followed by that of now.
    public var status: AsyncStream<Status> {
        let (stream, continuation) = AsyncStream.makeStream(of: Status.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            defer { state.nextWatcher += 1 }
            state.watchers[state.nextWatcher] = continuation
            // Here, so that it comes before all that is told later.
            if let known = state.status { continuation.yield(known) }
            return state.nextWatcher
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[number] = nil }
        }
        // What was written since the agent ended is not in what it knows.
        Task { await refreshStatus() }
        return stream
    }

    /// Reads the status anew, and tells it when it is another one. Several can do that
    /// at once: one that began before the status that is known was read tells nothing.
    @discardableResult
    func refreshStatus() async -> Status? {
        let read = state.withLock { state in
            state.reads += 1
            return state.reads
        }
        guard var status = try? await client.store.syncStatus() else { return nil }
        status.isLoggedIn = await hasSession()
        return state.withLock { [status] state -> Status? in
            guard read > state.latestRead else { return state.status }
            state.latestRead = read
            var status = status
            status.problem = state.problem
            if status != state.status {
                for watcher in state.watchers.values { watcher.yield(status) }
            }
            state.status = status
            return status
        }
    }
}

extension Store {
    /// The status of the account, as far as the store knows it.
    fileprivate func syncStatus() async throws -> SyncAgent.Status {
        let (counts, sync) = (try await outbox.counts(), try await accountSync())
        var status = SyncAgent.Status()
        (status.pending, status.failed, status.conflicting) = (counts.pending, counts.failed, counts.conflicts)
        (status.lastSync, status.freshness) = (sync.lastSync, sync.freshness)
        status.drafts = try await drafts.count()
        return status
    }
}

extension Account {
    /// Whether there is a session of a login that was finished, by what is kept.
    func hasSession() async -> Bool {
        guard case .active(let session)? = try? await vault.contents()?.state else { return false }
        guard let stored = try? await store.account.stored() else { return true }
        return stored.state != .joining && stored.userID == session.userID
    }
}
