import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose client sends its request, or takes its answer, too
/// slowly to be served: one that drips a body byte by byte, reads nothing of a
/// long answer, or is gone without a word.
///
/// The time for a request's head and between requests is watched by
/// Hummingbird (`idleTimeout`).
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    /// Runs while a request is arriving.
    private var deadline: Scheduled<Void>?
    /// Bodies that are streams may take as long as they move.
    private var isStream = false
    /// Runs while bytes wait to be taken.
    private var watch: Scheduled<Void>?
    private var waitingWrites = 0
    private var lastProgress = NIODeadline.now()

    init(limits: ServerLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isStream = head.method == .post
            startDeadline(context)
        case .body:
            if isStream { startDeadline(context) }
        case .end:
            deadline?.cancel()
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        if waitingWrites == 0 { lastProgress = .now() }
        waitingWrites += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.waitingWrites -= 1
            self.lastProgress = .now()
        }
        context.write(data, promise: promise)
        if watch == nil { watchWrites(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        deadline?.cancel()
        watch?.cancel()
        (deadline, watch) = (nil, nil)
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(limits.requestSeconds)) {
            context.close(promise: nil)
        }
    }

    /// Looks now and then whether the client takes what it is sent.
    private func watchWrites(_ context: ChannelHandlerContext) {
        let patience = TimeAmount.seconds(limits.writeSeconds)
        watch = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            self.watch = nil
            guard self.waitingWrites > 0 else { return }
            if NIODeadline.now() - self.lastProgress >= patience {
                context.close(promise: nil)
            } else {
                self.watchWrites(context)
            }
        }
    }
}
