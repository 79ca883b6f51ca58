package import GeoqSupabase

extension HTTPTransport: WebSocketTransport {
    /// Opens a WebSocket, such as one to a project's Realtime, with the certificates that this transport believes.
    ///
    /// `close()` does not end it.
    ///
    /// - Throws: `WebSocketFailure`; `CancellationError`.
    package func open(_ request: WebSocketRequest) async throws -> any WebSocketConnection {
        try await WebSockets(roots: roots).open(request)
    }
}
