import Geoq
import Synchronization

/// Tells everyone who listens what happens, as server-sent events.
final class EventHub: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    private let state = Mutex(State())
    /// So many events wait for a slow listener; of more the oldest are lost.
    private static let patience = 1_000

    /// How many listen.
    var count: Int { state.withLock { $0.listeners.count } }

    /// Everything from now on, ready to be sent; nil when so many listen
    /// already.
    func listen(most: Int) -> AsyncStream<[UInt8]>? {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(Self.patience))
        let number = state.withLock { state -> Int? in
            guard state.listeners.count < most, !state.isOver else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Sends an event to all.
    func send(_ name: String, _ data: JSONValue, id: String? = nil) {
        send(Self.event(name, data, id: id))
    }

    /// A comment, which keeps connections open and finds those that are gone.
    func sendHeartbeat() {
        send(Array(": still here\n\n".utf8))
    }

    /// Ends all streams, for good.
    func finish() {
        let all = state.withLock { state in
            state.isOver = true
            return Array(state.listeners.values)
        }
        for listener in all { listener.finish() }
    }

    private func send(_ bytes: [UInt8]) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(bytes) }
    }

    /// The WHATWG's event stream format: JSON on one line needs no more than
    /// one `data`.
    static func event(_ name: String, _ data: JSONValue, id: String?) -> [UInt8] {
        Array(((id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data.text)\n\n").utf8)
    }
}
