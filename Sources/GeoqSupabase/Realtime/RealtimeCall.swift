import FoundationEssentials
import Geoq

/// What a client says to a project's Realtime.
package enum RealtimeCall {
    /// The one channel of this client. Its name means nothing to the server.
    package static let topic = "realtime:geoq"
    private static let connection = "phoenix"

    /// The WebSocket of a project.
    package static func socket(of project: SupabaseProject) -> WebSocketRequest {
        let origin = URLComponents(string: project.origin)
        let (host, isSecure) = (origin?.host ?? "", origin?.scheme == "https")
        let key = WireRequest.encoded(project.key.secret.reveal())
        return WebSocketRequest(
            isSecure: isSecure, host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
            port: origin?.port ?? (isSecure ? 443 : 80),
            target: "\(WireRequest.Service.realtime.prefix)/websocket?apikey=\(key)&vsn=1.0.0")
    }

    /// Asks to be told of each change of some tables that the token's user may
    /// see.
    ///
    /// - Parameter tables: names of tables of the schema `public`.
    static func join(_ tables: [String], token: Secret?, ref: Int) -> RealtimeMessage {
        let wishes = tables.map { table in
            object([("event", .string("*")), ("schema", .string("public")), ("table", .string(table))])
        }
        let config = object([
            ("broadcast", object([("ack", .bool(false)), ("self", .bool(false))])),
            ("presence", object([("enabled", .bool(false)), ("key", .string(""))])), ("private", .bool(false)),
            ("postgres_changes", .array(wishes)),
        ])
        var payload = [("config", config)]
        if let token { payload.append(("access_token", .string(token.reveal()))) }
        return RealtimeMessage(topic, "phx_join", members(payload), ref: "\(ref)", joinRef: "\(ref)")
    }

    /// Shows that the client is there. The server closes a connection that says
    /// nothing for a minute.
    static func heartbeat(ref: Int) -> RealtimeMessage {
        RealtimeMessage(connection, "heartbeat", ref: "\(ref)")
    }

    /// A newer token; a good one gets no answer.
    static func token(_ token: Secret, ref: Int, joinRef: Int) -> RealtimeMessage {
        RealtimeMessage(
            topic, "access_token", members([("access_token", .string(token.reveal()))]), ref: "\(ref)",
            joinRef: "\(joinRef)")
    }

    static func leave(ref: Int, joinRef: Int) -> RealtimeMessage {
        RealtimeMessage(topic, "phx_leave", ref: "\(ref)", joinRef: "\(joinRef)")
    }

    private static func members(_ members: [(String, JSONValue)]) -> JSONObject {
        JSONObject(members.map { JSONObject.Member($0.0, $0.1) })
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue { .object(self.members(members)) }
}
