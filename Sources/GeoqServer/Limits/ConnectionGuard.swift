import GeoqIndex
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose client is too slow: it drips a body byte by byte,
/// reads nothing of a long answer, or has silently gone. When a client leaves,
/// it tells that client's questions to stop.
///
/// The time for a request's head and between requests is watched here, too: Hummingbird's `idleTimeout` counts from the
/// last byte that it has read or the end that it has written, and would cut a long answer that a client takes steadily.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private let received: ReceivedBytes
    private let waitingBytes: WaitingBytes
    private var context: ChannelHandlerContext?
    private var body: ArrivingBody?
    /// How many requests have arrived, or are arriving, and how many answers
    /// were sent.
    private var requests = 0
    private var answers = 0
    /// The next look at an arriving request that did not come in one piece.
    private var look: Scheduled<Void>?
    /// Runs while no request is arriving or being answered.
    private var rest: Scheduled<Void>?
    /// Whether the answer ends the connection, because the server does not want
    /// the rest of the request.
    private var endsConnection = false
    /// What still arrives after that answer, and is dropped; nil before it.
    private var leftover: LeftoverBody?
    /// Whether the answer that is being written has content.
    private var hasContent = false
    /// Runs while the client has bytes to take.
    private var watch: Scheduled<Void>?
    private var waitingWrites = 0
    private var lastProgress = NIODeadline.now()
    /// The client's questions that are being answered.
    private var questions: [Interruption] = []
    private var isGone = false

    init(limits: ServerLimits, received: ReceivedBytes, waitingBytes: WaitingBytes) {
        (self.limits, self.received, self.waitingBytes) = (limits, received, waitingBytes)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        startResting(context)
    }

    // MARK: What comes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if leftover != nil { return drop(context, unwrapInboundIn(data)) }
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            rest?.cancel()
            rest = nil
            body = ArrivingBody(head, received: received.count)
        case .body(let bytes):
            body?.bytes += bytes.readableBytes
        case .end:
            body = nil
            stopLooking()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The handlers behind this one get nothing any more, and ask for nothing.
        if leftover != nil { return context.read() }
        if var arriving = body {
            arriving.isWanted = false
            body = arriving
            if arriving.hasTooManyExtras(received: received.count) { return context.close(promise: nil) }
            if look == nil { startLooking(context) }
        }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        body?.isWanted = true
        context.read()
    }

    /// Closes the connection when no request comes for some time. Bytes of a head that is not whole are none.
    private func startResting(_ context: ChannelHandlerContext) {
        rest?.cancel()
        rest = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(limits.idleSeconds)) {
            self.rest = nil
            guard self.requests == self.answers else { return }
            // The client takes the last answer; `watchWrites` sees that it does.
            if self.waitingWrites > 0 { self.startResting(context) } else { context.close(promise: nil) }
        }
    }

    private func startLooking(_ context: ChannelHandlerContext) {
        look = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(limits.requestSeconds)) {
            self.look = nil
            guard self.body != nil else { return }
            if self.body?.isTooSlow(self.limits, isAnswerWaiting: self.waitingWrites > 0) ?? false {
                context.close(promise: nil)
            } else {
                self.startLooking(context)
            }
        }
    }

    private func stopLooking() {
        look?.cancel()
        look = nil
    }

    /// Asks a client that waits for consent (`Expect: 100-continue`, RFC 9110,
    /// section 10.1.1) to send its body.
    func askForBody() {
        guard let context, let body, body.waitsForConsent, body.bytes == 0 else { return }
        self.body?.waitsForConsent = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    // MARK: Who leaves

    /// Tells a question to stop when the client leaves before the answer was
    /// sent.
    func watch(_ question: Interruption) {
        if isGone { return question.interrupt() }
        questions.append(question)
    }

    private func leave() {
        isGone = true
        for question in questions { question.interrupt() }
        questions = []
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that has only stopped sending looks like one that has left;
        // few clients do that.
        if case .inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        leave()
        stopLooking()
        rest?.cancel()
        rest = nil
        watch?.cancel()
        watch = nil
    }

    // MARK: What goes

    /// Whether the answer that is being written belongs to the request that is
    /// still arriving.
    private var isAhead: Bool { body != nil && requests == answers + 1 }

    /// A long answer is written in pieces of this many bytes. As long as the
    /// client takes one now and then, it may take its time.
    private static let piece = 64 * 1024

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            hasContent = false
            if isAhead { body?.waitsForConsent = false }
            // Do not wait for the rest of a refused request.
            if isAhead, head.status.code >= 400 {
                endsConnection = true
                head.headerFields[.connection] = "close"
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(var bytes):
            hasContent = true
            while bytes.readableBytes > Self.piece, let piece = bytes.readSlice(length: Self.piece) {
                writeWatched(context, wrapOutboundOut(.body(piece)), piece.readableBytes, nil)
            }
            writeWatched(context, wrapOutboundOut(.body(bytes)), bytes.readableBytes, promise)
        case .end:
            questions = []
            let isAhead = isAhead
            answers += 1
            // A stream's answer may end before its request does, too.
            if isAhead || endsConnection {
                let promise = promise ?? context.eventLoop.makePromise()
                promise.futureResult.assumeIsolated().whenComplete { _ in self.linger(context) }
                leftover = LeftoverBody()
                writeWatched(context, data, 0, promise)
                return context.read()
            }
            if requests == answers { startResting(context) }
            // Only the content is watched: a client that takes it takes the few
            // bytes around it, too.
            if hasContent { context.write(data, promise: promise) } else { writeWatched(context, data, 0, promise) }
        }
    }

    private func writeWatched(
        _ context: ChannelHandlerContext, _ data: NIOAny, _ bytes: Int, _ promise: EventLoopPromise<Void>?
    ) {
        let promise = promise ?? context.eventLoop.makePromise()
        if waitingWrites == 0 { lastProgress = .now() }
        waitingWrites += 1
        waitingBytes.add(bytes)
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.waitingWrites -= 1
            self.waitingBytes.remove(bytes)
            self.lastProgress = .now()
            // The client has taken the answer only now: the time for its next request begins.
            if self.waitingWrites == 0, self.rest != nil { self.startResting(context) }
        }
        context.write(data, promise: promise)
        if watch == nil { watchWrites(context) }
    }

    // MARK: A request that is not wanted

    /// Closes the connection a little later: a client that is still sending would lose the answer if the connection were
    /// closed at once (RFC 9112, section 9.6). Many clients read no answer before they have sent all of a request, so the
    /// rest of it is taken and dropped, for a while.
    private func linger(_ context: ChannelHandlerContext) {
        stopLooking()
        if leftover?.hasEnded == true { return context.close(promise: nil) }
        leftover?.isAnswered = true
        context.close(mode: .output, promise: nil)
        lookAfterLeftover(context)
    }

    private func lookAfterLeftover(_ context: ChannelHandlerContext) {
        look = context.eventLoop.assumeIsolated().scheduleTask(in: LeftoverBody.patience) {
            if self.leftover?.isWorthWaiting() == true {
                self.lookAfterLeftover(context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    private func drop(_ context: ChannelHandlerContext, _ part: HTTPRequestPart) {
        switch part {
        case .head: break
        case .body(let bytes): leftover?.bytes += bytes.readableBytes
        case .end:
            leftover?.hasEnded = true
            if leftover?.isAnswered == true { context.close(promise: nil) }
        }
    }

    /// Checks now and then whether the client takes the bytes that it is sent.
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
