import Foundation
import Geoq
import Synchronization

/// Messages for the people who run a server: failures with their reasons, slow
/// questions. One line each; the same line again within a minute is only
/// counted.
final class ServerLog: Sendable {
    private struct Said {
        var at: ContinuousClock.Instant
        var repeats = 0
    }

    private let output: @Sendable (String) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let said = Mutex<[String: Said]>([:])

    /// For this long a line is not repeated.
    static let quiet = Duration.seconds(60)
    /// How many different lines are remembered.
    private static let mostRemembered = 256

    /// - Parameter output: takes one line without its end and without control
    ///   characters.
    init(
        output: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.output, self.now) = (output, now)
    }

    /// Writes a line.
    ///
    /// - Parameter key: lines of one key count as the same line; nil to compare
    ///   the text.
    func say(_ text: String, as key: String? = nil) {
        let (now, key) = (now(), key ?? text)
        let repeats = said.withLock { said -> Int? in
            if let known = said[key], now - known.at < Self.quiet {
                said[key]?.repeats += 1
                return nil
            }
            let repeats = said[key]?.repeats ?? 0
            if said.count >= Self.mostRemembered { said = said.filter { now - $0.value.at < Self.quiet } }
            if said.count >= Self.mostRemembered { said = [:] }
            said[key] = Said(at: now)
            return repeats
        }
        guard let repeats else { return }
        let times = repeats == 1 ? "once" : "\(repeats) times"
        let line = repeats == 0 ? text : "\(text) (and \(times) more since it was last said)"
        output(TerminalText.neutralized(line, limit: 4_096))
    }

    /// A line on standard error; lost when that is closed, or its reader is gone.
    static func standardError(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("geoq: \(line)\n".utf8))
    }
}
