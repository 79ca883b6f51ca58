package import Geoq

extension SpeciesSummary {
    /// The summary as named values, the same wherever it is written.
    package var fields: [Feature.Field] {
        // Entries are of a bird; the record of each has its id.
        let bird: [Feature.Field] = self.bird.map { [.init("bird_id", .text($0.description))] } ?? []
        func day(_ day: Day?) -> FieldValue { day.map { .text($0.description) } ?? .null }
        return bird + [
            .init("common_name", commonName.isEmpty ? .null : .text(commonName)),
            .init("scientific_name", scientificName.isEmpty ? .null : .text(scientificName)),
            .init("observations", .integer(Int64(observations))), .init("last_seen", day(lastSeen?.last)),
            .init("last_seen_from", day(lastSeen?.first)),
            .init("last_seen_precision", lastSeen.map { .text($0.precision.rawValue) } ?? .null),
            .init("nearest_m", nearest.map { .real($0.meters) } ?? .null),
        ]
    }
}
