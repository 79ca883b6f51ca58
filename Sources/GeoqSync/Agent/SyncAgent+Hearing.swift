import GeoqStore

/// What the agent hears while it runs, and what it does then.
extension SyncAgent {
    /// Follows the plan.
    func serve(
        _ events: AsyncStream<AgentEvent>, _ sink: AsyncStream<AgentEvent>.Continuation,
        _ told: @Sendable (Result<SyncReport, SyncError>) -> Void
    ) async throws {
        var plan = AgentPlan(times, retry: retry)
        var random = AnyGenerator(client.options.random())
        let watch = Stopwatch(client.options.clock)
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        for await event in events {
            try Task.checkCancellation()
            switch event {
            case .happened(let event): plan.note(event, at: watch.elapsed, using: &random)
            case .mayHaveSession:
                if plan.due == nil, await hasSession() {
                    plan.note(.trigger(.activated), at: watch.elapsed, using: &random)
                }
            case .time: break
            }
            if let due = plan.due, due <= watch.elapsed {
                let compares = plan.compares(at: watch.elapsed)
                do {
                    let report = try await sync(compares: compares)
                    told(.success(report))
                    plan.note(
                        .synced(compared: report.isCompared, retryIn: try await retryIn()), at: watch.elapsed,
                        using: &random)
                } catch let problem as SyncError {
                    plan.note(
                        await hasSession() ? .failed(problem) : .needsLogin, at: watch.elapsed, using: &random)
                    told(.failure(problem))
                }
            }
            timer?.cancel()
            timer = plan.due.map { due in
                Task { [clock = client.options.clock, wait = max(due - watch.elapsed, .zero)] in
                    guard (try? await clock.sleep(for: wait)) != nil else { return }
                    sink.yield(.time)
                }
            }
        }
    }

    /// Looks at what any program writes into the store.
    ///
    /// - Throws: `AccountError.notLoggedIn` after a logout; `StoreError`.
    func watchStore(_ sink: AsyncStream<AgentEvent>.Continuation) async throws {
        let store = client.store
        var last: String?
        for try await _ in store.states() {
            let account = try await store.account.stored()
            guard let account, account.state != .leaving else { throw AccountError.notLoggedIn }
            await refreshStatus()
            sink.yield(.mayHaveSession)
            // Answers that are applied change the store, too.
            let edits = try await store.outbox.latestEdits()
            if let edits, edits != last { sink.yield(.happened(.trigger(.wrote))) }
            last = edits
        }
    }

    /// Listens to the remote's doorbell, and comes back to it after a failure.
    func listen(_ sink: AsyncStream<AgentEvent>.Continuation) async throws {
        guard let remote = client.remote as? any RemoteRinging else { return }
        var (failures, random) = (0, AnyGenerator(client.options.random()))
        // The first sync runs beside this.
        while try await !client.knowsTables() { try await client.options.clock.sleep(for: .seconds(1)) }
        while true {
            do {
                let doorbell = try await remote.openDoorbell { try await self.client.heard(at: $0) }
                do {
                    try await hear(doorbell, sink, &failures)
                } catch {
                    await doorbell.close()
                    throw error
                }
                return
            } catch {
                guard let problem = SyncError.from(error) as? SyncError else { throw error }
                failures += 1
                sink.yield(.happened(.hears(false)))
                let delay = RetryPolicy.endless.delay(after: failures, problem.hopeful, using: &random) ?? .seconds(60)
                try await client.options.clock.sleep(for: delay)
            }
        }
    }

    /// - Returns: when the doorbell will never hear anything.
    private func hear(
        _ doorbell: any RemoteDoorbell, _ sink: AsyncStream<AgentEvent>.Continuation, _ failures: inout Int
    ) async throws {
        var hearing: DoorbellHearing?
        while true {
            try Task.checkCancellation()
            if doorbell.hearing != hearing {
                hearing = doorbell.hearing
                if let hearing { tell(hearing, sink) }
            }
            if case .deaf(_, forEver: true) = hearing {
                await doorbell.close()
                return
            }
            // In short turns, because each one ends by asking whether the server
            // is still there.
            if try await doorbell.ring(within: .seconds(20)) { sink.yield(.happened(.trigger(.rang))) }
            failures = 0
        }
    }

    private func tell(_ hearing: DoorbellHearing, _ sink: AsyncStream<AgentEvent>.Continuation) {
        switch hearing {
        case .opening: break
        case .hears: sink.yield(.happened(.hears(true)))
        case .hearsAll(let except):
            sink.yield(.happened(.hears(except.isEmpty)))
            client.options.told(
                .listening(except: except, every: except.isEmpty ? times.interval : times.pollingInterval))
        case .deaf(let reason, _):
            sink.yield(.happened(.hears(false)))
            client.options.told(.polling(because: reason, every: times.pollingInterval))
        }
    }
}
