package import Geoq
import GeoqIndex

/// Rows of a remote as the layers of observations and entries have them: an answer
/// of them is the one that a store with these rows gives.
package struct SightingRows: Sendable {
    /// A row of `observation`; or one of `watchlist_entries`, with its bird.
    private struct Sighting {
        let row: MirrorRow
        let bird: MirrorRow?
        let table: MirrorTable
        let content: LayerRow
        /// When an entry was observed.
        let moment: EntryMoment?
    }

    private let layer: Layer
    private let source: String
    private let kept: [LayerTable.Column]
    private var sightings: [Sighting] = []

    /// - Parameters:
    ///   - layer: the observations or the entries.
    ///   - source: the name that rows have as their source.
    ///   - kept: the columns that the relation of the observations keeps besides geoq's own.
    package init(_ layer: Layer, source: String, keeping kept: [LayerTable.Column] = []) {
        precondition(layer != .hotspots, "Hotspots are no sightings.")
        (self.layer, self.source, self.kept) = (layer, source, kept)
    }

    /// Adds rows of `observation` to the layer of observations.
    package mutating func add(observations: [MirrorRow]) {
        precondition(layer == .observations, "Only the layer of observations has them.")
        for row in observations where MirrorTable.observation.isUsable(row) {
            let values = MirrorRowValues(row, .observation)
            guard let place = values.coordinate else { continue }
            let content = LayerRow(
                coordinate: place, scientificName: values.text("scientific_name") ?? "",
                commonName: values.text("common_name") ?? "", first: values.text("date").flatMap { Day(iso: $0) },
                last: values.text("date_end").flatMap { Day(iso: $0) })
            sightings.append(Sighting(row: row, bird: nil, table: .observation, content: content, moment: nil))
        }
    }

    /// Adds entries, or those that are observations.
    ///
    /// - Parameters:
    ///   - birds: birds, of which an entry must have one: without it, it waits in a
    ///     mirror, and no answer has it.
    ///   - lists: watchlists, of which it must have one.
    package mutating func add(entries: [MirrorRow], birds: [MirrorRow], lists: [MirrorRow]) {
        let birds = Dictionary(
            birds.filter(MirrorTable.bird.isUsable).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let lists = Set(lists.filter(MirrorTable.watchlists.isUsable).map(\.id))
        for row in entries where MirrorTable.watchlistEntries.isUsable(row) {
            let values = MirrorRowValues(row, .watchlistEntries)
            guard let place = values.coordinate, let bird = values.id("bird_id").flatMap({ birds[$0] }),
                let list = values.id("watchlist_id"), lists.contains(list)
            else { continue }
            let observed = values.text("observation_date")
            if layer == .observations, observed == nil { continue }
            let moment = observed.flatMap { EntryMoment($0, at: place) }
            let names = MirrorRowValues(bird, .bird)
            let content = LayerRow(
                coordinate: place, scientificName: names.text("scientific_name") ?? "",
                commonName: names.text("common_name") ?? "", bird: bird.id, first: moment?.day, last: moment?.day)
            sightings.append(
                Sighting(row: row, bird: bird, table: .watchlistEntries, content: content, moment: moment))
        }
    }

    /// The rows of a parent's table that entries refer to, each once.
    package static func parents(of entries: [MirrorRow], in parent: MirrorTable) -> [FeatureID] {
        let columns = MirrorTable.watchlistEntries.parents.filter { $0.table == parent }.map(\.column)
        let usable = entries.lazy.filter(MirrorTable.watchlistEntries.isUsable)
        return Set(usable.flatMap { row in columns.compactMap { MirrorRowValues(row, .watchlistEntries).id($0) } })
            .sorted()
    }

    /// The species among the hits of a question, as `Snapshot.species(_:)` gives them.
    ///
    /// - Throws: what `Snapshot.species(_:)` throws; `FilterError` for an unknown column.
    /// - Complexity: O(*n* log *n*) for *n* rows.
    package func species(_ query: Query) throws -> [SpeciesSummary] {
        let filter = try query.filter?.fitted(to: layer, keeping: kept)
        var builder = SnapshotBuilder()
        builder.begin(layer, expecting: sightings.count)
        for sighting in sightings { builder.add(sighting.row.id, sighting.content, to: layer) }
        let snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 0, low: 0), version: 0))
        let positions = try filter.map { filter in
            let values = try keptValues()
            let accepted = sightings.enumerated().filter { index, sighting in
                filter.evaluate { values?[index][$0] ?? value(of: $0, sighting) } == true
            }
            return try snapshot.positions(of: Set(accepted.map(\.element.row.id)), in: layer)
        }
        return try snapshot.species(query, positions: positions)
    }

    /// The kept values of each sighting; nil when nothing is kept.
    private func keptValues() throws -> [[String: FieldValue]]? {
        if kept.isEmpty { return nil }
        return try KeptValues(kept).read(
            sightings.map { sighting in
                sighting.table == .observation ? MirrorRowValues(sighting.row, .observation).text("kept") : nil
            })
    }

    /// A column as a filter on the layer sees it (`LayerTable`).
    private func value(of column: String, _ sighting: Sighting) -> FieldValue {
        let values = MirrorRowValues(sighting.row, sighting.table)
        switch column {
        case "id": return .text(sighting.row.id.description)
        case "lat": return .real(sighting.content.coordinate.latitude)
        case "lon": return .real(sighting.content.coordinate.longitude)
        case "source": return .text(source)
        case "source_id": return sighting.row.key.map { .text($0) } ?? .null
        case _ where sighting.table == .observation: return values[column]
        case "scientific_name", "common_name": return sighting.bird.map { MirrorRowValues($0, .bird)[column] } ?? .null
        case "date": return sighting.moment.map { .text($0.day.description) } ?? .null
        case "place": return values["location_display_name"]
        case _ where layer == .entries: return values[column]
        case "date_end": return sighting.moment.map { .text($0.day.description) } ?? .null
        case "date_precision": return sighting.moment == nil ? .null : .text("day")
        case "time": return sighting.moment?.time.map { .text($0) } ?? .null
        default: return .null
        }
    }
}
