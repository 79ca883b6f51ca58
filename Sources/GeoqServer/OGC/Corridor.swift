import Geoq
import GeoqFormats
import GeoqIndex

extension OGC {
    private static let coords = Parameter(
        "coords",
        .text(
            expected: "LINESTRING(lon lat, …) or MULTILINESTRING as WKT", example: "LINESTRING(-76.5 42.44,-76.18 42.6)"
        ),
        "The line; between two positions it runs along the geodesic. A gap between two lines is no part of it. A longitude beyond ±180, up to ±360, goes on around the Earth. Heights and times (Z, M) are ignored: features have none."
    ).required
    private static let width = Parameter(
        "corridor-width", .number(0...100_000_000, unit: "width-units"),
        "The whole width of the corridor, at most \(Int(2 * Corridor.largestWidth.kilometers)) km: half of it to either side "
            + "of the line. The edge counts as inside."
    ).required
    private static let widthUnits = Parameter(
        "width-units", .word(LengthUnit.allCases.map(\.rawValue)), "The unit of corridor-width.", standard: "km"
    ).required
    private static let height = Parameter(
        "corridor-height", .number(0...100_000_000, unit: "height-units"), "Ignored: features have no height.")
    private static let heightUnits = Parameter(
        "height-units", .text(expected: "a unit", example: "m"), "Ignored: features have no height.")
    private static let limit = Common.limit(standard: 1_000)

    /// The query of OGC API – EDR 1.1, section 8.2.7 (`REQ_rc-corridor`):
    /// features along a line.
    static func corridor(of info: FeatureCollectionInfo) -> Endpoint {
        let layer = info.layer
        return Endpoint(
            path: "/collections/\(info.id)/corridor", operation: "\(info.id)Corridor",
            summary: "What of \(info.id) lies along a line, in its order.", cost: .much,
            formats: Questions.hitFormats,
            parameters: [
                coords, width, widthUnits, height, heightUnits, TimeInterval.parameter, limit, Common.after,
                Common.fields,
            ] + Common.filters,
            schema: "AlongCollection"
        ) {
            try await Questions.answer(&$0) { ask in
                let segments = ask.parameters.value(coords) { try RouteText.readWKT($0).segments }
                let number = ask.parameters.number(width)
                let unit = ask.parameters.word(widthUnits, as: LengthUnit.self)
                _ = ask.parameters.number(height)
                var query = Query(.box(.everything), layer: layer)
                ask.readFilter(&query)
                ask.readInterval(&query)
                query.limit = ask.limit(limit)
                query.after = ask.parameters.value(Common.after) { PageCursor($0) }
                var half: Distance?
                if let number, let unit {
                    if number * unit.meters <= 2 * Corridor.largestWidth.meters {
                        half = .meters(number * unit.meters / 2)
                    } else {
                        ask.parameters.note(
                            width, reason: "it is wider than \(Int(2 * Corridor.largestWidth.kilometers)) km")
                    }
                }
                return HitQuestion(
                    query: query, area: ask.corridor(coords, segments, half), fields: ask.readFields(of: layer))
            }
        }
    }
}
