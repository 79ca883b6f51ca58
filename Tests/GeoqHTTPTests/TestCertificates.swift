import Foundation
import NIOSSL
import TestSupport

/// Certificates for loopback, made by OpenSSL for one test.
struct TestCertificates {
    /// The file of the authority that signed all but `selfSigned`.
    let authority: String
    private let folder: String

    init(in folder: String) throws {
        self.folder = folder
        authority = folder + "/authority.pem"
        try make(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj",
            "/CN=geoq test authority", "-keyout", folder + "/authority.key", "-out", authority)
    }

    /// A server's context with a certificate of the authority.
    ///
    /// - Parameters:
    ///   - names: As OpenSSL writes them: `IP:127.0.0.1` or `DNS:example.org`.
    ///   - days: How long it is good, from now.
    func context(names: String, days: Int = 30) throws -> NIOSSLContext {
        let base = folder + "/leaf\(days)\(names.count)"
        try make(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=leaf", "-keyout",
            base + ".key", "-out", base + ".csr")
        try "subjectAltName=\(names)\n".write(toFile: base + ".ext", atomically: true, encoding: .utf8)
        try make(
            "x509", "-req", "-in", base + ".csr", "-CA", authority, "-CAkey", folder + "/authority.key",
            "-CAcreateserial", "-days", "\(days)", "-extfile", base + ".ext", "-out", base + ".pem")
        return try Self.context(base)
    }

    /// A server's context with a certificate that signs itself.
    func selfSigned() throws -> NIOSSLContext {
        let base = folder + "/self"
        try make(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj",
            "/CN=self", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", base + ".key", "-out", base + ".pem")
        return try Self.context(base)
    }

    private static func context(_ base: String) throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMFile(base + ".pem").map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: base + ".key", format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
    }

    private struct Refused: Error {
        let words: String
    }

    private func make(_ words: String...) throws {
        let run = try Tool.run("/usr/bin/openssl", words)
        guard run.status == 0 else { throw Refused(words: run.errors) }
    }
}
