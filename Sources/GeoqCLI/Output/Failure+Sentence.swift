import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync

extension Failure {
    /// An error in words, with the options and commands that help. Libraries do
    /// not know the command's options: their errors have cases and values.
    static func sentence(for error: any Error) -> String {
        if let error = error as? FileProblem { return sentence(for: error) }
        if let error = error as? RowProblem { return sentence(for: error) }
        if let error = error as? QueryError { return sentence(for: error) }
        if error is CancellationError { return "interrupted; the store is as it was before" }
        if let error = error as? CocoaError {
            let path = error.filePath.map { "\(TerminalText.neutralized($0, limit: 200)): " }
            return (path ?? "") + error.systemReason
        }
        if let error = error as? StoreError { return sentence(for: error) }
        if case .unknown(let name, _)? = error as? PlaceError, MarkedDegrees.resembles(name) {
            return "\(PlaceError.unknown(name, suggestion: nil)); a place is written lat,lon, such as 42.44,-76.5, or "
                + "with letters, 42°26'24\"N 76°30'W"
        }
        if case .unknown(let name, nil)? = error as? PlaceError {
            return "\(PlaceError.unknown(name, suggestion: nil)); try: geoq find \"a word of the name\""
        }
        if let sentence = sentence(ofArea: error) { return sentence }
        if let error = error as? RouteProblem {
            return (error.file == nil ? "the route: " : "") + "\(error)"
                + (error.mayBePrecision ? "; perhaps the polyline has --precision 6" : "")
        }
        if error is CorridorError { return "the route: \(error)" }
        if case .unknown(_, nil)? = error as? AreaNameError { return "\(error); geoq areas list names them" }
        if let error = error as? UnclearDates { return "\(error); say which it is with --dates mdy or --dates dmy" }
        if case .nameless? = error as? InputError { return "\(error); name it with --source" }
        // A name or a key of the server's may have a line break.
        if let error = error as? SyncError { return TerminalText.neutralized(SyncHint.sentence(error)) }
        if let sentence = sentence(ofAccount: error) { return sentence }
        return "\(error)"
    }

    /// A question, with the options that would make one that can be answered.
    private static func sentence(for error: QueryError) -> String {
        switch error {
        case .notInLayer(let what, let layer): "\(layer.rawValue) have no \(what); ask with --layer observations"
        case .filterNeedsStore, .minimumWithoutCenter: "\(error)"
        case .pageOutdated(let then, let now):
            "the store has changed since that page (version \(then), now \(now)); start again without --after"
        case .wrongCursor: "that --after belongs to another kind of question; start again without it"
        case .wrongCenter: "that --after belongs to another center; start again without it"
        case .wrongLine: "that --after belongs to another route; start again without it"
        }
    }
}
