import Geoq
import HTTPTypes

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
    let operation: String
    let summary: String
    var method: HTTPRequest.Method = .get
    var access = Access.store
    var caching = Caching.byVersion
    /// Whether it is answered even when the server is busy.
    var isVital = false
    /// The formats of its answers, the best first.
    var formats: [Format] = [.json]
    var pathParameters: [PathParameter] = []
    /// Headers that clients may set for this endpoint.
    var headerParameters: [PathParameter] = []
    var parameters: [Parameter] = []
    /// Whether some questions have no answer but 404.
    var mayBeMissing = false
    /// The schema of the body in `/api`; nil when the body is not JSON.
    var schema: String?
    /// The schema of the body of a POST; nil without a body.
    var requestBody: JSONValue?
    /// Files of the page are no part of the API.
    var isDocumented = true
    /// Reads the parameters of a request, each once, and answers it at once
    /// when that needs neither waiting nor much work.
    let handle: @Sendable (inout Ask) throws -> Answer

    /// What a handler gives.
    enum Answer: Sendable {
        case now(Reply)
        /// The rest of the work, which goes on from what the handler has read,
        /// and what it costs at most.
        case later(Work.Cost, @Sendable (inout Ask) async throws -> Reply)
    }

    /// All parameters of the query, with the one for the format.
    var allParameters: [Parameter] {
        parameters + [formatParameter].compactMap(\.self)
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
