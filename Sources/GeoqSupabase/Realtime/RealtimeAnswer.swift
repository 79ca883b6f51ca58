import Geoq

/// What a message of Realtime means to a listener.
enum RealtimeAnswer: Hashable, Sendable {
    /// The channel was joined. Changes are told only from `subscribed` on,
    /// which comes seconds later.
    case joined(ref: String?, wishes: Set<Int64>)
    case subscribed
    /// Rows have changed, of these wishes.
    case changed(wishes: Set<Int64>)
    /// The answer to a heartbeat.
    case alive(ref: String?)
    case refused(RealtimeRefusal)
    /// The server has closed the channel that was joined by this question.
    case ended(ref: String?)
    /// Nothing that matters here.
    case other

    init(_ message: RealtimeMessage) {
        self = .other
        if message.event == "phx_reply", message.topic != RealtimeCall.topic {
            self = .alive(ref: message.ref)
            return
        }
        guard message.topic == RealtimeCall.topic else { return }
        let payload = message.payload
        let isFine = payload["status"]?.string == "ok"
        switch message.event {
        case "phx_reply":
            let response = payload["response"]?.object
            if isFine, let wishes = response?["postgres_changes"]?.array {
                self = .joined(ref: message.ref, wishes: Set(wishes.compactMap { Self.integer($0.object?["id"]) }))
            } else if !isFine {
                self = .refused(RealtimeRefusal(response?["reason"]?.string ?? ""))
            }
        case "system":
            if !isFine {
                self = .refused(RealtimeRefusal(payload["message"]?.string ?? ""))
            } else if payload["extension"]?.string == "postgres_changes" {
                self = .subscribed
            }
        case "postgres_changes":
            self = .changed(wishes: Set((payload["ids"]?.array ?? []).compactMap { Self.integer($0) }))
        case "phx_close", "phx_error": self = .ended(ref: message.ref)
        default: break
        }
    }

    private static func integer(_ value: JSONValue?) -> Int64? {
        if case .integer(let number) = value { number } else { nil }
    }
}

/// Why Realtime refuses, by its words: it has no codes that stay.
enum RealtimeRefusal: Hashable, Sendable {
    /// The token is too old: another one helps.
    case token
    /// Too many connections, channels or messages.
    case tooMuch
    /// A table of whose changes the project does not tell.
    case table(String)
    /// A further try would be refused as well.
    case lasting
    /// Anything else.
    case other

    init(_ words: String) {
        let low = words.lowercased()
        if low.contains("malformedjwt") || low.contains("tenantnotfound") {
            self = .lasting
        } else if low.contains("expired") || low.contains("invalidjwt") || low.contains("jwtsignature") {
            self = .token
        } else if low.contains("too many") || low.contains("ratelimit") || low.contains("rate limit") {
            self = .tooMuch
        } else if low.contains("unable to subscribe"), let table = Self.table(words) {
            self = .table(table)
        } else {
            self = .other
        }
    }

    /// The table of `… parameters: [event: *, schema: public, table: bird]`.
    private static func table(_ words: String) -> String? {
        for part in words.split(separator: ",") {
            let part = part.drop { $0 == " " }
            if part.hasPrefix("table: ") { return String(part.dropFirst(7).prefix { $0 != "]" }) }
        }
        return nil
    }
}
