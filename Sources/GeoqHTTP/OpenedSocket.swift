import GeoqSupabase
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket
import Synchronization

/// A WebSocket from its handshake to its end.
final class OpenedSocket: WebSocketConnection {
    private enum State {
        case opening(CheckedContinuation<Void, any Error>?)
        case open
        case ended(WebSocketFailure?)
    }

    let texts: AsyncThrowingStream<String, any Error>
    private let sink: AsyncThrowingStream<String, any Error>.Continuation
    private let state = Mutex(State.opening(nil))
    private let channel = Mutex<(any Channel)?>(nil)

    /// How many texts may wait for their reader; with more the connection ends.
    private static let mostWaiting = 256

    init() {
        (texts, sink) = AsyncThrowingStream.makeStream(
            of: String.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Waits for the end of the handshakes.
    func opened(_ channel: any Channel, within time: Duration) async throws {
        self.channel.withLock { $0 = channel }
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(time)) {
            self.end(.timedOut)
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
            state.withLock { state in
                switch state {
                case .opening: state = .opening(waiting)
                case .open: waiting.resume()
                case .ended(let failure): waiting.resume(throwing: failure ?? .broken)
                }
            }
        }
    }

    func isOpen(_ channel: any Channel) {
        self.channel.withLock { $0 = channel }
        state.withLock { state in
            switch state {
            case .opening(let waiting):
                state = .open
                waiting?.resume()
            case .open: break
            // The socket ended meanwhile.
            case .ended: channel.close(promise: nil)
            }
        }
    }

    /// - Parameter failure: nil when the server closed it in order.
    func end(_ failure: WebSocketFailure?) {
        state.withLock { state in
            switch state {
            case .opening(let waiting):
                state = .ended(failure)
                waiting?.resume(throwing: failure ?? .broken)
            case .open: state = .ended(failure)
            case .ended: return
            }
            if let failure { sink.finish(throwing: failure) } else { sink.finish() }
        }
    }

    /// - Returns: whether the reader keeps up.
    func take(_ text: String) -> Bool {
        if case .dropped = sink.yield(text) { false } else { true }
    }

    func send(_ text: String) {
        // Before, and behind, the pipeline takes no frames.
        guard isOpen, let channel = channel.withLock({ $0 }) else { return }
        let frame = WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
        channel.writeAndFlush(frame).whenFailure { _ in channel.close(promise: nil) }
    }

    private var isOpen: Bool {
        state.withLock { if case .open = $0 { true } else { false } }
    }

    func close() {
        let wasOpen = isOpen
        end(nil)
        guard let channel = channel.withLock({ $0 }) else { return }
        if wasOpen {
            // RFC 6455, 7.4.1: 1000, a normal end.
            let code = ByteBuffer(bytes: [0x03, 0xE8])
            let farewell = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: code)
            channel.writeAndFlush(farewell, promise: nil)
        }
        // Of a peer that is gone no answer comes.
        channel.close(promise: nil)
    }
}

/// Takes the messages of an open WebSocket.
final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let socket: OpenedSocket

    init(_ socket: OpenedSocket) {
        self.socket = socket
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            guard let text = String(validatingBytes: frame.unmaskedData) else {
                return stop(context, .broken)
            }
            if !socket.take(text) { stop(context, .tooLarge) }
        case .ping: answer(context, .pong, frame.unmaskedData)
        case .connectionClose:
            answer(context, .connectionClose, ByteBuffer())
            stop(context, nil)
        // Realtime sends texts only.
        case .binary: stop(context, .broken)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        socket.end(.notReached)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        stop(context, WebSocketFailure(error))
    }

    private func answer(_ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    private func stop(_ context: ChannelHandlerContext, _ failure: WebSocketFailure?) {
        socket.end(failure)
        context.close(promise: nil)
    }
}

extension String {
    /// nil when the bytes are no UTF-8.
    fileprivate init?(validatingBytes buffer: ByteBuffer) {
        self.init(validating: buffer.readableBytesView, as: UTF8.self)
    }
}

extension WebSocketFailure {
    /// What an error of the libraries means.
    init(_ error: any Error) {
        switch error {
        case let failure as WebSocketFailure: self = failure
        case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge, NIOWebSocketError.invalidFrameLength:
            self = .tooLarge
        case is NIOWebSocketFrameAggregator.Error, is NIOWebSocketError: self = .broken
        case is NIOSSLError, is NIOSSLExtraError:
            self = TransportFailure(error) == .untrusted ? .untrusted : .notReached
        case is NIOHTTPClientUpgradeError: self = .broken
        case ChannelError.connectTimeout: self = .timedOut
        default: self = .notReached
        }
    }
}
