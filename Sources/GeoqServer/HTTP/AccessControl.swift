import HTTPTypes
import Hummingbird

/// Who may ask.
struct AccessControl {
    private let configuration: ServerConfiguration

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
    }

    /// - Throws: 401 without the token, where one is needed; 421 for a name
    ///   that is not the server's.
    func check(_ request: Request, _ endpoint: Endpoint) throws(Problem) {
        guard let token = configuration.token else { return try checkHost(request) }
        guard endpoint.access == .store else { return }
        let header = request.headers[.authorization] ?? ""
        let isBearer = header.lowercased().hasPrefix("bearer ")
        let given = isBearer ? Array(header.utf8.dropFirst(7)) : []
        guard Self.areEqual(given, Array(token.utf8)) else {
            throw Problem(
                .unauthorized, "Send the server's token: Authorization: Bearer …",
                headers: [.wwwAuthenticate: #"Bearer realm="geoq""#])
        }
    }

    /// A server that listens on this machine only, and asks for no token, is
    /// asked by names of this machine: a page from elsewhere whose own name was
    /// made to point here (DNS rebinding) is turned away.
    private func checkHost(_ request: Request) throws(Problem) {
        guard configuration.isLocal else { return }
        let authority = (request.head.authority ?? "").lowercased()
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard ServerConfiguration.localHosts.contains(String(host)) else {
            throw Problem(.misdirectedRequest, "This server answers as localhost or 127.0.0.1 only.")
        }
    }

    /// Compares in a time that depends on the lengths only.
    static func areEqual(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
        var difference = given.count ^ secret.count
        for index in secret.indices {
            difference |= Int((given.isEmpty ? 0 : given[index % given.count]) ^ secret[index])
        }
        return difference == 0
    }
}
