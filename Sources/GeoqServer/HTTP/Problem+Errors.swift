import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes

extension Problem {
    /// The error, as far as a client may know it.
    init(_ error: any Error) {
        self =
            switch error {
            case let problem as Problem: problem
            case let error as FilterError: .parameter("filter", nil, expected: "CQL2 text", reason: "\(error)")
            case let error as QueryError: Self.problem(error)
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
                Problem(.internalServerError, "The question could not be answered; the server's log has more.")
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
        case .notInLayer(let what, let layer):
            Problem(.badRequest, "\(layer.rawValue) have no \(what); ask with layer=observations.")
        case .filterNeedsStore: Problem(.internalServerError, "The question could not be answered.")
        }
    }
}
