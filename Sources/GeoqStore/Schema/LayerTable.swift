import GRDB
package import Geoq
import GeoqFormats

/// The columns of the rows that a layer shows, and the SQL that selects them.
package enum LayerTable {
    /// One column as filters, exports and hits use it.
    package struct Column: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
        /// What its texts are, which a filter may write in other ways; nil for no times.
        package let time: TimeForm?
        /// The name in `parts`: its own, unless that differs in capitals alone from another column's, which SQLite
        /// takes as equal.
        let sqlName: String

        /// How a column of texts has times.
        package enum TimeForm: String, Hashable, Sendable, CaseIterable {
            /// In UTC, of any zone in a filter.
            case moment
            /// Without a zone.
            case local
        }

        init(_ column: TableSchema.Column) {
            (name, type, time, sqlName) = (column.name, column.type, nil, column.name)
        }

        package init(_ name: String, _ type: ColumnType, time: TimeForm? = nil) {
            self.init(name, type, time: time, sqlName: name)
        }

        init(_ name: String, _ type: ColumnType, time: TimeForm?, sqlName: String) {
            (self.name, self.type, self.time, self.sqlName) = (name, type, time, sqlName)
        }
    }

    /// The columns of a layer besides `id`, `lat` and `lon`, in order: geoq's
    /// own, then those that the mirrors of relations keep (`KeptColumns`).
    package static func columns(of layer: Layer, keeping kept: [Column] = []) -> [Column] {
        switch layer {
        case .hotspots: hotspotColumns + kept
        case .observations: observationColumns + kept
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
    ///
    /// - Parameter kept: as of `KeptColumns`. SQLite merges such a selection with
    ///   the one around it, so that indexes serve as before.
    static func parts(of layer: Layer, keeping kept: [Column] = []) -> [String] {
        func table(_ name: String) -> String {
            if kept.isEmpty { return name }
            let values = kept.map { "\(KeptColumns.sql($0)) AS \"\($0.sqlName)\"" }.joined(separator: ", ")
            return "(SELECT *, \(values) FROM \(name))"
        }
        switch layer {
        case .hotspots: return [table("hotspot")]
        case .observations:
            let none = kept.map { ", NULL AS \"\($0.sqlName)\"" }.joined()
            let entries = kept.isEmpty ? "(\(observedRows))" : "(SELECT *\(none) FROM (\(observedRows)))"
            return [table("observation"), entries]
        case .entries: return ["(\(entryRows))"]
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

    /// Entries that are not deleted, nor is their list, each with its bird, if it
    /// has one that is not deleted.
    static let livingEntries = """
        watchlist_entries AS entry LEFT JOIN bird ON bird.id = entry.bird_id AND bird.deleted_at IS NULL
        WHERE entry.deleted_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM watchlists AS list WHERE list.id = entry.watchlist_id AND list.deleted_at IS NOT NULL)
        """

    /// The day on which an entry was observed, at its place.
    static let entryDay = "\(EntryMoment.dayFunctionName)(observation_date, lat, lon)"

    private static let hotspotColumns = TableSchema.hotspot.exportedColumns.map(Column.init)
    private static let observationColumns = TableSchema.observation.exportedColumns.map(Column.init)

    private static let entryColumns = entryFields.map { Column($0.column) }

    /// The fields of the layer of entries, each with the SQL that gives it.
    private static let entryFields: [(column: TableSchema.Column, sql: String)] = [
        "scientific_name", "common_name", "bird_id", "watchlist_id", "nickname", "status", "notes", "date",
        "observation_date", "to_observe_start_date", "to_observe_end_date", "target_date_range", "observed_by",
        "place", "priority", "notify_upcoming", "added_date", "source", "source_id",
    ].map { name in
        switch name {
        case "scientific_name", "common_name": (TableSchema.bird[name], "bird.\(name)")
        case "date": (TableSchema.Column(name, .date), entryDay)
        case "place": (TableSchema.Column(name), "location_display_name")
        default: (TableSchema.watchlistEntries[name], "entry.\(name)")
        }
    }

    /// The fields of an observation that an observed entry has.
    private static let observedFields = [
        "scientific_name": "scientific_name", "common_name": "common_name", "date": entryDay, "date_end": entryDay,
        "date_precision": "iif(\(entryDay) IS NULL, NULL, 'day')",
        "time": "\(EntryMoment.timeFunctionName)(observation_date, lat, lon)", "place": "location_display_name",
        "source": "entry.source", "source_id": "entry.source_id",
    ]

    /// Observed entries of watchlists, as observations.
    private static let observedRows = entries(
        observationColumns.map { ($0.name, observedFields[$0.name] ?? "NULL") }, "AND observation_date IS NOT NULL")

    private static let entryRows = entries(entryFields.map { ($0.column.name, $0.sql) })

    private static func entries(_ fields: [(name: String, sql: String)], _ condition: String = "") -> String {
        let values = fields.map { "\($0.sql) AS \($0.name)" }.joined(separator: ", ")
        return "SELECT entry.id AS id, lat, lon, \(values) FROM \(livingEntries) \(condition)"
    }

    /// The columns that a filter on a layer may name.
    package static func filterColumns(of layer: Layer, keeping kept: [Column] = []) -> [String: ColumnType] {
        var types = Dictionary(columns(of: layer, keeping: kept).map { ($0.name, $0.type) }) { first, _ in first }
        types["id"] = .text
        types["lat"] = .real
        types["lon"] = .real
        return types
    }
}

extension PropertyFilter {
    /// The filter as the rows of a layer are asked: its columns are known, and times are written as the rows have
    /// them.
    ///
    /// - Parameter kept: as of `KeptColumns`.
    /// - Throws: `FilterError` for a column that the layer does not have, or that cannot hold what it is compared with.
    package func fitted(
        to layer: Layer, keeping kept: [LayerTable.Column] = []
    ) throws(FilterError) -> PropertyFilter {
        func names(_ form: LayerTable.Column.TimeForm) -> Set<String> {
            Set(kept.lazy.filter { $0.time == form }.map(\.name))
        }
        let (moments, local) = (names(.moment), names(.local))
        let filter = moments.isEmpty && local.isEmpty ? self : writingMoments(of: moments, local: local)
        try filter.validate(columns: LayerTable.filterColumns(of: layer, keeping: kept), of: layer.rawValue)
        return filter
    }

    /// The condition on the rows of `LayerTable.parts`.
    ///
    /// - Parameter kept: as of `KeptColumns`.
    func sql(keeping kept: [LayerTable.Column]) -> (text: String, arguments: [FieldValue]) {
        // All of them: the filter may write an accent as one character where SQLite has two.
        let names = kept.lazy.map { ($0.name, $0.sqlName) }
        return self.sql(naming: Dictionary(names) { first, _ in first })
    }
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
