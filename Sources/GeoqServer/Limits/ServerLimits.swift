/// How much of the machine requests may use. A request beyond a limit is
/// refused with a problem that names the limit.
public struct ServerLimits: Sendable {
    /// Requests that are answered at the same time; one more gets 503.
    public var concurrentRequests = 256
    /// Open connections; more wait to be accepted.
    public var connections = 1_024
    /// Open connections of one address, trusted proxies excepted; one more is
    /// told to try again later.
    public var connectionsPerAddress = 256
    /// Long questions (a whole area feature by feature, a condition on all
    /// rows) that may wait while others are answered; one more gets 503.
    public var waitingLongQuestions = 48
    /// The same for short questions: a row by its id, a tile, a page of rows.
    public var waitingShortQuestions = 128
    /// Bodies of POST /match that are answered at the same time; one more gets
    /// 503. So does one more than a quarter of them from one address, unless it is
    /// a trusted proxy's, or only this machine can reach the server.
    public var matchStreams = 16
    /// Forms that are read at the same time; the same holds for them.
    public var forms = 16
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
    /// Bytes of the body of a change.
    public var editBytes = 256 * 1_024
    /// Bytes of a form with the parameters of a question, such as a large area.
    public var formBytes = 4 * 1_024 * 1_024
    /// The most rows of one answer.
    public var rows = 10_000
    /// Features that a question about a whole area may look at one by one.
    public var listedFeatures = 2_000_000
    /// Positions of all areas together that are kept in memory, indexed, to tell which areas
    /// hold a place. When there are more, each such question reads the store.
    public var indexedAreaPositions = 10_000_000
    /// Kilometers of a route that is asked along.
    public var routeKilometers = 20_000
    /// Connections that listen to events.
    public var listeners = 256
    /// Events that are kept for slow and reconnecting listeners, and bytes of
    /// them.
    public var keptEvents = 4_096
    /// Bytes of the events that are kept; the oldest go first.
    public var keptEventBytes = 4 * 1_024 * 1_024
    /// Matches of one snapshot that are sent as single events; the others are
    /// only counted.
    public var matchEvents = 1_000
    /// New sightings of one snapshot that are matched, and matches that are
    /// counted; beyond them listeners only hear that there are more.
    public var matchedSightings = 1_000_000
    /// Matches of one snapshot that are counted; with more, listeners only hear that
    /// there are more.
    public var countedMatches = 1_000_000
    /// How long a connection may be silent, and how long the head of a request
    /// may take.
    public var idleSeconds: Int64 = 30
    /// How long a request may take to arrive once its head is there. For a body
    /// of sightings this is the time in which enough bytes must arrive.
    public var requestSeconds: Int64 = 30
    /// The fewest bytes of such a body in a second; a slower one is cut off.
    public var bodyBytesPerSecond = 256
    /// How long such a body may take in all.
    public var bodySeconds: Int64 = 600
    /// How long a client may take nothing of its answer.
    public var writeSeconds: Int64 = 30
    /// How long a question may take, waiting included.
    public var querySeconds: Int64 = 10
    /// A question that takes this many seconds is logged as slow.
    public var slowSeconds: Int64 = 2
    /// How long requests that are being answered may go on after the server was
    /// told to stop.
    public var shutdownSeconds: Int64 = 10

    /// The limits that a server has when nothing else is said.
    public init() {}
}
