package import Geoq

/// One message of Realtime, in version 1.0.0 of Phoenix's form: a JSON object.
package struct RealtimeMessage: Hashable, Sendable {
    /// What it is about: a channel, or `phoenix` for the connection itself.
    package var topic: String
    package var event: String
    package var payload: JSONObject
    /// The number of a question, which its answer repeats.
    package var ref: String?
    /// The number of the question by which the channel was joined.
    package var joinRef: String?

    package init(
        _ topic: String, _ event: String, _ payload: JSONObject = JSONObject(), ref: String? = nil,
        joinRef: String? = nil
    ) {
        (self.topic, self.event, self.payload) = (topic, event, payload)
        (self.ref, self.joinRef) = (ref, joinRef)
    }

    /// - Returns: nil for a text that is no message.
    /// - Complexity: O(bytes of the text).
    package init?(_ text: String) {
        guard let object = (try? JSONValue(parsing: text))?.object, let topic = object["topic"]?.string,
            let event = object["event"]?.string
        else { return nil }
        self.init(
            topic, event, object["payload"]?.object ?? JSONObject(), ref: object["ref"]?.string,
            joinRef: object["join_ref"]?.string)
    }

    /// The message as it is sent. A token in it is in plain.
    package var text: String {
        func number(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        var members = [
            JSONObject.Member("topic", .string(topic)), JSONObject.Member("event", .string(event)),
            JSONObject.Member("payload", .object(payload)), JSONObject.Member("ref", number(ref)),
        ]
        if joinRef != nil { members.append(JSONObject.Member("join_ref", number(joinRef))) }
        var bytes: [UInt8] = []
        bytes.appendJSON(.object(JSONObject(members)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
