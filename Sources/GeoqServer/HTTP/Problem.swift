import Geoq
import GeoqFormats
import HTTPTypes

/// Why a request is not answered: a problem detail of RFC 9457.
struct Problem: Error {
    /// What is wrong with one parameter.
    struct BadParameter: Hashable {
        let name: String
        /// The given value; nil when none was given.
        let value: String?
        /// The accepted values: type and range.
        let expected: String
        /// What is wrong, when the expected values do not say it.
        var reason: String?

        /// Stands for all that comes behind `mostBadParameters`.
        static let unread = BadParameter(
            name: "…", value: nil, expected: "fewer mistakes", reason: "what comes behind these was not read")
    }

    /// So many bad parameters of a request are named: each names all that there are, and a request may have a
    /// million.
    static let mostBadParameters = 20

    var status: HTTPResponse.Status
    /// A sentence that says what to do.
    var detail: String
    var badParameters: [BadParameter] = []
    /// Headers that belong to the status, such as `Allow`.
    var headers = HTTPFields()

    init(_ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:]) {
        (self.status, self.detail, self.headers) = (status, detail, headers)
    }

    init(_ badParameters: [BadParameter]) {
        status = .badRequest
        detail = badParameters.map(\.sentence).joined(separator: " ")
        self.badParameters = badParameters
    }

    /// One parameter, with a reason.
    static func parameter(_ name: String, _ value: String?, expected: String, reason: String? = nil) -> Problem {
        Problem([BadParameter(name: name, value: value.map(Self.shown), expected: expected, reason: reason)])
    }

    /// The body: `application/problem+json`.
    ///
    /// Section 3.1.1: without a `type` it is "about:blank", and then the title
    /// is the status code's own phrase (section 4.2.1).
    var body: JSONValue {
        var body: JSONValue = [
            "type": "about:blank", "title": .string(status.reasonPhrase), "status": .count(status.code),
            "detail": .string(detail),
        ]
        if !badParameters.isEmpty {
            body = body.adding([("errors", .array(badParameters.map(\.body)))])
        }
        return body
    }

    static let contentType = "application/problem+json"

    /// The answer while the first index of the store is built.
    static let beingBuilt = Problem(
        .serviceUnavailable, "The index is being built; ask again in a moment.", headers: [.retryAfter: "1"])

    /// A client's text, short and without control characters.
    static func shown(_ text: String) -> String {
        let harmless = String(text.unicodeScalars.prefix(80).map { $0.properties.isControl ? " " : Character($0) })
        return text.unicodeScalars.count > 80 ? harmless + "…" : harmless
    }
}

extension Problem.BadParameter {
    var sentence: String {
        if let reason { return "\(name): \(reason)" + (reason.hasSuffix("?") ? "" : ".") }
        guard let value else { return "\(name) is missing: give \(expected)." }
        return "\(name) is \"\(value)\": give \(expected)."
    }

    var body: JSONValue {
        [
            "parameter": .string(name), "value": value.map { .string($0) } ?? nil, "expected": .string(expected),
            "detail": .string(sentence),
        ]
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
