import Geoq

/// A login at another service by the user's own browser: an authorization code
/// that only the program that asked for it can exchange (RFC 7636, RFC 8252).
///
/// The browser brings the code to an address of this machine. Another program
/// that reads the browser's traffic, or sends a code of its own to that address,
/// has neither `verifier` nor `state`.
package struct CodeProof: Sendable {
    /// By it the exchange knows the program that asked: 43 characters of base64url.
    package let verifier: Secret
    /// What the browser must bring back with the code.
    package let state: String

    /// - Parameter random: Bytes that no other program can guess.
    package init(random: (_ count: Int) -> [UInt8]) {
        verifier = Secret(Base64URL.text(random(32)))
        state = Base64URL.text(random(16))
    }

    /// The hash of the verifier, which may be seen.
    package var challenge: String { Base64URL.text(SHA256.hash(Array(verifier.reveal().utf8))) }

    /// The page that the user opens to log in.
    ///
    /// - Parameter back: Where the browser goes then, without a query:
    ///   `http://127.0.0.1:PORT/`.
    package func page(of project: SupabaseProject, provider: String, back: String) -> String {
        let items = [
            ("provider", provider), ("redirect_to", "\(back)?state=\(state)"), ("code_challenge", challenge),
            ("code_challenge_method", "s256"),
        ]
        return project.origin + "/auth/v1/authorize?"
            + items.map { "\($0)=\(WireRequest.encoded($1))" }.joined(separator: "&")
    }
}
