import Foundation
import Geoq
import HTTPTypes
import Hummingbird

/// Decides whether a request may change the store, or see what is private.
///
/// Only the server's own page may, and by default only while no other machine
/// can reach the server. A page from elsewhere in the same browser is refused by
/// three signs, each of which would do: `Origin` is not the server's,
/// `Sec-Fetch-Site` says so, or the token is missing, which only the own page
/// can read and which is another one each time the server starts. (A form can be
/// sent across sites without asking, but neither with this content type nor with
/// the token's header.)
struct EditAccess: Sendable {
    /// The header that carries the token.
    static let header = HTTPField.Name("Geoq-Edit-Token")!

    /// Why the server takes no changes; nil when it does.
    let refusal: String?
    /// Why the server shows nothing that is private, such as photos; nil when it
    /// does.
    let privateRefusal: String?
    /// The token of this run.
    let token: String
    /// Whether requests of other machines, also through a proxy, are those of the own page.
    let trustsOthers: Bool

    init(_ configuration: ServerConfiguration) {
        trustsOthers = configuration.takesEdits == true
        let isReached =
            !configuration.isLocal || configuration.isPublic || configuration.baseURL != nil
            || !configuration.trustedProxies.isEmpty
        refusal =
            switch configuration.takesEdits {
            case true?: nil
            case false?: "This server was started to be read only."
            case nil where isReached:
                "Other machines can reach this server, and it was not started to take changes from them."
            case nil: nil
            }
        privateRefusal =
            isReached && configuration.takesEdits != true
            ? "Other machines can reach this server, and it was not started to show them what is private." : nil
        var generator = SystemRandomNumberGenerator()
        token = (0..<4).map { _ in HexDigits.text(generator.next() as UInt64) }.joined()
    }

    /// - Parameter base: how the client addresses the server.
    /// - Throws: 403.
    func check(_ request: Request, base: String) throws(Problem) {
        if let refusal = refusal(of: request) { throw Problem(.forbidden, refusal) }
        guard request.headers[.origin] == Self.origin(of: base), Self.isSameOrigin(request) else {
            throw Problem(.forbidden, "Only the server's own page may change the store.")
        }
        guard AccessControl.areEqual(Array((request.headers[Self.header] ?? "").utf8), Array(token.utf8)) else {
            throw Problem(
                .forbidden, "The page is of an earlier run of the server; load it anew, and then make the change.")
        }
    }

    /// Why a request of any sender may change nothing; nil when that depends on the
    /// sender.
    func refusal(of request: Request) -> String? {
        if let refusal { return refusal }
        return isThroughProxy(request)
            ? "The request comes through a proxy, and this server was not started to take changes from there." : nil
    }

    /// Checks that a request for something private is an own page's.
    ///
    /// Pages name no origin when they only read, so a browser's word that the
    /// request comes from the same origin is enough, and so is the token.
    ///
    /// - Parameter base: how the client addresses the server.
    /// - Throws: 403.
    func checkPage(_ request: Request, base: String) throws(Problem) {
        if let refusal = privateRefusal(of: request) { throw Problem(.forbidden, refusal) }
        let hasToken = AccessControl.areEqual(Array((request.headers[Self.header] ?? "").utf8), Array(token.utf8))
        let isPage = request.headers[Self.secFetchSite] == "same-origin"
        guard mayKnowToken(request, base: base), isPage || hasToken else {
            throw Problem(.forbidden, "Only the server's own pages may ask for this.")
        }
    }

    /// Why a request of any sender is shown nothing private; nil when that depends
    /// on the sender.
    func privateRefusal(of request: Request) -> String? {
        if let privateRefusal { return privateRefusal }
        return isThroughProxy(request)
            ? "The request comes through a proxy, and this server was not started to show it what is private." : nil
    }

    /// Whether a proxy brings a request to a server that was not told to trust any.
    private func isThroughProxy(_ request: Request) -> Bool {
        guard !trustsOthers else { return false }
        let signs: [HTTPField.Name] = [.forwarded, .xForwardedProto, .xForwardedHost, .xForwardedFor, .via]
        return signs.contains { request.headers[$0] != nil }
    }

    /// Whether a request may be told the token: it is the own page's, or no
    /// page's at all.
    func mayKnowToken(_ request: Request, base: String) -> Bool {
        let origin = request.headers[.origin]
        return (origin == nil || origin == Self.origin(of: base)) && Self.isSameOrigin(request)
    }

    /// Browsers send it to servers on the same machine, and over TLS.
    private static func isSameOrigin(_ request: Request) -> Bool {
        request.headers[secFetchSite].map { $0 == "same-origin" || $0 == "none" } ?? true
    }

    private static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!

    /// `scheme://host` at the beginning of a base, as `Origin` has it: in lower
    /// case, without a port that is the scheme's own.
    static func origin(of base: String) -> String {
        let halves = base.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return base }
        let host = halves[1].prefix { $0 != "/" }
        let port = halves[0] == "https" ? ":443" : ":80"
        return halves[0] + "://" + (host.hasSuffix(port) ? host.dropLast(port.count) : host)
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
