import GeoqFormats
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// NIO's messages of HTTP/1 as the types that all versions of HTTP share.
///
/// It does the same as `HTTP1ToHTTPServerCodec`, with three exceptions. It does
/// not parse the target of nearly all requests, a path, as an address. It takes
/// the host from the target when that is a whole address (RFC 9112, section
/// 3.2.2). And it supports HTTP/1.0, whose connections end with the answer
/// (section 9.3).
final class MessageCodec: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The version of the last request.
    private var version = HTTPVersion.http1_1
    /// How many requests have answers that have not ended.
    private var unanswered = 0

    private static let unreadable = ByteBuffer(
        string: #"{"type":"about:blank","title":"Bad Request","status":400,"#
            + #""detail":"The request's head cannot be read: it is not HTTP/1.1, or larger than this server takes."}"#)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            version = head.version
            unanswered += 1
            do {
                context.fireChannelRead(wrapInboundOut(.head(try Self.request(head))))
            } catch {
                context.fireErrorCaught(error)
            }
        case .body(let bytes): context.fireChannelRead(wrapInboundOut(.body(bytes)))
        case .end(let trailers):
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response):
            var head = HTTPResponseHead(response)
            // Such a client does not know chunks: an answer without a length
            // ends with the connection.
            if Self.isOld(version) { head.version = version }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes): context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
        case .end(let trailers):
            unanswered -= 1
            context.write(wrapOutboundOut(.end(trailers.map { HTTPHeaders($0) })), promise: promise)
        }
    }

    /// Answers a head that NIO could not read, as other mistakes are answered,
    /// and closes the connection. While an earlier answer has not ended, it
    /// only closes.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !(error is IOError), unanswered == 0 else { return context.fireErrorCaught(error) }
        let headers: HTTPHeaders = [
            "Content-Type": "application/problem+json", "Content-Length": "\(Self.unreadable.readableBytes)",
            "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .badRequest, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(Self.unreadable))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    private static func request(_ head: HTTPRequestHead) throws -> HTTPRequest {
        var (path, authority) = (head.uri, host(head))
        if head.uri.utf8.first != UInt8(ascii: "/") {
            guard let scheme = ["http://", "https://"].first(where: { head.uri.lowercased().hasPrefix($0) }) else {
                var request = try HTTPRequest(head, secure: false, splitCookie: false)
                request.authority = authority
                return request
            }
            let rest = head.uri.dropFirst(scheme.count)
            let whole = rest.prefix { $0 != "/" && $0 != "?" }
            let target = rest.dropFirst(whole.count)
            path = target.hasPrefix("/") ? String(target) : "/" + target
            if authority != nil { authority = String(whole) }
        }
        var request = HTTPRequest(
            method: try HTTPRequest.Method(head.method), scheme: "http", authority: authority, path: path,
            headerFields: HTTPFields(head.headers, splitCookie: false))
        if isOld(head.version), request.headerFields[.connection]?.lowercased() != "keep-alive" {
            request.headerFields[.connection] = "close"
        }
        return request
    }

    /// The value of `Host`. Without one, "localhost" for HTTP/1.0, which allows
    /// that, and nil for HTTP/1.1. Several values are joined, and together are
    /// not a valid host.
    private static func host(_ head: HTTPRequestHead) -> String? {
        let hosts = head.headers["Host"]
        if hosts.count > 1 { return hosts.joined(separator: ", ") }
        return hosts.first ?? (isOld(head.version) ? "localhost" : nil)
    }

    private static func isOld(_ version: HTTPVersion) -> Bool {
        version.major == 1 && version.minor == 0
    }
}
