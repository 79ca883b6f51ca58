import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers requests: finds the endpoint, looks whether it may be asked, and
/// dresses what its handler gives.
struct GeoqResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let service: Service
    private let routes: [(pattern: [Substring], endpoint: Endpoint)]

    init(_ service: Service) {
        self.service = service
        routes = service.endpoints.map { ($0.pattern, $0) }
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        let start = ContinuousClock.now
        let (route, reply) = await answer(request)
        var response = reply.response(to: request)
        dress(&response, request)
        service.metrics.record(
            route: route, method: Self.known(request.method), status: response.status.code,
            duration: .now - start)
        return response
    }

    /// The path of the endpoint, for the metrics, and the answer.
    private func answer(_ request: Request) async -> (route: String, reply: Reply) {
        var route = "none"
        do {
            let (endpoint, values) = try find(request)
            route = endpoint.path
            if request.method == .options { return (route, preflight(endpoint)) }
            try AccessControl(service.configuration).check(request, endpoint)
            guard service.gate.enter() else {
                throw Problem(
                    .serviceUnavailable, "\(service.gate.limit) requests are being answered; try again in a second.",
                    headers: [.retryAfter: "1"])
            }
            defer { service.gate.leave() }
            return (route, try await reply(request, endpoint, values))
        } catch {
            return (route, Reply(Self.problem(error)))
        }
    }

    private func reply(_ request: Request, _ endpoint: Endpoint, _ values: [String: String]) async throws -> Reply {
        var reader = ParameterReader(query: request.uri.query, known: endpoint.allParameters)
        let format = try chosenFormat(request, endpoint, &reader)
        let moment = endpoint.caching == .byVersion ? try service.live.moment() : nil
        let question = "\(request.head.authority ?? "") \(request.uri.string) \(format)"
        var tag = moment.map { EntityTag(moment: $0.tag, question: question) }
        var ask = Ask(
            service: service, request: request, endpoint: endpoint, pathValues: values, parameters: reader,
            format: format, base: "http://\(request.head.authority ?? "localhost")", moment: moment)
        var reply: Reply
        if let tag, reader.problems.isEmpty, tag.isNamed(by: request.headers[.ifNoneMatch]) {
            reply = Reply(.notModified)
        } else {
            reply = try await endpoint.handle(&ask)
            // It may be of a newer moment than it was asked at.
            tag = ask.moment.map { EntityTag(moment: $0.tag, question: question) }
        }
        if let tag { reply.headers[.eTag] = tag.text }
        let shared = service.configuration.token == nil ? "public" : "private"
        switch endpoint.caching {
        case .byVersion: reply.headers[.cacheControl] = reply.caching ?? "\(shared), no-cache"
        case .never: reply.headers[.cacheControl] = "no-store"
        case .own: reply.headers[.cacheControl] = reply.caching ?? "no-store"
        }
        if endpoint.formats.count > 1 { reply.headers.append(.vary, "Accept") }
        return reply
    }

    /// The endpoint of a path.
    ///
    /// - Throws: 404, 405, 414.
    private func find(_ request: Request) throws(Problem) -> (Endpoint, [String: String]) {
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
        for (pattern, endpoint) in routes {
            guard let values = Endpoint.match(pattern, segments) else { continue }
            if endpoint.method == request.method || request.method == .options
                || endpoint.method == .get && request.method == .head
            {
                return (endpoint, values)
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
        _ request: Request, _ endpoint: Endpoint, _ reader: inout ParameterReader
    ) throws(Problem) -> Format {
        guard endpoint.formats.count > 1 else { return endpoint.formats[0] }
        let parameter = Endpoint.formatParameter(endpoint.formats)
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

    /// Headers that every answer has.
    private func dress(_ response: inout Response, _ request: Request) {
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if let origin = service.configuration.allowedOrigin {
            response.headers[.accessControlAllowOrigin] = origin
            response.headers[.accessControlExposeHeaders] = "ETag, Link"
            if origin != "*" { response.headers.append(.vary, "Origin") }
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

    /// A method for messages and metrics: clients must not make up labels.
    private static func known(_ method: HTTPRequest.Method) -> String {
        let methods: [HTTPRequest.Method] = [.get, .head, .options, .post, .put, .patch, .delete]
        return methods.contains(method) ? method.rawValue : "another method"
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
