import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers requests: finds the endpoint, looks whether it may be asked, and
/// dresses what its handler gives.
struct GeoqResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    /// What `Server` says.
    static let serverName = "geoq"

    let service: Service
    private let routes: [Route]
    /// By their path, those that can answer at once.
    private let atOnce: [String: Route]

    /// An endpoint, with what every request to it needs.
    private final class Route: Sendable {
        let endpoint: Endpoint
        let pattern: [Substring]
        let parameters: [Parameter]
        /// The one of them that chooses the format.
        let format: Parameter?

        init(_ endpoint: Endpoint) {
            self.endpoint = endpoint
            (pattern, parameters, format) = (endpoint.pattern, endpoint.allParameters, endpoint.formatParameter)
        }
    }

    init(_ service: Service) {
        self.service = service
        routes = service.endpoints.map { Route($0) }
        atOnce = Dictionary(
            uniqueKeysWithValues: routes.filter { $0.endpoint.handleAtOnce != nil }.map { ($0.endpoint.path, $0) })
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        let start = ContinuousClock.now
        let (route, reply) = await answer(request)
        return message(reply, to: request, route: route, since: start).response
    }

    /// The answer, when it can be had without waiting and with little work; nil
    /// when `respond` is to find it.
    ///
    /// - Parameter head: of a request without a body.
    func answerAtOnce(_ head: HTTPRequest) -> Message? {
        guard head.method == .get || head.method == .head else { return nil }
        let start = ContinuousClock.now
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        guard let route = atOnce[request.uri.path], request.uri.string.utf8.count <= service.limits.targetBytes,
            let reply = replyAtOnce(request, route)
        else { return nil }
        var message = self.message(reply, to: request, route: route.endpoint.path, since: start)
        // Hummingbird adds these to its answers.
        message.headers[.date] = service.date.text
        message.headers[.server] = Self.serverName
        return message
    }

    private func replyAtOnce(_ request: Request, _ route: Route) -> Reply? {
        do {
            try AccessControl(service.configuration).check(request, route.endpoint)
            try enter()
            defer { service.gate.leave() }
            var ask = try makeAsk(request, route, [:])
            if isKnown(ask) { return dressed(Reply(.notModified), ask) }
            guard let handle = route.endpoint.handleAtOnce, let reply = try handle(&ask) else { return nil }
            return dressed(reply, ask)
        } catch {
            return Reply(Self.problem(error))
        }
    }

    private func message(
        _ reply: Reply, to request: Request, route: String, since start: ContinuousClock.Instant
    ) -> Message {
        var reply = reply
        if let origin = service.configuration.allowedOrigin, origin != "*" { reply.varying.insert(.origin) }
        var message = reply.message(to: request)
        dress(&message.headers)
        service.metrics.record(
            route: route, method: Self.known(request.method), status: message.status.code,
            duration: .now - start)
        return message
    }

    /// The path of the endpoint, for the metrics, and the answer.
    private func answer(_ request: Request) async -> (route: String, reply: Reply) {
        var path = "none"
        do {
            let (route, values) = try find(request)
            path = route.endpoint.path
            if request.method == .options { return (path, preflight(route.endpoint)) }
            try AccessControl(service.configuration).check(request, route.endpoint)
            try enter()
            defer { service.gate.leave() }
            var ask = try makeAsk(request, route, values)
            if isKnown(ask) { return (path, dressed(Reply(.notModified), ask)) }
            let reply = try await route.endpoint.handle(&ask)
            // It may be of a newer moment than it was asked at.
            return (path, dressed(reply, ask))
        } catch {
            return (path, Reply(Self.problem(error)))
        }
    }

    /// Takes a place among the requests that are being answered.
    ///
    /// - Throws: 503 when there is none.
    private func enter() throws(Problem) {
        guard service.gate.enter() else {
            throw Problem(
                .serviceUnavailable, "\(service.gate.limit) requests are being answered; try again in a second.",
                headers: [.retryAfter: "1"])
        }
    }

    private func makeAsk(_ request: Request, _ route: Route, _ values: [String: String]) throws -> Ask {
        let endpoint = route.endpoint
        var reader = ParameterReader(query: request.uri.query, known: route.parameters)
        let format = try chosenFormat(request, route, &reader)
        return Ask(
            service: service, request: request, endpoint: endpoint, pathValues: values, parameters: reader,
            format: format, moment: endpoint.caching == .byVersion ? try service.live.moment() : nil)
    }

    /// Whether the client has the answer already.
    private func isKnown(_ ask: Ask) -> Bool {
        guard let names = ask.request.headers[.ifNoneMatch], ask.parameters.problems.isEmpty else { return false }
        return ask.tag?.isNamed(by: names) ?? false
    }

    /// The reply with what is true of every answer of its endpoint.
    private func dressed(_ reply: Reply, _ ask: Ask) -> Reply {
        var reply = reply
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
        var segments: [String] = []
        for part in request.uri.path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let segment = PercentCoding.decoded(part, plusIsBlank: false) else {
                throw Problem(.badRequest, "The path cannot be decoded: it must be UTF-8, percent-encoded.")
            }
            segments.append(segment)
        }
        var allowed: [HTTPRequest.Method] = []
        for route in routes {
            guard let values = Endpoint.match(route.pattern, segments) else { continue }
            let endpoint = route.endpoint
            if endpoint.method == request.method || request.method == .options
                || endpoint.method == .get && request.method == .head
            {
                return (route, values)
            }
            allowed.append(endpoint.method)
            if endpoint.method == .get { allowed.append(.head) }
        }
        if allowed.isEmpty {
            throw Problem(.notFound, "There is nothing at \(Problem.shown(request.uri.path)); / lists what there is.")
        }
        let names = (allowed + [.options]).map(\.rawValue).joined(separator: ", ")
        throw Problem(
            .methodNotAllowed, "\(Self.known(request.method)) cannot be used here; \(names) can.",
            headers: [.allow: names])
    }

    /// - Throws: 406 when the client takes nothing that there is.
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

    /// An answer to a browser that asks whether it may ask.
    private func preflight(_ endpoint: Endpoint) -> Reply {
        var reply = Reply(.noContent)
        let methods = endpoint.method == .get ? "GET, HEAD, OPTIONS" : "\(endpoint.method.rawValue), OPTIONS"
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
    /// For what is no page.
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

    /// What went wrong, as far as a client may know.
    static func problem(_ error: any Error) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as FilterError: .parameter("filter", nil, expected: "CQL2 text", reason: "\(error)")
        case let error as QueryError:
            if case .pageOutdated = error {
                Problem(.conflict, "The store has changed since the page before; start again without after.")
            } else {
                Problem(.badRequest, "\(error)")
            }
        case StoreError.tooManyChanges, StoreError.snapshotOutdated, StoreError.busy:
            Problem(
                .serviceUnavailable, "The store is changing too fast; try again in a second.",
                headers: [.retryAfter: "1"])
        case is CancellationError:
            Problem(
                .serviceUnavailable, "The store could not be searched in time; ask for less.",
                headers: [.retryAfter: "1"])
        default:
            // What the system says may name files; that is not for clients.
            Problem(.internalServerError, "The question could not be answered; the server's log has more.")
        }
    }

    private static let knownMethods: [HTTPRequest.Method] = [.get, .head, .options, .post, .put, .patch, .delete]

    /// A method for messages and metrics: clients must not make up labels.
    private static func known(_ method: HTTPRequest.Method) -> String {
        knownMethods.contains(method) ? method.rawValue : "another method"
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
