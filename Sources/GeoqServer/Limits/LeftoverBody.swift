import NIOCore

/// The rest of a request that was answered before it had arrived whole.
struct LeftoverBody {
    /// How many bytes of the body have come since, and were dropped.
    var bytes = 0
    /// Whether the request has arrived whole.
    var hasEnded = false
    /// Whether the whole answer has been sent.
    var isAnswered = false

    private let start = NIODeadline.now()
    private var bytesBefore = 0

    /// A client that sends nothing for so long has ended, or has read the answer.
    static let patience = TimeAmount.seconds(2)
    /// A client may go on sending for so long.
    private static let longest = TimeAmount.seconds(10)

    /// Whether bytes have come since the last look, and may still come.
    mutating func isWorthWaiting() -> Bool {
        defer { bytesBefore = bytes }
        return bytes > bytesBefore && NIODeadline.now() - start < Self.longest
    }
}
