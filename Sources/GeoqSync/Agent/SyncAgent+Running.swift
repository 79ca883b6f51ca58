import GeoqStore
import GeoqSupabase
import Logging
import Synchronization

/// What an agent hears while it runs.
enum AgentEvent: Sendable {
    case happened(AgentPlan.Event)
    /// A user may have logged in since.
    case mayHaveSession
    /// It is time to look at the plan.
    case time
}

extension SyncAgent {
    /// Syncs until the task is cancelled.
    ///
    /// Failures end nothing: the agent tries again, after 1 second at first and
    /// every minute in the end, and at once when it is nudged. When the project
    /// ends the session, the agent waits for a login.
    ///
    /// - Throws: `StoreError.agentRuns` when another agent of the store runs;
    ///   `StoreError.migrationFailed`, at once, for a store that can only be read;
    ///   `AccountError.notLoggedIn` after a logout; `StoreError`; `CancellationError`.
    /// - Complexity: as `SyncClient.pull(compares:progress:)` for each sync; ids
    ///   and versions of all rows are compared every five minutes.
    public func run() async throws {
        try await run { _ in }
    }

    /// - Parameter told: called with the result of each sync, or why it failed
    ///   and is tried again.
    package func run(_ told: @escaping @Sendable (Result<SyncReport, SyncError>) -> Void) async throws {
        let lock = try await lockAgent()
        defer { withExtendedLifetime(lock) {} }
        let (events, sink) = AsyncStream.makeStream(of: AgentEvent.self)
        state.withLock { $0.events = sink }
        defer { state.withLock { $0.events = nil } }
        sink.yield(.time)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.watchStore(sink) }
            group.addTask { try await self.listen(sink) }
            group.addTask { try await self.serve(events, sink, told) }
            // The first that fails ends the others.
            while try await group.next() != nil {}
        }
        try Task.checkCancellation()
    }

    /// Syncs until nothing is left that can be sent, for a scheduler of the
    /// system that gives an application some seconds in the background.
    ///
    /// - Parameter limit: how long it may take; nil for as long as it needs.
    /// - Returns: how it stands then. `pending` is not 0 when the time was over, or when changes wait for what the project
    ///   does not have, such as a bird.
    /// - Throws: `SyncError` when the last sync failed, after the tries of the
    ///   options or at the end of the time; `StoreError.agentRuns`;
    ///   `StoreError.migrationFailed`; `CancellationError`.
    /// - Complexity: as `SyncClient.pull(compares:progress:)`, for each try and
    ///   each sending that had to wait.
    @discardableResult
    public func run(within limit: Duration? = nil) async throws -> Status {
        try await run(within: limit) { _ in }
    }

    package func run(
        within limit: Duration?, _ told: @escaping @Sendable (Result<SyncReport, SyncError>) -> Void
    ) async throws -> Status {
        let lock = try await lockAgent()
        defer { withExtendedLifetime(lock) {} }
        let hasSynced = Mutex(false)
        state.withLock { $0.problem = nil }
        let work = { @Sendable in
            try await self.settle { result in
                if case .success = result { hasSynced.withLock { $0 = true } }
                told(result)
            }
        }
        if let limit {
            _ = try await GeoqSync.within(limit, work)
        } else {
            try await work()
        }
        let status = await refreshStatus() ?? Status()
        if let problem = status.problem { throw problem }
        guard hasSynced.withLock({ $0 }) else {
            throw SyncError.unreachable("the time was over before a sync was done")
        }
        return status
    }

    private func lockAgent() async throws -> AgentLock {
        // Each try would fail alike, until a person brings the store up to date.
        if let failure = client.store.failedMigration { throw failure }
        return try await client.store.work.run { [store = client.store] in try AgentLock(of: store) }
    }

    /// Syncs once, and notes how that went.
    ///
    /// - Throws: `SyncError`; `CancellationError`.
    func sync(compares: Bool) async throws -> SyncReport {
        do {
            let report = try await client.pullOnce(compares: compares) { _ in }
            state.withLock { $0.problem = nil }
            await refreshStatus()
            return report
        } catch {
            guard let problem = SyncError.from(error) as? SyncError else { throw error }
            state.withLock { $0.problem = problem }
            await client.note(problem)
            client.options.logger.error(
                "failed", metadata: ["kind": "\(problem.kind.rawValue)", "reason": "\(problem)"])
            await refreshStatus()
            throw problem
        }
    }

    /// Syncs until nothing can be sent any more.
    private func settle(_ told: (Result<SyncReport, SyncError>) -> Void) async throws {
        var failures = 0
        var random = AnyGenerator(client.options.random())
        while true {
            do {
                told(.success(try await sync(compares: true)))
                guard let moment = try await retryIn() else { return }
                // A clock that is set back meanwhile makes no wait longer.
                try await client.options.clock.sleep(for: min(moment, .seconds(Store.Outbox.longestWait)))
            } catch let problem as SyncError {
                failures += 1
                let delay = client.options.retry.delay(after: failures, problem, using: &random)
                guard await hasSession(), let delay else { throw problem }
                told(.failure(problem))
                client.options.told(.tryingAgain(problem, after: delay))
                try await client.options.clock.sleep(for: delay)
            }
        }
    }

    /// How long until a change can be sent that waits for a moment; nil when none
    /// does. One whose moment has passed waits for something else.
    func retryIn() async throws -> Duration? {
        let moment = try await client.store.outbox.nextMoment().map { $0 - client.options.wallClock.now() }
        return moment.flatMap { $0 > 0 ? .seconds($0) : nil }
    }
}
