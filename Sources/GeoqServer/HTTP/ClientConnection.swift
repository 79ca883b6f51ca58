import GeoqIndex
import Hummingbird
import NIOCore

/// The connection on which a request arrived.
struct ClientConnection: Sendable {
    private let channel: any Channel

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// The address at the other end; nil when there is none, as in a test.
    var address: String? { ClientAddress.of(channel) }

    /// Tells a question to stop when the client leaves.
    func watch(_ question: Interruption) {
        withGuard { $0.watch(question) }
    }

    /// Asks a client that waits for consent to send its body.
    func askForBody() {
        withGuard { $0.askForBody() }
    }

    private func withGuard(_ body: @escaping @Sendable (ConnectionGuard) -> Void) {
        channel.eventLoop.execute {
            // In tests there is no connection.
            if let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self) {
                body(connection)
            }
        }
    }
}

/// The context that Hummingbird makes for each request.
struct GeoqContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: ClientConnection

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = ClientConnection(source.channel)
    }
}
