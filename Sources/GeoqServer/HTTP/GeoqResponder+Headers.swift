import HTTPTypes
import Hummingbird

/// What every answer has besides what its handler says.
extension GeoqResponder {
    /// The reply with the headers that every answer of its endpoint has.
    func dressed(_ reply: Reply, _ ask: Ask) -> Reply {
        var reply = reply
        if reply.status == .ok, ask.tag != nil, ask.request.headers[.ifNoneMatch]?.trimmed == "*" {
            let headers = reply.headers
            reply = Reply(.notModified)
            reply.headers = headers
        }
        if let tag = ask.tag { reply.headers[.eTag] = tag.text }
        let caching =
            switch ask.endpoint.caching {
            case .byVersion where ask.endpoint.takesForm: "no-store"
            case .byVersion:
                reply.caching ?? (service.configuration.token == nil ? "public, no-cache" : "private, no-cache")
            case .never: "no-store"
            case .own: reply.caching ?? "no-store"
            }
        reply.headers[.cacheControl] = caching
        if ask.endpoint.formats.count > 1 { reply.varying.insert(.format) }
        return reply
    }

    private static let always = [
        HTTPField(name: .xContentTypeOptions, value: "nosniff"), HTTPField(name: .referrerPolicy, value: "no-referrer"),
    ]
    /// For every answer that is no page.
    private static let strictPolicy = HTTPField(
        name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'")

    /// Headers that every answer has.
    func dress(_ headers: inout HTTPFields) {
        headers.append(contentsOf: Self.always)
        if !headers.contains(.contentSecurityPolicy) { headers.append(Self.strictPolicy) }
        if let origin = service.configuration.allowedOrigin {
            headers[.accessControlAllowOrigin] = origin
            headers[.accessControlExposeHeaders] = "ETag, Link"
        }
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
