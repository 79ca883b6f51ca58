package import Geoq

/// A request to one of a project's services, before it has an address, a key and
/// a token.
package struct WireRequest: Sendable {
    /// The parts of a project.
    package enum Service: String, Sendable, CaseIterable {
        case auth, rest, storage, realtime, functions

        var prefix: String { "/\(rawValue)/v1" }
    }

    /// The user in whose name a request asks.
    package enum Asker: Sendable, Hashable {
        /// As the application, without a user.
        case application
        /// As the user who is logged in.
        case user
        /// As the user of this token, who need not be the one that is logged in now.
        case bearer(Secret)
    }

    package var service: Service
    package var method: String
    /// Segments of the path below the service's prefix; each is encoded.
    package var path: [String]
    /// Names and values of the query, in this order; both are encoded.
    package var query: [(name: String, value: String)] = []
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []
    package var asker = Asker.user
    /// Whether sending it twice has the same effect as once, so that a lost
    /// answer may be asked for again.
    package var mayRepeat: Bool
    /// How long the server may be silent.
    package var silence = Duration.seconds(30)

    package init(_ service: Service, _ method: String, _ path: String..., mayRepeat: Bool) {
        (self.service, self.method, self.path, self.mayRepeat) = (service, method, path, mayRepeat)
    }

    /// The same request with a JSON body.
    package func with(json: JSONValue) -> WireRequest {
        var request = self
        request.body = []
        request.body.appendJSON(json)
        request.headers.append(("content-type", "application/json"))
        return request
    }

    /// The same request with one more parameter.
    package func with(_ name: String, _ value: String) -> WireRequest {
        var request = self
        request.query.append((name, value))
        return request
    }

    /// The request as it is sent.
    ///
    /// - Parameter token: The user's, for a request that asks as the user.
    /// - Precondition: There is a token when the request asks as the user.
    package func message(to project: SupabaseProject, token: Secret?) -> TransportRequest {
        var sent = [(name: "apikey", value: project.key.secret.reveal())]
        let bearer: Secret? =
            switch asker {
            case .application: project.key.bearer
            case .bearer(let token): token
            case .user: token
            }
        precondition(asker != .user || token != nil, "A request of a user needs the user's token.")
        if let bearer { sent.append(("authorization", "Bearer \(bearer.reveal())")) }
        sent.append(("accept-encoding", "gzip"))
        return TransportRequest(
            method: method, url: url(at: project.origin), headers: sent + headers, body: body, silenceTimeout: silence)
    }

    /// Its address.
    ///
    /// - Parameter origin: the project's.
    func url(at origin: String) -> String {
        var url = origin + service.prefix
        for segment in path { url += "/" + Self.encoded(segment) }
        for (position, item) in query.enumerated() {
            url += (position == 0 ? "?" : "&") + Self.encoded(item.name) + "=" + Self.encoded(item.value)
        }
        return url
    }

    /// What a log may show of it: method and path, without query, headers and
    /// body.
    package var loggedName: String {
        "\(method) \(service.prefix)/\(path.map(Self.encoded).joined(separator: "/"))"
    }

    /// Percent-encodes all but the unreserved characters (RFC 3986, 2.3) and
    /// those that PostgREST's grammar needs and any server takes in a query:
    /// `*`, `,`, `(`, `)`, `:`.
    static func encoded(_ text: String) -> String { PercentCoding.encoded(text, keeping: "*,():") }
}
