import Geoq

/// What a vault keeps, as bytes: one JSON object on a line of text. They hold
/// secrets.
extension VaultContents {
    private static let format = "login of geoq, 1"

    /// What a vault writes.
    public var bytes: [UInt8] {
        var members: [(String, JSONValue)] = [
            ("format", .string(Self.format)), ("generation", .string(String(generation))),
            ("clock_offset", .number(clockOffset)),
        ]
        if let key { members.append(("key", .string(key.reveal()))) }
        switch state {
        case .active(let session):
            members += [
                ("state", .string("active")), ("user_id", .string(session.userID)),
                ("email", session.email.map(JSONValue.string) ?? .null),
                ("access_token", .string(session.accessToken.reveal())),
                ("refresh_token", .string(session.refreshToken.reveal())), ("expires_at", .number(session.expiresAt)),
            ]
        case .ended(let userID, let email, let reason):
            members += [
                ("state", .string("ended")), ("user_id", .string(userID)),
                ("email", email.map(JSONValue.string) ?? .null), ("reason", .string(reason)),
            ]
        case .out: members.append(("state", .string("out")))
        }
        var text: [UInt8] = []
        text.appendJSON(.object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })))
        return text + [UInt8(ascii: "\n")]
    }

    /// - Returns: nil for bytes that no vault wrote.
    /// - Complexity: O(bytes).
    public init?(bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes))?.object, object["format"]?.string == Self.format,
            let generation = object["generation"]?.string.flatMap(UInt64.init),
            let offset = object["clock_offset"]?.double, offset.isFinite
        else { return nil }
        let state: State
        switch object["state"]?.string {
        case "out": state = .out
        case "active":
            guard let userID = object["user_id"]?.string, let access = object["access_token"]?.string,
                let refresh = object["refresh_token"]?.string, let expiry = object["expires_at"]?.double
            else { return nil }
            state = .active(
                Session(
                    userID: userID, email: object["email"]?.string, accessToken: Secret(access),
                    refreshToken: Secret(refresh), expiresAt: expiry))
        case "ended":
            guard let userID = object["user_id"]?.string, let reason = object["reason"]?.string else { return nil }
            state = .ended(userID: userID, email: object["email"]?.string, reason: reason)
        default: return nil
        }
        self.init(
            state: state, generation: generation, clockOffset: offset, key: object["key"]?.string.map { Secret($0) })
    }
}
