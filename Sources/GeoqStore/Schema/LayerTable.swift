import GRDB
package import Geoq
import GeoqFormats

/// The columns of the tables that hold features. Only this file and the
/// migrations contain their names.
package enum LayerTable {
    /// One column as filters, exports and hits use it.
    package struct Column: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
    }

    /// The columns of a layer besides `id`, `lat` and `lon`, in order.
    package static func columns(of layer: Layer) -> [Column] {
        switch layer {
        case .hotspots: hotspotColumns
        case .observations: observationColumns
        case .entries: entryColumns
        }
    }

    /// The columns that say how exact a place is. Without them an answer would
    /// show an obscured point as an exact one.
    package static func sharpness(of layer: Layer) -> [String] {
        layer == .observations ? ["uncertainty_m", "withheld"] : []
    }

    /// The SQL that a layer's rows are selected from, one part after the other:
    /// its table, and other tables' rows under the layer's own column names.
    /// Asked separately, SQLite uses the indexes of each part; asked as one, it
    /// would not.
    static func parts(of layer: Layer) -> [String] {
        switch layer {
        case .hotspots: ["hotspot"]
        case .observations: ["observation", "(\(observedRows))"]
        case .entries: ["(\(entryRows))"]
        }
    }

    /// The tables that a layer's rows come from. A change to a bird changes
    /// rows of other ids: its entries.
    static func tables(of layer: Layer) -> Set<String> {
        switch layer {
        case .hotspots: ["hotspot"]
        case .observations: ["observation", "watchlist_entries", "bird"]
        case .entries: ["watchlist_entries", "bird"]
        }
    }

    /// Entries that are not deleted, each with its bird, if it has one that is
    /// not deleted.
    static let livingEntries = """
        watchlist_entries AS entry LEFT JOIN bird ON bird.id = entry.bird_id AND bird.deleted_at IS NULL
        WHERE entry.deleted_at IS NULL
        """

    /// The day on which an entry was observed, at its place.
    static let entryDay = "\(EntryMoment.dayFunctionName)(observation_date, lat, lon)"

    /// Observed entries of watchlists, as observations.
    private static let observedRows = """
        SELECT entry.id AS id, lat, lon, scientific_name, common_name, NULL AS count, \(entryDay) AS date,
            \(entryDay) AS date_end, iif(\(entryDay) IS NULL, NULL, 'day') AS date_precision,
            \(EntryMoment.timeFunctionName)(observation_date, lat, lon) AS time,
            NULL AS uncertainty_m, location_display_name AS place, NULL AS license, NULL AS withheld,
            entry.source AS source, entry.source_id AS source_id
        FROM \(livingEntries) AND observation_date IS NOT NULL
        """

    private static let entryRows = """
        SELECT entry.id AS id, lat, lon, scientific_name, common_name, bird_id, watchlist_id, nickname, status, notes,
            \(entryDay) AS date, observation_date, to_observe_start_date, to_observe_end_date, target_date_range,
            observed_by, location_display_name AS place, priority, notify_upcoming, added_date, entry.source AS source,
            entry.source_id AS source_id
        FROM \(livingEntries)
        """

    /// The columns of birds besides `id`, in order.
    package static let birdColumns: [Column] = [
        Column(name: "common_name", type: .text), Column(name: "scientific_name", type: .text),
        Column(name: "family", type: .text), Column(name: "order_name", type: .text),
        Column(name: "shape_id", type: .text), Column(name: "description_text", type: .text),
        Column(name: "conservation_status", type: .text), Column(name: "source", type: .text),
        Column(name: "source_id", type: .text),
    ]

    /// The columns that a filter on a layer may name.
    package static func filterColumns(of layer: Layer) -> [String: ColumnType] {
        var types = Dictionary(uniqueKeysWithValues: columns(of: layer).map { ($0.name, $0.type) })
        types["id"] = .text
        types["lat"] = .real
        types["lon"] = .real
        return types
    }

    private static let hotspotColumns = [
        Column(name: "name", type: .text), Column(name: "locality", type: .text),
        Column(name: "source", type: .text), Column(name: "source_id", type: .text),
    ]

    private static let entryColumns = [
        Column(name: "scientific_name", type: .text), Column(name: "common_name", type: .text),
        Column(name: "bird_id", type: .text), Column(name: "watchlist_id", type: .text),
        Column(name: "nickname", type: .text), Column(name: "status", type: .text), Column(name: "notes", type: .text),
        Column(name: "date", type: .date), Column(name: "observation_date", type: .text),
        Column(name: "to_observe_start_date", type: .text), Column(name: "to_observe_end_date", type: .text),
        Column(name: "target_date_range", type: .text), Column(name: "observed_by", type: .text),
        Column(name: "place", type: .text), Column(name: "priority", type: .integer),
        Column(name: "notify_upcoming", type: .boolean), Column(name: "added_date", type: .text),
        Column(name: "source", type: .text), Column(name: "source_id", type: .text),
    ]

    private static let observationColumns = [
        Column(name: "scientific_name", type: .text), Column(name: "common_name", type: .text),
        Column(name: "count", type: .integer), Column(name: "date", type: .date),
        Column(name: "date_end", type: .date), Column(name: "date_precision", type: .text),
        Column(name: "time", type: .text), Column(name: "uncertainty_m", type: .real),
        Column(name: "place", type: .text), Column(name: "license", type: .text),
        Column(name: "withheld", type: .text), Column(name: "source", type: .text),
        Column(name: "source_id", type: .text),
    ]
}

extension FieldValue {
    /// A value as `FeatureReader` selects it, with texts as their bytes.
    init(_ value: DatabaseValue, as type: ColumnType = .text) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number) where type == .boolean: self = .bool(number != 0)
        case .int64(let number): self = .integer(number)
        // Another program, or a remote, may have written infinity, which no
        // format can write.
        case .double(let number): self = number.isFinite ? .real(number) : .null
        case .string(let text): self = .text(text)
        case .blob(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The value in the form that SQLite stores.
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .bool(let flag): (flag ? 1 : 0).databaseValue
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
