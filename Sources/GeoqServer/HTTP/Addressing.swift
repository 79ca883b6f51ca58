import Foundation
import GeoqFormats
import HTTPTypes

/// How clients address the server: the beginning of its links.
///
/// With `baseURL`, links begin with that. Otherwise a trusted proxy says it:
/// the last entry of `Forwarded` (RFC 7239), or of `X-Forwarded-Proto` and
/// `X-Forwarded-Host`, is the one that this proxy wrote itself; its client sent
/// the entries before it. Without either, links begin with the `Host` of the
/// request.
struct Addressing: Sendable {
    private let baseURL: String?
    private let proxies: Set<String>

    init(_ configuration: ServerConfiguration) {
        baseURL = configuration.baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        proxies = configuration.trustedProxies
    }

    /// Whether the server must know where a request comes from.
    var asksForClients: Bool { !proxies.isEmpty }

    /// Whether an address is that of a trusted proxy.
    func isTrusted(_ address: String?) -> Bool {
        address.map(proxies.contains) ?? false
    }

    /// The host of the base URL, as `Host` has it; nil without one.
    var host: String? {
        baseURL.flatMap { URL(string: $0) }.flatMap { url in
            url.host(percentEncoded: true).map { $0 + (url.port.map { ":\($0)" } ?? "") }
        }
    }

    /// The path of the base URL, for links within a page that answers no question; empty without one.
    var root: Substring { Self.path(of: baseURL ?? "http://") }

    /// The path at the end of a base.
    static func path(of base: String) -> Substring {
        let host = base.utf8.dropFirst(base.hasPrefix("https") ? 8 : 7)
        return base[(host.firstIndex(of: UInt8(ascii: "/")) ?? base.endIndex)...]
    }

    /// `http://host`, or with a path.
    ///
    /// - Parameter peer: the address at the other end of the connection.
    /// - Throws: 400 when the host is not valid.
    func base(_ head: HTTPRequest, from peer: String?) throws(Problem) -> String {
        if let baseURL { return baseURL }
        let host = head.authority ?? ""
        guard isTrusted(peer) else { return "http://" + host }
        let said = Self.forwarded(head.headerFields)
        let scheme = said.scheme ?? "http"
        guard scheme == "http" || scheme == "https", Self.isAuthority(said.host ?? host) else {
            throw Problem(.badRequest, "The proxy's Forwarded or X-Forwarded-… names no scheme and host.")
        }
        return scheme + "://" + (said.host ?? host)
    }

    /// The scheme and host that the last proxy's client asked for, as the proxy
    /// says.
    private static func forwarded(_ headers: HTTPFields) -> (scheme: String?, host: String?) {
        func last(_ name: HTTPField.Name) -> String? {
            headers[name]?.split(separator: ",").last.map { String($0.trimmed) }
        }
        // A proxy that writes these passes on what a client has written into the other.
        let (proto, name) = (last(.xForwardedProto)?.lowercased(), last(.xForwardedHost))
        guard proto == nil, name == nil, let entry = last(.forwarded) else { return (proto, name) }
        var scheme: String?
        var host: String?
        for pair in entry.split(separator: ";") {
            let halves = pair.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard halves.count == 2 else { continue }
            let value = halves[1].hasPrefix("\"") ? halves[1].dropFirst().dropLast() : halves[1][...]
            switch halves[0].lowercased() {
            case "proto": scheme = value.lowercased()
            case "host": host = String(value)
            default: break
            }
        }
        return (scheme, host)
    }

    /// Whether a text is a host, with a port perhaps (RFC 3986, section 3.2):
    /// letters, digits and `-._~`, or an IPv6 address in brackets.
    static func isAuthority(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= 261 else { return false }
        let end: String.UTF8View.Index
        if first == UInt8(ascii: "[") {
            guard let closing = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[bytes.index(after: bytes.startIndex)..<closing]
            guard !address.isEmpty, address.allSatisfy({ isHexadecimal($0) || ":.".utf8.contains($0) }) else {
                return false
            }
            end = bytes.index(after: closing)
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end != bytes.startIndex, bytes[..<end].allSatisfy(isUnreserved) else { return false }
        }
        if end == bytes.endIndex { return true }
        let port = bytes[end...].dropFirst()
        return bytes[end] == UInt8(ascii: ":") && port.count <= 5 && port.allSatisfy(isDigit)
    }

    /// Whether a text is `scheme://host`, as the header `Origin` has it.
    static func isOrigin(_ text: String) -> Bool {
        let halves = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let first = halves[0].utf8.first, isLetter(first) else { return false }
        return halves[0].utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
            && isAuthority(halves[1])
    }

    /// Whether a text is `http(s)://host`, with a plain path perhaps.
    static func isBase(_ text: String) -> Bool {
        guard let start = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(start.count)
        let host = rest.prefix { $0 != "/" }
        return isAuthority(host)
            && rest.dropFirst(host.count).utf8.allSatisfy { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// Whether a text is an IP address.
    static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}

extension HTTPField.Name {
    static let forwarded = HTTPField.Name("Forwarded")!
    static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")!
    static let xForwardedHost = HTTPField.Name("X-Forwarded-Host")!
}
