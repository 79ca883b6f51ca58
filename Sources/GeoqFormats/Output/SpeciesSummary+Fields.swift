package import Geoq

extension SpeciesSummary {
    /// The names of the `fields` of a layer's species, in order.
    package static func fieldNames(of layer: Layer) -> [String] {
        (layer == .entries ? ["bird_id"] : []) + [
            "common_name", "scientific_name", "observations", "last_seen", "last_seen_from", "last_seen_precision",
            "nearest_m",
        ]
    }

    /// The summary as named values, the same in every format and answer.
    package var fields: [Feature.Field] {
        // A species of entries is a bird, whose id comes first.
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
