import Foundation
import Geoq
import GeoqFiles
import Synchronization

/// Where output goes. Results go to standard output and nowhere else; all
/// messages go to standard error.
enum Terminal {
    /// Receives the output instead of the process's streams.
    @TaskLocal static var recorder: Recorder?

    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }
    static var isError: Bool { isatty(STDERR_FILENO) == 1 }

    /// Bold and the like: on a terminal that knows it, unless NO_COLOR is set
    /// (no-color.org).
    static var isStyled: Bool {
        isOutput && !isDumb && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Whether the terminal says that it supports no escape sequences.
    private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

    /// Whether a line on standard error can be overwritten.
    static var showsProgress: Bool { isError && !isDumb }

    /// Columns of the terminal; nil when output goes elsewhere.
    static var width: Int? { width(of: STDOUT_FILENO) }

    /// Columns of the terminal that standard error goes to; nil when it goes
    /// elsewhere.
    static var errorWidth: Int? { width(of: STDERR_FILENO) }

    private static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Writes results.
    ///
    /// - Throws: `OutputError` when they cannot be written. A closed pipe ends
    ///   the process quietly, by SIGPIPE.
    static func write(_ bytes: [UInt8]) throws {
        if let recorder { return recorder.write(bytes) }
        guard let code = writeAll(bytes, to: STDOUT_FILENO) else { return }
        if code == EPIPE {
            // The parent process made this one ignore the signal.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        throw OutputError(reason: String(cString: strerror(code)))
    }

    static func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Writes a message, without passwords.
    static func say(_ text: String) {
        // A path or a name may hold anything; line breaks are ours.
        let lines = SecretWords.hidden(in: text).split(separator: "\n", omittingEmptySubsequences: false)
        var bytes = Array(lines.map { TerminalText.neutralized(String($0)) }.joined(separator: "\n").utf8)
        bytes.append(UInt8(ascii: "\n"))
        if let recorder { return recorder.say(bytes) }
        // There is nowhere else to say that it cannot be said.
        _ = writeAll(bytes, to: STDERR_FILENO)
    }

    /// Says that an input has given nothing yet.
    static func sayWaiting(for input: String) {
        say("geoq: waiting for \(TerminalText.neutralized(input))")
    }

    /// Waits for an input without end, and says so.
    static let patience = InputPatience(onWait: { name in Terminal.sayWaiting(for: name) })
}

/// Keeps what a run would have written to standard output and standard error.
final class Recorder: Sendable {
    private let bytes = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))

    var output: String { String(decoding: bytes.withLock { $0.output }, as: UTF8.self) }
    var errors: String { String(decoding: bytes.withLock { $0.errors }, as: UTF8.self) }

    fileprivate func write(_ more: [UInt8]) { bytes.withLock { $0.output += more } }
    fileprivate func say(_ more: [UInt8]) { bytes.withLock { $0.errors += more } }
}

/// Standard output cannot be written.
struct OutputError: Error, CustomStringConvertible {
    /// The file, when it was not standard output.
    var path: String?
    let reason: String
    var description: String { "\(path ?? "the result") cannot be written: \(reason)" }
}
