import HTTPTypes
import NIOCore

/// A request that has not arrived whole, and how fast it arrives.
struct ArrivingBody {
    /// Bytes of the body so far.
    var bytes = 0
    /// Whether the server is waiting for more of it.
    var isWanted = true
    /// Whether the client sends the body only when it is asked to.
    var waitsForConsent: Bool

    /// A body that is a stream may take long as long as bytes arrive.
    private let isStream: Bool
    private let firstReceived: Int
    private let start = NIODeadline.now()
    /// The number of bytes at the last look.
    private var bytesBefore = 0

    /// - Parameter received: bytes that the connection has received so far.
    init(_ head: HTTPRequest, received: Int) {
        isStream = head.method == .post
        waitsForConsent = isStream && head.headerFields[.expect]?.lowercased() == "100-continue"
        firstReceived = received
    }

    /// Whether the body arrives too slowly.
    ///
    /// - Parameter isAnswerWaiting: whether the client must take an answer
    ///   first.
    mutating func isTooSlow(_ limits: ServerLimits, isAnswerWaiting: Bool) -> Bool {
        guard isStream, NIODeadline.now() - start < .seconds(limits.bodySeconds) else { return true }
        defer { bytesBefore = bytes }
        // The server does not read while it works on earlier bytes, or while
        // the client takes no answers.
        guard isWanted, !isAnswerWaiting else { return false }
        return bytes - bytesBefore < limits.bodyBytesPerSecond * Int(limits.requestSeconds)
    }

    /// Whether the connection has received much more than the body: each chunk
    /// has a few bytes around it, and may have extensions, which the server
    /// ignores.
    func hasTooManyExtras(received: Int) -> Bool {
        received - firstReceived - bytes > 16_384 + 8 * bytes
    }
}
