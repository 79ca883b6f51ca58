import GeoqIndex
import Hummingbird
import NIOCore

/// The connection that a request came by.
struct ClientConnection: Sendable {
    private let channel: any Channel

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// The address at the other end; nil when it is none, as in a test.
    var address: String? { channel.remoteAddress?.ipAddress }

    /// Has a question told to stop when the client leaves.
    func watch(_ question: Interruption) {
        withGuard { $0.watch(question) }
    }

    /// Tells a client that waits for it to send its body.
    func askForBody() {
        withGuard { $0.askForBody() }
    }

    private func withGuard(_ body: @escaping @Sendable (ConnectionGuard) -> Void) {
        channel.eventLoop.execute {
            // Tests ask without a connection.
            if let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self) {
                body(connection)
            }
        }
    }
}

/// What Hummingbird makes for each request.
struct GeoqContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: ClientConnection

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = ClientConnection(source.channel)
    }
}
