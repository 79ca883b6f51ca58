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
        var fields: [Feature.Field] = []
        fields.reserveCapacity(9)
        forEachReason { name, reason in fields.append(.init("\(name)", FieldValue(reason))) }
        return fields
    }

    /// One reason's value.
    enum Reason {
        case missing
        case word(String)
        case meters(Double)
        case days(Int)
        case rule(RuleID)
    }

    /// Calls `body` with each of `fields`: the one place that says what they are.
    @inline(__always)
    func forEachReason(_ body: (StaticString, Reason) -> Void) {
        body("certainty", .word(certainty.rawValue))
        body("distance_m", location.map { .meters($0.distance.meters) } ?? .missing)
        body("inside_m", location.map { .meters($0.insideMeters) } ?? .missing)
        body("location_rule", location.map { .rule($0.rule) } ?? .missing)
        body("species_by", species.map { .word($0.by.rawValue) } ?? .missing)
        body("species_rule", species.map { .rule($0.rule) } ?? .missing)
        body("date_fit", date.map { .word($0.fit.word) } ?? .missing)
        if case .inside(let days?) = date?.fit {
            body("days_inside", .days(days))
        } else {
            body("days_inside", .missing)
        }
        body("date_rule", date.map { .rule($0.rule) } ?? .missing)
    }

    /// The list, with the reasons of the match.
    package func record(title: String?) -> [Feature.Field] {
        [
            .init("watchlist", .text(watchlist.description)),
            .init("title", title.flatMap { $0.isEmpty ? nil : .text($0) } ?? .null),
            .init("priority", .integer(Int64(priority))),
        ] + fields
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

extension FieldValue {
    fileprivate init(_ reason: Match.Reason) {
        self =
            switch reason {
            case .missing: .null
            case .word(let word): .text(word)
            case .meters(let meters): .real(meters)
            case .days(let days): .integer(Int64(days))
            case .rule(let rule): .text(rule.description)
            }
    }
}
