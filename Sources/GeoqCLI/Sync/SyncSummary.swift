import Foundation
import Geoq
import GeoqStore
import GeoqSync

/// What a pull did, as sentences.
struct SyncSummary {
    private let report: SyncReport

    init(_ report: SyncReport) {
        self.report = report
    }

    var headline: String {
        let counts = "\(report.added) added, \(report.changed) changed, \(report.removed) removed"
        let isSame = report.added + report.changed + report.removed == 0 && report.problem == nil
        let seconds = String(format: "%.2f s", report.duration / .seconds(1))
        return
            "\(report.name): \(counts)\(isSame ? "; nothing has changed" : ""); \(Self.size(report.bytes)) in \(seconds)"
    }

    var details: [String] {
        var lines: [String] = []
        if let reason = report.reason { lines.append("everything was read: \(reason)") }
        for (table, part) in tables where part.stopped == nil {
            let outcome = part.outcome
            var words = ["\(outcome.rows) rows"]
            if outcome.added + outcome.changed + outcome.removed > 0 {
                words.append("\(outcome.added) added, \(outcome.changed) changed, \(outcome.removed) removed")
            }
            if part.healed > 0 { words.append("\(part.healed) found by comparison") }
            if outcome.waiting > 0 { words.append("\(outcome.waiting) wait (geoq sync status)") }
            if outcome.unplaced > 0 { words.append("\(outcome.unplaced) without usable coordinates") }
            lines.append("\(table): \(words.joined(separator: "; "))")
        }
        if report.isStandby { lines.append("the server is a standby") }
        if !report.isCursorKept {
            lines.append("the server's log was not on its disk yet; some rows will come again")
        }
        return lines
    }

    var problems: [String] {
        tables.compactMap { table, part in part.stopped.map { "\(table) was left as it is: \($0)" } }
    }

    private var tables: [(MirrorTable, SyncReport.Table)] {
        report.tables.sorted { $0.key.rank < $1.key.rank }.map { ($0.key, $0.value) }
    }

    /// What a region would cost.
    static func sentence(_ estimate: RegionEstimate, isPart: Bool) -> String {
        let all =
            "\(estimate.all.rows) hotspots\(isPart ? " in this part" : ""), about \(size(estimate.all.bytes))"
        guard let mirrored = estimate.mirrored else { return all }
        return all + "; of these \(estimate.new.rows) are new, about \(size(estimate.new.bytes)) "
            + "(the mirror has \(mirrored))"
    }

    /// Bytes for a person.
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) bytes"
        case ..<1_000_000: String(format: "%.1f KB", Double(bytes) / 1e3)
        case ..<1_000_000_000: String(format: "%.1f MB", Double(bytes) / 1e6)
        default: String(format: "%.2f GB", Double(bytes) / 1e9)
        }
    }
}
