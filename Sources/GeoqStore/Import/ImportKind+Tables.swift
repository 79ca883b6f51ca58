import Geoq
import GeoqFormats

extension ImportKind {
    /// The table; of watchlists the one that the others refer to.
    var table: TableSchema { self == .presence ? .speciesPresence : tables[0] }

    /// The tables that a file of the kind fills, parents first.
    var tables: [TableSchema] {
        switch self {
        case .hotspots: [.hotspot]
        case .observations: [.observation]
        case .birds: [.bird]
        // Birds that are not in the store come with their presence.
        case .presence: [.bird, .speciesPresence]
        case .watchlists: WatchlistPart.allCases.map(\.schema)
        }
    }
}

extension ImportRecord {
    /// The index of the table, among the kind's tables, that the record is a
    /// row of.
    var tableIndex: Int {
        if case .presence = self { return 1 }
        guard case .watchlist(let record) = self else { return 0 }
        return switch record.part {
        case .watchlist: 0
        case .entry: 1
        case .rule: 2
        }
    }
}
