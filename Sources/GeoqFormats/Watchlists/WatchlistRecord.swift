package import Geoq
package import GeoqIndex

/// A row of a file of watchlists: a list, an entry on one, or one of its rules.
package struct WatchlistRecord: Equatable, Sendable {
    package var part: WatchlistPart
    package var identity: RecordIdentity
    /// The list of an entry or a rule.
    package var list: ListReference?
    /// When it has no id, its place on its list, by which it is identified.
    package var key: String?
    /// The bird of an entry.
    package var bird: BirdReference?
    /// The place of an entry.
    package var coordinate: Coordinate?
    /// The values of `part.columns`, in their order.
    package var values: [FieldValue]

    /// How a record names its list.
    package enum ListReference: Equatable, Sendable {
        /// The list that came last: the record was inside it.
        case preceding
        /// By its UUID, or by its id in the file.
        case id(String)
    }
}

/// What kind of record a row of a file of watchlists is. The raw value is the
/// word in the column `record`.
package enum WatchlistPart: String, Hashable, Sendable, CaseIterable {
    case watchlist, entry, rule
}

extension WatchlistPart {
    /// The table whose rows the part's records become.
    package var schema: TableSchema {
        switch self {
        case .watchlist: .watchlists
        case .entry: .watchlistEntries
        case .rule: .watchlistRules
        }
    }

    /// The columns that a file fills, besides ids, references and an entry's
    /// place, in the order of `WatchlistRecord.values`.
    package var columns: [TableSchema.Column] { schema.fileColumns }

    /// The same columns, each with the names that it may have in a file; its own
    /// comes first.
    static let named: [WatchlistPart: [(TableSchema.Column, [ColumnName])]] = {
        var named: [WatchlistPart: [(TableSchema.Column, [ColumnName])]] = [:]
        for part in allCases {
            named[part] = part.columns.map { ($0, [ColumnName($0.name)] + (aliases[part]?[$0.name] ?? [])) }
        }
        return named
    }()

    private static let aliases: [WatchlistPart: [String: [ColumnName]]] = [
        .watchlist: ["title": ["name"]],
        .entry: ["observation_date": ["observed_on", "date"], "location_display_name": ["place", "location"]],
        .rule: ["rule_type": ["type"], "parameters_json": ["parameters"], "is_active": ["active"]],
    ]
}
