import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The handlers that a connection's bytes pass through: HTTP/1.1 as NIO reads
/// and writes it, the limits, the direct answers, and Hummingbird.
///
/// Hummingbird's own set of handlers (`HTTP1Channel`) has no place for a
/// handler between the one that detects idle connections and itself.
struct ConnectionSetup: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// Hummingbird's responder.
    let responder: Responder
    let direct: GeoqResponder
    let service: Service

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let limits = service.limits
            let address = ClientAddress.of(channel)
            var decoder = NIOHTTPDecoderLimitConfiguration()
            (decoder.maxHeaderFieldSize, decoder.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
            decoder.maxHeaderFieldCount = limits.headerCount
            let pipeline = channel.pipeline.syncOperations
            if !isWelcome(channel, address) {
                try pipeline.addHandler(RefusedConnection())
                return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
            }
            let received = ReceivedBytes()
            try pipeline.addHandler(received)
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false,
                // The types of headers let no bad bytes be written.
                withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoder)
            try pipeline.addHandler(MessageCodec())
            if let log = service.accessLog {
                try pipeline.addHandler(AccessRecorder(log, client: address ?? ""))
            }
            try pipeline.addHandlers([
                ConnectionGuard(limits: limits, received: received, waitingBytes: service.waitingBytes),
                HTTPConnectionStateHandler(logger: logger),
                DirectAnswers(direct, client: service.addressing.asksForClients ? address : nil),
            ])
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }

    /// Counts a connection; false when its address has too many.
    private func isWelcome(_ channel: any Channel, _ address: String?) -> Bool {
        guard let address, !service.addressing.isTrusted(address) else { return true }
        let (counter, network) = (service.connections, ClientAddress.network(of: address))
        if counter.enter(network) {
            channel.closeFuture.whenComplete { _ in counter.leave(network) }
            return true
        }
        service.log.say("\(address) has \(counter.limit) connections open; more are refused")
        return false
    }
}
