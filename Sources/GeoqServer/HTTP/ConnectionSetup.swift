import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// What a connection's bytes go through: HTTP/1.1 as NIO reads and writes it,
/// the limits, the answers that need no waiting, and Hummingbird.
///
/// Hummingbird's own set of handlers (`HTTP1Channel`) has no place for a handler
/// between the one that knows whether the connection is idle and itself.
struct ConnectionSetup: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// Answers by Hummingbird.
    let responder: Responder
    let direct: GeoqResponder
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            var decoder = NIOHTTPDecoderLimitConfiguration()
            (decoder.maxHeaderFieldSize, decoder.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
            decoder.maxHeaderFieldCount = limits.headerCount
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false,
                // The types of headers let nothing bad be written.
                withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoder)
            try pipeline.addHandlers([
                MessageCodec(), ConnectionGuard(limits: limits),
                HTTPConnectionStateHandler(idleTimeout: .seconds(limits.idleSeconds), logger: logger),
                DirectAnswers(direct),
            ])
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
