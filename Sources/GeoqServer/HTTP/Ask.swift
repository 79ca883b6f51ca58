import Geoq
import GeoqIndex
import HTTPTypes

/// A request and everything that its handler needs.
struct Ask: Sendable {
    let service: Service
    let request: HTTPRequest
    let target: Target
    /// The address at the other end of the connection; nil without a
    /// connection, as in a test.
    let client: String?
    let endpoint: Endpoint
    let pathValues: [String: String]
    var parameters: ParameterReader
    let format: Format
    /// The moment of the rows that the answer is about.
    var moment: Moment?
    /// `http://host`, as the client addresses the server, perhaps with a path.
    let base: String
    /// Tells the search for the answer to stop; nil for an answer at once.
    var interruption: Interruption?
    /// The body of a POST that is not answered at once.
    var body: RequestBody?

    /// The tag of the answer; nil when the answer holds only for this moment.
    var tag: EntityTag? {
        moment.map { EntityTag(moment: $0.tag, question: base, target.text, format.rawValue) }
    }

    /// The path at the end of the base, for links within a page.
    var root: Substring {
        let host = base.utf8.dropFirst(base.hasPrefix("https") ? 8 : 7)
        return base[(host.firstIndex(of: UInt8(ascii: "/")) ?? base.endIndex)...]
    }

    /// The snapshot that the answer is about.
    ///
    /// - Throws: 503 while there is no snapshot yet.
    var snapshot: Snapshot {
        get throws {
            try wholeMoment.snapshot
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
    /// when they are nil.
    func sameQuestion(_ changes: [(String, String?)] = []) -> String {
        let query = target.query ?? ""
        if changes.isEmpty, !Self.hasEmptyPairs(query) { return "\(base)\(target.path)?\(query)" }
        var pairs = query.split(separator: "&")
        for (name, value) in changes {
            pairs.removeAll { PercentCoding.decoded($0.prefix { $0 != "=" }, plusIsBlank: true) == name }
            if let value { pairs.append("\(name)=\(PercentCoding.encoded(value))"[...]) }
        }
        return base + target.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Whether a pair of the query is empty: `&&`, or an `&` at an end.
    private static func hasEmptyPairs(_ query: Substring) -> Bool {
        var isEmpty = true
        for byte in query.utf8 {
            let isEnd = byte == UInt8(ascii: "&")
            if isEnd, isEmpty { return true }
            isEmpty = isEnd
        }
        return isEmpty
    }
}

/// The path and the query of a request, both still encoded.
struct Target: Sendable {
    let text: String
    let path: String
    /// The text behind the question mark; nil without one.
    let query: Substring?

    init(_ text: String) {
        self.text = text
        // Clients keep the part from # on for themselves.
        let whole = text[..<(text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex)]
        let end = whole.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = String(whole[..<(end ?? whole.endIndex)])
        query = end.map { whole[whole.utf8.index(after: $0)...] }
    }
}
