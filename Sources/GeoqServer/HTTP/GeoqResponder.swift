import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers requests: finds the endpoint, checks access, and adds headers to the
/// handler's reply.
struct GeoqResponder: HTTPResponder {
    typealias Context = GeoqContext

    /// The value of `Server`.
    static let serverName = "geoq"

    let service: Service
    private let access: AccessControl
    private let routes: [Route]
    /// By their path, the endpoints that can answer directly.
    private let atOnce: [String: Route]

    /// An endpoint, with what every request to it needs.
    private final class Route: Sendable {
        let endpoint: Endpoint
        let pattern: [Substring]
        let parameters: [Parameter]
        /// The parameter that chooses the format.
        let format: Parameter?

        init(_ endpoint: Endpoint) {
            self.endpoint = endpoint
            (pattern, parameters, format) = (endpoint.pattern, endpoint.allParameters, endpoint.formatParameter)
        }
    }

    init(_ service: Service) {
        self.service = service
        access = AccessControl(service.configuration, service.addressing)
        routes = service.endpoints.map { Route($0) }
        atOnce = Dictionary(
            uniqueKeysWithValues: routes.filter { $0.endpoint.handleAtOnce != nil }.map { ($0.endpoint.path, $0) })
    }

    func respond(to request: Request, context: GeoqContext) async throws -> Response {
        await answer(request, context.connection, since: .now).response
    }

    /// The answer, if it needs no waiting and little work; nil when `respond`
    /// must find it.
    ///
    /// - Parameters:
    ///   - head: of a request without a body.
    ///   - client: the address at the other end, if the server needs it.
    func answerAtOnce(_ head: HTTPRequest, from client: String? = nil) -> Message? {
        guard head.method == .get || head.method == .head else { return nil }
        let start = ContinuousClock.now
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        guard let route = atOnce[request.uri.path], request.uri.string.utf8.count <= service.limits.targetBytes,
            let reply = replyAtOnce(request, route, client)
        else { return nil }
        var message = self.message(reply, to: request, route: route.endpoint.path, since: start)
        // Hummingbird adds these headers to its own answers.
        message.headers[.date] = service.date.text
        message.headers[.server] = Self.serverName
        return message
    }

    private func replyAtOnce(_ request: Request, _ route: Route, _ client: String?) -> Reply? {
        do {
            try AccessControl.checkAuthority(request)
            try access.check(request, route.endpoint)
            let base = try service.addressing.base(request.head, from: client)
            var ask = try makeAsk(request, route, [:], base, nil, nil)
            if isKnown(ask) { return dressed(Reply(.notModified), ask) }
            guard let handle = route.endpoint.handleAtOnce, let reply = try handle(&ask) else { return nil }
            return dressed(reply, ask)
        } catch {
            return self.reply(error, to: request, route.endpoint.path, nil)
        }
    }

    private func message(
        _ reply: Reply, to request: Request, route: String, since start: ContinuousClock.Instant
    ) -> Message {
        var reply = reply
        if let origin = service.configuration.allowedOrigin, origin != "*" { reply.varying.insert(.origin) }
        var message = reply.message(to: request)
        dress(&message.headers)
        let duration = ContinuousClock.now - start
        service.metrics.record(
            route: route, method: Self.known(request.method), status: message.status.code, duration: duration)
        // An answer that was stopped because its client left says nothing about
        // the server.
        let isOver = message.status == .serviceUnavailable && duration < .seconds(service.limits.querySeconds)
        if duration >= .seconds(service.limits.slowSeconds), !isOver {
            let target = Problem.shown(request.uri.string)
            service.log.say(
                "slow: \(Self.known(request.method)) \(target) took \(duration.components.seconds) s, status "
                    + "\(message.status.code)", as: "slow \(route)")
        }
        return message
    }

    /// The answer of the endpoint, found on the threads for questions of its
    /// cost.
    private func answer(
        _ request: Request, _ connection: ClientConnection, since start: ContinuousClock.Instant
    ) async -> Message {
        var path = "none"
        let interruption = Interruption()
        do {
            try AccessControl.checkAuthority(request)
            let (route, values) = try find(request)
            let endpoint = route.endpoint
            path = endpoint.path
            if request.method == .options {
                return message(preflight(endpoint), to: request, route: path, since: start)
            }
            try access.check(request, endpoint)
            if !endpoint.isVital { try enter() }
            defer { if !endpoint.isVital { service.gate.leave() } }
            let client = service.addressing.asksForClients ? connection.address : nil
            let base = try service.addressing.base(request.head, from: client)
            let ask = try makeAsk(request, route, values, base, connection, interruption)
            if isKnown(ask) {
                return message(dressed(Reply(.notModified), ask), to: request, route: path, since: start)
            }
            let cost = endpoint.costOf?(ask) ?? endpoint.cost
            if cost != .nothing { connection.watch(interruption) }
            return try await service.work.run(cost, endpoint.operation, interruption) { [path] in
                var ask = ask
                let reply = try await endpoint.handle(&ask)
                // The answer may be of a newer moment than the request. It is
                // compressed on this thread, too.
                return message(dressed(reply, ask), to: request, route: path, since: start)
            }
        } catch {
            return message(reply(error, to: request, path, interruption), to: request, route: path, since: start)
        }
    }

    /// Takes a place among the requests that are being answered.
    ///
    /// - Throws: 503 when all places are taken, or clients leave too many
    ///   answers untaken.
    private func enter() throws(Problem) {
        guard service.waitingBytes.count < service.limits.waitingAnswerBytes else {
            throw Problem(
                .serviceUnavailable, "Clients have too many bytes of answers to take; try again in a second.",
                headers: [.retryAfter: "1"])
        }
        guard service.gate.enter() else {
            throw Problem(
                .serviceUnavailable, "\(service.gate.limit) requests are being answered; try again in a second.",
                headers: [.retryAfter: "1"])
        }
    }

    private func makeAsk(
        _ request: Request, _ route: Route, _ values: [String: String], _ base: String,
        _ connection: ClientConnection?, _ interruption: Interruption?
    ) throws -> Ask {
        let endpoint = route.endpoint
        var reader = ParameterReader(query: request.uri.query, known: route.parameters)
        let format = try chosenFormat(request, route, &reader)
        return Ask(
            service: service, request: request, connection: connection, endpoint: endpoint, pathValues: values,
            parameters: reader, format: format,
            moment: endpoint.caching == .byVersion ? try service.live.moment() : nil, base: base,
            interruption: interruption)
    }

    /// Whether the client has the answer already. `*` stands for any answer;
    /// whether there is one only shows when it is found.
    private func isKnown(_ ask: Ask) -> Bool {
        guard let names = ask.request.headers[.ifNoneMatch], ask.parameters.problems.isEmpty else { return false }
        return ask.tag?.isNamed(by: names) ?? false
    }

    /// The reply with the headers that every answer of its endpoint has.
    private func dressed(_ reply: Reply, _ ask: Ask) -> Reply {
        var reply = reply
        if reply.status == .ok, ask.tag != nil, ask.request.headers[.ifNoneMatch]?.trimmed == "*" {
            let headers = reply.headers
            reply = Reply(.notModified)
            reply.headers = headers
        }
        if let tag = ask.tag { reply.headers[.eTag] = tag.text }
        let caching =
            switch ask.endpoint.caching {
            case .byVersion:
                reply.caching ?? (service.configuration.token == nil ? "public, no-cache" : "private, no-cache")
            case .never: "no-store"
            case .own: reply.caching ?? "no-store"
            }
        reply.headers[.cacheControl] = caching
        if ask.endpoint.formats.count > 1 { reply.varying.insert(.format) }
        return reply
    }

    /// The endpoint of a path.
    ///
    /// - Throws: 404, 405, 414.
    private func find(_ request: Request) throws(Problem) -> (Route, [String: String]) {
        guard request.uri.string.utf8.count <= service.limits.targetBytes else {
            throw Problem(
                .uriTooLong, "Path and query have more than \(service.limits.targetBytes) bytes; make them shorter.")
        }
        var path: String?
        var segments: [String] = []
        for part in request.uri.path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let segment = PercentCoding.decoded(part, plusIsBlank: false) else {
                throw Problem(.badRequest, "The path cannot be decoded: it must be UTF-8, percent-encoded.")
            }
            segments.append(segment)
        }
        for route in routes {
            guard let values = Endpoint.match(route.pattern, segments) else { continue }
            let endpoint = route.endpoint
            if endpoint.method == request.method || request.method == .options
                || endpoint.method == .get && request.method == .head
            {
                return (route, values)
            }
            path = endpoint.path
        }
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
    private func chosenFormat(
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
    private func methods(of path: String) -> String {
        var methods: [HTTPRequest.Method] = []
        for route in routes where route.endpoint.path == path {
            methods.append(route.endpoint.method)
            if route.endpoint.method == .get { methods.append(.head) }
        }
        return (methods + [.options]).map(\.rawValue).joined(separator: ", ")
    }

    /// The answer to a browser that asks beforehand whether a page may send a
    /// request.
    private func preflight(_ endpoint: Endpoint) -> Reply {
        var reply = Reply(.noContent)
        let methods = methods(of: endpoint.path)
        reply.headers[.allow] = methods
        if service.configuration.allowedOrigin != nil {
            reply.headers[.accessControlAllowMethods] = methods
            reply.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, If-None-Match, Last-Event-ID"
            reply.headers[.accessControlMaxAge] = "86400"
        }
        return reply
    }

    private static let always = [
        HTTPField(name: .xContentTypeOptions, value: "nosniff"), HTTPField(name: .referrerPolicy, value: "no-referrer"),
    ]
    /// For every answer that is no page.
    private static let strictPolicy = HTTPField(
        name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'")

    /// Headers that every answer has.
    private func dress(_ headers: inout HTTPFields) {
        headers.append(contentsOf: Self.always)
        if !headers.contains(.contentSecurityPolicy) { headers.append(Self.strictPolicy) }
        if let origin = service.configuration.allowedOrigin {
            headers[.accessControlAllowOrigin] = origin
            headers[.accessControlExposeHeaders] = "ETag, Link"
        }
    }

    /// The error as a client may read it. The log has what clients are not
    /// told.
    private func reply(
        _ error: any Error, to request: Request, _ path: String, _ interruption: Interruption?
    ) -> Reply {
        let problem = Self.problem(error)
        if problem.status == .internalServerError {
            service.log.say("\(Self.known(request.method)) \(path) failed: \(error)")
        }
        guard problem.status == .unauthorized, AccessControl.isPage(request) else { return Reply(problem) }
        return HTMLPage.needsToken(problem)
    }

    /// The error, as far as a client may know it.
    static func problem(_ error: any Error) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as FilterError: .parameter("filter", nil, expected: "CQL2 text", reason: "\(error)")
        case let error as QueryError: problem(error)
        case StoreError.tooManyChanges, StoreError.snapshotOutdated, StoreError.busy:
            Problem(
                .serviceUnavailable, "The store is changing too fast; try again in a second.",
                headers: [.retryAfter: "1"])
        case StoreError.replaced:
            Problem(
                .serviceUnavailable, "The store's file is being replaced; ask again in a moment.",
                headers: [.retryAfter: "1"])
        case is CancellationError, IndexError.interrupted:
            Problem(
                .serviceUnavailable, "The store could not be searched in time; ask for less.",
                headers: [.retryAfter: "1"])
        default:
            // The system's words may contain names of files, which clients must
            // not see.
            Problem(.internalServerError, "The question could not be answered; the server's log has more.")
        }
    }

    /// The same error in the words of the API: the library's own words are
    /// those of the command.
    private static func problem(_ error: QueryError) -> Problem {
        switch error {
        case .pageOutdated:
            Problem(.conflict, "The store has changed since the page before; start again without after.")
        case .wrongCursor:
            .parameter(
                "after", nil, expected: Common.after.expected, reason: "it belongs to another question")
        case .notInLayer(let what, let layer):
            Problem(.badRequest, "\(layer.rawValue) have no \(what); ask with layer=observations.")
        case .filterNeedsStore: Problem(.internalServerError, "The question could not be answered.")
        }
    }

    private static let knownMethods: [HTTPRequest.Method] = [.get, .head, .options, .post, .put, .patch, .delete]

    /// The method as a label for messages and metrics: clients must not invent
    /// labels.
    private static func known(_ method: HTTPRequest.Method) -> String {
        knownMethods.contains(method) ? method.rawValue : "another method"
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
