import HTTPTypes

/// Answers requests: finds the endpoint, checks access, has the parameters
/// read, and adds headers to the handler's reply.
struct Dispatcher: Sendable {
    typealias Route = RouteTable.Route

    /// What becomes of a request.
    enum Outcome: Sendable {
        case message(Message)
        /// The answer needs waiting, or much work.
        case question(Question)
    }

    let service: Service
    private let access: AccessControl
    private let routes: RouteTable

    init(_ service: Service) {
        self.service = service
        access = AccessControl(service.configuration, service.addressing)
        routes = RouteTable(service.endpoints)
    }

    /// The answer to a request, or the question that must be asked for it.
    ///
    /// - Parameter client: the address at the other end of the connection.
    func answer(_ request: HTTPRequest, from client: String?) -> Outcome {
        let start = ContinuousClock.now
        var label = "none"
        do {
            try AccessControl.checkAuthority(request)
            let target = Target(request.path ?? "/")
            let (path, values) = try find(target)
            guard let route = path.route(for: request.method) else {
                throw Problem(
                    .methodNotAllowed, "\(Self.known(request.method)) cannot be used here; \(path.methods) can.",
                    headers: [.allow: path.methods])
            }
            label = route.endpoint.path
            if request.method == .options {
                return .message(message(preflight(path), to: request, label, since: start))
            }
            try access.check(request, route.endpoint)
            if !route.endpoint.isVital { try checkWaitingBytes() }
            var ask = try makeAsk(request, target, route, values, client)
            if isKnown(ask) {
                return .message(message(dressed(Reply(.notModified), ask), to: request, label, since: start))
            }
            switch try route.endpoint.handle(&ask) {
            case .now(let reply): return .message(message(dressed(reply, ask), to: request, label, since: start))
            case .later(let cost, let rest):
                return .question(
                    Question(dispatcher: self, route: route, ask: ask, cost: cost, rest: rest, start: start))
            }
        } catch {
            return .message(message(reply(error, to: request, label), to: request, label, since: start))
        }
    }

    /// - Throws: 404, 414, and 400 for a path that cannot be decoded.
    private func find(_ target: Target) throws(Problem) -> (RouteTable.Path, [String: String]) {
        guard target.text.utf8.count <= service.limits.targetBytes else {
            throw Problem(
                .uriTooLong, "Path and query have more than \(service.limits.targetBytes) bytes; make them shorter.")
        }
        guard let found = try routes.find(target.path) else {
            throw Problem(.notFound, "There is nothing at \(Problem.shown(target.path)); / lists what there is.")
        }
        return found
    }

    /// - Throws: 503 when clients leave too many answers untaken.
    private func checkWaitingBytes() throws(Problem) {
        guard service.waitingBytes.count < service.limits.waitingAnswerBytes else {
            throw Problem(
                .serviceUnavailable, "Clients have too many bytes of answers to take; try again in a second.",
                headers: [.retryAfter: "1"])
        }
    }

    private func makeAsk(
        _ request: HTTPRequest, _ target: Target, _ route: Route, _ values: [String: String], _ client: String?
    ) throws(Problem) -> Ask {
        let endpoint = route.endpoint
        let base = try service.addressing.base(request, from: client)
        var reader = ParameterReader(query: target.query, known: route.parameters)
        let format = try chosenFormat(request, route, &reader)
        return Ask(
            service: service, request: request, target: target, client: client, endpoint: endpoint,
            pathValues: values, parameters: reader, format: format,
            moment: endpoint.caching == .byVersion ? try service.live.moment() : nil, base: base)
    }

    /// Whether the client has the answer already. `*` stands for any answer;
    /// whether there is one only shows when it is found.
    private func isKnown(_ ask: Ask) -> Bool {
        guard let names = ask.request.headerFields[.ifNoneMatch], ask.parameters.problems.isEmpty else { return false }
        return ask.tag?.isNamed(by: names) ?? false
    }

    /// - Throws: 406 when the client accepts no format that the endpoint
    ///   offers.
    private func chosenFormat(
        _ request: HTTPRequest, _ route: Route, _ reader: inout ParameterReader
    ) throws(Problem) -> Format {
        let endpoint = route.endpoint
        guard let parameter = route.format else { return endpoint.formats[0] }
        if reader.has(parameter) {
            let offered = endpoint.formats
            return reader.value(parameter) { word in offered.first { $0.rawValue == word } } ?? endpoint.formats[0]
        }
        if let format = Format.negotiated(request.headerFields[.accept], among: endpoint.formats) { return format }
        throw Problem(
            .notAcceptable,
            "Accept takes none of \(endpoint.formats.map(\.mediaType).joined(separator: ", ")), which this can be.")
    }

    /// The answer to a browser that asks beforehand whether a page may send a
    /// request.
    private func preflight(_ path: RouteTable.Path) -> Reply {
        var reply = Reply(.noContent)
        reply.headers[.allow] = path.methods
        if service.configuration.allowedOrigin != nil {
            reply.headers[.accessControlAllowMethods] = path.methods
            reply.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, If-None-Match, Last-Event-ID"
            reply.headers[.accessControlMaxAge] = "86400"
        }
        return reply
    }
}
