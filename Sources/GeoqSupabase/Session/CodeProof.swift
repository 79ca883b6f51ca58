import FoundationEssentials
import Geoq

/// A login at another service by the user's own browser: an authorization code
/// that only the one who asked for it can exchange (RFC 7636, RFC 8252).
///
/// The browser brings the code to an address of this machine. Another program
/// that reads the browser's traffic, or sends a code of its own to that address,
/// has neither `verifier` nor `state`.
package struct CodeProof: Sendable {
    /// What shows, at the exchange, who asked: 43 letters and digits.
    package let verifier: Secret
    /// What the browser must bring back with the code.
    package let state: String

    /// - Parameter random: Bytes that none can guess.
    package init(random: (_ count: Int) -> [UInt8]) {
        verifier = Secret(Self.base64URL(random(32)))
        state = Self.base64URL(random(16))
    }

    /// The hash of the verifier, which may be seen.
    package var challenge: String { Self.base64URL(SHA256.hash(Array(verifier.reveal().utf8))) }

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

    /// Base64url without padding (RFC 4648, 5).
    private static func base64URL(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
