/// How much of the machine requests may take. What goes beyond is refused with
/// a problem that names the limit.
public struct ServerLimits: Sendable {
    /// Requests that are answered at the same time; one more gets 503.
    public var concurrentRequests = 256
    /// Open connections; more wait to be accepted.
    public var connections = 1_024
    /// Open connections of one address, but for those of a trusted proxy; one
    /// more is told to come again.
    public var connectionsPerAddress = 256
    /// Long questions (a whole area feature by feature, a condition on all rows)
    /// that wait while others are answered; one more gets 503.
    public var waitingLongQuestions = 48
    /// The same for short ones: a row by its id, a tile, a page of rows.
    public var waitingShortQuestions = 128
    /// Bodies of POST /match that are answered at the same time; one more gets
    /// 503.
    public var matchStreams = 16
    /// Bytes of answers that clients have not taken yet; while there are more,
    /// questions get 503.
    public var waitingAnswerBytes = 128 * 1_024 * 1_024
    /// Bytes of a request's path and query.
    public var targetBytes = 8_192
    /// Bytes of one header, and of all of them.
    public var headerBytes = 16_384
    /// Headers of a request.
    public var headerCount = 100
    /// Bytes of a request's body, if it has one that is read.
    public var bodyBytes = 8 * 1_024 * 1_024
    /// Rows of one answer, whatever was asked for.
    public var rows = 10_000
    /// Features that a question about a whole area may look at one by one.
    public var listedFeatures = 2_000_000
    /// Connections that listen to events.
    public var listeners = 256
    /// Events that are kept for who comes back or is slow, and bytes of them.
    public var keptEvents = 4_096
    public var keptEventBytes = 4 * 1_024 * 1_024
    /// Matches of one snapshot that are told one by one; of the others, how
    /// many there are.
    public var matchEvents = 1_000
    /// New sightings of one snapshot that are matched, and matches of them that
    /// are counted; then it is only said that there are more.
    public var matchedSightings = 1_000_000
    public var countedMatches = 1_000_000
    /// How long a connection may be silent, or take for the head of a request.
    public var idleSeconds: Int64 = 30
    /// How long a request may take to arrive once its head is there; one with a
    /// body of sightings must bring enough bytes in each such time.
    public var requestSeconds: Int64 = 30
    /// The least that such a body brings a second; a slower one is cut off.
    public var bodyBytesPerSecond = 256
    /// How long such a body may take in all.
    public var bodySeconds: Int64 = 600
    /// How long a client may take nothing of its answer.
    public var writeSeconds: Int64 = 30
    /// How long a question may wait and be answered.
    public var querySeconds: Int64 = 10
    /// From so many seconds on a question is logged as slow.
    public var slowSeconds: Int64 = 2
    /// How long requests that are being answered may take after the server was
    /// told to stop.
    public var shutdownSeconds: Int64 = 10

    public init() {}
}
