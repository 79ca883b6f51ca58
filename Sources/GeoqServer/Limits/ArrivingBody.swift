import HTTPTypes
import NIOCore

/// A request that has not come whole, and how fast it comes.
struct ArrivingBody {
    /// Bytes of the body so far.
    var bytes = 0
    /// Whether the server waits for more.
    var isWanted = true
    /// Whether the client sends the body when it is told to.
    var waitsForConsent: Bool

    /// Bodies that are streams may take long as long as they move.
    private let isStream: Bool
    private let firstReceived: Int
    private let start = NIODeadline.now()
    /// At the last look.
    private var bytesBefore = 0

    /// - Parameter received: bytes that the connection has brought so far.
    init(_ head: HTTPRequest, received: Int) {
        isStream = head.method == .post
        waitsForConsent = isStream && head.headerFields[.expect]?.lowercased() == "100-continue"
        firstReceived = received
    }

    /// Looks whether it comes too slowly.
    ///
    /// - Parameter isAnswerWaiting: whether the client has to take something
    ///   first.
    mutating func isTooSlow(_ limits: ServerLimits, isAnswerWaiting: Bool) -> Bool {
        guard isStream, NIODeadline.now() - start < .seconds(limits.bodySeconds) else { return true }
        defer { bytesBefore = bytes }
        // The server does not read while it is at work on what it has, or while the client takes no answers.
        guard isWanted, !isAnswerWaiting else { return false }
        return bytes - bytesBefore < limits.bodyBytesPerSecond * Int(limits.requestSeconds)
    }

    /// Whether the connection brings much more than the body: chunks have a few
    /// bytes each around them, and may have extensions, which mean nothing here.
    func hasTooManyExtras(received: Int) -> Bool {
        received - firstReceived - bytes > 16_384 + 8 * bytes
    }
}
