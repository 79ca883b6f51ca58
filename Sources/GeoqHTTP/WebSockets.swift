package import GeoqSupabase
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// WebSockets on Linux, by NIO.
///
/// Certificates are always verified, no redirect is followed, and no extension
/// is asked for, so a message is as long in memory as on the line.
package struct WebSockets: WebSocketTransport {
    private let roots: TLSTrust

    /// A message of more frames, or of smaller ones, is refused.
    private static let mostFrames = 1_024
    private static let smallestFrame = 16

    package init(roots: TLSTrust = .system) {
        self.roots = roots
    }

    package func open(_ request: WebSocketRequest) async throws -> any WebSocketConnection {
        try Task.checkCancellation()
        let socket = OpenedSocket()
        let tls = request.isSecure ? try NIOSSLContext(configuration: roots.configuration) : nil
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(request.timeout))
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, request, tls, socket) }
            }
        do {
            return try await withTaskCancellationHandler {
                let channel = try await bootstrap.connect(host: request.host, port: request.port).get()
                try await socket.opened(channel, within: request.timeout)
                return socket
            } onCancel: {
                socket.close()
            }
        } catch {
            socket.close()
            if Task.isCancelled { throw CancellationError() }
            throw WebSocketFailure(error)
        }
    }

    private static func prepare(
        _ channel: any Channel, _ request: WebSocketRequest, _ tls: NIOSSLContext?, _ socket: OpenedSocket
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            let isAddress = (try? SocketAddress(ipAddress: request.host, port: request.port)) != nil
            try pipeline.addHandler(
                NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : request.host))
        }
        // NIO's own handler of errors would close before the cause is known.
        let upgrader = NIOWebSocketClientUpgrader(
            maxFrameSize: request.maximumMessageBytes, automaticErrorHandling: false
        ) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: smallestFrame, maxAccumulatedFrameCount: mostFrames,
                        maxAccumulatedFrameSize: request.maximumMessageBytes))
                try pipeline.addHandler(FrameHandler(socket))
                socket.isOpen(channel)
            }
        }
        try pipeline.addHTTPClientHandlers(
            leftOverBytesStrategy: .forwardBytes,
            withClientUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    let pipeline = context.pipeline.syncOperations
                    guard let handshake = try? pipeline.handler(type: HandshakeHandler.self) else { return }
                    pipeline.removeHandler(handshake, promise: nil)
                }
            ))
        try pipeline.addHandler(HandshakeHandler(request, socket))
    }
}

/// Asks for the WebSocket, and takes the answer of a server that opens none.
private final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: WebSocketRequest
    private let socket: OpenedSocket

    init(_ request: WebSocketRequest, _ socket: OpenedSocket) {
        (self.request, self.socket) = (request, socket)
    }

    func channelActive(context: ChannelHandlerContext) {
        let name = request.host.contains(":") ? "[\(request.host)]" : request.host
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: request.target,
            headers: ["host": request.port == (request.isSecure ? 443 : 80) ? name : "\(name):\(request.port)"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            // With this status, the answer to the key was wrong.
            let isWrong = head.status == .switchingProtocols
            socket.end(isWrong ? .broken : .refused(status: Int(head.status.code)))
        }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        socket.end(.notReached)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        socket.end(WebSocketFailure(error))
        context.close(promise: nil)
    }
}
