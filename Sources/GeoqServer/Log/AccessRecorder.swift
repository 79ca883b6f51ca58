import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Reports each request of a connection to the access log, once it is answered.
final class AccessRecorder: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let log: AccessLog
    private let client: String
    /// Requests that are not answered yet, in order.
    private var waiting: [(entry: AccessLog.Entry, start: ContinuousClock.Instant)] = []

    /// - Parameter client: the address at the other end.
    init(_ log: AccessLog, client: String) {
        (self.log, self.client) = (log, client)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            let entry = AccessLog.Entry(
                client: client, method: head.method.rawValue, target: LoggedTarget.withoutSecrets(head.path ?? ""),
                status: 0, bytes: 0, milliseconds: 0)
            waiting.append((entry, .now))
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !waiting.isEmpty {
            switch unwrapOutboundIn(data) {
            case .head(let head): waiting[0].entry.status = head.status.code
            case .body(let bytes): waiting[0].entry.bytes += bytes.readableBytes
            // The status 100 has no end of its own.
            case .end: finish()
            }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Answers that were cut off are logged; one without a status was never
        // begun.
        while !waiting.isEmpty { finish() }
        context.fireChannelInactive()
    }

    private func finish() {
        var (entry, _) = waiting[0]
        let taken = (ContinuousClock.now - waiting.removeFirst().start).components
        entry.milliseconds = Double(taken.seconds) * 1e3 + Double(taken.attoseconds) * 1e-15
        log.write(entry)
    }
}
