import GRDB
public import Geoq

/// The columns of the tables that hold features. Their names live here and in
/// the migrations, nowhere else.
public enum LayerTable {
    /// One column as a filter, an export and a hit know it.
    public struct Column: Hashable, Sendable {
        public let name: String
        public let type: ColumnType
    }

    /// The columns of a layer besides `id`, `lat` and `lon`, in order.
    public static func columns(of layer: Layer) -> [Column] {
        switch layer {
        case .hotspots: hotspotColumns
        case .observations: observationColumns
        }
    }

    /// The columns of birds besides `id`, in order.
    public static let birdColumns: [Column] = [
        Column(name: "common_name", type: .text), Column(name: "scientific_name", type: .text),
        Column(name: "family", type: .text), Column(name: "order_name", type: .text),
        Column(name: "shape_id", type: .text), Column(name: "description_text", type: .text),
        Column(name: "conservation_status", type: .text), Column(name: "source", type: .text),
        Column(name: "source_id", type: .text),
    ]

    /// What a filter on a layer may name.
    public static func filterColumns(of layer: Layer) -> [String: ColumnType] {
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
    /// A value as `FeatureReader` selects it: texts come as their bytes.
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .blob(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The value as SQLite takes it.
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
