import Foundation
import GeoqFormats
import HTTPTypes
import Hummingbird

/// Decides whether a request is allowed.
struct AccessControl {
    private let configuration: ServerConfiguration
    private let localHosts: Set<String>

    init(_ configuration: ServerConfiguration, _ addressing: Addressing) {
        self.configuration = configuration
        var hosts = ServerConfiguration.localHosts
        if let host = addressing.host { hosts.insert(Self.name(of: host)) }
        localHosts = hosts
    }

    /// - Parameter base: how the client addresses the server; behind a proxy, as that says.
    /// - Throws: 400 without a valid host; 401 without the token, where one is
    ///   needed; 421 for a name that is not the server's.
    func check(_ request: Request, _ endpoint: Endpoint, base: String) throws(Problem) {
        guard let token = configuration.token else {
            let isOwn = configuration.isLocal || configuration.baseURL != nil
            let asked = base.firstRange(of: "://").map { String(base[$0.upperBound...]) }
            return try checkHost(authority: isOwn ? request.head.authority ?? "" : asked ?? "")
        }
        guard endpoint.access != .open else { return }
        guard Self.isGiven(token, by: request.headers[.authorization] ?? "") else {
            throw Problem(
                .unauthorized, "Send the server's token: Authorization: Bearer …",
                headers: [.wwwAuthenticate: Self.challenge(to: request)])
        }
    }

    /// Whether a request names one host, as RFC 9112, section 3.2, asks.
    static func checkAuthority(_ request: Request) throws(Problem) {
        guard Addressing.isAuthority(request.head.authority ?? "") else {
            throw Problem(.badRequest, "Send one Host that is a name or an address, with a port perhaps.")
        }
    }

    /// A server that listens only on this machine, and has no token, must be
    /// addressed by a name of this machine. This refuses a page from elsewhere
    /// whose own name was made to point here (DNS rebinding). The host of the
    /// base URL is the server's own name, too.
    ///
    /// One that takes changes from other machines must be addressed by an address, which no page can be made to have, or by
    /// the name that it was started with.
    func checkHost(authority: String) throws(Problem) {
        guard configuration.isLocal || configuration.takesEdits == true else { return }
        let name = Self.name(of: authority)
        if localHosts.contains(name) { return }
        guard !configuration.isLocal else {
            throw Problem(.misdirectedRequest, "This server answers as localhost or 127.0.0.1 only.")
        }
        let isAddress = Addressing.isAddress(name.trimmingCharacters(in: ["[", "]"]))
        guard isAddress || name == configuration.host.lowercased() else {
            throw Problem(
                .misdirectedRequest,
                "This server takes changes, so it answers to its address, such as 192.168.1.2, or to the name of its base URL."
            )
        }
    }

    /// A host without its port.
    private static func name(of authority: String) -> String {
        let authority = authority.lowercased()
        return authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" } + "]") : String(authority.prefix { $0 != ":" })
    }

    /// Whether a header holds the token: `Bearer TOKEN`, or as a browser sends
    /// a typed one: `Basic`, with the token as the password.
    private static func isGiven(_ token: String, by header: String) -> Bool {
        let words = header.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return false }
        switch words[0].lowercased() {
        case "bearer": return areEqual(Array(words[1].utf8), Array(token.utf8))
        case "basic":
            guard let pair = Data(base64Encoded: words[1]), let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
                return false
            }
            return areEqual(Array(pair[(colon + 1)...]), Array(token.utf8))
        default: return false
        }
    }

    /// When a person follows a link, the browser itself asks for the token; the
    /// page asks with a dialog of its own.
    private static func challenge(to request: Request) -> String {
        let bearer = #"Bearer realm="geoq""#
        return isPage(request) ? bearer + #", Basic realm="geoq: the token is the password", charset="UTF-8""# : bearer
    }

    /// Whether a browser asks for a page to show.
    static func isPage(_ request: Request) -> Bool {
        request.headers[.accept]?.lowercased().contains("text/html") ?? false
    }

    /// Compares in a time that depends only on the lengths.
    static func areEqual(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
        var difference = given.count ^ secret.count
        for index in secret.indices {
            difference |= Int((given.isEmpty ? 0 : given[index % given.count]) ^ secret[index])
        }
        return difference == 0
    }
}
