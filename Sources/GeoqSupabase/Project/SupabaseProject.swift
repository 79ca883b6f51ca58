import FoundationEssentials

/// Where a Supabase project is, and the key of the application that asks it.
///
/// Keys and tokens are sent to `origin` and to no other place.
public struct SupabaseProject: Hashable, Sendable {
    /// Scheme, host and port, without a slash at the end:
    /// `https://abc.supabase.co`.
    public let origin: String
    package let key: ProjectKey

    /// - Parameters:
    ///   - url: The address that Supabase shows as the project's URL. It must
    ///     use `https`; `http` is taken for this machine alone (127.0.0.1, ::1,
    ///     localhost).
    ///   - key: The anonymous or publishable key.
    /// - Throws: `ProjectError` that says what to change; it never holds the key
    ///   or a password of the address.
    public init(url: String, key: Secret) throws(ProjectError) {
        self.origin = try Self.origin(of: url)
        self.key = try ProjectKey(key)
    }

    /// The origin (RFC 6454) of an address: scheme and host in lower case, and
    /// the port unless it is the scheme's own.
    package static func origin(of text: String) throws(ProjectError) -> String {
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            let host = url.host?.lowercased(), !host.isEmpty
        else { throw .notAnAddress }
        guard url.user == nil, url.password == nil else { throw .userInAddress }
        guard url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil else {
            throw .moreThanOrigin
        }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard bare.utf8.allSatisfy({ Self.isHostCharacter($0) }) else { throw .notAnAddress }
        switch scheme {
        case "https": break
        case "http" where Self.loopback.contains(bare): break
        case "http": throw .withoutTLS
        default: throw .notAnAddress
        }
        if let port = url.port, !(1...65_535).contains(port) { throw .notAnAddress }
        let shown = bare.contains(":") ? "[\(bare)]" : bare
        let ownPort = scheme == "https" ? 443 : 80
        return "\(scheme)://\(shown)" + (url.port.map { $0 == ownPort ? "" : ":\($0)" } ?? "")
    }

    /// The first label of a hosted project's name, else the host: what messages
    /// call the project.
    public var name: String {
        let host = origin.drop { $0 != "/" }.dropFirst(2)
        return host.hasSuffix(".supabase.co") ? String(host.prefix { $0 != "." }) : String(host)
    }

    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
