import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

extension Questions {
    private static let week = Parameter("week", .integer(SpeciesPresence.weeks), "Only this week of the year.")
    private static let hotspot = Parameter(
        "hotspot", .text(expected: "the id of a hotspot", example: nil),
        "The hotspot that tells, where several are at the place; of another place it makes no difference.")
    /// More observations are not looked at.
    private static let mostObservations = 100_000

    /// `geoq presence`
    static let presence = Endpoint(
        path: "/presence", operation: "presence",
        summary: """
            Which birds are to be expected, by week of the year, beside the user's own observations: at the \
            nearest hotspot of which presence is known, or at all within a radius. The likeliest bird first.
            """,
        // What is known of presence changes without a change of the snapshot.
        caching: .never, cost: .much, formats: [.json, .csv, .ndjson],
        parameters: Common.center + Common.radius + [week, hotspot], schema: "PresenceList"
    ) { ask in
        let center = ask.center()
        let radius = ask.radius()
        let week = ask.parameters.integer(week)
        let named = ask.parameters.value(hotspot) { FeatureID($0) }
        try ask.parameters.check()
        guard let center else { preconditionFailure("Without a center the check fails.") }
        let question = PresenceQuestion(center, radius: radius, hotspot: named, week: week)
        let (interruption, mostHotspots) = (ask.interruption, ask.service.limits.rows)
        let (telling, calendar) = try await ask.atOneMoment { snapshot, store -> ([Hit], SpeciesCalendar)? in
            func hits(_ query: Query, most: Int) throws -> [Hit] {
                var query = query
                (query.interruption, query.limit) = (interruption, most + 1)
                let hits = try snapshot.answer(query)
                guard hits.count <= most else {
                    throw Problem.parameter(
                        Common.kilometers.name, nil, expected: "a smaller radius",
                        reason: "it holds more than the \(most) \(query.layer.rawValue) that one question may look at")
                }
                return hits
            }
            let found = try hits(question.hotspots, most: mostHotspots)
            let telling = try await question.telling(found, in: store)
            let seen = try hits(question.observations(beside: telling), most: mostObservations)
            let near = try await store.features.rows(
                of: seen, at: snapshot.stamp, columns: SpeciesCalendar.columns
            ).map(\.feature)
            let rows = try await store.presence.own(near)
            let birds = try await question.birds(at: telling, beside: rows, in: store)
            let calendar = try SpeciesCalendar(birds, beside: rows, names: snapshot.birds, week: week)
            return (telling, try await store.presence.named(calendar))
        }
        return try reply(telling, calendar, ask)
    }

    private static func reply(_ telling: [Hit], _ calendar: SpeciesCalendar, _ ask: Ask) throws -> Reply {
        let hotspots = telling.map { hit -> JSONValue in
            [
                "id": .string(hit.id.description), "name": .string(hit.name),
                "distance_m": hit.distance.map { .number($0.meters) } ?? .null,
            ]
        }
        let first: [(String, JSONValue)] = [
            ("hotspots", .array(hotspots)), ("undated", .count(calendar.undated)),
        ]
        guard ask.format == .json else {
            return try ask.reply(calendar.records, as: "presence", names: SpeciesCalendar.recordNames, first: first)
        }
        let lines = calendar.lines.map { (line: $0, weeks: $0.weeks) }
        let count = lines.reduce(0) { $0 + $1.weeks.count }
        return ask.document(of: count, as: "presence", first: first) { objects, bytes in
            bytes.reserveCapacity(bytes.count + count * bytesOfRecord)
            let parts = CalendarParts(&objects)
            var isFirst = true
            for (line, weeks) in lines {
                // A bird's names are written once.
                let bird = objects.part(line.names)
                for week in weeks {
                    if !isFirst { bytes.append(UInt8(ascii: ",")) }
                    bytes.append(UInt8(ascii: "\n"))
                    isFirst = false
                    objects.append(bird, to: &bytes)
                    parts.append(line, week, to: &bytes, of: &objects)
                    objects.end(&bytes)
                }
            }
        }
    }

    /// About as many as a record has.
    private static let bytesOfRecord = 192
}

/// What the records of many birds have alike, written once.
private struct CalendarParts {
    /// By week, from the first.
    private let weeks: [RecordObjects.Part]
    private let unobserved: RecordObjects.Part

    /// How many values of a record are before its week, and how many before its observations.
    private static let places = (week: 3, observations: 5)

    init(_ objects: inout RecordObjects) {
        var weeks: [RecordObjects.Part] = []
        for week in SpeciesPresence.weeks {
            weeks.append(objects.part([SpeciesCalendar.Line.field(ofWeek: week)], after: Self.places.week))
        }
        self.weeks = weeks
        unobserved = objects.part(SpeciesCalendar.Line.unobserved, after: Self.places.observations)
    }

    /// Appends what the record of a week has after the bird.
    func append(
        _ line: SpeciesCalendar.Line, _ week: Int, to bytes: inout [UInt8], of objects: inout RecordObjects
    ) {
        objects.append(weeks[week - SpeciesPresence.weeks.lowerBound], to: &bytes)
        let likelihood = line.likelihood(of: week)
        objects.member(likelihood.name, likelihood.value, to: &bytes)
        guard !line.seen.isEmpty else { return objects.append(unobserved, to: &bytes) }
        for field in line.observed(in: week) { objects.member(field.name, field.value, to: &bytes) }
    }
}
