import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// The result of a proof, as records and as sentences.
struct ProofSummary {
    private let report: ProofReport

    init(_ report: ProofReport) {
        self.report = report
    }

    /// The mirror that was proved.
    var name: String { report.name }

    /// A record for each kind of question, and one for all together.
    var records: [[Feature.Field]] {
        let kinds = ProofKind.allCases.compactMap { kind in
            report.kinds[kind].map { Self.fields(kind.rawValue, $0, verdict: nil) }
        }
        return kinds + [Self.fields("all", report.total, verdict: report.verdict)]
    }

    private static func fields(
        _ name: String, _ kind: ProofReport.Kind, verdict: ProofReport.Verdict?
    ) -> [Feature.Field] {
        func count(_ value: Int) -> FieldValue { .integer(Int64(value)) }
        func each(_ time: Duration) -> FieldValue {
            guard kind.questions > 0 else { return .null }
            return .real(((time / .milliseconds(1)) / Double(kind.questions) * 1_000).rounded() / 1_000)
        }
        return [
            .init("questions_about", .text(name)), .init("questions", count(kind.questions)),
            .init("rows", count(kind.rows)), .init("differences", count(kind.differences)),
            .init("on_edge", count(kind.edges)), .init("tied", count(kind.ties)),
            .init("distances", count(kind.distances)),
            .init("largest_difference_m", .real((kind.largestMeters * 1e12).rounded() / 1e12)),
            .init("mirror_ms_each", each(kind.mirrorTime)),
            .init("server_ms_each", each(kind.serverTime)),
            .init("note", (verdict.map(\.rawValue) ?? kind.note).map { .text($0) } ?? .null),
        ]
    }

    /// Which rows were compared. A project over HTTP tells no hashes of contents, so there a sample stands for all.
    static func words(hashed: Int, read: Int) -> String {
        if hashed > 0 {
            let rows = hashed == 1 ? "1 row" : "\(hashed) rows"
            return "all columns of \(rows) were compared, of \(read) of them value by value"
        }
        let rows = read == 1 ? "1 row" : "\(read) rows"
        return read > 0
            ? "all columns of a sample of \(rows) were compared, value by value"
            : "no rows were compared column by column"
    }

    static func leftOut(of rows: Int) -> String {
        "of \(rows == 1 ? "1 row" : "\(rows) rows") left out"
    }

    var sentences: [String] {
        var lines: [String] = []
        for (table, found) in report.tables.sorted(by: { $0.key.rank < $1.key.rank }) {
            var words: [String] = []
            if found.lost > 0 { words.append("\(found.lost) not as the last sync should have left them") }
            if found.newer > 0 { words.append("\(found.newer) changed on the server since the last sync") }
            if found.gone > 0 { words.append("\(found.gone) not on the server (any more)") }
            if found.waiting > 0 { words.append("\(found.waiting) wait (geoq sync status)") }
            if found.unsent > 0 { words.append("\(found.unsent) changed here and not sent (geoq outbox list)") }
            if !words.isEmpty {
                lines.append("\(table): \(Self.leftOut(of: found.rows)): \(words.joined(separator: "; "))")
            }
            if found.different > 0 {
                let rows = found.different == 1 ? "row has" : "rows have"
                lines.append("\(table): \(found.different) \(rows) other values than on the server")
            }
        }
        for (table, reason) in report.unread.sorted(by: { $0.key.rank < $1.key.rank }) {
            lines.append("\(table) could not be compared: \(SyncHint.sentence(reason))")
        }
        let (hashed, read) = report.tables.values.reduce((0, 0)) { ($0.0 + $1.hashed, $0.1 + $1.read) }
        lines.append(Self.words(hashed: hashed, read: read))
        if let region = report.region { lines.append("the mirror has a part: \(region.options)") }
        if report.comparesByCircles, report.total.distances > 0 {
            lines.append(
                "the server tells no distances; those of \(report.total.distances) rows were compared by two circles "
                    + "each, 0.2 micrometers narrower and wider")
        }
        for function in report.missingFunctions.sorted(by: { $0.rawValue < $1.rawValue }) {
            lines.append("\(function.rawValue) was not asked: the server has no such function for this user")
        }
        lines += report.examples.map { "  " + Self.words($0) }
        if !report.knowsVersions {
            lines.append(
                "the server tells no versions of rows: one that differs is wrong here, or has changed there; "
                    + "geoq sync --verify-contents reads all of them")
        }
        if report.hasMoved { lines.append("rows changed on the server while it was asked") }
        let isFunctionAmiss =
            report.kinds[.radius].map { $0.questions > 0 && $0.differences == 0 } ?? false
            && report.kinds[.hotspotsNear]?.differences ?? 0 > 0
        if isFunctionAmiss {
            lines.append("the server's hotspots_near differs from its own ST_DWithin: the function is wrong")
        }
        let seed = "(seed \(report.seed))"
        switch report.verdict {
        case .equal: lines.append("\(report.name): the mirror gives the server's answers \(seed)")
        case .behind where report.isOnlyAhead:
            lines.append(
                "\(report.name): all that is sent is equal; send the rest with geoq sync, or take it back with "
                    + "geoq outbox discard, then prove again \(seed)")
        case .behind:
            lines.append("\(report.name): the mirror is behind the server; run geoq sync, then prove again \(seed)")
        case .incomplete:
            lines.append(
                "\(report.name): what the mirror has is right, but rows of the server are not in it "
                    + "(geoq sync status) \(seed)")
        case .different: lines.append("\(report.name): the mirror does not give the server's answers \(seed)")
        }
        return lines
    }

    private static func words(_ example: ProofReport.Example) -> String {
        example.question.map { "\(words($0)): \(example.sentence)" } ?? example.sentence
    }

    /// The command that asks the question, with its options, if there is one.
    private static func words(_ question: ProofQuestion) -> String {
        func place(_ center: Coordinate) -> String { "--lat \(center.latitude) --lon \(center.longitude)" }
        switch question {
        case .radius(let center, let radius), .hotspotsNear(let center, let radius),
            .birdsNear(let center, let radius):
            return "\(question.kind.rawValue) \(place(center)) --within \(radius.meters)m"
        case .nearest(let count, let center): return "nearest \(place(center)) -k \(count)"
        case .box(let box): return "box --bbox \(box.west),\(box.south),\(box.east),\(box.north)"
        case .rules(let bird, let center, let day): return "rules \(place(center)) --species \(bird) --date \(day)"
        }
    }
}
