import Geoq
import HTTPTypes
import Hummingbird

/// Which endpoint a request is for.
extension GeoqResponder {
    /// The endpoint of a path.
    ///
    /// - Throws: 404, 405, 414.
    func find(_ request: Request) throws(Problem) -> (Route, [String: String]) {
        guard request.uri.string.utf8.count <= service.limits.targetBytes else {
            throw Problem(
                .uriTooLong, "Path and query have more than \(service.limits.targetBytes) bytes; make them shorter.")
        }
        if request.method == .get || request.method == .head, let route = fixed[request.uri.path] {
            return (route, [:])
        }
        var path: String?
        var segments: [String] = []
        for part in request.uri.path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let segment = PercentCoding.decoded(part, plusIsBlank: false) else {
                throw Problem(.badRequest, "The path cannot be decoded: it must be UTF-8, percent-encoded.")
            }
            segments.append(segment)
        }
        // Of two endpoints for one path and method one takes forms.
        let hasForm = request.method == .post && Form.isSent(with: request)
        var other: (Route, [String: String])?
        for route in routes {
            guard let values = Endpoint.match(route.pattern, segments) else { continue }
            let endpoint = route.endpoint
            if endpoint.method == request.method || request.method == .options
                || endpoint.method == .get && request.method == .head
            {
                if endpoint.takesForm == hasForm || request.method == .options { return (route, values) }
                other = other ?? (route, values)
            }
            path = endpoint.path
        }
        if let other { return other }
        guard let path else {
            throw Problem(.notFound, "There is nothing at \(Problem.shown(request.uri.path)); / lists what there is.")
        }
        let names = methods(of: path)
        throw Problem(
            .methodNotAllowed, "\(Self.known(request.method)) cannot be used here; \(names) can.",
            headers: [.allow: names])
    }

    /// - Throws: 406 when the client accepts no format that the endpoint
    ///   offers.
    func chosenFormat(
        _ request: Request, _ route: Route, _ reader: inout ParameterReader
    ) throws(Problem) -> Format {
        let endpoint = route.endpoint
        guard let parameter = route.format else { return endpoint.formats[0] }
        if reader.has(parameter) {
            let offered = endpoint.formats
            return reader.value(parameter) { word in offered.first { $0.rawValue == word } } ?? endpoint.formats[0]
        }
        if let format = Format.negotiated(request.headers[.accept], among: endpoint.formats) { return format }
        throw Problem(
            .notAcceptable,
            "Accept takes none of \(endpoint.formats.map(\.mediaType).joined(separator: ", ")), which this can be.")
    }

    /// All methods of a path, for `Allow`: several endpoints may share the
    /// path.
    private func methods(of path: String, where isMeant: (Endpoint) -> Bool = { _ in true }) -> String {
        var methods: [HTTPRequest.Method] = []
        for route in routes where route.endpoint.path == path && isMeant(route.endpoint) {
            // A path may take forms by the method by which it takes other bodies.
            if !methods.contains(route.endpoint.method) { methods.append(route.endpoint.method) }
            if route.endpoint.method == .get { methods.append(.head) }
        }
        return (methods + [.options]).map(\.rawValue).joined(separator: ", ")
    }

    /// The answer to a browser that asks beforehand whether a page may send a
    /// request.
    func preflight(_ endpoint: Endpoint) -> Reply {
        var reply = Reply(.noContent)
        reply.headers[.allow] = methods(of: endpoint.path)
        if service.configuration.allowedOrigin != nil {
            // Pages from elsewhere may read, and never change the store.
            reply.headers[.accessControlAllowMethods] = methods(of: endpoint.path) {
                $0.access == .open || $0.access == .store
            }
            reply.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, If-None-Match, Last-Event-ID"
            reply.headers[.accessControlMaxAge] = "86400"
        }
        return reply
    }
}
