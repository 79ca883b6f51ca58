import Geoq
import GeoqIndex
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// One path of the server: what it takes, what it gives, and what answers.
/// `/api` is written from these.
struct Endpoint: Sendable {
    /// Who may ask.
    enum Access: Sendable {
        /// Anyone: the page itself and its files hold nothing of the store.
        case open
        /// Whoever has the token, if there is one.
        case store
    }

    /// How long an answer holds.
    enum Caching: Sendable {
        /// As long as the store does not change.
        case byVersion
        /// Never: it tells what is now.
        case never
        /// The handler says.
        case own
    }

    /// A path with names in braces for what it takes: `/collections/{id}`.
    let path: String
    let operation: String
    let summary: String
    var method: HTTPRequest.Method = .get
    var access = Access.store
    var caching = Caching.byVersion
    /// What an answer costs at most.
    var cost = Work.Cost.nothing
    /// Whether it is answered however many others are asked.
    var isVital = false
    /// What it can be answered with, best first.
    var formats: [Format] = [.json]
    var pathParameters: [PathParameter] = []
    /// What clients may say besides in headers of their own.
    var headerParameters: [PathParameter] = []
    var parameters: [Parameter] = []
    /// Whether some questions have no answer but 404.
    var mayBeMissing = false
    /// What the body is, as `/api` calls it; nil when it is no JSON.
    var schema: String?
    /// What a POST sends, as a schema; nil when it sends nothing.
    var requestBody: JSONValue?
    /// Files of the page are no part of the API.
    var isDocumented = true
    /// What the answer to a question costs, where that differs.
    var costOf: (@Sendable (Ask) -> Work.Cost)?
    /// Answers what needs no waiting and little work; gives nil for all else,
    /// which is then handled by `handle`. Requests with a body never get here.
    var handleAtOnce: (@Sendable (inout Ask) throws -> Reply?)?
    let handle: @Sendable (inout Ask) async throws -> Reply

    /// The path's segments; those in braces match anything.
    var pattern: [Substring] { path.split(separator: "/", omittingEmptySubsequences: true) }

    /// The values of the names in braces; nil when the path is another.
    ///
    /// - Parameter own: the pattern, which the caller keeps.
    static func match(_ own: [Substring], _ segments: [String]) -> [String: String]? {
        guard own.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (pattern, segment) in zip(own, segments) {
            // The last one may end in something fixed: {y}.mvt
            if pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") {
                let suffix = pattern[pattern.index(after: end)...]
                guard segment.hasSuffix(suffix), segment.count > suffix.count else { return nil }
                let name = pattern[pattern.index(after: pattern.startIndex)..<end]
                values[String(name)] = String(segment.dropLast(suffix.count))
            } else if pattern != segment {
                return nil
            }
        }
        return values
    }

    /// All parameters of the query, with the one for the format.
    var allParameters: [Parameter] {
        parameters + [formatParameter].compactMap(\.self)
    }

    /// The one that chooses the format; nil when there is one format only.
    var formatParameter: Parameter? {
        guard formats.count > 1 else { return nil }
        return Parameter(
            "f", .word(formats.map(\.rawValue)), "The format, instead of what Accept says.",
            standard: formats.first?.rawValue)
    }
}

/// A part of a path, or a header, that a client chooses.
struct PathParameter: Sendable {
    let name: String
    let summary: String
    let schema: JSONValue
}

/// A request on its way to its handler.
struct Ask: Sendable {
    let service: Service
    let request: Request
    /// The connection that it came by; nil when it is answered at once.
    let connection: ClientConnection?
    let endpoint: Endpoint
    let pathValues: [String: String]
    var parameters: ParameterReader
    let format: Format
    /// The rows that the answer is of.
    var moment: Moment?
    /// `http://host`, as the client calls the server, perhaps with a path.
    let base: String
    /// Tells the search for the answer to stop; nil when it is answered at once.
    let interruption: Interruption?

    /// The tag of the answer; nil when it is only of now.
    var tag: EntityTag? {
        moment.map { EntityTag(moment: $0.tag, question: base, request.uri.string, format.rawValue) }
    }

    /// The path that the base ends with, for links within a page.
    var root: Substring {
        let host = base.utf8.dropFirst(base.hasPrefix("https") ? 8 : 7)
        return base[(host.firstIndex(of: UInt8(ascii: "/")) ?? base.endIndex)...]
    }

    /// The snapshot that the answer is of.
    ///
    /// - Throws: 503 while there is none yet.
    var snapshot: Snapshot {
        get throws {
            guard let moment else { return try service.live.moment().snapshot }
            return moment.snapshot
        }
    }

    /// A part of the path.
    func path(_ name: String) -> String {
        guard let value = pathValues[name] else { preconditionFailure("The path has no {\(name)}.") }
        return value
    }

    /// The address of a path here, with a query of parameters.
    func link(_ path: String, _ query: [(String, String?)] = []) -> String {
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(PercentCoding.encoded($0))" } }
        return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// The address of this very question, with some parameters replaced, or
    /// taken away when they are nil.
    func sameQuestion(_ changes: [(String, String?)] = []) -> String {
        let query = request.uri.query ?? ""
        if changes.isEmpty, !Self.hasEmptyPairs(query) { return base + request.uri.path + "?" + query }
        var pairs = query.split(separator: "&")
        for (name, value) in changes {
            pairs.removeAll { PercentCoding.decoded($0.prefix { $0 != "=" }, plusIsBlank: true) == name }
            if let value { pairs.append("\(name)=\(PercentCoding.encoded(value))"[...]) }
        }
        return base + request.uri.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Whether there is nothing between two ampersands, or beside one.
    private static func hasEmptyPairs(_ query: String) -> Bool {
        var isEmpty = true
        for byte in query.utf8 {
            let isEnd = byte == UInt8(ascii: "&")
            if isEnd, isEmpty { return true }
            isEmpty = isEnd
        }
        return isEmpty
    }
}
