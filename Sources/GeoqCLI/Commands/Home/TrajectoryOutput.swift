import Geoq
import GeoqFormats
import GeoqStore

/// How trajectories are written: lines in the formats of GeoJSON, records in the others.
enum TrajectoryOutput {
    /// The columns of a trajectory that can be chosen.
    static let columns = ["common_name", "scientific_name", "season", "start_date", "end_date", "points"]

    /// - Parameters:
    ///   - question: what they answer.
    ///   - chosen: of `columns`; nil for all.
    ///   - unit: of distances in a table.
    static func write(
        _ hits: [TrajectoryHit], of question: TrajectoryQuestion, _ format: OutputFormat, chosen: [String]?,
        unit: LengthUnit
    ) throws {
        switch format {
        case .geojson: try writeLines(hits, chosen)
        case .geojsonseq:
            for hit in hits { try Terminal.write("\u{1E}\(feature(hit, chosen).text)\n") }
        case .ids:
            for hit in hits { try Terminal.write("\(hit.trajectory.id)\n") }
        case .table, .json, .ndjson, .csv:
            let names = Trajectory.fieldNames(hasDistance: question.asksForDistance)
            try SummaryTable.write(
                hits.map { fields($0, chosen) }, format, names: names.filter { isWanted($0, chosen) },
                columns: tableColumns(unit: unit, chosen: chosen, hasDistance: hits.contains { $0.distance != nil }))
        }
    }

    /// A collection of GeoJSON.
    static func writeLines(_ hits: [TrajectoryHit], _ chosen: [String]? = nil) throws {
        var bytes: [UInt8] = []
        bytes.beginFeatureCollection()
        bytes.beginFeatures()
        for (index, hit) in hits.enumerated() {
            bytes.beginFeature(index)
            bytes.appendJSON(feature(hit, chosen))
            try Terminal.write(bytes)
            bytes.removeAll()
        }
        bytes.endFeatureCollection(of: hits.count)
        try Terminal.write(bytes)
    }

    /// Says how much of the store's migrations no answer has.
    static func sayGaps(in store: Store) async throws {
        let gaps = try await store.trajectories.gaps()
        if gaps.migrations > 0 {
            let count = gaps.migrations == 1 ? "1 migration" : "\(gaps.migrations) migrations"
            Terminal.say("left out: \(count) of which no point has a place")
        }
        if gaps.points > 0 {
            let count = gaps.points == 1 ? "1 point" : "\(gaps.points) points"
            Terminal.say("left out: \(count) without a place on Earth; the line goes straight on to the next one")
        }
    }

    /// Why there are none, in a sentence.
    ///
    /// - Parameter species: the kind of bird that was asked for.
    static func nothing(in store: Store, species: String?) async throws -> String {
        if try await store.trajectories.isEmpty() {
            return "the store has no trajectories; they come with a geoq sync of a project that has them"
        }
        let elsewhere = "passes through the area that was asked about"
        guard let species else { return "no trajectory of the store \(elsewhere)" }
        var all = TrajectoryQuestion.all
        all.species = species
        let isKnown = try await !store.trajectories.answer(all).hits.isEmpty
        let name = TerminalText.neutralized(species, limit: 200)
        return isKnown ? "no trajectory of \(name) \(elsewhere)" : "nothing found: no trajectory is of \(name)"
    }

    private static func fields(_ hit: TrajectoryHit, _ chosen: [String]?) -> [Feature.Field] {
        hit.trajectory.fields(distance: hit.distance).filter { isWanted($0.name, chosen) }
    }

    private static func feature(_ hit: TrajectoryHit, _ chosen: [String]?) -> JSONValue {
        hit.trajectory.feature(distance: hit.distance) { isWanted($0, chosen) }
    }

    private static func isWanted(_ name: String, _ chosen: [String]?) -> Bool {
        guard let chosen else { return true }
        return !columns.contains(name) || chosen.contains(name)
    }

    private static func tableColumns(unit: LengthUnit, chosen: [String]?, hasDistance: Bool) -> [TableColumn] {
        let shown = columns.filter { isWanted($0, chosen) }.map { name in
            let yields: TableColumn.Yield? =
                switch name {
                case "scientific_name" where chosen == nil: .leavesFirst(2)
                case "start_date", "end_date": .never
                default: nil
                }
            return TableColumn(
                name, field: name, alignment: name == "points" ? .trailing : .leading, yields: yields)
        }
        return (hasDistance ? [.distance("distance", field: "distance_m", unit: unit)] : [])
            + [TableColumn("name", field: "name")] + shown + [.id("id", field: "id")]
    }
}
