import Geoq
import GeoqFormats
import GeoqStore

/// How a terminal and a pipe are told of a calendar of species.
struct PresenceTable {
    let calendar: SpeciesCalendar
    let week: Int?

    func write(_ format: OutputFormat) throws {
        guard format == .table else { return try SummaryTable.write(calendar.records, format) }
        try SummaryTable.write(calendar.lines.map(summary), format, columns: columns)
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

    private func summary(_ line: SpeciesCalendar.Line) -> [Feature.Field] {
        let peak = line.presence?.peak
        let chart = week == nil ? Self.chart(line.presence?.likelihoods ?? [:]) : peak.map { Self.bar($0.likelihood) }
        return [
            .init("common_name", Self.text(line.commonName ?? (line.scientificName == nil ? line.name : nil))),
            .init("scientific_name", Self.text(line.scientificName)), .init("chart", Self.text(chart)),
            .init("likely", Self.text(peak.map { Self.percent($0.likelihood) })),
            .init("peak", Self.text(peak.map { "week \($0.week)" })),
            .init("observations", .integer(Int64(line.observations))),
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
