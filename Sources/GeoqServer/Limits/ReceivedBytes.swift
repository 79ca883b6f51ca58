import NIOCore

/// Counts the bytes of a connection as they arrive, before they are parsed.
final class ReceivedBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count &+= unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}
