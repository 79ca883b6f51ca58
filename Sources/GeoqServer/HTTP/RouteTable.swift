import HTTPTypes

/// All paths of the server.
struct RouteTable: Sendable {
    /// An endpoint, with what every request to it needs.
    final class Route: Sendable {
        let endpoint: Endpoint
        let parameters: [Parameter]
        /// The parameter that chooses the format.
        let format: Parameter?

        init(_ endpoint: Endpoint) {
            self.endpoint = endpoint
            (parameters, format) = (endpoint.allParameters, endpoint.formatParameter)
        }
    }

    /// The endpoints of one path.
    final class Path: Sendable {
        /// The segments; those in braces match anything.
        private let pattern: [Substring]
        private let routes: [Route]
        /// The methods that can be used, for `Allow`.
        let methods: String

        fileprivate init(_ path: String, _ endpoints: [Endpoint]) {
            pattern = path.split(separator: "/", omittingEmptySubsequences: true)
            routes = endpoints.map { Route($0) }
            let all: [HTTPRequest.Method] =
                endpoints.flatMap { $0.method == .get ? [.get, .head] : [$0.method] } + [.options]
            methods = all.map(\.rawValue).joined(separator: ", ")
        }

        /// The endpoint for a method; nil when the method cannot be used here.
        /// OPTIONS asks about the first endpoint.
        func route(for method: HTTPRequest.Method) -> Route? {
            routes.first {
                $0.endpoint.method == method || method == .options || $0.endpoint.method == .get && method == .head
            }
        }

        /// The values of the variable parts; nil when the path does not match.
        fileprivate func match(_ segments: [String]) -> [String: String]? {
            guard pattern.count == segments.count else { return nil }
            var values: [String: String] = [:]
            for (pattern, segment) in zip(pattern, segments) {
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
    }

    private let paths: [Path]
    /// The paths by their text: those without variable parts, as nearly all
    /// clients write them.
    private let plain: [String: Path]

    init(_ endpoints: [Endpoint]) {
        var (paths, plain): ([Path], [String: Path]) = ([], [:])
        for endpoint in endpoints where plain[endpoint.path] == nil {
            let path = Path(endpoint.path, endpoints.filter { $0.path == endpoint.path })
            paths.append(path)
            plain[endpoint.path] = path
        }
        (self.paths, self.plain) = (paths, plain.filter { !$0.key.contains("{") })
    }

    /// The path of a request, and the values of its variable parts.
    ///
    /// - Parameter path: as the request has it, encoded.
    /// - Returns: nil when there is nothing at this path.
    /// - Throws: 400 when it cannot be decoded.
    func find(_ path: String) throws(Problem) -> (path: Path, values: [String: String])? {
        if let known = plain[path] { return (known, [:]) }
        var segments: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let segment = PercentCoding.decoded(part, plusIsBlank: false) else {
                throw Problem(.badRequest, "The path cannot be decoded: it must be UTF-8, percent-encoded.")
            }
            segments.append(segment)
        }
        for path in paths {
            if let values = path.match(segments) { return (path, values) }
        }
        return nil
    }
}
