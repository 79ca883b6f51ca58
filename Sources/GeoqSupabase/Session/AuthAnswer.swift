import Geoq

/// What a login, a sign-up or a refresh answered.
package enum AuthAnswer: Sendable {
    /// Logged in.
    case session(Session)
    /// The account was made, and waits for its owner to answer a mail. The
    /// server says the same for an address that has an account already.
    case waitsForConfirmation

    /// Reads the body of a success.
    ///
    /// - Parameters:
    ///   - request: What was answered. An address of the answer that repeats a secret of it is not taken.
    ///   - now: This machine's clock when the answer came, in seconds since 1970, corrected by the offset to the
    ///     server's.
    /// - Throws: `RemoteFault` of the class `drift` when the body is none of the
    ///   two.
    package init(_ body: [UInt8], to request: WireRequest? = nil, now: Double) throws(RemoteFault) {
        guard body.count <= 1 << 20, let object = (try? JSONValue(parsing: body))?.object else {
            throw RemoteFault(.drift, message: "the login's answer is no JSON object")
        }
        guard let access = object["access_token"]?.string else {
            guard object["id"]?.string != nil else {
                throw RemoteFault(.drift, message: "the login's answer has neither tokens nor a user")
            }
            self = .waitsForConfirmation
            return
        }
        let user = object["user"]?.object
        guard let refresh = object["refresh_token"]?.string, !refresh.isEmpty, Self.canBeHeader(access),
            let id = user?["id"]?.string ?? AccessToken(Secret(access))?.subject, Self.isID(id)
        else {
            throw RemoteFault(.drift, message: "the login's answer lacks a token or the user's id")
        }
        // The lifetime is the most exact: the answer has just been made.
        let lifetime = object["expires_in"]?.double
        guard let expiry = lifetime.map({ now + $0 }) ?? object["expires_at"]?.double, expiry.isFinite else {
            throw RemoteFault(.drift, message: "the login's answer does not say when its token ends")
        }
        self = .session(
            Session(
                userID: id.lowercased(), email: Self.email(user?["email"]?.string, request),
                accessToken: Secret(access), refreshToken: Secret(refresh), expiresAt: expiry))
    }

    /// The user's address is shown, kept in the store and becomes a name that other users see: one that repeats a
    /// password or a token has no place there. The address of the login stands for it, where that has one.
    private static func email(_ said: String?, _ request: WireRequest?) -> String? {
        let given = request?.emailOfLogin
        // A user who logged in by a telephone, or by another service, may have none.
        let said = said.flatMap { $0.isEmpty ? nil : $0 }
        guard let said, let request, said.lowercased() != given?.lowercased() else { return said }
        let shown = RemoteFault(.drift, message: said).hiding(request.secretsOfLogin).message
        return shown == said ? said : given
    }

    /// A token goes into a header, which must not be ended by it.
    private static func canBeHeader(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.count <= AccessToken.maximumBytes
            && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// A UUID in its usual form (RFC 9562).
    private static func isID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { $0.hexDigitValue != nil } }
    }
}
