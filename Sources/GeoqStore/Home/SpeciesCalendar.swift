package import Geoq

/// The birds that are to be expected, beside those that were observed, by the week
/// of the year.
package struct SpeciesCalendar: Sendable {
    /// What was observed of a bird in a week.
    package struct Seen: Hashable, Sendable {
        package var count = 0
        package var last: Day?
    }

    /// One bird.
    package struct Line: Sendable {
        /// nil for a bird that is not to be expected.
        package var presence: SpeciesPresence?
        package var scientificName: String?
        package var commonName: String?
        /// By week.
        package var seen: [Int: Seen] = [:]

        package var name: String { commonName ?? scientificName ?? presence?.bird.id.description ?? "" }
        package var observations: Int { seen.values.reduce(0) { $0 + $1.count } }
    }

    private let week: Int?
    private var byName: [String: Line] = [:]
    /// Observations without a day or a name.
    package private(set) var undated = 0

    package var isEmpty: Bool { byName.isEmpty }

    /// - Parameter week: only this week; nil for all.
    package init(_ birds: [SpeciesPresence], week: Int? = nil) {
        self.week = week
        for presence in birds {
            let bird = presence.bird
            let key = (bird.scientificName ?? bird.commonName)?.foldedName ?? bird.id.description
            guard let known = byName[key]?.presence else {
                byName[key] = Line(
                    presence: presence, scientificName: bird.scientificName, commonName: bird.commonName)
                continue
            }
            // Two rows of one bird: the project's, and that of a file.
            byName[key]?.presence?.likelihoods = known.likelihoods.merging(presence.likelihoods) { max($0, $1) }
        }
    }

    /// Counts an observation: its number of birds does not matter.
    package mutating func count(_ feature: Feature) {
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
        var line = byName[key] ?? Line(scientificName: scientific, commonName: common)
        line.seen[day.week, default: Seen()].count += 1
        let last = max(day, line.seen[day.week]?.last ?? day)
        line.seen[day.week]?.last = last
        byName[key] = line
    }

    /// The likeliest bird first, then the one that was observed most often, then
    /// by name.
    package var lines: [Line] {
        byName.values.map { (line: $0, likeliest: $0.presence?.peak?.likelihood ?? -1, seen: $0.observations) }
            .sorted { first, second in
                if first.likeliest != second.likeliest { return first.likeliest > second.likeliest }
                return first.seen != second.seen ? first.seen > second.seen : first.line.name < second.line.name
            }
            .map(\.line)
    }

    /// A record for each bird and each week of which something is known: the lines
    /// in their order, then by week.
    package var records: [[Feature.Field]] { lines.flatMap(\.records) }
}

extension SpeciesCalendar.Line {
    fileprivate var records: [[Feature.Field]] {
        let weeks = Set(presence.map { Array($0.likelihoods.keys) } ?? []).union(seen.keys)
        let bird: [Feature.Field] = [
            .init("common_name", Self.text(commonName)), .init("scientific_name", Self.text(scientificName)),
            .init("bird_id", Self.text(presence?.bird.id.description)),
        ]
        return weeks.sorted().map { week in
            let seen = seen[week]
            return bird + [
                .init("week", .integer(Int64(week))),
                .init("likelihood", presence?.likelihoods[week].map { .real($0) } ?? .null),
                .init("observations", .integer(Int64(seen?.count ?? 0))),
                .init("last_seen", Self.text(seen?.last?.description)),
            ]
        }
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
