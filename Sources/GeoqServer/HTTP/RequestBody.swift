import NIOCore

/// The body of a request, piece by piece as it arrives.
struct RequestBody: Sendable {
    /// The next bytes; nil behind the last.
    let next: @Sendable () async throws -> ByteBuffer?
    /// Asks a client that waits for consent (`Expect: 100-continue`) to send
    /// its body.
    let consent: @Sendable () -> Void
}

/// Takes the pieces of an answer, in order.
struct BodyWriter: Sendable {
    /// Returns when the piece was handed to the system: a writer waits for a
    /// slow client.
    ///
    /// - Throws: when the client has gone.
    let write: @Sendable (ByteBuffer) async throws -> Void
}

/// Writes an answer that is made while it is sent.
typealias BodyStream = @Sendable (BodyWriter) async throws -> Void
