/// How requests travel: an HTTP client, given from outside.
///
/// A transport verifies the server's certificate, follows no redirect, keeps no
/// cookies and caches nothing. It gives any answer of a server, of whatever
/// status, and throws when no answer came.
public protocol Transport: Sendable {
    /// Sends one request and reads its whole answer.
    ///
    /// - Throws: `TransportFailure` when no whole answer came;
    ///   `CancellationError` when the task was cancelled.
    func answer(to request: TransportRequest) async throws -> TransportAnswer
}

/// One request, whole.
public struct TransportRequest: Sendable {
    /// `GET`, `POST` and so on, in capitals.
    public var method: String
    /// The absolute address, percent-encoded.
    public var url: String
    /// Names in lower case and their values, in the order in which they are
    /// sent. Some values are secrets: a transport must not log them.
    public var headers: [(name: String, value: String)]
    /// Empty for a request without a body.
    public var body: [UInt8]
    /// How long to wait for a connection.
    public var connectTimeout: Duration
    /// How long the server may be silent.
    public var silenceTimeout: Duration
    /// The largest answer that is read, after it was unpacked.
    public var maximumAnswerBytes: Int

    /// A request; header names are in lower case.
    public init(
        method: String, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        connectTimeout: Duration = .seconds(10), silenceTimeout: Duration = .seconds(30),
        maximumAnswerBytes: Int = 64 << 20
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.connectTimeout, self.silenceTimeout) = (connectTimeout, silenceTimeout)
        self.maximumAnswerBytes = maximumAnswerBytes
    }
}

/// What a server answered.
public struct TransportAnswer: Sendable {
    /// The status code of HTTP.
    public var status: Int
    /// Names in lower case, in the order of the answer.
    public var headers: [(name: String, value: String)]
    /// The body, unpacked.
    public var body: [UInt8]

    /// - Parameters:
    ///   - headers: names in lower case, in the order of the answer.
    ///   - body: unpacked.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// The first header of a name in lower case.
    ///
    /// - Complexity: O(headers).
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// Why no whole answer came.
public enum TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing answers at the host, or the connection ended. Nothing is known of
    /// what the server did.
    case notReached
    /// No connection to the host came about, so nothing was sent: it was refused, or not answered in time.
    case notConnected
    /// The host's name has no address, or there is no network to ask for it.
    case nameUnknown
    /// The server's certificate is not to be trusted.
    case untrusted
    /// The server was silent for too long. It may have done what was asked.
    case timedOut
    /// The answer is larger than the request allows.
    case tooLarge

    public var description: String {
        switch self {
        case .notReached, .notConnected: "the project does not answer"
        case .nameUnknown: "there is no host of its name, or no network"
        case .untrusted: "the certificate of what answered is not the project's"
        case .timedOut: "the project did not answer in time"
        case .tooLarge: "the answer is larger than this client reads"
        }
    }
}
