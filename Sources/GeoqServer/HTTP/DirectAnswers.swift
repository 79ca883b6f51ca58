import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests that need neither waiting nor much work on the connection's
/// own thread: handing such a request to another thread and back would take
/// longer.
///
/// All other requests go on to Hummingbird. So do requests behind one that
/// Hummingbird is still answering, because answers must come in the order of
/// the requests.
final class DirectAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let responder: GeoqResponder
    /// The head of a request whose end has not arrived yet.
    private var head: HTTPRequest?
    /// How many requests went on to Hummingbird and are not answered yet.
    private var waiting = 0
    private var isFlushNeeded = false

    /// The address at the other end, if the server needs it.
    private let client: String?

    init(_ responder: GeoqResponder, client: String?) {
        (self.responder, self.client) = (responder, client)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // A client that does not take its answers gets no direct one:
            // Hummingbird waits until the client takes them.
            if waiting == 0, context.channel.isWritable, Self.isPlain(head.headerFields) {
                self.head = head
            } else {
                pass(head, context)
            }
        case .body:
            if let head { pass(head, context) }
            context.fireChannelRead(data)
        case .end:
            if let head, let message = responder.answerAtOnce(head, from: client) {
                self.head = nil
                return write(message, context)
            }
            if let head { pass(head, context) }
            context.fireChannelRead(data)
        }
    }

    private func pass(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        self.head = nil
        waiting += 1
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whether the request has no body and the connection stays open. A request
    /// that is held back here must be answered here.
    private static func isPlain(_ headers: HTTPFields) -> Bool {
        headers[.contentLength] == nil && headers[.transferEncoding] == nil
            && headers[.connection].map { $0.lowercased() == "keep-alive" } ?? true
    }

    private func write(_ message: Message, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(message.head)), promise: nil)
        switch message.content {
        case .none: break
        case .bytes(let bytes): context.write(wrapOutboundOut(.body(bytes)), promise: nil)
        case .stream: preconditionFailure("What is answered at once is no stream.")
        }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        isFlushNeeded = true
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isFlushNeeded { context.flush() }
        isFlushNeeded = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { waiting -= 1 }
        context.write(data, promise: promise)
    }
}
