import Geoq
import Synchronization

extension SharedDoorbell {
    /// What one watch hears of the shared doorbell.
    final class Listener: RemoteDoorbell {
        private let shared: SharedDoorbell
        private let open: @Sendable () async throws -> any RemoteDoorbell
        /// Which doorbell it hears, and how often that had rung when the watch looked last; nil while it hears none for
        /// want of connections.
        private let heard: Mutex<(generation: Int?, rings: Int, isClosed: Bool)>

        init(
            _ shared: SharedDoorbell, _ open: @escaping @Sendable () async throws -> any RemoteDoorbell,
            generation: Int?, rings: Int
        ) {
            (self.shared, self.open) = (shared, open)
            heard = Mutex((generation, rings, false))
        }

        var hearing: DoorbellHearing {
            guard let generation = heard.withLock({ $0.generation }) else { return SharedDoorbell.crowding }
            return shared.state.withLock { state in
                if let bell = state.bell, state.generation == generation { return bell.hearing }
                return state.bell == nil && state.loss == nil ? SharedDoorbell.crowding : .opening
            }
        }

        func ring(within time: Duration) async throws -> Bool {
            guard let generation = heard.withLock({ $0.generation }) else {
                try await waitForConnections(time)
                return false
            }
            if try isNews(generation) { return true }
            guard heard.withLock({ $0.generation }) != nil else { return false }
            try await shared.listen(within: time)
            return try isNews(generation)
        }

        /// Whether it has rung since the watch looked last.
        ///
        /// - Throws: why the doorbell was lost.
        private func isNews(_ generation: Int) throws -> Bool {
            let rings = try shared.state.withLock { state -> Int? in
                if state.bell != nil, state.generation == generation { return state.rings }
                // It has given way.
                if state.bell == nil, state.loss == nil { return nil }
                throw state.loss ?? SharedDoorbell.lost
            }
            return heard.withLock { heard in
                guard let rings else {
                    heard.generation = nil
                    return false
                }
                defer { heard.rings = rings }
                return rings > heard.rings
            }
        }

        /// Waits until the doorbell may be opened again, and opens it.
        private func waitForConnections(_ time: Duration) async throws {
            if !shared.mayOpen {
                try await shared.clock.sleep(for: time)
                return
            }
            do {
                try await shared.opened(open)
            } catch let error as SyncError where error.remedy == .connections {
                return shared.giveUp()
            }
            let (generation, rings) = shared.state.withLock { ($0.generation, $0.rings) }
            heard.withLock { ($0.generation, $0.rings) = (generation, rings) }
        }

        func close() async {
            let isFirst = heard.withLock { heard in
                defer { heard.isClosed = true }
                return !heard.isClosed
            }
            if isFirst { await shared.leave() }
        }
    }
}
