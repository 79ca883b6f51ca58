import AsyncHTTPClient
import GeoqSupabase
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension TransportFailure {
    /// What an error of the libraries means for the request.
    ///
    /// All that is not known otherwise means that no whole answer came:
    /// connections that are cut, and bytes that are no HTTP.
    init(_ error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case let error as HTTPClientError where Self.unconnected.contains(error): self = .notConnected
        case let error as HTTPClientError:
            self = Self.silences.contains(error) ? .timedOut : .notReached
        // No address was found, so none was tried.
        case let error as NIOConnectionError where error.connectionErrors.isEmpty:
            self = error.dnsAError == nil && error.dnsAAAAError == nil ? .notReached : .nameUnknown
        // Each address of a name was tried.
        case is NIOConnectionError: self = .notConnected
        // An open connection ends with other numbers.
        case let error as IOError where error.errnoCode == ECONNREFUSED: self = .notConnected
        case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge
        case let error as NIOSSLError: self = Self.isAboutTrust(error) ? .untrusted : .notReached
        case let error as NIOSSLExtraError:
            self = error == .failedToValidateHostname ? .untrusted : .notReached
        default: self = .notReached
        }
    }

    /// The request waits for a connection, and for its TLS.
    private static let unconnected: [HTTPClientError] = [.connectTimeout, .tlsHandshakeTimeout]
    private static let silences: [HTTPClientError] = [.readTimeout, .writeTimeout, .deadlineExceeded]

    /// Whether the certificate was refused. BoringSSL says so in words alone.
    private static func isAboutTrust(_ error: NIOSSLError) -> Bool {
        switch error {
        case .unableToValidateCertificate, .noCertificateToValidate: true
        case .handshakeFailed(let reason): "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
        default: false
        }
    }
}
