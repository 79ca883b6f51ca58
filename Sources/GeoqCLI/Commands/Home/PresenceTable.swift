import Geoq
import GeoqFormats
import GeoqStore

/// The birds that are to be expected, beside those that were observed.
struct PresenceTable {
    /// What was observed of a bird in a week.
    private struct Seen {
        var count = 0
        var last: Day?
    }

    private struct Line {
        var presence: SpeciesPresence?
        var scientificName: String?
        var commonName: String?
        var seen: [Int: Seen] = [:]

        var peak: (week: Int, likelihood: Double)? { presence?.peak }
        var name: String { commonName ?? scientificName ?? presence?.bird.id.description ?? "" }
    }

    private let week: Int?
    private var lines: [String: Line] = [:]
    /// Observations without a day or a name.
    private(set) var undated = 0

    var isEmpty: Bool { lines.isEmpty }

    init(_ birds: [SpeciesPresence], week: Int?) {
        self.week = week
        for presence in birds {
            let bird = presence.bird
            let key = (bird.scientificName ?? bird.commonName)?.foldedName ?? bird.id.description
            guard let known = lines[key]?.presence else {
                lines[key] = Line(
                    presence: presence, scientificName: bird.scientificName, commonName: bird.commonName)
                continue
            }
            // Two rows of one bird: the project's, and that of a file.
            lines[key]?.presence?.likelihoods = known.likelihoods.merging(presence.likelihoods) { max($0, $1) }
        }
    }

    /// Counts an observation: its number of birds does not matter.
    mutating func count(_ feature: Feature) {
        func text(_ name: String) -> String? {
            if case .text(let text)? = feature[name], !text.isEmpty { text } else { nil }
        }
        let (scientific, common) = (text("scientific_name"), text("common_name"))
        let isDay =
            text("date_precision").map { $0 == "day" } ?? (text("date_end") == nil || text("date_end") == text("date"))
        guard let key = (scientific ?? common)?.foldedName, isDay, let day = text("date").flatMap({ Day(iso: $0) })
        else {
            undated += 1
            return
        }
        if let week, day.week != week { return }
        var line = lines[key] ?? Line(scientificName: scientific, commonName: common)
        line.seen[day.week, default: Seen()].count += 1
        let last = max(day, line.seen[day.week]?.last ?? day)
        line.seen[day.week]?.last = last
        lines[key] = line
    }

    /// The likeliest bird first, then the one that was observed most often, then
    /// by name.
    private var ordered: [Line] {
        lines.values.sorted { first, second in
            let (left, right) = (first.peak?.likelihood ?? -1, second.peak?.likelihood ?? -1)
            if left != right { return left > right }
            let (seenLeft, seenRight) = (Self.count(first), Self.count(second))
            return seenLeft != seenRight ? seenLeft > seenRight : first.name < second.name
        }
    }

    private static func count(_ line: Line) -> Int { line.seen.values.reduce(0) { $0 + $1.count } }

    func write(_ format: OutputFormat) throws {
        guard format == .table else { return try SummaryTable.write(ordered.flatMap(records), format) }
        try SummaryTable.write(ordered.map(summary), format, columns: columns)
    }

    // MARK: Records

    /// A record for each week of which something is known.
    private func records(_ line: Line) -> [[Feature.Field]] {
        let weeks = Set(line.presence.map { Array($0.likelihoods.keys) } ?? []).union(line.seen.keys)
        return weeks.sorted().map { week in
            let seen = line.seen[week]
            return [
                .init("common_name", Self.text(line.commonName)),
                .init("scientific_name", Self.text(line.scientificName)),
                .init("bird_id", Self.text(line.presence?.bird.id.description)), .init("week", .integer(Int64(week))),
                .init("likelihood", line.presence?.likelihoods[week].map { .real($0) } ?? .null),
                .init("observations", .integer(Int64(seen?.count ?? 0))),
                .init("last_seen", Self.text(seen?.last?.description)),
            ]
        }
    }

    // MARK: A line for a terminal

    private var columns: [TableColumn] {
        [
            TableColumn("common_name", field: "common_name"),
            TableColumn("scientific_name", field: "scientific_name", yields: .leavesFirst(1)),
            TableColumn(week.map { "week \($0)" } ?? "weeks 1 to 53", field: "chart", yields: .never),
            TableColumn("likely", field: "likely", alignment: .trailing),
            TableColumn("peak", field: "peak", alignment: .trailing),
            TableColumn("observations", field: "observations", alignment: .trailing),
            TableColumn("last_seen", field: "last_seen", yields: .never),
        ].filter { week == nil || $0.title != "peak" }
    }

    private func summary(_ line: Line) -> [Feature.Field] {
        let peak = line.peak
        let chart = week == nil ? Self.chart(line.presence?.likelihoods ?? [:]) : peak.map { Self.bar($0.likelihood) }
        return [
            .init("common_name", Self.text(line.commonName ?? (line.scientificName == nil ? line.name : nil))),
            .init("scientific_name", Self.text(line.scientificName)), .init("chart", Self.text(chart)),
            .init("likely", Self.text(peak.map { Self.percent($0.likelihood) })),
            .init("peak", Self.text(peak.map { "week \($0.week)" })),
            .init("observations", .integer(Int64(Self.count(line)))),
            .init("last_seen", Self.text(line.seen.values.compactMap(\.last).max()?.description)),
        ]
    }

    private static let levels = Array("▁▂▃▄▅▆▇█")
    private static let unknown: Character = "·"

    /// The year, two weeks a bar.
    static func chart(_ likelihoods: [Int: Double]) -> String {
        String(
            stride(from: SpeciesPresence.weeks.lowerBound, through: SpeciesPresence.weeks.upperBound, by: 2).map {
                week in
                guard let likelihood = [likelihoods[week], likelihoods[week + 1]].compactMap({ $0 }).max() else {
                    return unknown
                }
                return levels[min(Int(min(max(likelihood, 0), 1) * Double(levels.count)), levels.count - 1)]
            })
    }

    /// Ten tenths.
    private static func bar(_ likelihood: Double) -> String {
        let tenths = Int((min(max(likelihood, 0), 1) * 10).rounded())
        return String(repeating: "█", count: tenths) + String(repeating: unknown, count: 10 - tenths)
    }

    /// `35 %`; `< 1 %` for what is not nothing.
    private static func percent(_ likelihood: Double) -> String {
        likelihood > 0 && likelihood < 0.01 ? "< 1 %" : "\(Int((min(max(likelihood, 0), 1) * 100).rounded())) %"
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
