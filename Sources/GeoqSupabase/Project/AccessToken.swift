package import Geoq

/// The claims of a JSON Web Token (RFC 7519) that a client may look at.
///
/// The signature is not checked, so nothing that protects data may depend on a
/// claim: the server checks the token at each request. A client reads the claims
/// to know when to renew a token, and to refuse a key that it should not have.
package struct AccessToken: Sendable {
    /// The longest token that is read, in bytes.
    package static let maximumBytes = 16_384

    package let claims: JSONObject

    /// - Returns: nil when the text is not a token of three parts whose middle
    ///   one is a JSON object in base64url (RFC 7515, 2).
    /// - Complexity: O(bytes of the token).
    package init?(_ token: Secret) {
        let text = token.reveal()
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
            let bytes = Base64URL.bytes(parts[1]),
            let claims = (try? JSONValue(parsing: bytes))?.object
        else { return nil }
        self.claims = claims
    }

    /// The role of the database as which the bearer asks.
    package var role: String? { claims["role"]?.string }

    /// The user's id.
    package var subject: String? { claims["sub"]?.string }

    /// How long it is good, from when it was made, in seconds; nil when it does not say that.
    var life: Double? {
        guard let end = claims["exp"]?.double, let start = claims["iat"]?.double, start < end else { return nil }
        return end - start
    }
}
