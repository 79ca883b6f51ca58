import Geoq
import TestSupport
import Testing

@testable import GeoqSupabase

/// What a listener at Realtime says and does, as text, without a server and
/// without waiting.
@Suite struct RealtimeListenerTests {
    /// A listener, what it was told, and what it did, a line for each action.
    private struct Run {
        var listener: RealtimeListener
        var random = SeededGenerator(seed: 3)
        var now = Duration.zero

        init(_ tables: [String] = ["bird", "hotspot"], jitter: Double = 0) {
            var times = RealtimeListener.Times()
            times.jitter = jitter
            listener = RealtimeListener(tables: tables, times: times)
        }

        mutating func tell(_ event: RealtimeListener.Event, after wait: Duration = .zero) -> [String] {
            now += wait
            return listener.next(event, at: now, using: &random).map { action in
                switch action {
                case .askToken(let refused): "ask token" + (refused == nil ? "" : ", another one")
                case .open: "open"
                case .send(let message): "send " + message.text
                case .close: "close"
                case .ring: "ring"
                case .hear(.opening): "opening"
                case .hear(.hears(let except)): "hears" + except.map { " but \($0)" }.joined()
                case .hear(.deaf(let obstacle)): "deaf: \(obstacle)"
                }
            }
        }

        /// Tells the time when the listener wants it.
        mutating func wake() -> [String] {
            now = max(listener.wake ?? now, now)
            return tell(.time)
        }

        /// Up to the subscription.
        mutating func listen(life: Duration? = .seconds(3_600)) {
            _ = tell(.began)
            subscribe(life: life)
        }

        mutating func subscribe(life: Duration? = .seconds(3_600), _ token: String = "t1") {
            _ = tell(.token(Secret(token), life: life))
            _ = tell(.opened)
            _ = tell(.received(joined()))
            _ = tell(.received(subscribed))
        }

        func joined(_ ids: String = "7") -> String {
            #"{"topic":"realtime:geoq","event":"phx_reply","ref":"\#(listener.joinRef)","payload":{"status":"ok","#
                + #""response":{"postgres_changes":[{"id":\#(ids),"event":"*","schema":"public","table":"bird"}]}}}"#
        }

        let subscribed =
            #"{"topic":"realtime:geoq","event":"system","ref":null,"payload":{"extension":"postgres_changes","#
            + #""status":"ok","message":"Subscribed to PostgreSQL","channel":"geoq"}}"#

        func change(_ id: Int = 7) -> String {
            #"{"topic":"realtime:geoq","event":"postgres_changes","ref":null,"payload":{"ids":[\#(id)],"data":{}}}"#
        }

        func refusal(_ words: String) -> String {
            #"{"topic":"realtime:geoq","event":"system","ref":null,"payload":{"extension":"system","#
                + #""status":"error","message":"\#(words)","channel":"geoq"}}"#
        }
    }

    @Test func `a listener joins, is subscribed, rings, and shows that it is there`() throws {
        var run = Run()
        #expect(run.tell(.began) == ["ask token"])
        #expect(run.tell(.token(Secret("t1"), life: .seconds(3_600))) == ["open"])
        #expect(
            run.tell(.opened) == [
                #"send {"topic":"realtime:geoq","event":"phx_join","payload":{"config":{"broadcast":{"ack":false,"#
                    + #""self":false},"presence":{"enabled":false,"key":""},"private":false,"postgres_changes":["#
                    + #"{"event":"*","schema":"public","table":"bird"},{"event":"*","schema":"public","#
                    + #""table":"hotspot"}]},"access_token":"t1"},"ref":"1","join_ref":"1"}"#
            ])
        // This is not the subscription yet: what changes now is not told.
        #expect(run.tell(.received(run.joined())) == [])
        #expect(run.tell(.received(run.subscribed), after: .seconds(2)) == ["hears", "ring"])
        #expect(run.tell(.received(run.change())) == ["ring"])
        #expect(
            run.wake() == [#"send {"topic":"phoenix","event":"heartbeat","payload":{},"ref":"2"}"#])
        #expect(run.now == .seconds(25))
        let alive = #"{"topic":"phoenix","event":"phx_reply","ref":"2","payload":{"status":"ok","response":{}}}"#
        #expect(run.tell(.received(alive), after: .seconds(1)) == [])
        #expect(run.wake().count == 1 && run.now == .seconds(50), "The next heartbeat, and no end.")
    }

    @Test func `a connection that only looks open is found by the heartbeat, and opened anew (F39)`() {
        var run = Run()
        run.listen()
        #expect(run.wake().first?.contains("heartbeat") == true)
        #expect(run.wake() == ["close", "opening"])
        #expect(run.now == .seconds(35))
        #expect(run.wake() == ["ask token"])
        #expect(run.now == .seconds(36))
        _ = run.tell(.token(Secret("t1"), life: nil))
        #expect(run.tell(.ended(.notReached)) == ["close", "deaf: the project's Realtime cannot be reached"])
        #expect(run.wake() == ["ask token"])
        _ = run.tell(.token(Secret("t1"), life: nil))
        _ = run.tell(.opened)
        _ = run.tell(.received(run.joined()))
        #expect(run.tell(.received(run.subscribed)) == ["hears", "ring"], "What was missed is looked for.")
    }

    @Test func `a join that is never answered, or never subscribed, begins anew (F39)`() {
        for reachesJoin in [false, true] {
            var run = Run()
            _ = run.tell(.began)
            _ = run.tell(.token(nil, life: nil))
            #expect(run.tell(.opened).first?.contains("access_token") == false, "An application has no token.")
            if reachesJoin { _ = run.tell(.received(run.joined())) }
            var said: [String] = []
            while !said.contains("close"), run.now < .seconds(60) { said = run.wake() }
            #expect(said.last == "deaf: the project's Realtime does not answer")
            #expect(run.now == .seconds(reachesJoin ? 30 : 10))
        }
    }

    @Test func `a token is renewed before it ends, and one that was refused is exchanged once (F39)`() {
        var run = Run()
        run.listen(life: .seconds(40))
        #expect(run.wake() == ["ask token"])
        #expect(run.now == .seconds(20), "Half of a short life.")
        #expect(
            run.tell(.token(Secret("t2"), life: .seconds(3_600))) == [
                #"send {"topic":"realtime:geoq","event":"access_token","payload":{"access_token":"t2"},"ref":"2","#
                    + #""join_ref":"1"}"#
            ])
        #expect(run.tell(.token(Secret("t2"), life: .seconds(3_600))) == [], "It is known.")
        #expect(
            run.tell(.received(run.refusal("Token has expired 300 seconds ago")), after: .seconds(1))
                == ["close", "opening"])
        #expect(run.wake() == ["ask token, another one"])
        #expect(run.tell(.noToken) == ["deaf: the session cannot be renewed now"])
        #expect(run.wake() == ["ask token"], "It was refused once and is not exchanged for ever.")
    }

    @Test func `a table of which the project does not tell costs that table only (F39)`() {
        var run = Run()
        _ = run.tell(.began)
        _ = run.tell(.token(Secret("t1"), life: nil))
        _ = run.tell(.opened)
        let words =
            "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the "
            + "given connect parameters: [event: *, schema: public, table: bird, filters: []]"
        let said = run.tell(.received(run.refusal(words)))
        #expect(said.count == 2 && said[0].contains("phx_leave"))
        #expect(said.last?.contains("hotspot") == true && said.last?.contains("bird") == false)
        // The end of the channel that was left.
        let close = #"{"topic":"realtime:geoq","event":"phx_close","ref":"1","payload":{}}"#
        #expect(run.tell(.received(close)) == [])
        _ = run.tell(.received(run.joined()))
        #expect(run.tell(.received(run.subscribed)) == ["hears but bird", "ring"])

        var none = Run(["bird"])
        _ = none.tell(.began)
        _ = none.tell(.token(Secret("t1"), life: nil))
        _ = none.tell(.opened)
        #expect(
            none.tell(.received(none.refusal(words)))
                == ["close", "deaf: the project's Realtime tells of none of the tables"])
        #expect(none.listener.wake == .seconds(600))
        _ = none.wake()
        _ = none.tell(.token(Secret("t1"), life: nil))
        #expect(none.tell(.opened).first?.contains(#""table":"bird""#) == true, "By then it may.")
    }

    @Test(arguments: [
        (WebSocketFailure.refused(status: 429), 60, "has too many listeners"),
        (.refused(status: 404), 600, "(status 404)"),
        (.refused(status: 401), 600, "(status 401)"), (.refused(status: 503), 1, "does not answer"),
        (.refused(status: 302), 1, "cannot be reached"), (.untrusted, 600, "certificate"),
        (.timedOut, 1, "does not answer"), (.broken, 1, "cannot be understood"),
    ])
    func `what opens no WebSocket is tried again as late as it asks for (F39)`(
        failure: WebSocketFailure, seconds: Int, words: String
    ) {
        var run = Run()
        _ = run.tell(.began)
        _ = run.tell(.token(Secret("t1"), life: .seconds(3_600)))
        let said = run.tell(.ended(failure))
        #expect(said.first == "close" && said.last?.contains(words) == true, "\(said)")
        #expect(run.listener.wake == .seconds(seconds))
    }

    @Test(arguments: [
        ("Too many messages per second", 60), ("ClientJoinRateLimitReached: Too many joins per second", 60),
        ("MalformedJWT: The token provided is not a valid JWT", 600), ("TenantNotFound: no", 600), ("whatever", 1),
    ])
    func `what a channel was ended for says when to come back (F39)`(words: String, seconds: Int) {
        var run = Run()
        run.listen()
        _ = run.tell(.received(run.refusal(words)))
        #expect(run.listener.wake == .seconds(seconds))
        #expect(run.tell(.received(run.change())) == [], "What an ended connection still says is of no interest.")
    }

    @Test func `a listener comes back for ever, ever later, never at the same moment, and soon after a good time`() {
        var run = Run(jitter: 0.25)
        var waits: [Duration] = []
        _ = run.tell(.began)
        for _ in 0..<40 {
            _ = run.tell(.token(Secret("t1"), life: .seconds(3_600)))
            _ = run.tell(.ended(.notReached))
            waits.append((run.listener.wake ?? .zero) - run.now)
            #expect(run.wake() == ["ask token"])
        }
        #expect(waits[0] <= .milliseconds(1_250) && waits[1] >= .milliseconds(1_500))
        #expect(waits.suffix(30).allSatisfy { $0 >= .seconds(45) && $0 <= .seconds(75) })
        #expect(Set(waits.suffix(30)).count > 20)
        // A subscription that ends at once is no good time.
        run.subscribe()
        _ = run.tell(.ended(nil), after: .seconds(1))
        #expect((run.listener.wake ?? .zero) - run.now >= .seconds(45))
        _ = run.wake()
        run.subscribe()
        _ = run.tell(.ended(nil), after: .seconds(3_000))
        #expect((run.listener.wake ?? .zero) - run.now <= .milliseconds(1_250))
    }

    @Test func `unknown wishes and words that are no message are reasons to look`() {
        var run = Run()
        run.listen()
        for text in ["", "[]", "{}", #"{"topic":1}"#, "\u{0}"] { #expect(run.tell(.received(text)) == ["ring"]) }
        #expect(run.tell(.received(#"{"topic":"x","event":"y","payload":{},"ref":null}"#)) == [])
        let said = run.tell(.received(run.change(8)))
        #expect(said.first == "ring" && said[1].contains("phx_leave") && said.contains("close"), "\(said)")
    }

    /// Events in any order: it never stops for good, never sends on a closed
    /// WebSocket, and after a subscription it always rings.
    @Test func `whatever comes, it goes on`() {
        for seed in 0..<UInt64(Fuzz.rounds(short: 40)) {
            var run = Run(jitter: 0.25)
            var random = SeededGenerator(seed: seed)
            var (isOpen, said) = (false, run.tell(.began))
            for _ in 0..<100 {
                let event: RealtimeListener.Event =
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0: .token(Secret("t\(UInt8.random(in: 0...9, using: &random))"), life: .seconds(30))
                    case 1: .noToken
                    case 2: .opened
                    case 3: .received(run.joined())
                    case 4: .received(run.subscribed)
                    case 5: .received(run.change(Bool.random(using: &random) ? 7 : 8))
                    case 6: .received(run.refusal(["expired", "too many", "no"].randomElement(using: &random) ?? ""))
                    case 7: .ended(Bool.random(using: &random) ? nil : .notReached)
                    default: .time
                    }
                if case .opened = event, case .opening = run.listener.state { isOpen = true }
                if case .time = event { said = run.wake() } else { said = run.tell(event, after: .milliseconds(10)) }
                for action in said {
                    if action.hasPrefix("send") { #expect(isOpen, "seed \(seed): \(said)") }
                    if action == "close" { isOpen = false }
                    if action.hasPrefix("hears") { #expect(said.contains("ring"), "seed \(seed)") }
                }
                if run.listener.wake == nil {
                    // It waits for a token, or it listens without one that ends.
                    switch run.listener.state {
                    case .authorizing, .listening: break
                    default: Issue.record("seed \(seed): it has stopped")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("https://abc.supabase.co", true, "abc.supabase.co", 443), ("http://127.0.0.1:5432", false, "127.0.0.1", 5432),
        ("http://[::1]:80", false, "::1", 80),
    ])
    func `the WebSocket is at the project's own address`(url: String, isSecure: Bool, host: String, port: Int) throws {
        let project = try SupabaseProject(url: url, key: Secret("sb_publishable_a-b"))
        let request = RealtimeCall.socket(of: project)
        #expect(request.isSecure == isSecure && request.host == host && request.port == port)
        #expect(request.target == "/realtime/v1/websocket?apikey=sb_publishable_a-b&vsn=1.0.0")
    }
}
