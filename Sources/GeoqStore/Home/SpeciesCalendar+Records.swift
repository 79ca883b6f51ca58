package import Geoq

extension SpeciesCalendar {
    /// The names of a record's fields, in its order.
    package static let recordNames = [
        "common_name", "scientific_name", "bird_id", "week", "likelihood", "observations", "last_seen",
    ]

    /// A record for each bird and each week of which something is known: the lines
    /// in their order, then by week.
    package var records: [[Feature.Field]] {
        lines.flatMap { line in
            let bird = line.names
            return line.weeks.map { bird + line.fields(of: $0) }
        }
    }
}

extension SpeciesCalendar.Line {
    /// The fields with which each record of the bird begins.
    package var names: [Feature.Field] {
        [
            .init("common_name", Self.text(commonName)), .init("scientific_name", Self.text(scientificName)),
            .init("bird_id", Self.text((presence?.bird.id ?? bird)?.description)),
        ]
    }

    /// The weeks of which something is known, in their order.
    package var weeks: [Int] {
        let expected = presence.map { Array($0.likelihoods.weeks) } ?? []
        return seen.isEmpty ? expected : Set(expected).union(seen.keys).sorted()
    }

    /// The field of a week's record that comes after `names`.
    package static func field(ofWeek week: Int) -> Feature.Field { .init("week", .integer(Int64(week))) }

    /// The field that comes after the week.
    package func likelihood(of week: Int) -> Feature.Field {
        .init("likelihood", presence?.likelihoods[week].map { .real($0) } ?? .null)
    }

    /// The fields at the end of a week's record.
    package func observed(in week: Int) -> [Feature.Field] {
        let seen = seen[week]
        return [
            .init("observations", .integer(Int64(seen?.count ?? 0))),
            .init("last_seen", Self.text(seen?.last?.description)),
        ]
    }

    /// The same for each week and each bird that was not seen in it.
    package static let unobserved = SpeciesCalendar.Line().observed(in: SpeciesPresence.weeks.lowerBound)

    /// All that the record of a week has after `names`, in its order.
    package func fields(of week: Int) -> [Feature.Field] {
        [Self.field(ofWeek: week), likelihood(of: week)] + observed(in: week)
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
