import Geoq
import GeoqFormats

/// A table that an import fills.
struct ImportTable: Hashable {
    let name: String
    /// The columns that are written besides `id`, `source` and `source_id`, in
    /// the order of their parameters.
    let columns: [String]

    /// Whether its rows have a geometry with a spatial index.
    var hasPlace: Bool { columns.contains("geom") }
}

extension ImportKind {
    /// The table; when there are several, the one that the others refer to.
    var table: String { tables[0].name }

    /// The tables that a file of the kind fills, parents first.
    var tables: [ImportTable] {
        switch self {
        case .hotspots: [ImportTable(name: "hotspot", columns: ["lat", "lon", "geom", "name", "locality"])]
        case .observations:
            [
                ImportTable(
                    name: "observation",
                    columns: [
                        "lat", "lon", "geom", "scientific_name", "common_name", "count", "date", "date_end",
                        "date_precision", "time", "uncertainty_m", "place", "license", "withheld",
                    ])
            ]
        case .birds:
            [
                ImportTable(
                    name: "bird",
                    columns: [
                        "common_name", "scientific_name", "family", "order_name", "shape_id", "description_text",
                        "conservation_status",
                    ])
            ]
        case .watchlists: WatchlistPart.allCases.map(\.table)
        }
    }
}

extension WatchlistPart {
    var table: ImportTable {
        let values = columns.map(\.name)
        return switch self {
        case .watchlist: ImportTable(name: "watchlists", columns: values)
        case .entry:
            ImportTable(name: "watchlist_entries", columns: ["lat", "lon", "geom", "watchlist_id", "bird_id"] + values)
        case .rule: ImportTable(name: "watchlist_rules", columns: ["watchlist_id"] + values)
        }
    }
}

extension ImportRecord {
    /// The index of the table, among the kind's tables, that the record is a
    /// row of.
    var tableIndex: Int {
        guard case .watchlist(let record) = self else { return 0 }
        return switch record.part {
        case .watchlist: 0
        case .entry: 1
        case .rule: 2
        }
    }
}
