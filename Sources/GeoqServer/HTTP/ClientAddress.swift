import Foundation
import Geoq
import NIOCore

/// The address of a client as text.
enum ClientAddress {
    /// The address at the other end of a connection; nil when there is none. One of IPv4 that a socket for IPv6 has as
    /// one of its own (RFC 4291, 2.5.5.2) is that of IPv4.
    static func of(_ channel: any Channel) -> String? { channel.remoteAddress?.ipAddress.map(plain) }

    static func plain(_ address: String) -> String {
        let mapped = "::ffff:"
        return address.hasPrefix(mapped) && address.contains(".") ? String(address.dropFirst(mapped.count)) : address
    }

    /// What one client has: an address of IPv4, or the first 64 bits of one of IPv6, of which it takes as many as it likes
    /// (RFC 7421).
    static func network(of address: String) -> String {
        var bytes = in6_addr()
        guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return withUnsafeBytes(of: bytes) { HexDigits.text(Array($0.prefix(8))) } + "/64"
    }
}
