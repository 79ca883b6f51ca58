/// The settings of a server.
public struct ServerConfiguration: Sendable {
    /// The store's file.
    public var path: String
    /// The name or address at which it listens.
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 8080
    /// The token that clients must send; nil when every client may ask.
    public var token: String?
    /// The one origin whose pages may read answers, or `*`.
    public var allowedOrigin: String?
    /// Whether it may listen beyond this machine without a token.
    public var isPublic = false
    /// Whether the page may change watchlists and their entries; nil for only as
    /// long as no other machine can reach the server, by itself or by a proxy that
    /// the settings tell of.
    public var takesEdits: Bool?
    /// The folder with Leaflet.
    public var leafletFolder = Self.debianLeaflet
    /// A template of map tiles on another server, which people can choose on
    /// the page: `https://…/{z}/{x}/{y}.png`.
    public var onlineTiles: String?
    /// The beginning of links, when clients reach the server through a proxy:
    /// `https://birds.example.org`, perhaps with a path that the proxy maps to
    /// this server; nil to take it from the request.
    public var baseURL: String?
    /// Addresses of proxies whose `Forwarded` and `X-Forwarded-…` are trusted.
    public var trustedProxies: Set<String> = []
    /// A file for a JSON object a line about each request; `-` for standard
    /// output, nil for none.
    public var accessLog: String?
    /// The area that the page begins with; nil for a circle.
    package var area: ServedArea?
    /// How much of the machine requests may use.
    public var limits = ServerLimits()
    /// Takes one line, without its end, for each message to the people who run
    /// the server; by default it goes to standard error.
    public var log: @Sendable (String) -> Void = ServerLog.standardError
    package var hooks = ServerHooks()
    /// Shows the pictures of photos; nil for a server that shows none.
    package var pictures: (any PictureSupply)?

    /// The folder in which Debian's package libjs-leaflet puts Leaflet.
    public static let debianLeaflet = "/usr/share/javascript/leaflet"

    /// The settings of a server that only this machine can reach.
    ///
    /// - Parameter path: the store's file.
    public init(path: String) {
        self.path = path
    }

    /// Whether only this machine can reach the server.
    var isLocal: Bool { Self.localHosts.contains(host.lowercased()) }

    static let localHosts: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]

    /// Checks the settings.
    ///
    /// - Throws: `ServerError`.
    func check() throws(ServerError) {
        guard (0...65_535).contains(port) else { throw .badPort(port) }
        if let token, token.utf8.count < 16 { throw .weakToken }
        if !isLocal, token == nil, !isPublic { throw .openToAll(host) }
        if let allowedOrigin, allowedOrigin != "*", !Addressing.isOrigin(allowedOrigin) {
            throw .badOrigin(allowedOrigin)
        }
        if let baseURL, !Addressing.isBase(baseURL) { throw .badBaseURL(baseURL) }
        if let bad = trustedProxies.sorted().first(where: { !Addressing.isAddress($0) }) { throw .badProxy(bad) }
    }
}

/// Why a server does not start.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The port is not 0 to 65535.
    case badPort(Int)
    /// The token has fewer than 16 bytes.
    case weakToken
    /// Other machines can reach this host, there is no token, and the settings do not say
    /// that the server is public.
    case openToAll(String)
    /// This folder does not have Leaflet.
    case leafletMissing(String)
    /// The text is not a template of tiles.
    case badOnlineTiles(String)
    /// The text is not an origin.
    case badOrigin(String)
    /// The text is not a base URL.
    case badBaseURL(String)
    /// The text is not an address.
    case badProxy(String)
    /// The system does not let the access log be written.
    case accessLogUnwritable(path: String, reason: String)
    /// `isTaken` says whether another program listens there.
    case cannotListen(host: String, port: Int, isTaken: Bool, reason: String)

    public var description: String {
        switch self {
        case .badPort(let port): "there is no port \(port); give one from 0 to 65535"
        case .weakToken: "the token is shorter than 16 bytes; make one with: openssl rand -hex 24"
        case .openToAll(let host):
            "\(host) can be reached from other machines, and every client may ask: there is no token"
        case .leafletMissing(let folder):
            "no leaflet.js in \(folder); install Debian's libjs-leaflet"
        case .badOnlineTiles(let template):
            "\(template) is no template of tiles; write https://host/{z}/{x}/{y}.png"
        case .badOrigin(let text):
            "\(text) is not an origin: give a scheme and a host, such as https://birds.example.org, or *"
        case .badBaseURL(let text):
            "\(text) is not a base URL: give a scheme, a host and perhaps a path, such as https://example.org/birds"
        case .badProxy(let text):
            "\(text) is not the address of a proxy: give an IPv4 or IPv6 address, such as 127.0.0.1"
        case .accessLogUnwritable(let path, let reason): "the access log \(path) cannot be written: \(reason)"
        case .cannotListen(let host, let port, _, let reason):
            "cannot listen at \(host), port \(port): \(reason)"
        }
    }
}
