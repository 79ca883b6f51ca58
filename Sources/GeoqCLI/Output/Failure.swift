import ArgumentParser
import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
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

    /// Whether errors are JSON objects: one rule for all commands. They are
    /// when -f or `GEOQ_FORMAT` names a JSON format, and sentences when a pipe
    /// gets NDJSON unasked.
    @TaskLocal static var areErrorsJSON = false

    /// Runs a command. An error is reported on standard error and becomes the
    /// exit code.
    static func reported(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            let code = exitCode(of: error)
            say(sentence(for: error), code)
            throw ExitCode(code)
        }
    }

    /// Writes a message to standard error, without control characters and with
    /// lines cut: it may contain a file's bytes, or a caller's words.
    ///
    /// - Parameter hint: a second line for people, about where to read more.
    static func say(_ message: String, _ code: Int32, hint: String? = nil) {
        if areErrorsJSON { return Terminal.say(json(bounded(message), code)) }
        Terminal.say("geoq: " + bounded(message) + (hint.map { "\n" + bounded($0) } ?? ""))
    }

    /// At most this many scalars of each line are written.
    private static let longestLine = 2_000

    /// The message, line by line, without control characters.
    private static func bounded(_ message: String) -> String {
        // Secrets are hidden before a line is cut, because a piece of a secret
        // is secret, too.
        SecretWords.hidden(in: message).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isLong = line.unicodeScalars.count > longestLine
            return TerminalText.neutralized(String(line), limit: longestLine) + (isLong ? "…" : "")
        }.joined(separator: "\n")
    }

    /// An error as one JSON object.
    static func json(_ message: String, _ code: Int32) -> String {
        var bytes: [UInt8] = []
        let writer = RecordWriter(.ndjson) { bytes += $0 }
        do {
            try writer.write([
                .init("error", .text(SecretWords.hidden(in: message))), .init("exit_code", .integer(Int64(code))),
            ])
        } catch {
            preconditionFailure("Appending to an array fails never: \(error)")
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    private static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case is FileProblem, is RowProblem, is AreaRefusal, is AreaError, is AreaRingProblem, is NotReplaced,
            is UnclearDates,
            is CoordinateError, is BoxError, is IndexError:
            badData
        case is FilterError, is QueryError, is FieldError: usage
        case is PlaceError, is NoHotspots, is BenchError: noInput
        case let error as AreaNameError:
            switch error {
            case .unknown: noInput
            case .ambiguous: usage
            case .unusable: badData
            }
        case is RuleProblem: usage
        case let error as InputError:
            switch error {
            case .unreadable: inputOutput
            case .damagedArchive, .expandsTooMuch: badData
            case .missing, .tooManyMembers: noInput
            case .nameless: usage
            }
        case is OutputError: inputOutput
        case let error as StoreError:
            switch error {
            case .missing, .noSuchSource, .unknownWatchlist, .ambiguousWatchlist, .unknownRule: noInput
            case .inUse, .mirrored, .unknownKind: usage
            case .notAStore, .newer, .indexDiffers, .nameOfRemote: badData
            case .older: inputOutput
            case .migrationFailed, .replaced, .busy, .syncRuns, .failed, .tooManyChanges, .snapshotOutdated: inputOutput
            case .spatialiteUnavailable: internalError
            }
        case let error as SyncError:
            switch error.kind {
            case .unreachable, .refused, .login, .protocol: unavailable
            case .connectionString: usage
            case .schema, .noTable, .mapping: badData
            case .local: inputOutput
            case .unconfirmed: tryLater
            }
        case is CancellationError: inputOutput
        case is ServerMissing: noInput
        case is CocoaError: inputOutput
        default: internalError
        }
    }

    private static func sentence(for error: any Error) -> String {
        if error is CancellationError { return "interrupted; the store is as it was before" }
        if let error = error as? CocoaError { return error.localizedDescription }
        if let error = error as? StoreError { return sentence(for: error) }
        if case .unknown(let name, nil)? = error as? PlaceError {
            return "\(PlaceError.unknown(name, suggestion: nil)); try: geoq find \"a word of the name\""
        }
        if case .ringAroundPole? = (error as? AreaError) ?? (error as? AreaRingProblem)?.problem {
            return "\(error), with --pole north or --pole south"
        }
        if case .unknown(_, nil)? = error as? AreaNameError { return "\(error); geoq areas list names them" }
        if let error = error as? UnclearDates { return "\(error); say which it is with --dates mdy or --dates dmy" }
        if case .nameless? = error as? InputError { return "\(error); name it with --source" }
        if let error = error as? SyncError { return SyncHint.sentence(error) }
        return "\(error)"
    }
}
