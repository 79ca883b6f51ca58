import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

extension Questions {
    private static let latitude = Parameter(
        "lat", .number(-90...90, unit: "degrees"), "Latitude of a center, with lon and a radius.")
    private static let longitude = Parameter(
        "lon", .number(-360...360, unit: "degrees"), "Longitude of the center, with lat.")
    private static let box = Parameter(
        "bbox", .box, "Only those that touch this box. Of six numbers the heights are ignored.")
    private static let mostLines = Common.limit(standard: 500)

    /// `geoq trajectories`
    static let trajectories = Endpoint(
        path: "/trajectories", operation: "trajectories",
        summary: """
            The ways that birds take on their migrations, as lines: within a radius the nearest first; those that \
            touch a box, by id; or all, by name. GeoJSON also says how many migrations and points of the store are \
            left out, because they have no place.
            """,
        // Trajectories change without a change of the snapshot.
        caching: .never, cost: .much, formats: [.geojson, .csv, .ndjson],
        parameters: [latitude, longitude] + Common.radius + [box, mostLines], schema: "FeatureList"
    ) { ask in
        let limit = ask.limit(mostLines)
        let question = readTrajectoryQuestion(&ask)
        try ask.parameters.check()
        let trajectories = ask.service.live.rows.trajectories
        let hits = try await trajectories.answer(question, interruption: ask.interruption).hits
        let gaps = ask.format == .geojson ? try await trajectories.gaps() : nil
        return try reply(ask.format, hits.prefix(limit), matched: hits.count, gaps: gaps)
    }

    /// - Parameters:
    ///   - matched: how many there are without a limit; nil when they were not counted.
    ///   - gaps: what GeoJSON says of the migrations that no answer has.
    static func reply(
        _ format: Format, _ hits: ArraySlice<TrajectoryHit>, matched: Int?, gaps: TrajectoryGaps? = nil
    ) throws -> Reply {
        switch format {
        case .geojson:
            let counts = [("numberMatched", matched), ("numberReturned", hits.count)].compactMap { name, count in
                count.map { (name, JSONValue.count($0)) }
            }
            let left: [(String, JSONValue)] = [
                ("migrationsLeftOut", gaps?.migrations ?? 0), ("pointsLeftOut", gaps?.points ?? 0),
            ].compactMap { name, count in count > 0 ? (name, JSONValue.count(count)) : nil }
            let features = hits.map { $0.trajectory.feature(distance: $0.distance) }
            return Reply(.geojson, .featureCollection(counts + left, of: features))
        case .geojsonseq:
            let texts = hits.map { "\u{1E}\($0.trajectory.feature(distance: $0.distance).text)\n" }
            return Reply(format, Array(texts.joined().utf8))
        case .ids: return Reply(format, Array(hits.map { "\($0.trajectory.id)\n" }.joined().utf8))
        default:
            let collected = ByteCollector()
            let writer = RecordWriter(format == .csv ? .csv : .ndjson, output: collected.append)
            for hit in hits { try writer.write(hit.trajectory.fields(distance: hit.distance)) }
            try writer.finish()
            var reply = Reply(format, collected.bytes)
            if format == .csv { reply.offer(as: "trajectories.csv") }
            return reply
        }
    }

    private static func readTrajectoryQuestion(_ ask: inout Ask) -> TrajectoryQuestion {
        let hasCenter = ask.parameters.has(latitude) || ask.parameters.has(longitude)
        let hasRadius = Common.radius.contains(where: ask.parameters.has)
        if ask.parameters.has(box), hasCenter || hasRadius {
            ask.parameters.note(box, reason: "give a center and a radius, or a box")
        }
        if hasCenter || hasRadius {
            for (one, other) in [(latitude, longitude), (longitude, latitude)]
            where !ask.parameters.has(one) && (ask.parameters.has(other) || hasRadius) {
                ask.parameters.note(one, reason: "lat, lon and a radius go together")
            }
            let radius = ask.requiredRadius()
            if ask.parameters.has(latitude), ask.parameters.has(longitude), let center = ask.center(), let radius {
                return .near(center, within: radius)
            }
        }
        if let found = ask.parameters.value(box, OGC.readBox) { return .inside(found) }
        return .all
    }
}
