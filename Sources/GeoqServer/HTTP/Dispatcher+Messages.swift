import GeoqFormats
import HTTPTypes

extension Dispatcher {
    /// The reply with the headers that every answer of its endpoint has.
    func dressed(_ reply: Reply, _ ask: Ask) -> Reply {
        var reply = reply
        if reply.status == .ok, ask.tag != nil, ask.request.headerFields[.ifNoneMatch]?.trimmed == "*" {
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

    /// The reply as it is sent, with the headers that every answer has. Counts
    /// it, and logs a slow one.
    ///
    /// - Parameter label: the path of the endpoint.
    func message(
        _ reply: Reply, to request: HTTPRequest, _ label: String, since start: ContinuousClock.Instant
    ) -> Message {
        var reply = reply
        if let origin = service.configuration.allowedOrigin, origin != "*" { reply.varying.insert(.origin) }
        var message = reply.message(to: request)
        dress(&message.headers)
        let duration = ContinuousClock.now - start
        service.metrics.record(
            route: label, method: Self.known(request.method), status: message.status.code, duration: duration)
        // An answer that was stopped because its client left says nothing about
        // the server.
        let isOver = message.status == .serviceUnavailable && duration < .seconds(service.limits.querySeconds)
        if duration >= .seconds(service.limits.slowSeconds), !isOver {
            let target = Problem.shown(request.path ?? "/")
            service.log.say(
                "slow: \(Self.known(request.method)) \(target) took \(duration.components.seconds) s, status "
                    + "\(message.status.code)", as: "slow \(label)")
        }
        return message
    }

    /// Headers that every answer has.
    private func dress(_ headers: inout HTTPFields) {
        headers.append(contentsOf: Self.always)
        if !headers.contains(.contentSecurityPolicy) { headers.append(Self.strictPolicy) }
        if let origin = service.configuration.allowedOrigin {
            headers[.accessControlAllowOrigin] = origin
            headers[.accessControlExposeHeaders] = "ETag, Link"
        }
        headers.append(HTTPField(name: .date, value: service.date.text))
        headers.append(Self.server)
    }

    /// The error as a client may read it. The log has what clients are not
    /// told.
    func reply(_ error: any Error, to request: HTTPRequest, _ label: String) -> Reply {
        let problem = Problem(error)
        if problem.status == .internalServerError {
            service.log.say("\(Self.known(request.method)) \(label) failed: \(error)")
        }
        guard problem.status == .unauthorized, AccessControl.isPage(request) else { return Reply(problem) }
        return HTMLPage.needsToken(problem)
    }

    private static let knownMethods: [HTTPRequest.Method] = [.get, .head, .options, .post, .put, .patch, .delete]

    /// The method as a label for messages and metrics: clients must not invent
    /// labels.
    static func known(_ method: HTTPRequest.Method) -> String {
        knownMethods.contains(method) ? method.rawValue : "another method"
    }

    private static let always = [
        HTTPField(name: .xContentTypeOptions, value: "nosniff"), HTTPField(name: .referrerPolicy, value: "no-referrer"),
    ]
    private static let server = HTTPField(name: .server, value: "geoq")
    /// For every answer that is no page.
    private static let strictPolicy = HTTPField(
        name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'")
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
