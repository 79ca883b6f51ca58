import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// The result of a pull, as sentences.
struct SyncSummary {
    private let report: SyncReport
    private let relation: String?

    /// - Parameter relation: that alone is mirrored; nil for geoq's own tables.
    init(_ report: SyncReport, of relation: String? = nil) {
        (self.report, self.relation) = (report, relation)
    }

    /// What a problem is told of: of several relations each is mirrored as the same table.
    private func subject(_ table: MirrorTable) -> String { relation ?? "\(table)" }

    var headline: String {
        let counts = "\(report.added) added, \(report.changed) changed, \(report.removed) removed"
        // What the server refused or merged has changed rows here, and the pull finds them equal.
        let didSend = report.push?.didAnything ?? false
        let isSame = report.added + report.changed + report.removed == 0 && report.problem == nil && !didSend
        let seconds = String(format: "%.2f s", report.duration / .seconds(1))
        return
            "\(report.name): \(counts)\(isSame ? "; nothing has changed" : ""); \(Self.size(report.bytes)) in \(seconds)"
    }

    var details: [String] {
        var lines: [String] = []
        if report.isPartRemembered { lines.append("of \(part), as before; --everything for all there is") }
        if report.isCutHere {
            let shape = if case .corridor = report.region { "route" } else { "area" }
            lines.append("the project knows circles and boxes: it was asked for the \(shape)'s box, which was cut here")
        }
        if let reason = report.reason { lines.append("everything was read: \(reason)") }
        if let reason = report.verification {
            let rewritten = report.tables.values.reduce(0) { $0 + $1.rewritten }
            lines.append("the contents of all rows were compared (\(reason)): \(rewritten) differed")
        }
        var empty: [String] = []
        for (table, part) in tables where part.stopped == nil {
            let outcome = part.outcome
            if part.isEmpty {
                empty.append("\(table)")
                continue
            }
            if let words = part.redefined {
                let rows = part.rewritten == 1 ? "1 row" : "\(part.rewritten) rows"
                lines.append("\(table): \(words); its contents were compared: \(rows) differed")
            }
            var words = ["\(outcome.rows) \(outcome.rows == 1 ? "row" : "rows")"]
            if outcome.added + outcome.changed + outcome.removed > 0 {
                words.append("\(outcome.added) added, \(outcome.changed) changed, \(outcome.removed) removed")
            }
            if part.healed > 0 { words.append("\(part.healed) found by comparison") }
            if part.orphans > 0 {
                words.append(
                    "\(part.orphans) left out, which \(part.orphans == 1 ? "belongs" : "belong") to a deleted row")
            }
            if outcome.unplaced > 0 {
                let advice = relation == nil ? "" : " (geoq sync --check tells why)"
                words.append("\(outcome.unplaced) of the added and changed without a place\(advice)")
            }
            lines.append("\(table): \(words.joined(separator: "; "))")
            if !part.omitted.isEmpty {
                let isDay = part.omitted.contains { $0.wanted == "a day" }
                let advice = isDay ? "; a day is 2026-05-01: of others mirror a view with to_date(COLUMN, FORMAT)" : ""
                lines.append("\(table): left empty: \(part.omitted.map(\.words).joined(separator: "; "))\(advice)")
            }
        }
        if !empty.isEmpty { lines.append("no rows: \(empty.joined(separator: ", "))") }
        if let lack = report.lack { lines.append(lack) }
        if report.isStandby { lines.append("the server is a standby") }
        if !report.isCursorKept, report.lack == nil {
            lines.append("the server's log was not on its disk yet; some rows will come again")
        }
        return lines
    }

    /// Why the mirror is not equal to the server.
    var problems: [String] {
        var lines = tables.compactMap { table, part in
            part.stopped.map { error in
                let reason = SyncHint.reason(SyncHint.sentence(error), of: relation)
                return "\(subject(table)) was left as it is: \(reason)"
            }
        }
        for (table, part) in tables {
            if part.withoutID > 0 {
                let rows = part.withoutID == 1 ? "1 row has no id and is" : "\(part.withoutID) rows have no id and are"
                lines.append("\(subject(table)): \(rows) not in the mirror")
            }
            let outcome = part.outcome
            guard outcome.waiting > 0 else { continue }
            let isOne = outcome.waiting == 1
            let all =
                "\(subject(table)): \(outcome.waiting) \(isOne ? "row waits" : "rows wait") and \(isOne ? "is" : "are") "
                + "not in the mirror:"
            lines += [all] + outcome.waitingRows.map { "  " + Self.words($0) }
        }
        let holders = report.tables.values.flatMap { Array($0.outcome.holders) }
        for (holder, counts) in Dictionary(grouping: holders, by: { $0.key }).sorted(by: { $0.key < $1.key }) {
            let count = counts.reduce(0) { $0 + $1.value }
            let name = ShellWord.quoted(holder)
            let isFile = report.tables.values.contains { $0.outcome.fileHolders.contains(holder) }
            if !isFile, RemoteOptions.isProject(report.name) {
                lines.append(
                    "\(count) \(count == 1 ? "row waits" : "rows wait") because \(holder) was mirrored before, perhaps "
                        + "another address of the same project. To have the rows of \(report.name): geoq logout, "
                        + "geoq sources remove \(name), geoq login, geoq sync")
                continue
            }
            let question =
                isFile
                ? "To have the server's rows, take the others back with"
                : "Was this a move of the same database? Then go on with: geoq sync URL --same-as \(name); otherwise "
                    + "take the other rows back with"
            lines.append(
                "\(count) \(count == 1 ? "row waits" : "rows wait") because the source \(holder) has rows of "
                    + "\(count == 1 ? "its id" : "their ids"). \(question): geoq sources remove \(name)")
        }
        if report.isErasurePending {
            lines.append(
                "another program reads the store: what was removed is still in its log; the next sync erases it")
        }
        return lines
    }

    private static func words(_ row: WaitingRow) -> String {
        switch row.reason {
        case .parent: "\(row.id): it belongs to \(row.parent ?? "a row"), which is not in the mirror"
        case .taken: "\(row.id): \(row.holder ?? "another source") has a row of this id"
        case .unusable: "\(row.id): \(row.detail ?? "a value cannot be used")"
        case .doubled: "\(row.id): the server has several rows of this id"
        }
    }

    private var part: String {
        let words = [report.region?.options, report.user.map { "--as \($0)" }].compactMap { $0 }
        return words.joined(separator: " ")
    }

    private var tables: [(MirrorTable, SyncReport.Table)] {
        report.tables.sorted { $0.key.rank < $1.key.rank }.map { ($0.key, $0.value) }
    }

    /// The cost of a region.
    static func sentence(_ estimate: RegionEstimate, isPart: Bool) -> String {
        let rows = estimate.table == .observation ? "observation" : "hotspot"
        let all =
            "\(estimate.all.rows) \(rows)\(estimate.all.rows == 1 ? "" : "s")\(isPart ? " in this part" : ""), about "
            + size(estimate.all.bytes)
        guard let mirrored = estimate.mirrored else { return all }
        let part =
            switch mirrored {
            case .everywhere: "everywhere"
            case .region(let region): region.options
            }
        return all + "; of these \(estimate.new.rows) are new, about \(size(estimate.new.bytes)) "
            + "(the mirror has \(part))"
    }

    /// What a waiting person should know; nil for a notice that is not shown.
    static func sentence(_ notice: SyncNotice, quiet: Bool) -> String? {
        switch notice {
        case .tryingAgain(let error, let delay):
            return "geoq: \(SyncHint.sentence(error)); trying again in \(seconds(delay))"
        case .sent(let changes, let pictures):
            if quiet { return nil }
            let sent = [(changes, PushSummary.changes(changes)), (pictures, PhotoRecord.pictures(pictures))]
            return sent.filter { $0.0 > 0 }.map(\.1).joined(separator: " and ") + " sent before this error:"
        case .polling(let reason, let interval):
            return quiet ? nil : "\(reason): it is asked every \(seconds(interval))"
        case .listening(let tables, let interval):
            if quiet { return nil }
            let except = tables.isEmpty ? "" : " except of \(tables.joined(separator: ", "))"
            return "listening to changes\(except); the server is asked every \(seconds(interval)) besides"
        }
    }

    private static func seconds(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        return seconds < 10 ? String(format: "%.1f s", seconds) : String(format: "%.0f s", seconds)
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

extension SyncReport.Table {
    /// Whether there is nothing to say but that the table has no rows.
    fileprivate var isEmpty: Bool {
        outcome.rows + outcome.added + outcome.changed + outcome.removed + outcome.unplaced + orphans + healed == 0
            && redefined == nil
    }
}
