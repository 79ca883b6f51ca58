import NIOCore

/// Refuses a connection beyond the limit, with the same answer to every
/// request, and closes it.
final class RefusedConnection: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let answer = ByteBuffer(
        string: "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        context.writeAndFlush(wrapOutboundOut(Self.answer)).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
