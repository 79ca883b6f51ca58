import ArgumentParser
import Foundation
import Geoq
import GeoqFormats

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
    /// No user is logged in, or the project does not take the user (EX_NOPERM).
    static let notLoggedIn: Int32 = 77
    /// The user is logged in, and lacks the right to write: the same code.
    static let noPermission = notLoggedIn

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
            // A program reads the reason in the object.
            let isSaid = !areErrorsJSON && OpenedStores.ofRun?.areSaid(error) == true
            say(isSaid ? "nothing was changed: the store can only be read" : sentence(for: error), code)
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
            preconditionFailure("Appending to an array cannot fail: \(error)")
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
