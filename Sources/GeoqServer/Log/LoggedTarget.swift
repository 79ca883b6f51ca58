import Geoq

/// The target of a request, as logs have it.
///
/// A server takes its token in a header alone. One that a client writes into the query is refused,
/// and must not stay in a log, nor other secrets that a client sends by mistake.
enum LoggedTarget {
    /// What stands in the names of parameters whose values are secrets; no endpoint has such a parameter.
    private static let secrets = ["token", "password", "secret", "apikey", "api_key", "api-key"]

    /// The target with `…` for each secret in its query.
    ///
    /// - Complexity: O(length of the target).
    static func withoutSecrets(_ target: String) -> String {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return target }
        let path = Substring(target.utf8[...mark])
        let pairs = target.utf8[mark...].dropFirst().split(
            separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let shown = pairs.map { pair -> String in
            guard let end = pair.firstIndex(of: UInt8(ascii: "=")), isSecret(Substring(pair[..<end])) else {
                return String(Substring(pair))
            }
            return String(Substring(pair[...end])) + "…"
        }
        return String(path) + shown.joined(separator: "&")
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let plain = (PercentCoding.decoded(name, plusIsBlank: true) ?? String(name)).lowercased()
        return secrets.contains { plain.contains($0) }
    }
}
