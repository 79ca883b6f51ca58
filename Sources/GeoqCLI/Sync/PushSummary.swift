import GeoqStore
import GeoqSync

/// The result of a push, as sentences.
struct PushSummary {
    let report: PushReport

    /// nil when there was nothing to send.
    var headline: String? {
        var words: [String] = []
        if report.applied > 0 { words.append(Self.changes(report.applied) + " sent") }
        if report.merged > 0 { words.append("\(report.merged) merged with the server's") }
        let later = report.left.pending
        if later > 0 { words.append(Self.changes(later) + " left for the next push") }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// What needs a person.
    ///
    /// - Parameter open: all rows of the outbox.
    func problems(_ open: [OutboxItem], _ conflicts: [OutboxConflict]) -> [String] {
        var lines: [String] = []
        if let obstacle = report.obstacle { lines.append(SyncHint.sentence(obstacle)) }
        let failed = open.filter { $0.status == .failed }
        let waiting = open.filter { $0.operation?.state == .waiting && $0.operation?.waitsFor == nil }
        if !waiting.isEmpty {
            lines.append(
                "\(Self.changes(waiting.count)) cannot be sent before the server has what \(waiting.count == 1 ? "it belongs" : "they belong") to:"
            )
            lines += Self.listed(waiting.map(Self.words))
        }
        if !failed.isEmpty {
            lines.append(
                "the server refuses \(Self.changes(failed.count)); see geoq outbox show ID, then geoq outbox retry or discard:"
            )
            lines += Self.listed(failed.map(Self.words))
        }
        if !conflicts.isEmpty {
            lines.append(
                "\(ConflictNumbers.conflicts(conflicts.count)) of your changes with the server's; see geoq conflicts list:"
            )
            lines += Self.listed(conflicts.map(Self.words))
        }
        return lines
    }

    /// More lines than these would hide the first ones.
    private static let mostListed = 10

    private static func listed(_ lines: [String]) -> [String] {
        let shown = lines.prefix(mostListed).map { "  " + $0 }
        return shown + (lines.count > mostListed ? ["  and \(lines.count - mostListed) more"] : [])
    }

    private static func words(_ item: OutboxItem) -> String {
        let failure = item.failure
        let said = [failure?.message, failure?.code.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        return "\(item.row)\(item.label.map { " \($0)" } ?? ""): \(said.isEmpty ? "refused" : said)"
    }

    private static func words(_ conflict: OutboxConflict) -> String {
        let columns = conflict.mine.map(\.name).joined(separator: ", ")
        return
            "\(conflict.number): \(conflict.row), \(conflict.reason.rawValue)\(columns.isEmpty ? "" : ": \(columns)")"
    }

    private static func changes(_ count: Int) -> String { "\(count) \(count == 1 ? "change" : "changes")" }
}
