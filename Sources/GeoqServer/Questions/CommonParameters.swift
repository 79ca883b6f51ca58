import Geoq
import GeoqStore

/// The parameters that several questions share.
enum Common {
    static let latitude = Parameter(
        "lat", .number(-90...90, unit: "degrees"), "Latitude of the center; south is negative."
    ).required
    static let longitude = Parameter(
        "lon", .number(-360...360, unit: "degrees"),
        "Longitude of the center; west is negative. Beyond ±180 it goes on around the Earth."
    ).required
    static let kilometers = Parameter(
        "km", .number(0...100_000, unit: "kilometers"), "The radius; its edge counts as inside.")
    static let within = Parameter(
        "within", .text(expected: "a length with its unit, such as 5mi, 800m, 1.5nmi or 2km", example: "5mi"),
        "The radius with its unit, instead of km.")
    static let minimum = Parameter(
        "min-km", .number(0...100_000, unit: "kilometers"), "Only what is at least so far away.")
    static let layer = Parameter(
        "layer", .word(Layer.allCases.map(\.rawValue)), "What to look for.", standard: Layer.hotspots.rawValue)
    static let species = Parameter(
        "species", .text(expected: "a scientific or common name", example: "Great Tit"),
        "Only observations of this species, without regard to case.")
    static let since = Parameter(
        "since", .text(expected: "a day as yyyy-mm-dd", example: "2026-01-31"),
        "Only what was certainly seen on this day or later.")
    static let until = Parameter(
        "until", .text(expected: "a day as yyyy-mm-dd", example: "2026-12-31"),
        "Only what was certainly seen on this day or before.")
    static let filter = Parameter(
        "filter", .text(expected: "a condition as CQL2 text", example: "name LIKE 'Mill%'"),
        "A condition on any column (OGC 21-065r2, CQL2 text).")
    static let fields = Parameter(
        "fields", .text(expected: "names of columns with commas between", example: "locality"),
        "Columns to add to each hit.")
    static let after = Parameter(
        "after", .text(expected: "what the next link of the page before says", example: "812.5,8f14e45f-…,42"),
        "The next page.")

    static func limit(_ limits: ServerLimits = ServerLimits(), standard: Int) -> Parameter {
        Parameter(
            "limit", .integer(1...limits.rows), "At most so many.", standard: String(standard))
    }

    static let center = [latitude, longitude]
    static let radius = [kilometers, within]
    static let conditions = [species, since, until, TimeInterval.parameter, filter]
}

extension Ask {
    /// The center; nil when it was noted that it is wrong.
    mutating func center() -> Coordinate? {
        let latitude = parameters.number(Common.latitude)
        let longitude = parameters.number(Common.longitude)
        guard let latitude, let longitude else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The radius; nil when none was given, or it was noted that it is wrong.
    mutating func radius() -> Distance? {
        if parameters.has(Common.kilometers), parameters.has(Common.within) {
            parameters.note(Common.within, reason: "give either km or within")
            return nil
        }
        if let kilometers = parameters.number(Common.kilometers) { return .kilometers(kilometers) }
        return parameters.value(Common.within) { .meters(try LengthUnit.meters(parsing: $0)) }
    }

    /// The radius, without which there is no answer.
    mutating func requiredRadius() -> Distance? {
        if !parameters.has(Common.kilometers), !parameters.has(Common.within) {
            parameters.note(Common.kilometers.name, nil, Common.kilometers.expected)
        }
        return radius()
    }

    /// Adds species, days, an interval and a filter to a question.
    mutating func readConditions(_ query: inout Query) {
        query.species = parameters.text(Common.species)
        query.since = parameters.value(Common.since) { Day(iso: $0) }
        query.until = parameters.value(Common.until) { Day(iso: $0) }
        if let since = query.since, let until = query.until, until < since {
            parameters.note(Common.until, reason: "it lies before since, \(since)")
        }
        readFilter(&query)
        readInterval(&query)
        if query.layer == .hotspots {
            for parameter in [Common.species, Common.since, Common.until] where parameters.text(parameter) != nil {
                parameters.note(
                    parameter, reason: "hotspots have neither species nor dates; ask with layer=observations")
            }
        }
    }

    mutating func readFilter(_ query: inout Query) {
        let layer = query.layer
        query.filter = parameters.value(Common.filter) { text in
            let filter = try PropertyFilter(cql2Text: text)
            try filter.validate(columns: LayerTable.filterColumns(of: layer), of: layer.rawValue)
            return filter
        }
    }

    /// The columns to add.
    mutating func readFields(of layer: Layer) -> [String] {
        parameters.value(Common.fields) { text in
            let known = LayerTable.columns(of: layer).map(\.name)
            let names = text.split(separator: ",").map { String($0.trimmed) }
            if let unknown = names.first(where: { !known.contains($0) }) {
                throw UnknownField(name: unknown, known: known)
            }
            return names.filter { $0 != "name" }
        } ?? []
    }
}

/// `fields` names a column that there is not.
private struct UnknownField: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
        "there is no column \(Problem.shown(name)); columns: \(known.joined(separator: ", "))"
    }
}
