package import Geoq

extension Match {
    /// The names of `fields`, in order.
    package static let fieldNames = [
        "certainty", "distance_m", "inside_m", "location_rule", "species_by", "species_rule", "date_fit", "days_inside",
        "date_rule",
    ]

    /// The reasons of the match as flat fields: null where the list has no rule
    /// of the kind.
    ///
    /// `inside_m` is negative in a near miss; `days_inside` counts from the
    /// nearer end of the dates, and is null when the dates have no end.
    package var fields: [Feature.Field] {
        var days: FieldValue = .null
        if case .inside(let count?) = date?.fit { days = .integer(Int64(count)) }
        return [
            .init("certainty", .text(certainty.rawValue)),
            .init("distance_m", location.map { .real($0.distance.meters) } ?? .null),
            .init("inside_m", location.map { .real($0.insideMeters) } ?? .null),
            .init("location_rule", location.map { .text($0.rule.description) } ?? .null),
            .init("species_by", species.map { .text($0.by.rawValue) } ?? .null),
            .init("species_rule", species.map { .text($0.rule.description) } ?? .null),
            .init("date_fit", date.map { .text($0.fit.word) } ?? .null), .init("days_inside", days),
            .init("date_rule", date.map { .text($0.rule.description) } ?? .null),
        ]
    }

    /// The names of what `record(title:)` gives, in order.
    package static let recordNames = ["watchlist", "title", "priority"] + fieldNames

    /// The list, with the reasons of the match.
    package func record(title: String?) -> [Feature.Field] {
        [
            .init("watchlist", .text(watchlist.description)),
            .init("title", title.flatMap { $0.isEmpty ? nil : .text($0) } ?? .null),
            .init("priority", .integer(Int64(priority))),
        ] + fields
    }
}

extension Hit {
    /// The names of `sightingFields`, in order.
    package static let sightingNames = ["sighting", "name", "lat", "lon"]

    /// What a match says of a stored sighting.
    package var sightingFields: [Feature.Field] {
        [
            .init("sighting", .text(id.description)), .init("name", .text(name)),
            .init("lat", .real(coordinate.latitude)), .init("lon", .real(coordinate.longitude)),
        ]
    }
}

extension DateRange.Fit {
    /// The word for it in answers.
    var word: String {
        switch self {
        case .inside: "inside"
        case .partly: "partly"
        case .outside: "outside"
        case .unknown: "unknown"
        }
    }
}
