import Geoq
import Synchronization

/// One doorbell of a database, for all watches of it in one program.
///
/// A doorbell takes one of the server's connections. With one for each relation, the watches of many relations
/// would take all that the server allows, and leave none to read by. So the watches share one; and where the
/// server has no connection left beside it, the doorbell gives its own back (`giveWay`), and the watches poll.
package final class SharedDoorbell: Sendable {
    struct State {
        var bell: (any RemoteDoorbell)?
        /// How many doorbells were opened so far. What rang between two of them was not heard.
        var generation = 0
        var rings = 0
        var listeners = 0
        /// Waits on the bell, for all listeners.
        var round: Task<Bool, any Error>?
        var opening: Task<any RemoteDoorbell, any Error>?
        /// Since when there is none for want of connections, and how long that is not tried again.
        var crowded: (since: Stopwatch, pause: Duration)?
        /// Why the last one was lost.
        var loss: SyncError?
    }

    let state = Mutex(State())
    let clock: any Clock<Duration> & Sendable

    /// A wait of several listeners ends after this long, so that none waits much longer than it wants to.
    private static let sharedTurn = Duration.seconds(2)
    /// After it has given way it stays closed for so long, at first.
    private static let firstPause = Duration.seconds(300)
    private static let longestPause = Duration.seconds(3_600)
    static let crowding = DoorbellHearing.deaf(
        because: "the server has no connection left to listen by", forEver: false)

    package init(_ clock: any Clock<Duration> & Sendable = ContinuousClock()) {
        self.clock = clock
    }

    /// A doorbell for one more watch, which hears what rings from now on. It must be closed.
    ///
    /// - Parameter open: opens the remote's own, when no watch has done so.
    /// - Throws: what `open` throws, except that the server has no connection left.
    func doorbell(
        _ open: @escaping @Sendable () async throws -> any RemoteDoorbell
    ) async throws -> any RemoteDoorbell {
        state.withLock { $0.listeners += 1 }
        var hears = mayOpen
        do {
            if hears { try await opened(open) }
        } catch let error as SyncError where error.remedy == .connections {
            giveUp()
            hears = false
        } catch {
            await leave()
            throw error
        }
        let (generation, rings) = state.withLock { ($0.generation, $0.rings) }
        return Listener(self, open, generation: hears ? generation : nil, rings: rings)
    }

    /// Closes the doorbell, so that another connection has room.
    ///
    /// - Returns: whether one was open.
    func giveWay() async -> Bool {
        let given = state.withLock { state -> (bell: any RemoteDoorbell, round: Task<Bool, any Error>?)? in
            // One that hears nothing for ever has no connection.
            guard let bell = state.bell, !bell.isDeafForEver else { return nil }
            (state.bell, state.loss) = (nil, nil)
            giveUp(&state)
            return (bell, state.round)
        }
        guard let (bell, round) = given else { return false }
        round?.cancel()
        _ = try? await round?.value
        await bell.close()
        return true
    }

    /// Whether a doorbell is open, or may be opened.
    var mayOpen: Bool {
        state.withLock { state in
            guard state.bell == nil, let crowded = state.crowded else { return true }
            return crowded.since.elapsed >= crowded.pause
        }
    }

    /// Notes that the server has no connection for the doorbell.
    func giveUp() { state.withLock { giveUp(&$0) } }

    private func giveUp(_ state: inout State) {
        if let crowded = state.crowded, crowded.since.elapsed < crowded.pause { return }
        let pause = state.crowded.map { min($0.pause * 2, Self.longestPause) } ?? Self.firstPause
        state.crowded = (Stopwatch(clock), pause)
    }

    /// Opens the doorbell when it is closed. Watches that want it at the same time wait for the same one.
    func opened(_ open: @escaping @Sendable () async throws -> any RemoteDoorbell) async throws {
        let opening = state.withLock { state -> Task<any RemoteDoorbell, any Error>? in
            // One that hears nothing for ever, as of a standby, has closed its connection; the server may be another by now.
            if let bell = state.bell, !bell.isDeafForEver { return nil }
            if let opening = state.opening { return opening }
            let opening = Task { [self] in
                do {
                    let bell = try await open()
                    let former = self.state.withLock { state in
                        defer {
                            (state.bell, state.opening, state.loss) = (bell, nil, nil)
                            state.generation += 1
                        }
                        return state.bell
                    }
                    await former?.close()
                    return bell
                } catch {
                    self.state.withLock { $0.opening = nil }
                    throw error
                }
            }
            state.opening = opening
            return opening
        }
        guard let opening else { return }
        guard try await Self.value(of: opening) != nil else { throw Self.lost }
    }

    /// Waits on the doorbell together with the other listeners.
    func listen(within time: Duration) async throws {
        let round = state.withLock { state -> Task<Bool, any Error>? in
            if let round = state.round { return round }
            guard let bell = state.bell else { return nil }
            let (time, generation) = (state.listeners > 1 ? min(time, Self.sharedTurn) : time, state.generation)
            let round = Task { [self] in
                do {
                    let rang = try await bell.ring(within: time)
                    self.state.withLock { state in
                        state.round = nil
                        if rang { state.rings += 1 }
                    }
                    return rang
                } catch {
                    // Also when the wait is canceled: that ends the connection.
                    let isLost = self.state.withLock { state in
                        state.round = nil
                        guard state.bell != nil, state.generation == generation else { return false }
                        (state.bell, state.loss) = (nil, error as? SyncError ?? Self.lost)
                        return true
                    }
                    if isLost { await bell.close() }
                    throw error
                }
            }
            state.round = round
            return round
        }
        // After nil it has given way, or another listener was canceled, which ends the connection.
        if let round { _ = try await Self.value(of: round) }
    }

    /// What a task of all watches gives; one that is canceled cancels the task.
    ///
    /// - Returns: nil when another one has canceled it.
    private static func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value? {
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError {
            try Task.checkCancellation()
            return nil
        }
    }

    /// Closes the doorbell behind the last listener.
    func leave() async {
        let bell = state.withLock { state -> (any RemoteDoorbell)? in
            state.listeners -= 1
            guard state.listeners == 0 else { return nil }
            defer { state.bell = nil }
            return state.bell
        }
        await bell?.close()
    }

    static let lost = SyncError.unreachable("the connection that listens for changes was lost")
}

extension RemoteDoorbell {
    /// Whether it has no connection, and will have none.
    fileprivate var isDeafForEver: Bool {
        if case .deaf(_, forEver: true) = hearing { true } else { false }
    }
}
