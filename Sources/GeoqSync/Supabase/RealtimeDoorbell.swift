import Geoq
import GeoqSupabase
import Synchronization

/// Listens to a project's Realtime, and comes back by itself after whatever
/// breaks: `RealtimeListener` decides, and this does what it says.
final class RealtimeDoorbell: RemoteDoorbell {
    private struct State {
        var hearing = RealtimeHearing.opening
        /// Since `ring` was asked last.
        var hasRung = false
        var hasChanged = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Makes a doorbell, which must be closed.
    init(
        _ listener: RealtimeListener, client: ProjectClient, asker: WireRequest.Asker,
        sockets: any WebSocketTransport
    ) {
        let run = RealtimeRun(listener, client, asker, sockets) { [weak self] action in self?.note(action) }
        task.withLock { $0 = Task { await run.run() } }
    }

    deinit { task.withLock { $0?.cancel() } }

    var hearing: DoorbellHearing {
        switch state.withLock({ $0.hearing }) {
        case .opening: .opening
        case .hears(let except): .hearsAll(except: except)
        case .deaf(let obstacle): .deaf(because: "\(obstacle)", forEver: false)
        }
    }

    func ring(within time: Duration) async throws -> Bool {
        _ = try await within(time) { await self.news() }
        return state.withLock { state in
            defer { (state.hasRung, state.hasChanged) = (false, false) }
            return state.hasRung
        }
    }

    func close() async {
        let running = task.withLock { $0 }
        running?.cancel()
        await running?.value
    }

    /// Waits until something was noted.
    private func news() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isNews = state.withLock { state in
                    if state.hasRung || state.hasChanged || Task.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isNews { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    private func note(_ action: RealtimeListener.Action) {
        state.withLock { state in
            switch action {
            case .ring: state.hasRung = true
            case .hear(let hearing): (state.hearing, state.hasChanged) = (hearing, true)
            case .askToken, .open, .send, .close: break
            }
        }
        wake()
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}

/// Does what a `RealtimeListener` says, until it is cancelled.
private struct RealtimeRun {
    private let listener: RealtimeListener
    private let client: ProjectClient
    private let asker: WireRequest.Asker
    private let sockets: any WebSocketTransport
    private let told: @Sendable (RealtimeListener.Action) -> Void

    init(
        _ listener: RealtimeListener, _ client: ProjectClient, _ asker: WireRequest.Asker,
        _ sockets: any WebSocketTransport, _ told: @escaping @Sendable (RealtimeListener.Action) -> Void
    ) {
        (self.listener, self.client, self.asker) = (listener, client, asker)
        (self.sockets, self.told) = (sockets, told)
    }

    /// An event, and of which WebSocket it is.
    private typealias Sink = AsyncStream<(socket: Int?, event: RealtimeListener.Event)>.Continuation

    func run() async {
        let (events, sink) = AsyncStream.makeStream(of: (socket: Int?, event: RealtimeListener.Event).self)
        var listener = listener
        var random = SystemRandomNumberGenerator()
        let clock = ContinuousClock()
        let start = clock.now
        let place = SocketPlace()
        var (number, reading, timer): (Int, Task<Void, Never>?, Task<Void, Never>?) = (0, nil, nil)
        sink.yield((nil, .began))
        for await (origin, event) in events {
            // What an earlier WebSocket still says is of no interest.
            guard origin == nil || origin == number else { continue }
            for action in listener.next(event, at: clock.now - start, using: &random) {
                switch action {
                case .askToken(let refused): ask(refused, sink)
                case .open:
                    number += 1
                    reading = Task { [number] in await read(number, place, sink) }
                case .send(let message): place.socket.withLock { $0 }?.send(message.text)
                case .close:
                    // Its end is not waited for.
                    number += 1
                    reading?.cancel()
                    place.close()
                case .ring, .hear: told(action)
                }
            }
            timer?.cancel()
            timer = listener.wake.map { wake in
                Task {
                    guard (try? await clock.sleep(until: start + wake)) != nil else { return }
                    sink.yield((nil, .time))
                }
            }
        }
        timer?.cancel()
        reading?.cancel()
        place.close()
    }

    /// Opens a WebSocket and reads it to its end.
    private func read(_ number: Int, _ place: SocketPlace, _ sink: Sink) async {
        do {
            let opened = try await sockets.open(RealtimeCall.socket(of: client.project))
            defer { opened.close() }
            guard !Task.isCancelled else { return }
            place.socket.withLock { $0 = opened }
            sink.yield((number, .opened))
            for try await text in opened.texts { sink.yield((number, .received(text))) }
            sink.yield((number, .ended(nil)))
        } catch {
            sink.yield((number, .ended(error as? WebSocketFailure ?? .notReached)))
        }
    }

    /// Gives a token of the user; renewed when it is about to end, or was
    /// refused.
    private func ask(_ refused: Secret?, _ sink: Sink) {
        guard asker == .user else {
            sink.yield((nil, .token(client.project.key.bearer, life: nil)))
            return
        }
        Task { [sessions = client.sessions] in
            do {
                var session = try await sessions.session()
                if session.accessToken == refused { session = try await sessions.renew(replacing: session.accessToken) }
                let life = await session.expiresAt - sessions.serverNow()
                // A project may say any number; a day later another token is asked for.
                sink.yield((nil, .token(session.accessToken, life: .seconds(min(max(life, 0), 86_400)))))
            } catch {
                sink.yield((nil, .noToken))
            }
        }
    }
}

/// The WebSocket that is open.
private final class SocketPlace: Sendable {
    let socket = Mutex<(any WebSocketConnection)?>(nil)

    func close() {
        socket.withLock { socket in
            socket?.close()
            socket = nil
        }
    }
}
