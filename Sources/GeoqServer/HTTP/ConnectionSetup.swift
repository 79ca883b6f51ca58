import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The handlers that a connection's bytes pass through: HTTP/1.1 as NIO reads
/// and writes it, the limits, and the answers.
struct ConnectionSetup: ServerChildChannel {
    struct Connection: ServerChildChannelValue {
        let channel: any Channel
    }

    let dispatcher: Dispatcher
    private var service: Service { dispatcher.service }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        channel.eventLoop.makeCompletedFuture {
            let limits = service.limits
            let address = channel.remoteAddress?.ipAddress
            var decoder = NIOHTTPDecoderLimitConfiguration()
            (decoder.maxHeaderFieldSize, decoder.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
            decoder.maxHeaderFieldCount = limits.headerCount
            let pipeline = channel.pipeline.syncOperations
            if !isWelcome(channel, address) {
                try pipeline.addHandler(RefusedConnection())
                return Connection(channel: channel)
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
            let connection = ConnectionGuard(limits: limits, received: received, waitingBytes: service.waitingBytes)
            try pipeline.addHandlers([
                connection, HTTPConnectionStateHandler(idleTimeout: .seconds(limits.idleSeconds), logger: logger),
                RequestHandler(dispatcher, connection, client: address),
            ])
            return Connection(channel: channel)
        }
    }

    /// Waits for the end of a connection; ends it when the server must stop.
    func handle(value: Connection, logger: Logger) async {
        await withTaskCancellationHandler {
            _ = try? await value.channel.closeFuture.get()
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }

    /// Counts a connection; false when its address has too many.
    private func isWelcome(_ channel: any Channel, _ address: String?) -> Bool {
        guard let address, !service.addressing.isTrusted(address) else { return true }
        let counter = service.connections
        if counter.enter(address) {
            channel.closeFuture.whenComplete { _ in counter.leave(address) }
            return true
        }
        service.log.say("\(address) has \(counter.limit) connections open; more are refused")
        return false
    }
}
