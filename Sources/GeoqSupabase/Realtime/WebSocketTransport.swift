/// How a WebSocket (RFC 6455) is opened, given from outside.
///
/// A transport verifies the server's certificate, follows no redirect, bounds
/// what it reads, and answers pings by itself.
package protocol WebSocketTransport: Sendable {
    /// Opens a connection.
    ///
    /// - Throws: `WebSocketFailure`; `CancellationError`.
    func open(_ request: WebSocketRequest) async throws -> any WebSocketConnection
}

/// An open WebSocket. It must be closed.
package protocol WebSocketConnection: Sendable {
    /// The texts that come, for one reader. It ends when the server has closed
    /// the connection, and throws `WebSocketFailure` when that was broken.
    var texts: AsyncThrowingStream<String, any Error> { get }

    /// Sends a text. One that cannot be sent is lost, and `texts` ends.
    func send(_ text: String)

    /// Closes the connection; it may be called again.
    func close()
}

/// Where to open a WebSocket.
package struct WebSocketRequest: Sendable {
    /// Whether it is `wss`.
    package var isSecure: Bool
    /// A name, or an address without brackets.
    package var host: String
    package var port: Int
    /// Path and query, percent-encoded. It may hold a key: a transport must not
    /// log it.
    package var target: String
    /// How long the handshakes of TCP, TLS and HTTP may take together.
    package var timeout: Duration
    /// The longest message that is read, in all its frames together.
    package var maximumMessageBytes: Int

    package init(
        isSecure: Bool, host: String, port: Int, target: String, timeout: Duration = .seconds(20),
        maximumMessageBytes: Int = 4 << 20
    ) {
        (self.isSecure, self.host, self.port, self.target) = (isSecure, host, port, target)
        (self.timeout, self.maximumMessageBytes) = (timeout, maximumMessageBytes)
    }
}

/// Why a WebSocket was not opened, or has ended.
package enum WebSocketFailure: Error, Hashable, Sendable {
    /// The host has no address, or nothing answers there, or the connection
    /// broke.
    case notReached
    /// The server's certificate is not to be trusted.
    case untrusted
    /// The handshakes took too long.
    case timedOut
    /// The server answered with this status, and opens no WebSocket.
    case refused(status: Int)
    /// A message is longer than the request allows, or more came than was read.
    case tooLarge
    /// What came is no WebSocket.
    case broken
}
