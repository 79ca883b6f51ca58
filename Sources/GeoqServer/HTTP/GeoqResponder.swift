import Geoq
import GeoqIndex
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers requests: finds the endpoint, checks access, and adds headers to the
/// handler's reply.
///
/// A request that needs no waiting is answered on the thread of its connection
/// (`answerAtOnce`), every other one on the threads for questions (`respond`).
/// Both find, check and read it in the same way (`prepare`).
struct GeoqResponder: HTTPResponder {
    typealias Context = GeoqContext

    /// The value of `Server`.
    static let serverName = "geoq"

    let service: Service
    let routes: [Route]
    /// By their path, the endpoints for GET whose path has no variable part.
    let fixed: [String: Route]
    private let access: AccessControl

    /// An endpoint, with what every request to it needs.
    final class Route: Sendable {
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
        fixed = Dictionary(
            uniqueKeysWithValues: routes.filter { $0.endpoint.method == .get && !$0.endpoint.path.contains("{") }
                .map { ($0.endpoint.path, $0) })
    }

    // MARK: - Two ways to an answer

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
        guard let route = fixed[request.uri.path], let handle = route.endpoint.handleAtOnce,
            request.uri.string.utf8.count <= service.limits.targetBytes
        else { return nil }
        let reply: Reply
        do {
            var path = ""
            switch try prepare(request, from: client, &path) {
            case .answered(let known): reply = known
            case .ask(var ask, _):
                guard let found = try handle(&ask) else { return nil }
                reply = dressed(found, ask)
            }
        } catch {
            reply = self.reply(error, to: request, route.endpoint.path)
        }
        var message = self.message(reply, to: request, route: route.endpoint.path, since: start)
        // Hummingbird adds these headers to its own answers.
        message.headers[.date] = service.date.text
        message.headers[.server] = Self.serverName
        return message
    }

    func respond(to request: Request, context: GeoqContext) async throws -> Response {
        await answer(request, context.connection, since: .now).response
    }

    /// The answer of the endpoint, found on the threads for questions of its
    /// cost.
    private func answer(
        _ request: Request, _ connection: ClientConnection, since start: ContinuousClock.Instant
    ) async -> Message {
        var path = "none"
        do {
            let client = service.addressing.asksForClients ? connection.address : nil
            var ask: Ask
            let own: Route
            switch try prepare(request, from: client, &path) {
            case .answered(let reply): return message(reply, to: request, route: path, since: start)
            case .ask(let prepared, let route): (ask, own) = (prepared, route)
            }
            let endpoint = ask.endpoint
            if endpoint.takesForm {
                // Before it takes a place among the requests: its client may be slow.
                ask.connection = connection
                try await ask.readForm(parameters(of: own)) { (reader) throws(Problem) in
                    try chosenFormat(request, own, &reader)
                }
            }
            if !endpoint.isVital { try enter() }
            defer { if !endpoint.isVital { service.gate.leave() } }
            let interruption = Interruption()
            (ask.connection, ask.interruption) = (connection, interruption)
            let cost = endpoint.costOf?(ask) ?? endpoint.cost
            if cost != .nothing { connection.watch(interruption) }
            return try await service.work.run(cost, endpoint.operation, interruption) { [path, ask] in
                var ask = ask
                let reply = try await endpoint.handle(&ask)
                // The answer may be of a newer moment than the request. It is
                // compressed on this thread, too.
                return message(dressed(reply, ask), to: request, route: path, since: start)
            }
        } catch {
            return message(reply(error, to: request, path), to: request, route: path, since: start)
        }
    }

    // MARK: - What both ways do

    private enum Prepared {
        /// The answer needs no handler.
        case answered(Reply)
        case ask(Ask, Route)
    }

    /// Finds the endpoint, checks that the client may ask it, and reads the
    /// question.
    ///
    /// - Parameters:
    ///   - client: the address at the other end, if the server needs it.
    ///   - path: becomes the path of the endpoint once it is found.
    /// - Throws: `Problem` 400, 401, 404, 405, 406, 414, 421; 503 while there is
    ///   no snapshot.
    private func prepare(_ request: Request, from client: String?, _ path: inout String) throws -> Prepared {
        try AccessControl.checkAuthority(request)
        let (route, values) = try find(request)
        let endpoint = route.endpoint
        path = endpoint.path
        if request.method == .options { return .answered(preflight(endpoint)) }
        let base = try service.addressing.base(request.head, from: client)
        try access.check(request, endpoint, base: base)
        switch endpoint.access {
        case .edits: try service.edits.check(request, base: base)
        case .page: try service.edits.checkPage(request, base: base)
        case .open, .store: break
        }
        var reader = ParameterReader(query: request.uri.query, known: parameters(of: route))
        try Form.check(endpoint, reader.problems)
        let format = try chosenFormat(request, route, &reader)
        let ask = Ask(
            service: service, request: request, endpoint: endpoint, pathValues: values, parameters: reader,
            format: format, moment: endpoint.caching == .byVersion ? try service.live.moment() : nil, base: base)
        return isKnown(ask) ? .answered(dressed(Reply(.notModified), ask)) : .ask(ask, route)
    }

    private func parameters(of route: Route) -> [Parameter] {
        route.endpoint.parametersOfStore == nil ? route.parameters : route.endpoint.parameters(in: service.live)
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

    /// Whether the client has the answer already. `*` stands for any answer;
    /// whether there is one only shows when it is found.
    private func isKnown(_ ask: Ask) -> Bool {
        guard let names = ask.request.headers[.ifNoneMatch], ask.parameters.problems.isEmpty else { return false }
        return ask.tag?.isNamed(by: names) ?? false
    }

    /// The message for a reply, which the metrics count.
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
            let target = Problem.shown(LoggedTarget.withoutSecrets(request.uri.string))
            service.log.say(
                "slow: \(Self.known(request.method)) \(target) took \(duration.components.seconds) s, status "
                    + "\(message.status.code)", as: "slow \(route)")
        }
        return message
    }
}
