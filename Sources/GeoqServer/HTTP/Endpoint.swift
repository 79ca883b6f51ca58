import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// One path of the server: its parameters, its formats, and the function that
/// answers. The document at `/api` is written from these.
struct Endpoint: Sendable {
    /// Who may send requests.
    enum Access: Sendable {
        /// Every client: the page itself and its files hold nothing of the
        /// store.
        case open
        /// Every client that has the token, if the server has one.
        case store
        /// Of these, only the server's own page: what it asks changes the store.
        case edits
        /// Of these, only the server's own pages: what they ask is private.
        case page
    }

    /// How long a client may keep an answer.
    enum Caching: Sendable {
        /// As long as the store does not change.
        case byVersion
        /// Never: the answer is about this moment.
        case never
        /// The handler decides.
        case own
    }

    /// A path with its variable parts in braces: `/collections/{id}`.
    let path: String
    var operation: String
    var summary: String
    var method: HTTPRequest.Method = .get
    var access = Access.store
    var caching = Caching.byVersion
    /// The status of an answer that is no problem.
    var success = HTTPResponse.Status.ok
    /// What an answer costs at most.
    var cost = Work.Cost.nothing
    /// Whether it is answered even when the server is busy.
    var isVital = false
    /// The formats of its answers, the best first.
    var formats: [Format] = [.json]
    var pathParameters: [PathParameter] = []
    /// Headers that clients may set for this endpoint.
    var headerParameters: [PathParameter] = []
    var parameters: [Parameter] = []
    /// Parameters that depend on the store; nil for none.
    var parametersOfStore: (@Sendable (LiveStore) -> [Parameter])?
    /// The members of a body that is a JSON object; none without a body.
    var members: [Parameter] = []
    /// Whether some questions have no answer but 404.
    var mayBeMissing = false
    /// Whether its parameters come as a form in the body (`Form`), or in the query.
    var takesForm = false
    /// The schema of the body in `/api`; nil when the body is not JSON.
    var schema: String?
    /// The schema of each line of a body of NDJSON; nil without one.
    var requestBody: JSONValue?
    /// Files of the page are no part of the API.
    var isDocumented = true
    /// The cost of a single question, where it differs from `cost`.
    var costOf: (@Sendable (Ask) -> Work.Cost)?
    /// Answers questions that need no waiting and little work; gives nil for
    /// all others, which `handle` then answers. Requests with a body never get
    /// here.
    var handleAtOnce: (@Sendable (inout Ask) throws -> Reply?)?
    let handle: @Sendable (inout Ask) async throws -> Reply

    /// The path's segments; those in braces match anything.
    var pattern: [Substring] { path.split(separator: "/", omittingEmptySubsequences: true) }

    /// The values of the variable parts; nil when the path does not match.
    ///
    /// - Parameter own: the pattern, which the caller keeps.
    static func match(_ own: [Substring], _ segments: [String]) -> [String: String]? {
        guard own.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (pattern, segment) in zip(own, segments) {
            // The last part may end in a fixed text: {y}.mvt
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

    /// The same, with those that a store adds.
    func parameters(in store: LiveStore) -> [Parameter] {
        allParameters + (parametersOfStore.map { $0(store) } ?? [])
    }

    /// The parameter that chooses the format; nil when there is only one
    /// format.
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

/// A request and everything that its handler needs.
struct Ask: Sendable {
    let service: Service
    let request: Request
    let endpoint: Endpoint
    let pathValues: [String: String]
    var parameters: ParameterReader
    var format: Format
    /// What stands for the form that the request has brought; nil without one.
    var form: String?
    /// The moment of the rows that the answer is about.
    var moment: Moment?
    /// `http://host`, as the client addresses the server, perhaps with a path.
    let base: String
    /// The connection on which it arrived; nil for a direct answer.
    var connection: ClientConnection?
    /// Tells the search for the answer to stop; nil for a direct answer.
    var interruption: Interruption?
    /// The area of the store that a parameter names, once it was looked up.
    var namedArea: Result<Area, AreaNameError>?

    /// The tag of the answer; nil when the answer holds only for this moment.
    var tag: EntityTag? {
        // An answer to a form is not kept: its address does not tell the question.
        endpoint.takesForm
            ? nil : moment.map { EntityTag(moment: $0.tag, question: base, request.uri.string, format.rawValue) }
    }

    /// The path at the end of the base, for links within a page.
    var root: Substring { Addressing.path(of: base) }

    /// The snapshot that the answer is about.
    ///
    /// - Throws: 503 while there is no snapshot yet.
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

    /// A link to a path of this server, with a query.
    func link(_ path: String, _ query: [(String, String?)] = []) -> String {
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(PercentCoding.encoded($0))" } }
        return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// A link to this very question, with some parameters replaced, or removed
    /// when they are nil. If the question came as a form, the link has the form's tag: the
    /// next request must bring the same form.
    func sameQuestion(_ changes: [(String, String?)] = []) -> String {
        let query = request.uri.query ?? ""
        if changes.isEmpty, form == nil, !Self.hasEmptyPairs(query) { return base + request.uri.path + "?" + query }
        var pairs = query.split(separator: "&")
        for (name, value) in changes + (form.map { [(Form.tag.name, $0)] } ?? []) {
            pairs.removeAll { PercentCoding.decoded($0.prefix { $0 != "=" }, plusIsBlank: true) == name }
            if let value { pairs.append("\(name)=\(PercentCoding.encoded(value))"[...]) }
        }
        return base + request.uri.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Whether a pair of the query is empty: `&&`, or an `&` at an end.
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
