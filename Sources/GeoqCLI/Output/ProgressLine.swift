import Foundation
import Geoq
import GeoqStore
import GeoqSync
import Synchronization

/// One line on a terminal about work that takes long: rows, rate, time left.
final class ProgressLine: Sendable {
    private let start = ContinuousClock.now
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    /// Shows the progress of an import, at most ten times a second.
    func show(_ progress: ImportProgress) {
        let share = progress.bytesInAll.map { Double(progress.bytesRead) / Double($0) }
        show(progress.rows, share: share, note: progress.rejected > 0 ? ", \(progress.rejected) rejected" : "")
    }

    /// Shows how many questions are answered, at most ten times a second.
    func show(questions: Int, of all: Int) {
        show(questions, share: Double(questions) / Double(all), note: "", unit: "questions")
    }

    /// Shows the progress of a sync.
    func show(_ progress: SyncProgress) {
        let share = progress.rowsInAll.map { Double(progress.rows) / Double($0) }
        // What tells no time that is left tells the time that has passed.
        let isShare = progress.phase == .reading && (share ?? 0) > 0
        let passed = isShare ? "" : ", \(Int((ContinuousClock.now - start) / .seconds(1))) s"
        let note = ", \(SyncSummary.size(progress.bytes)), \(progress.phase.rawValue)\(passed)"
        show(progress.rows, share: isShare ? share : nil, note: note)
    }

    private func show(_ rows: Int, share: Double?, note: String, unit: String = "rows") {
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            if let last, now - last < .milliseconds(100) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let seconds = Double((now - start) / .seconds(1))
        let rate = seconds > 0 ? Int(Double(rows) / seconds) : 0
        var line = "\(rows) \(unit), \(rate) a second" + note
        // 0 of 0 is not a share.
        if let share, share.isFinite, share > 0 {
            let share = min(1, share)
            let left = Int((seconds / share - seconds).rounded(.up))
            line += ", \(Int(share * 100)) %, \(left) s left"
        }
        // A line that wraps could not be erased.
        write("\r\u{1B}[K" + TerminalText.cut(line, to: max(1, (Terminal.errorWidth ?? 80) - 1)))
    }

    /// Erases the line.
    func clear() {
        if lastShown.withLock({ $0 }) != nil { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
