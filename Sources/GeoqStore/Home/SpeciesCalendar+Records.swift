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
            let bird = line.bird
            return line.weeks.map { bird + line.fields(of: $0) }
        }
    }
}

extension SpeciesCalendar.Line {
    /// What the records of a bird begin with.
    package var bird: [Feature.Field] {
        [
            .init("common_name", Self.text(commonName)), .init("scientific_name", Self.text(scientificName)),
            .init("bird_id", Self.text(presence?.bird.id.description)),
        ]
    }

    /// The weeks of which something is known, in their order.
    package var weeks: [Int] {
        let expected = presence.map { Array($0.likelihoods.weeks) } ?? []
        return seen.isEmpty ? expected : Set(expected).union(seen.keys).sorted()
    }

    /// What the record of a week has after `bird`: names and values, in their order.
    package func forEachField(of week: Int, _ body: (String, FieldValue) -> Void) {
        let seen = seen.isEmpty ? nil : seen[week]
        body("week", .integer(Int64(week)))
        body("likelihood", presence?.likelihoods[week].map { .real($0) } ?? .null)
        body("observations", .integer(Int64(seen?.count ?? 0)))
        body("last_seen", Self.text(seen?.last?.description))
    }

    /// The same, as a list.
    package func fields(of week: Int) -> [Feature.Field] {
        var fields: [Feature.Field] = []
        fields.reserveCapacity(4)
        forEachField(of: week) { fields.append(.init($0, $1)) }
        return fields
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
