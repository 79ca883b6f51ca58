import Geoq
import GeoqFormats

extension OGC {
    private static let coords = Parameter(
        "coords", .text(expected: "POINT(lon lat) as WKT", example: "POINT(-76.45 42.48)"),
        "The center. A height in it (POINT Z) is left out: what is asked for has none."
    ).required
    private static let within = Parameter(
        "within", .number(0...100_000_000, unit: "within-units"), "The radius; its edge counts as inside."
    ).required
    private static let units = Parameter(
        "within-units", .word(LengthUnit.allCases.map(\.rawValue)), "The unit of within.", standard: "km"
    ).required
    private static let limit = Common.limit(standard: 1_000)

    /// The query of OGC API – EDR 1.1, section 8.2.6 (`REQ_rc-radius`):
    /// features within a radius. OGC API – Features has no such query.
    static func radius(of info: FeatureCollectionInfo) -> Endpoint {
        let layer = info.layer
        return Endpoint(
            path: "/collections/\(info.id)/radius", operation: "\(info.id)Radius",
            summary: "What of \(info.id) lies within a radius, nearest first.", formats: Questions.hitFormats,
            parameters: [
                coords, within, units, TimeInterval.parameter, limit, Common.after, Common.fields,
            ] + Common.filters,
            schema: "HitCollection", costOf: Questions.cost(of:)
        ) {
            try await Questions.answer(&$0) { ask in
                let center = ask.parameters.value(coords) { try WKT.point($0, leavesOutHeights: true) }
                let number = ask.parameters.number(within)
                let unit = ask.parameters.word(units, as: LengthUnit.self)
                var query = Query(.box(.everything), layer: layer)
                ask.readFilter(&query)
                ask.readInterval(&query)
                query.limit = ask.limit(limit)
                query.after = ask.parameters.value(Common.after) { PageCursor($0) }
                var radius: Distance?
                if let number, let unit {
                    if number * unit.meters <= LengthUnit.longestMeters {
                        radius = .meters(number * unit.meters)
                    } else {
                        ask.parameters.note(within, reason: "it is longer than 100000 km")
                    }
                }
                return HitQuestion(
                    query: query, area: center.map { .around($0, within: radius) }, fields: ask.readFields(of: layer))
            }
        }
    }
}
