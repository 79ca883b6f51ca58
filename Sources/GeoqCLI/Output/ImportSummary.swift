import Geoq
import GeoqStore

/// What an import did, in words for a person; all of it on standard error.
struct ImportSummary {
    private let report: ImportReport
    private let settings: ImportSettings

    init(_ report: ImportReport, _ settings: ImportSettings) {
        (self.report, self.settings) = (report, settings)
    }

    func say(quiet: Bool) {
        for problem in report.problems { Terminal.say("geoq: \(TerminalText.neutralized("\(problem)"))") }
        if report.rejected > report.problems.count {
            let more = report.rejected - report.problems.count
            Terminal.say(
                "geoq: and \(more) more\(settings.rejectsPath == nil ? "; see them all with --rejects FILE" : "")")
        }
        guard !quiet else { return }
        Terminal.say(TerminalText.neutralized(headline))
        for line in details { Terminal.say("  " + TerminalText.neutralized(line)) }
    }

    private var headline: String {
        let counts =
            "\(report.added) added, \(report.changed) changed, \(report.unchanged) unchanged, \(report.rejected) rejected"
        let what =
            "\(report.file) (\(report.format)) as \(settings.options.kind.rawValue) of \(report.source): \(counts)"
        if settings.dryRun { return what + "; nothing stored (--dry-run)" }
        if !report.isStored { return what + "; nothing stored (--strict)" }
        let isSame = report.added + report.changed + report.removed == 0
        return what + (isSame && report.accepted > 0 ? "; nothing has changed" : "")
    }

    private var details: [String] {
        var lines: [String] = []
        for (reason, count) in report.skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append("\(count) skipped: \(reason.rawValue)")
        }
        if report.repeated > 0 { lines.append("\(report.repeated) ids came again; the last row won") }
        if report.removed > 0 { lines.append("\(report.removed) removed: the file no longer has them") }
        if report.missing > 0 {
            lines.append("\(report.missing) of \(report.source) are not in this file and stay (--replace removes them)")
        }
        if !report.unknownColumns.isEmpty {
            let names = report.unknownColumns.prefix(8).joined(separator: ", ")
            lines.append(
                "\(report.unknownColumns.count) column\(report.unknownColumns.count == 1 ? "" : "s") not used: \(names)\(report.unknownColumns.count > 8 ? ", …" : "")"
            )
        }
        return lines + report.notes
    }
}
