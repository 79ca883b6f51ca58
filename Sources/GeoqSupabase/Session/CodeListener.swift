import Geoq

/// Where a browser brings the code of a login: an address of this machine.
package protocol CodeListener: Sendable {
    /// `http://127.0.0.1:PORT/`.
    var address: String { get }

    /// Waits until a browser has brought a code.
    ///
    /// - Parameter state: What must come with the code; anything else that
    ///   comes to the address is refused, and the waiting goes on.
    /// - Throws: `CodeRefusal`; `CancellationError`.
    func code(state: String) async throws -> Secret
}

/// The user, or the service at which the user logs in, refused.
package struct CodeRefusal: Error, Hashable, Sendable {
    /// The words that the browser brought.
    package var words: String

    package init(words: String) {
        self.words = words
    }
}

/// What a browser asks of a code listener: the target of its request.
package struct CodeRequest: Sendable {
    package let parameters: [String: String]

    /// - Parameter target: As it stands in the request's first line:
    ///   `/?state=a&code=b`.
    package init(target: Substring) {
        let query = target.drop { $0 != "?" }.dropFirst()
        var parameters: [String: String] = [:]
        for item in query.split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentCoding.repaired(halves[0])
            if parameters[name] == nil { parameters[name] = halves.count > 1 ? PercentCoding.repaired(halves[1]) : "" }
        }
        self.parameters = parameters
    }

    /// The code; nil when the request is of no use.
    ///
    /// - Throws: `CodeRefusal` when it says that there is none.
    package func code(state: String) throws(CodeRefusal) -> Secret? {
        guard parameters["state"] == state else { return nil }
        if let error = parameters["error_description"] ?? parameters["error"] { throw CodeRefusal(words: error) }
        return parameters["code"].flatMap { $0.isEmpty ? nil : Secret($0) }
    }
}
