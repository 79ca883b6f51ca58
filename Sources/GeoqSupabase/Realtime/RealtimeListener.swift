/// Decides what a listener at a project's Realtime does next. A value: it is
/// told what has happened and when, and does nothing itself.
///
/// A ring is only a reason to look: Realtime promises no message. So the
/// listener rings whenever something may have been missed, at each
/// subscription above all, and whatever is not understood is a ring as well.
package struct RealtimeListener: Sendable {
    /// What has happened.
    package enum Event: Sendable {
        case began
        /// The time that `wake` named has come.
        case time
        /// A token that is good for so long; nil for an application without a
        /// user.
        case token(Secret?, life: Duration?)
        case noToken
        /// The WebSocket is open.
        case opened
        case received(String)
        /// The WebSocket has ended, or was not opened; nil when the server
        /// closed it in order.
        case ended(WebSocketFailure?)
    }

    /// What is to be done, in this order.
    package enum Action: Hashable, Sendable {
        /// Give a token; another one than the refused.
        case askToken(refused: Secret?)
        case open
        case send(RealtimeMessage)
        /// Close the WebSocket. Its end need not be told.
        case close
        /// Something has changed, or may have.
        case ring
        case hear(RealtimeHearing)
    }

    /// How long it waits for what.
    package struct Times: Sendable {
        /// Between two heartbeats.
        package var heartbeat = Duration.seconds(25)
        /// For the answer to a question.
        package var patience = Duration.seconds(10)
        /// How long a WebSocket may take to open.
        package var opening = Duration.seconds(30)
        /// The longest time from the join to the subscription.
        package var subscription = Duration.seconds(30)
        /// How long before a token ends a new one is asked for.
        package var margin = Duration.seconds(30)
        /// A connection that has listened for so long was no failure.
        package var steady = Duration.seconds(30)
        /// The waits before each further try.
        package var soon: [Duration] = [1, 2, 5, 10, 30, 60].map { .seconds($0) }
        /// Where the project asks for less; the first wait, longer each time.
        package var later = Duration.seconds(60)
        /// Where a further try hardly helps.
        package var rarely = Duration.seconds(600)
        /// Each wait is longer or shorter by up to this share.
        package var jitter = 0.25

        package init() {}
    }

    enum State: Hashable, Sendable {
        case begun
        case waiting(until: Duration)
        /// A token was asked for.
        case authorizing
        case opening(until: Duration)
        case joining(until: Duration)
        /// Joined, and not heard yet: what changes now is not told.
        case subscribing(until: Duration)
        case listening(since: Duration)
    }

    /// When to try again.
    enum Pace { case soon, later, rarely }

    let times: Times
    var state = State.begun
    /// Tables of whose changes to hear, and those of which the project does
    /// not tell.
    var tables: [String]
    var untold: [String] = []
    var token: Secret?
    private var refused: Secret?
    private var renewAt: Duration?
    private var heartbeatAt: Duration?
    /// The heartbeat that waits for its answer.
    var heartbeat: (ref: Int, until: Duration)?
    var wishes: Set<Int64> = []
    var joinRef = 0
    private var lastRef = 0
    private var failures = 0
    private var hearing = RealtimeHearing.opening

    /// - Parameter tables: names of tables of the schema `public`.
    package init(tables: [String], times: Times = Times()) {
        (self.tables, self.times) = (tables, times)
    }

    /// When it wants to be told the time; nil when it waits for something else.
    package var wake: Duration? {
        let deadline: Duration? =
            switch state {
            case .begun, .authorizing, .listening: nil
            case .waiting(let time), .opening(let time), .joining(let time), .subscribing(let time): time
            }
        return [deadline, heartbeat?.until, heartbeatAt, renewAt].compactMap { $0 }.min()
    }

    /// - Parameter now: the time since some fixed moment.
    package mutating func next(
        _ event: Event, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [Action] {
        switch event {
        case .began:
            state = .authorizing
            return [.askToken(refused: nil)]
        case .time: return timePassed(now, &random)
        case .token(let token, let life): return take(token, life: life, now)
        case .noToken:
            if state == .authorizing { return fail(.noSession, .soon, now, &random) }
            if isConnected { renewAt = now + times.patience }
            return []
        case .opened:
            guard case .opening = state else { return [] }
            heartbeatAt = now + times.heartbeat
            return join(now)
        case .received(let text):
            guard isConnected else { return [] }
            guard let message = RealtimeMessage(text) else { return [.ring] }
            return take(RealtimeAnswer(message), now, &random)
        case .ended(let failure):
            switch state {
            case .opening, .joining, .subscribing, .listening: break
            case .begun, .waiting, .authorizing: return []
            }
            let obstacle = RealtimeObstacle(failure)
            let pace: Pace =
                switch obstacle {
                case .tooMuch: .later
                case .absent, .untrusted: .rarely
                default: .soon
                }
            return fail(obstacle, pace, now, &random)
        }
    }

    private var isConnected: Bool {
        switch state {
        case .joining, .subscribing, .listening: true
        case .begun, .waiting, .authorizing, .opening: false
        }
    }

    private mutating func timePassed(_ now: Duration, _ random: inout some RandomNumberGenerator) -> [Action] {
        switch state {
        case .waiting(let time):
            guard now >= time else { return [] }
            state = .authorizing
            defer { refused = nil }
            return [.askToken(refused: refused)]
        case .opening(let time), .joining(let time), .subscribing(let time):
            if now >= time { return fail(.silent, .soon, now, &random) }
        case .begun, .authorizing, .listening: break
        }
        guard isConnected else { return [] }
        // Nothing came back: the other end is gone, and the connection only
        // looks open.
        if let heartbeat, now >= heartbeat.until { return fail(.silent, .soon, now, &random) }
        var actions: [Action] = []
        if let time = heartbeatAt, now >= time {
            let ref = nextRef()
            heartbeat = (ref, now + times.patience)
            heartbeatAt = now + times.heartbeat
            actions.append(.send(RealtimeCall.heartbeat(ref: ref)))
        }
        if let time = renewAt, now >= time {
            renewAt = nil
            actions.append(.askToken(refused: nil))
        }
        return actions
    }

    private mutating func take(_ token: Secret?, life: Duration?, _ now: Duration) -> [Action] {
        // A token that is good for seconds only is asked for once a second at
        // most.
        renewAt = life.map { now + max($0 - times.margin, $0 / 2, .seconds(1)) }
        if state == .authorizing {
            self.token = token
            state = .opening(until: now + times.opening)
            return [.open]
        }
        guard isConnected, let token, token != self.token else { return [] }
        self.token = token
        return [.send(RealtimeCall.token(token, ref: nextRef(), joinRef: joinRef))]
    }

    // MARK: - Steps

    mutating func join(_ now: Duration) -> [Action] {
        joinRef = nextRef()
        wishes = []
        state = .joining(until: now + times.patience)
        return [.send(RealtimeCall.join(tables, token: token, ref: joinRef))]
    }

    mutating func nextRef() -> Int {
        lastRef += 1
        return lastRef
    }

    /// Closes, and tries again after a while.
    mutating func fail(
        _ obstacle: RealtimeObstacle, _ pace: Pace, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> [Action] {
        var actions: [Action] = []
        switch state {
        case .opening, .joining, .subscribing, .listening: actions = [.close]
        case .begun, .waiting, .authorizing: break
        }
        if case .listening(let start) = state, now - start >= times.steady { failures = 0 }
        failures += 1
        let wait: Duration =
            switch pace {
            case .soon: times.soon[min(failures, times.soon.count) - 1]
            case .later: times.later * min(failures, 5)
            case .rarely: times.rarely
            }
        if obstacle == .token { refused = token }
        // A connection that is back at once was hardly away.
        let isBrief = failures == 1 && pace == .soon && hearing != .opening
        state = .waiting(until: now + wait * (1 + Double.random(in: -times.jitter...times.jitter, using: &random)))
        (token, renewAt, heartbeatAt, heartbeat) = (nil, nil, nil, nil)
        // The project may tell of them by then.
        (tables, untold) = (tables + untold, [])
        return actions + hear(isBrief ? .opening : .deaf(obstacle))
    }

    mutating func hear(_ hearing: RealtimeHearing) -> [Action] {
        guard hearing != self.hearing else { return [] }
        self.hearing = hearing
        return [.hear(hearing)]
    }
}
