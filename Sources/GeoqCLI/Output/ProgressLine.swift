import Foundation
import Geoq
import GeoqStore
import Synchronization

/// One line on a terminal that tells how an import goes: rows, rate, time left.
final class ProgressLine: Sendable {
    private let start = ContinuousClock.now
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    /// Shows the state, at most ten times a second.
    func show(_ progress: ImportProgress) {
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            if let last, now - last < .milliseconds(100) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let seconds = Double((now - start) / .seconds(1))
        let rate = seconds > 0 ? Int(Double(progress.rows) / seconds) : 0
        var line = "\(progress.rows) rows, \(rate) a second"
        if progress.rejected > 0 { line += ", \(progress.rejected) rejected" }
        if let all = progress.bytesInAll, progress.bytesRead > 0, all > 0 {
            let share = min(1, Double(progress.bytesRead) / Double(all))
            let left = Int((seconds / share - seconds).rounded(.up))
            line += ", \(Int(share * 100)) %, \(left) s left"
        }
        // A line that wraps could not be taken away.
        write("\r\u{1B}[K" + TerminalText.cut(line, to: max(1, (Terminal.errorWidth ?? 80) - 1)))
    }

    /// Takes the line away.
    func clear() {
        if lastShown.withLock({ $0 }) != nil { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
