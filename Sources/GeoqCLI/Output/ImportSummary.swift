import Geoq
import GeoqFormats
import GeoqStore

/// The result of an import, in words for a person; all of it on standard error.
struct ImportSummary {
    private let report: ImportReport
    private let settings: ImportSettings

    init(_ report: ImportReport, _ settings: ImportSettings) {
        (self.report, self.settings) = (report, settings)
    }

    func say(quiet: Bool) {
        for problem in report.problems {
            Terminal.say("geoq: \(TerminalText.neutralized(Failure.sentence(for: problem)))")
        }
        if report.rejected > report.problems.count {
            let more = report.rejected - report.problems.count
            Terminal.say(
                "geoq: and \(more) more\(settings.rejectsPath == nil ? "; see them all with --rejects FILE" : "")")
        }
        if hasPolygonsAlone { Terminal.say("geoq: polygons are areas; take them with: geoq areas add FILE") }
        guard !quiet else { return }
        for file in report.files { Terminal.say(TerminalText.neutralized(Self.line(file))) }
        Terminal.say(TerminalText.neutralized(headline))
        for line in details { Terminal.say("  " + TerminalText.neutralized(line)) }
    }

    /// Whether every row was refused because it has a polygon where a place is expected.
    private var hasPolygonsAlone: Bool {
        // The name of the column stands before the reason.
        let reasons = ["Polygon", "MultiPolygon"].map { ": \(PointReadError.notAPoint($0))".lowercased() }
        return report.accepted == 0 && !report.problems.isEmpty
            && report.problems.allSatisfy { problem in
                reasons.contains { problem.reason.lowercased().hasSuffix($0) }
            }
    }

    private var headline: String {
        let counts =
            "\(report.added) added, \(report.changed) changed, \(report.unchanged) unchanged, \(report.rejected) rejected"
        let sources = report.sources.count < 2 ? report.source : "\(report.sources.count) sources"
        let what = "\(report.file) (\(report.format)) as \(report.kind.rawValue) of \(sources): \(counts)"
        if report.hasRowsAlready {
            return "\(report.file): the store has \(report.kind.rawValue) already; nothing read (--if-empty)"
        }
        if settings.dryRun { return what + "; nothing stored (--dry-run)" }
        if !report.isStored { return what + "; nothing stored (--strict)" }
        let isSame = report.added + report.changed + report.removed == 0
        return what + (isSame && report.accepted > 0 ? "; nothing has changed" : "")
    }

    /// The result of one of several files.
    private static func line(_ file: FileReport) -> String {
        if let reason = file.leftOut { return "\(file.name): left out: \(Failure.sentence(for: reason))" }
        var counts = "\(file.taken) row\(file.taken == 1 ? "" : "s")"
        if file.refused > 0 { counts += ", \(file.refused) rejected" }
        if file.skipped > 0 { counts += ", \(file.skipped) skipped" }
        return "\(file.name) (\(file.format)): \(counts)"
    }

    /// Lists, their entries, and their rules; the birds that came with presence, and it.
    private static let parts = [
        "watchlists": "lists", "watchlist_entries": "entries", "watchlist_rules": "rules",
        "bird": "birds", "hotspot_species_presence": "weeks",
    ]

    private var details: [String] {
        var lines: [String] = []
        for table in report.tables where report.tables.count > 1 {
            guard let part = Self.parts[table.table], table.added + table.changed + table.unchanged > 0 else {
                continue
            }
            lines.append("\(part): \(table.added) added, \(table.changed) changed, \(table.unchanged) unchanged")
        }
        lines += report.skipped.sentences
        if report.repeated > 0 {
            lines.append("\(report.repeated) id\(report.repeated == 1 ? "" : "s") came again; the last row won")
        }
        if report.removed > 0 { lines.append("\(report.removed) removed: the file no longer has them") }
        if report.missing > 0 {
            let (sources, files) =
                report.sources.count == 1 ? (report.source, "this file") : ("these sources", "these files")
            let place = report.rejected > 0 ? "among the good rows of \(files)" : "in \(files)"
            let (stay, them) =
                report.missing == 1
                ? ("is not \(place) and stays", "it") : ("are not \(place) and stay", "them")
            // With --replace a note says why they stay.
            let remedy = settings.replace ? "" : " (--replace removes \(them))"
            lines.append("\(report.missing) of \(sources) \(stay)\(remedy)")
        }
        if !report.unknownColumns.isEmpty {
            let names = report.unknownColumns.prefix(8).joined(separator: ", ")
            lines.append(
                "\(report.unknownColumns.count) column\(report.unknownColumns.count == 1 ? "" : "s") not used: \(names)\(report.unknownColumns.count > 8 ? ", …" : "")"
            )
        }
        if report.withoutBird > 0 { lines.append("import the birds first, with --as birds") }
        if report.isStored, !report.unsentSources.isEmpty {
            let options = report.unsentSources.map { " --adopt \(ShellWord.quoted($0))" }.joined()
            lines.append(
                "rows of files stay in this store and are not sent to your project; they become your account's, and are "
                    + "sent, with: geoq login URL --email ADDRESS\(options)")
        }
        if report.unintelligibleRules > 0 { lines.append("geoq rules check tells why rules cannot be understood") }
        lines += report.notes
        if report.unreadLines > 0 { lines.append("ask along a track or route with: geoq along FILE --within LENGTH") }
        return lines
    }
}

extension [SkipReason: Int] {
    /// How many rows were skipped, one sentence for each reason.
    var sentences: [String] {
        sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) skipped: \($0.key.rawValue)" }
    }
}
