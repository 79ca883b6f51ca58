import Geoq
import GeoqFormats
import Synchronization

/// Keeps the last events, numbered, for all listeners. Each listener reads on
/// from where it is: so a slow one costs no memory, and one that reconnects
/// hears what it missed.
final class EventHub: Sendable {
    struct Event: Sendable {
        let number: Int
        /// The list that the event is about; nil when it is for all listeners.
        let watchlist: FeatureID?
        let bytes: [UInt8]
    }

    /// Why a listener should look.
    enum Wake: Sendable {
        case news, heartbeat
    }

    /// An event that has no number yet.
    struct Message: Sendable {
        let name: String
        let data: JSONValue
        var watchlist: FeatureID?
    }

    private struct Listener {
        let client: String
        let wakes: AsyncStream<Wake>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        var isOver = false
        /// The events from `head` on are kept; their numbers follow each other.
        var events: [Event] = []
        var head = 0
        var last = 0
        var bytes = 0
    }

    private let state = Mutex(State())
    private let limits: ServerLimits
    /// A random name for this run of the server.
    private let run = String(UInt64.random(in: 0..<2_176_782_336), radix: 36)

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    /// How many listeners there are.
    var count: Int { state.withLock { $0.listeners.count } }

    /// The number of the last event; 0 before the first.
    var last: Int { state.withLock { $0.last } }

    /// The text of `Last-Event-ID` after the event of this number.
    func id(_ number: Int) -> String { "\(run).\(number)" }

    /// The number in an id; nil when the id is of another run of the server, or
    /// is no id at all.
    func number(of id: String) -> Int? {
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == run, let number = Int(parts[1]), (0...last).contains(number) else {
            return nil
        }
        return number
    }

    /// Wakes the listener at once, and then whenever there is an event; nil
    /// when the server ends, or allows no listeners.
    ///
    /// When there are as many listeners as allowed, the oldest listener of the
    /// client with the most listeners is ended. So one client does not shut out
    /// others, and a browser whose listener is ended asks again.
    ///
    /// - Parameter client: its address.
    func listen(_ client: String) -> AsyncStream<Wake>? {
        let (stream, continuation) = AsyncStream<Wake>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (number, ended) = state.withLock { state -> (Int?, Listener?) in
            guard !state.isOver, limits.listeners > 0 else { return (nil, nil) }
            let ended = state.listeners.count < limits.listeners ? nil : Self.removeOldest(&state.listeners)
            state.nextListener += 1
            state.listeners[state.nextListener] = Listener(client: client, wakes: continuation)
            return (state.nextListener, ended)
        }
        ended?.wakes.finish()
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        continuation.yield(.news)
        return stream
    }

    private static func removeOldest(_ listeners: inout [Int: Listener]) -> Listener? {
        var counts: [String: Int] = [:]
        for listener in listeners.values { counts[listener.client, default: 0] += 1 }
        let most = counts.values.max()
        return listeners.filter { counts[$0.value.client] == most }.keys.min().flatMap {
            listeners.removeValue(forKey: $0)
        }
    }

    /// At most `most` events after the one of a number; nil when some of them
    /// are not kept any more.
    func events(after number: Int, most: Int) -> ArraySlice<Event>? {
        state.withLock { state in
            if number >= state.last { return [] }
            guard state.head < state.events.count, number + 1 >= state.events[state.head].number else { return nil }
            let first = state.head + number + 1 - state.events[state.head].number
            return state.events[first..<min(first + most, state.events.count)]
        }
    }

    /// Adds events for all listeners, in order.
    func send(_ messages: [Message]) {
        if messages.isEmpty { return }
        let listeners = state.withLock { state in
            for message in messages {
                state.last += 1
                let bytes = Self.text(message.name, message.data, id: id(state.last))
                state.events.append(Event(number: state.last, watchlist: message.watchlist, bytes: bytes))
                state.bytes += bytes.count
            }
            forget(&state)
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.wakes.yield(.news) }
    }

    /// Adds an event for all listeners.
    func send(_ name: String, _ data: JSONValue) {
        send([Message(name: name, data: data)])
    }

    /// Makes every listener that heard nothing send a comment: this keeps
    /// connections open, and shows which clients are gone.
    func sendHeartbeat() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.wakes.yield(.heartbeat) }
    }

    /// Ends all streams, for good.
    func finish() {
        let all = state.withLock { state in
            state.isOver = true
            return Array(state.listeners.values)
        }
        for listener in all { listener.wakes.finish() }
    }

    /// Drops the oldest events until the rest is within the limits.
    private func forget(_ state: inout State) {
        while state.events.count - state.head > limits.keptEvents || state.bytes > limits.keptEventBytes {
            state.bytes -= state.events[state.head].bytes.count
            state.head += 1
        }
        // At most half of the array is dropped events.
        guard state.head * 2 > state.events.count else { return }
        state.events.removeFirst(state.head)
        state.head = 0
    }

    /// The WHATWG's event stream format: JSON on one line needs only one
    /// `data`.
    static func text(_ name: String, _ data: JSONValue, id: String?) -> [UInt8] {
        Array(((id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data.text)\n\n").utf8)
    }
}
