import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import GeoqServer

/// What a connection asks its client for after it has refused a request.
@Suite struct ConnectionGuardTests {
    /// The handlers behind the guard may have stopped reading, as while a question waits for its turn.
    @Test func `the rest of a refused request is read, though no other handler asks for it`() throws {
        let reads = ReadCounter()
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([
            reads,
            ConnectionGuard(limits: ServerLimits(), received: ReceivedBytes(), waitingBytes: WaitingBytes()),
        ])
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/near")))
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "area=")))
        #expect(reads.count == 0)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(reads.count == 1, "The answer asks for more.")
        for count in 2...4 {
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "more")))
            #expect(reads.count == count, "So does each piece.")
        }
        #expect(!reads.isClosed, "The client still sends.")
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(reads.isClosed, "The request has ended, and was answered.")
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `the time for the next request begins when the answer is taken`() throws {
        let reads = ReadCounter()
        let channel = EmbeddedChannel()
        var limits = ServerLimits()
        (limits.idleSeconds, limits.writeSeconds) = (10, 600)
        try channel.pipeline.syncOperations.addHandlers([
            reads, ConnectionGuard(limits: limits, received: ReceivedBytes(), waitingBytes: WaitingBytes()),
        ])
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/near")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(string: "a long answer")), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        channel.flush()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(!reads.isClosed, "The client has had nine seconds since it took the answer.")
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(reads.isClosed)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}

/// Counts how often the socket is asked to read.
private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private(set) var count = 0
    private(set) var isClosed = false

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all { isClosed = true }
        context.close(mode: mode, promise: promise)
    }
}
