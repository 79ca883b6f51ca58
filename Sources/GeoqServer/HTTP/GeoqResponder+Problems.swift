import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird

/// Errors, as clients and the log are told of them.
extension GeoqResponder {
    /// The error as a client may read it. The log has what clients are not
    /// told.
    func reply(_ error: any Error, to request: Request, _ path: String) -> Reply {
        let changes = routes.contains {
            $0.endpoint.access == .edits && $0.endpoint.method == request.method && $0.endpoint.path == path
        }
        let problem = Self.problem(error, ofChange: changes)
        if problem.status == .internalServerError {
            service.log.say("\(Self.known(request.method)) \(path) failed: \(error)")
        }
        guard problem.status == .unauthorized, AccessControl.isPage(request) else { return Reply(problem) }
        return HTMLPage.needsToken(problem, root: service.addressing.root)
    }

    /// The error, as far as a client may know it.
    ///
    /// - Parameter isChange: whether the request was to change something.
    static func problem(_ error: any Error, ofChange isChange: Bool) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as FilterError: .parameter("filter", nil, expected: "CQL2 text", reason: error.reason)
        case let error as QueryError: problem(error)
        case StoreError.tooManyChanges, StoreError.snapshotOutdated, StoreError.busy:
            Problem(
                .serviceUnavailable, "The store is changing too fast; try again in a second.",
                headers: [.retryAfter: "1"])
        case StoreError.replaced:
            Problem(
                .serviceUnavailable, "The store's file is being replaced; ask again in a moment.",
                headers: [.retryAfter: "1"])
        case is CancellationError, IndexError.interrupted:
            Problem(
                .serviceUnavailable, "The store could not be searched in time; ask for less.",
                headers: [.retryAfter: "1"])
        default:
            // The system's words may contain names of files, which clients must
            // not see.
            Problem(
                .internalServerError,
                (isChange ? "The change could not be made" : "The question could not be answered")
                    + "; the server's log has more.")
        }
    }

    /// The same error in the words of the API: the library's own words are
    /// those of the command.
    private static func problem(_ error: QueryError) -> Problem {
        switch error {
        case .pageOutdated:
            Problem(.conflict, "The store has changed since the page before; start again without after.")
        case .wrongCursor:
            .parameter(
                "after", nil, expected: Common.after.expected, reason: "it belongs to another question")
        case .wrongLine:
            .parameter("after", nil, expected: Common.after.expected, reason: "it belongs to another route")
        case .wrongCenter:
            .parameter("after", nil, expected: Common.after.expected, reason: "it belongs to another center")
        case .notInLayer(let what, let layer):
            Problem(.badRequest, "\(layer.rawValue) have no \(what); ask with layer=observations.")
        case .minimumWithoutCenter: Problem(.badRequest, "A least distance needs a center.")
        case .filterNeedsStore: Problem(.internalServerError, "The question could not be answered.")
        }
    }

    private static let knownMethods: [HTTPRequest.Method] = [.get, .head, .options, .post, .put, .patch, .delete]

    /// The method as a label for messages and metrics: clients must not invent
    /// labels.
    static func known(_ method: HTTPRequest.Method) -> String {
        knownMethods.contains(method) ? method.rawValue : "another method"
    }
}
