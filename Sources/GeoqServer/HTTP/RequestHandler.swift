import GeoqIndex
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Has the requests of a connection answered, one after the other.
///
/// An answer that needs neither waiting nor much work is found and written on
/// the connection's own thread. Any other is found by a task, and the requests
/// behind it wait: answers must come in the order of the requests.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let dispatcher: Dispatcher
    private let connection: ConnectionGuard
    /// The address at the other end.
    private let client: String?
    private var context: ChannelHandlerContext?

    /// The head of a request that is not asked yet.
    private var head: HTTPRequest?
    /// Whether the end of the present request has not arrived.
    private var isArriving = false
    /// Whether a task is finding or writing the answer to the present request.
    private var isAnswering = false
    private var task: Task<Void, Never>?
    /// What has arrived of later requests.
    private var held = CircularBuffer<HTTPRequestPart>()

    /// Whether the body of the present request is read.
    private var isBodyRead = false
    /// What has arrived of it and is not read.
    private var pieces = CircularBuffer<ByteBuffer>()
    /// Is given the next piece.
    private var reader: EventLoopPromise<ByteBuffer?>?

    /// Whether the connection ends with the answer to the present request.
    private var isLast = false
    /// Whether the client sends no more.
    private var isInputClosed = false
    /// How many answers the system has not taken to their end.
    private var unsent = 0
    private var isFlushNeeded = false
    private var isReadHeld = false

    /// When so many parts wait, the client must wait, too.
    private static let mostHeld = 10

    init(_ dispatcher: Dispatcher, _ connection: ConnectionGuard, client: String?) {
        (self.dispatcher, self.connection, self.client) = (dispatcher, connection, client)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        task?.cancel()
        reader?.fail(ChannelError.ioOnClosedChannel)
        reader = nil
    }

    // MARK: What arrives

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if held.isEmpty, canTake { take(part, context) } else if !isLast { held.append(part) }
    }

    /// Whether the next part belongs to the present request, or there is none
    /// and the client takes its answers.
    private var canTake: Bool {
        isArriving || !isAnswering && !isLast && context?.channel.isWritable ?? false
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head): (self.head, isArriving) = (head, true)
        case .body(let bytes):
            if let reader {
                self.reader = nil
                reader.succeed(bytes)
            } else if head != nil || isBodyRead {
                pieces.append(bytes)
            }
        case .end:
            isArriving = false
            reader?.succeed(nil)
            reader = nil
            ask(context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A request of which more is to come: its answer may be a refusal, or
        // begin before the end of the body.
        if held.isEmpty { ask(context) }
        flush(context)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = held.count + pieces.count >= Self.mostHeld
        if !isReadHeld { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        goOn(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            closeIfOver(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    // MARK: What is answered

    /// Asks the request whose head has arrived.
    private func ask(_ context: ChannelHandlerContext) {
        guard let head else { return }
        self.head = nil
        isLast = head.headerFields[.connection].map(Self.hasClose) ?? false
        switch dispatcher.answer(head, from: client) {
        case .message(let message): write(message, context)
        case .question(let question): find(question, context)
        }
    }

    /// Whether the tokens of `Connection` have "close" among them.
    private static func hasClose(_ tokens: String) -> Bool {
        tokens.split(separator: ",").contains { $0.trimmed.lowercased() == "close" }
    }

    private func find(_ question: Dispatcher.Question, _ context: ChannelHandlerContext) {
        isAnswering = true
        isBodyRead = question.readsBody
        let interruption = Interruption()
        connection.watch(interruption)
        let (loop, own) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        let body = RequestBody(
            next: { try await loop.flatSubmit { own.value.nextPiece(loop) }.get() },
            consent: { loop.execute { own.value.connection.askForBody() } })
        task = Task {
            let message = await question.answer(interruption, body)
            loop.execute {
                guard let context = own.value.context else { return }
                own.value.write(message, context)
                own.value.goOn(context)
            }
        }
    }

    private func nextPiece(_ loop: any EventLoop) -> EventLoopFuture<ByteBuffer?> {
        let promise = loop.makePromise(of: ByteBuffer?.self)
        if let piece = pieces.popFirst() {
            promise.succeed(piece)
        } else if !isArriving {
            promise.succeed(nil)
        } else if context == nil {
            promise.fail(ChannelError.ioOnClosedChannel)
        } else {
            reader = promise
        }
        if isReadHeld, let context { read(context: context) }
        return promise.futureResult
    }

    private func write(_ message: Message, _ context: ChannelHandlerContext) {
        isAnswering = true
        context.write(wrapOutboundOut(.head(message.head)), promise: nil)
        switch message.content {
        case .none: end(context)
        case .bytes(let bytes):
            context.write(wrapOutboundOut(.body(bytes)), promise: nil)
            end(context)
        case .stream(let stream): write(stream, context)
        }
    }

    private func write(_ stream: @escaping BodyStream, _ context: ChannelHandlerContext) {
        isFlushNeeded = true
        let (channel, own) = (context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
        let writer = BodyWriter { bytes in try await channel.writeAndFlush(HTTPResponsePart.body(bytes)).get() }
        task = Task {
            do {
                try await stream(writer)
            } catch {
                // The client sees that the end is missing.
                return channel.close(promise: nil)
            }
            channel.eventLoop.execute {
                guard let context = own.value.context else { return }
                own.value.end(context)
                own.value.goOn(context)
            }
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        (isAnswering, isBodyRead, task) = (false, false, nil)
        pieces.removeAll()
        let sent = context.eventLoop.makePromise(of: Void.self)
        unsent += 1
        sent.futureResult.assumeIsolated().whenComplete { _ in
            self.unsent -= 1
            self.closeIfOver(context)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: sent)
        isFlushNeeded = true
    }

    /// Goes on with the requests behind one that was answered by a task.
    private func goOn(_ context: ChannelHandlerContext) {
        while canTake, let part = held.popFirst() { take(part, context) }
        if held.isEmpty { ask(context) }
        flush(context)
        if isReadHeld { read(context: context) }
    }

    private func flush(_ context: ChannelHandlerContext) {
        if !isFlushNeeded { return }
        isFlushNeeded = false
        context.flush()
    }

    /// Ends the connection behind its last answer.
    private func closeIfOver(_ context: ChannelHandlerContext) {
        if isAnswering || unsent > 0 { return }
        if isLast || isInputClosed && held.isEmpty && !isArriving { context.close(mode: .output, promise: nil) }
    }
}
