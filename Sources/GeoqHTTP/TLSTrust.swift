import NIOSSL

/// Whose certificates are believed.
package enum TLSTrust: Sendable {
    /// The certificates that the system believes.
    case system
    /// The certificates of this PEM file, and no others.
    case file(String)

    /// A client's TLS: certificates and names are verified, always.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .fullVerification
        configuration.minimumTLSVersion = .tlsv12
        if case .file(let path) = self { configuration.trustRoots = .file(path) }
        return configuration
    }
}
