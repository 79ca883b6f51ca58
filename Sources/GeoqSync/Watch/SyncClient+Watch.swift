import GeoqFormats
import GeoqStore
import Logging

extension SyncClient {
    /// Keeps the mirror equal to the remote until the task is cancelled.
    ///
    /// It listens first and then pulls, so that no change falls between. A ring
    /// is only a reason to look: a lost, doubled or forged one changes only
    /// when that happens. Where nothing can ring, the remote is polled every
    /// `pollingInterval`. After a lost connection the watch reconnects by itself.
    ///
    /// - Parameters:
    ///   - pollingInterval: the longest time between two pulls when the remote does
    ///     not say of every table when it changes; otherwise that is five minutes.
    ///   - told: called with the result of each pull, or why it failed and is tried
    ///     again.
    /// - Throws: `SyncError` when the first pull fails for good, or the login is
    ///   refused, or the user has logged out; `CancellationError`.
    /// - Complexity: as `pull(compares:progress:)`, after each ring and each
    ///   interval; ids and versions of all rows are compared after each connecting,
    ///   and then every five minutes.
    public func watch(
        pollingInterval: Duration = .seconds(10),
        told: @escaping @Sendable (Result<SyncReport, SyncError>) -> Void = { _ in }
    ) async throws {
        var watchOptions = WatchOptions()
        watchOptions.pollingInterval = pollingInterval
        try await watch(watchOptions, told: told)
    }

    /// The same with all options.
    package func watch(
        _ watchOptions: WatchOptions, told: @escaping @Sendable (Result<SyncReport, SyncError>) -> Void = { _ in }
    ) async throws {
        var watchOptions = watchOptions
        if watchOptions.doorbell == nil { watchOptions.doorbell = SharedDoorbell(options.clock) }
        var plan = WatchPlan(watchOptions)
        var random = AnyGenerator(options.random())
        let timer = Stopwatch(options.clock)
        var doorbell: (any RemoteDoorbell)?
        // As the plan knows it, and as it was told last.
        var hearing = DoorbellHearing.opening
        var toldHearing = DoorbellHearing.opening
        let account = await watchedAccount()
        var step = WatchPlan.Step.connect(after: .zero)
        do {
            while true {
                try Task.checkCancellation()
                let event: WatchPlan.Event
                do {
                    event = try await take(step, &doorbell, &hearing, watchOptions, told)
                    if hearing != .opening, hearing != toldHearing {
                        toldHearing = hearing
                        tell(hearing, watchOptions)
                    }
                } catch {
                    guard let problem = SyncError.from(error) as? SyncError else { throw error }
                    await doorbell?.close()
                    doorbell = nil
                    await note(problem)
                    options.logger.error(
                        "failed", metadata: ["kind": "\(problem.kind.rawValue)", "reason": "\(problem)"])
                    event = .failed(problem)
                }
                if case .listen = step, await hasLeft(account) {
                    throw SyncError(.login, "the user has logged out", retryMayHelp: false, remedy: .logIn)
                }
                step = plan.next(event, at: timer.elapsed, using: &random)
                if case .give(let error) = step { throw error }
                if case .failed(let problem) = event { told(.failure(problem)) }
            }
        } catch {
            await doorbell?.close()
            throw error
        }
    }

    private func take(
        _ step: WatchPlan.Step, _ doorbell: inout (any RemoteDoorbell)?, _ hearing: inout DoorbellHearing,
        _ watchOptions: WatchOptions, _ told: @Sendable (Result<SyncReport, SyncError>) -> Void
    ) async throws -> WatchPlan.Event {
        switch step {
        case .connect(let delay):
            if delay > .zero { try await options.clock.sleep(for: delay) }
            if try await !knowsTables() {
                told(.success(try await pulled(watchOptions, compares: true)))
                try await options.clock.sleep(for: watchOptions.pause)
            }
            var opened: any RemoteDoorbell = NoDoorbell()
            if let remote = remote as? any RemoteRinging, let shared = watchOptions.doorbell {
                opened = try await shared.doorbell {
                    try await remote.openDoorbell { try await self.heard(at: $0) }
                }
            }
            doorbell = opened
            hearing = opened.hearing
            return .connected(hearing)
        case .listen(let time):
            guard let doorbell else { preconditionFailure("A watch listens after it has connected.") }
            if case .deaf(_, forEver: true) = hearing {
                try await options.clock.sleep(for: max(time, .zero))
                return .silence
            }
            // In short turns, because each one ends by asking whether the
            // server is still there.
            let turn = min(max(time, .zero), watchOptions.turn)
            let rang = try await doorbell.ring(within: turn)
            if doorbell.hearing != hearing {
                hearing = doorbell.hearing
                return .hears(hearing)
            }
            return rang ? .rang : .silence
        case .pull(let delay, let compares):
            if delay > .zero { try await options.clock.sleep(for: delay) }
            let report: SyncReport
            do {
                report = try await pulled(watchOptions, compares: compares)
            } catch let error as SyncError where error.remedy == .connections {
                // The server may have no connection for the doorbell and another one.
                guard let doorbell, await watchOptions.doorbell?.giveWay() == true else { throw error }
                hearing = doorbell.hearing
                return .hears(hearing)
            }
            told(.success(report))
            return .pulled(rings: report.rings, compared: report.isCompared)
        case .give(let error): throw error
        }
    }

    /// Whose rows a watch follows; nil when the remote is no account's.
    private func watchedAccount() async -> StoredAccount? {
        guard (remote as? any RemoteWriter)?.isMirrored == true else { return nil }
        return try? await store.account.stored()
    }

    /// Whether the user of a watch has logged out since it began. Then nothing is listened to any more, although
    /// nothing rings.
    private func hasLeft(_ account: StoredAccount?) async -> Bool {
        guard let account else { return false }
        do {
            guard let now = try await store.account.stored() else { return true }
            return now.state == .leaving || now.remote != account.remote || now.userID != account.userID
        } catch {
            // The next pull says what is wrong with the store.
            return false
        }
    }

    private func pulled(_ watchOptions: WatchOptions, compares: Bool) async throws -> SyncReport {
        guard let turns = watchOptions.turns else { return try await pullOnce(compares: compares) { _ in } }
        return try await turns.run {
            try Task.checkCancellation()
            return try await self.pullOnce(compares: compares) { _ in }
        }
    }

    private func tell(_ hearing: DoorbellHearing, _ watchOptions: WatchOptions) {
        switch hearing {
        case .opening, .hears: break
        case .hearsAll(let tables):
            let interval = tables.isEmpty ? watchOptions.interval : watchOptions.pollingInterval
            options.told(.listening(except: tables, every: interval))
        case .deaf(let reason, _): options.told(.polling(because: reason, every: watchOptions.pollingInterval))
        }
    }

    /// Whether it is known which tables the account's project has: a sync has found that. Before, a doorbell would
    /// be asked for tables that are missing, or not for all that are there.
    func knowsTables() async throws -> Bool {
        guard remote is any RemoteWriter, let account = try await store.account.stored() else { return true }
        let tables = try await store.mirror.state(named: account.remote)?.tables ?? [:]
        return tables.keys.contains { !$0.isReference }
    }

    /// The tables of a remote that can ring: optional ones only when the mirror
    /// has them. A doorbell that asks for a table that is missing is deaf for it.
    func heard(at address: String) async throws -> TableMapping {
        var mapping = try await mapping(at: address)
        let known = try await store.mirror.state(origin: nil, address: address)?.tables ?? [:]
        let all = mapping
        mapping.tables = all.tables.filter { !$0.key.isOptional || all.names($0.key) || known[$0.key] != nil }
        return mapping
    }

    /// The names of the tables of a remote: given, or those that its mirror was
    /// made with.
    func mapping(at address: String) async throws -> TableMapping {
        if let mapping = options.mapping { return mapping }
        let known = try await store.mirror.state(origin: nil, address: address)
        return known?.namesOfTables.flatMap { try? TableMapping(json: $0) } ?? .standard
    }
}

/// The doorbell of a remote that has none.
private struct NoDoorbell: RemoteDoorbell {
    var hearing: DoorbellHearing { .deaf(because: "the server does not say when it changes", forEver: true) }

    func ring(within time: Duration) async throws -> Bool { false }
    func close() async {}
}

/// The time since it was made, by a clock of any type.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    init<Measure: Clock & Sendable>(_ clock: Measure) where Measure.Duration == Duration {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    var elapsed: Duration { read() }
}
