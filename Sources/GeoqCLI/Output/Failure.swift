import ArgumentParser
import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// Errors as sentences and exit codes (sysexits.h).
enum Failure {
    static let nothingFound: Int32 = 1
    /// Two answers that should be equal are not.
    static let differs: Int32 = 1
    static let usage: Int32 = 64
    static let badData: Int32 = 65
    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    static let internalError: Int32 = 70
    static let inputOutput: Int32 = 74
    static let tryLater: Int32 = 75

    /// Runs a command; an error is said on standard error, as JSON when the
    /// results are, and becomes the exit code.
    static func reported(_ format: OutputFormat?, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            let code = exitCode(of: error)
            let message = sentence(for: error)
            if format?.isJSON ?? false {
                Terminal.say(json(message, code))
            } else {
                // A file's bytes may stand in a message: no terminal obeys them.
                let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
                Terminal.say("geoq: " + lines.map { TerminalText.neutralized(String($0)) }.joined(separator: "\n"))
            }
            throw ExitCode(code)
        }
    }

    /// An error as one JSON object.
    static func json(_ message: String, _ code: Int32) -> String {
        var bytes: [UInt8] = []
        let writer = RecordWriter(.ndjson) { bytes += $0 }
        do {
            try writer.write([.init("error", .text(message)), .init("exit_code", .integer(Int64(code)))])
        } catch {
            preconditionFailure("Appending to an array fails never: \(error)")
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    private static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case is FileProblem, is RowProblem, is CoordinateError, is BoxError, is IndexError: badData
        case is FilterError, is QueryError, is FieldError: usage
        case is PlaceError, is BenchError: noInput
        case is RuleProblem: usage
        case let error as WatchlistError:
            if case .mirrored = error { usage } else { noInput }
        case let error as InputError:
            switch error {
            case .unreadable: inputOutput
            case .damagedArchive: badData
            case .missing, .tooManyMembers: noInput
            }
        case is OutputError: inputOutput
        case let error as StoreError:
            switch error {
            case .missing, .noSuchSource: noInput
            case .inUse: usage
            case .notAStore, .newer: badData
            case .migrationFailed, .busy, .syncRuns, .failed, .tooManyChanges, .snapshotOutdated: inputOutput
            case .spatialiteUnavailable: internalError
            }
        case let error as SyncError:
            switch error.kind {
            case .unreachable, .refused, .protocol: unavailable
            case .schema: badData
            case .local: inputOutput
            }
        case is MappingError: badData
        case is CancellationError: inputOutput
        case is ServerMissing: noInput
        case is CocoaError: inputOutput
        default: internalError
        }
    }

    private static func sentence(for error: any Error) -> String {
        if error is CancellationError { return "interrupted; the store is as it was before" }
        if let error = error as? CocoaError { return error.localizedDescription }
        return "\(error)"
    }
}
