import Geoq

/// The requests of Supabase Auth, and what their answers hold.
package enum AuthCall {
    /// Logs in with an address and a password. It is never repeated by itself:
    /// a wrong password counts towards a limit.
    package static func password(email: String, password: Secret) -> WireRequest {
        grant("password", [("email", .string(email)), ("password", .string(password.reveal()))])
    }

    /// Logs in with the token of another service (`google`, `apple`).
    ///
    /// - Parameter nonce: In plain; the token holds its hash.
    package static func identityToken(_ token: Secret, provider: String, nonce: Secret?) -> WireRequest {
        var members: [(String, JSONValue)] = [("provider", .string(provider)), ("id_token", .string(token.reveal()))]
        if let nonce { members.append(("nonce", .string(nonce.reveal()))) }
        return grant("id_token", members)
    }

    /// Exchanges the code that the user's browser brought for a session. A code
    /// is good once.
    package static func code(_ code: Secret, verifier: Secret) -> WireRequest {
        grant("pkce", [("auth_code", .string(code.reveal())), ("code_verifier", .string(verifier.reveal()))])
    }

    /// Exchanges a refresh token for a new pair. It may be repeated: the server
    /// takes the parent of the newest token as often as it comes, and gives the
    /// newest one.
    package static func refresh(_ token: Secret) -> WireRequest {
        var request = grant("refresh_token", [("refresh_token", .string(token.reveal()))])
        request.mayRepeat = true
        return request
    }

    /// Makes an account.
    package static func signUp(email: String, password: Secret) -> WireRequest {
        anonymous(
            WireRequest(.auth, "POST", "signup", mayRepeat: false),
            [("email", .string(email)), ("password", .string(password.reveal()))])
    }

    /// Ends this session at the server, and no other session of the user.
    package static func logout(_ token: Secret) -> WireRequest {
        var request = WireRequest(.auth, "POST", "logout", mayRepeat: true).with("scope", "local")
        request.headers.append(version)
        request.asker = .bearer(token)
        return request
    }

    /// Asks who the user is.
    package static func user() -> WireRequest {
        var request = WireRequest(.auth, "GET", "user", mayRepeat: true)
        request.headers.append(version)
        return request
    }

    private static func grant(_ type: String, _ members: [(String, JSONValue)]) -> WireRequest {
        anonymous(WireRequest(.auth, "POST", "token", mayRepeat: false).with("grant_type", type), members)
    }

    private static func anonymous(_ request: WireRequest, _ members: [(String, JSONValue)]) -> WireRequest {
        var request = request.with(json: .object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })))
        request.asker = .application
        request.headers.append(version)
        return request
    }

    /// With it, an error's `code` is a word in every answer.
    private static let version = (name: "x-supabase-api-version", value: "2024-01-01")
}
