import Geoq
import GeoqFormats
import GeoqStore

/// How a terminal and a pipe are told of a calendar of species.
struct PresenceTable {
    let calendar: SpeciesCalendar
    let week: Int?

    func write(_ format: OutputFormat) throws {
        if format == .table {
            try SummaryTable.write(fitting(calendar.lines, Terminal.width), format, columns: columns)
        } else {
            try SummaryTable.write(calendar.records, format, names: SpeciesCalendar.recordNames)
        }
        let odd = calendar.lines.count { line in
            guard let known = line.presence?.likelihoods else { return false }
            return known.weeks.contains { week in known[week].map(OddShares.isOdd) ?? false }
        }
        OddShares.say(odd == 1 ? "1 bird has a likelihood" : "\(odd) birds have a likelihood", isNone: odd == 0)
    }

    // MARK: The width of a terminal

    /// How many weeks a bar may stand for.
    private static let weeksOfBars = [2, 3, 4]
    /// Longer names than this make no bar stand for more weeks.
    private static let longestName = 32

    /// The lines with as many bars as a terminal has room for beside whole names, when the
    /// scientific ones are left out.
    private func fitting(_ lines: [SpeciesCalendar.Line], _ terminalWidth: Int?) -> [[Feature.Field]] {
        var records: [[Feature.Field]] = []
        for weeks in Self.weeksOfBars {
            records = lines.map { summary($0, weeksOfBar: weeks) }
            guard week == nil, let terminalWidth, width(records) > terminalWidth else { break }
        }
        return records
    }

    /// The columns of a terminal that lines of the whole year take, without the scientific
    /// names.
    private func width(_ records: [[Feature.Field]]) -> Int {
        columns.enumerated().reduce(0) { width, column in
            // Each field of a record stands in the column of its place.
            let cells = records.map { TerminalText.width(TableColumn.plain($0[column.offset].value)) }
            let widest = max(cells.max() ?? 0, TerminalText.width(column.element.title))
            switch column.element.title {
            case "scientific_name": return width
            case "common_name": return width + min(widest, Self.longestName)
            default: return width + 2 + widest
            }
        }
    }

    // MARK: A line for a terminal

    private var columns: [TableColumn] {
        [
            TableColumn("common_name", field: "common_name"),
            TableColumn("scientific_name", field: "scientific_name", yields: .leavesFirst(1)),
            TableColumn(week.map { "week \($0)" } ?? "weeks 1 to 53", field: "chart", yields: .never),
            TableColumn("likely", field: "likely", alignment: .trailing),
            TableColumn("peak", field: "peak", alignment: .trailing, yields: .leavesFirst(2)),
            TableColumn("observations", field: "observations", alignment: .trailing),
            TableColumn("last_seen", field: "last_seen", yields: .never),
        ].filter { week == nil || $0.title != "peak" }
    }

    private func summary(_ line: SpeciesCalendar.Line, weeksOfBar: Int) -> [Feature.Field] {
        let peak = line.presence?.peak
        let chart =
            week == nil
            ? Self.chart(line.presence?.likelihoods ?? [:], weeksOfBar: weeksOfBar)
            : peak.map { Self.bar($0.likelihood) }
        return [
            .init("common_name", Self.text(line.name)),
            .init("scientific_name", Self.text(line.scientificName)), .init("chart", Self.text(chart)),
            .init("likely", Self.text(peak.map { Self.percent($0.likelihood) })),
            .init("peak", Self.text(peak.map { "week \($0.week)" })),
            .init("observations", .integer(Int64(line.observations))),
            .init("last_seen", Self.text(line.seen.values.compactMap(\.last).max()?.description)),
        ]
    }

    private static let levels = Array("▁▂▃▄▅▆▇█")
    private static let unknown: Character = "·"

    /// The year, some weeks a bar: as likely as in the likeliest of them.
    private static func chart(_ likelihoods: WeekLikelihoods, weeksOfBar: Int) -> String {
        let weeks = SpeciesPresence.weeks
        return String(
            stride(from: weeks.lowerBound, through: weeks.upperBound, by: weeksOfBar).map { first in
                guard let likelihood = (first..<first + weeksOfBar).compactMap({ likelihoods[$0] }).max() else {
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

    /// `35 %`; `< 1 %` for what is not nothing. What is not from 0 to 1 is shown as it is.
    private static func percent(_ likelihood: Double) -> String {
        if likelihood > 0, likelihood < 0.01 { return "< 1 %" }
        let whole = (likelihood * 100).rounded()
        guard let number = Int(exactly: whole) else { return "\(whole) %" }
        return "\(number) %"
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
