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
    /// Runs while a request is arriving that has not come in one piece.
    private var deadline: Scheduled<Void>?
    private var isArriving = false
    /// Bodies that are streams may take as long as they move.
    private var isStream = false
    /// Whether the answer that is being written has content.
    private var hasContent = false
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
            isArriving = true
        case .body:
            if isStream { stopDeadline() }
        case .end:
            isArriving = false
            stopDeadline()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isArriving, deadline == nil { startDeadline(context) }
        context.fireChannelReadComplete()
    }

    /// A long answer is written in pieces of so many bytes: as long as the
    /// client takes one now and then, it may take its time.
    private static let piece = 64 * 1024

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            hasContent = false
            context.write(data, promise: promise)
        case .body(var bytes):
            hasContent = true
            guard bytes.readableBytes > Self.piece else { return writeWatched(context, data, promise) }
            while bytes.readableBytes > Self.piece, let piece = bytes.readSlice(length: Self.piece) {
                writeWatched(context, wrapOutboundOut(.body(piece)), nil)
            }
            writeWatched(context, wrapOutboundOut(.body(bytes)), promise)
        case .end:
            // Whoever takes the content takes the head before it, and the little behind it.
            if hasContent { context.write(data, promise: promise) } else { writeWatched(context, data, promise) }
        }
    }

    private func writeWatched(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
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

    private func stopDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
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
