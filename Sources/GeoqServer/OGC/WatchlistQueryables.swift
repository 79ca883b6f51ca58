import Geoq

/// Filters on watchlists (OGC API – Features, Part 3). The lists are in memory, and the server itself
/// evaluates them.
extension WatchlistCollection {
    /// The place of a list is the center of its first circle.
    private static let columns: [(name: String, type: ColumnType)] = [
        ("title", .text), ("rules", .integer), ("id", .text), ("lat", .real), ("lon", .real),
    ]
    private static let types = Dictionary(columns.map { ($0.name, $0.type) }) { first, _ in first }

    /// A parameter of the items for each column.
    static let queryableColumns = columns.map(FeatureCollectionInfo.queryable)

    /// As of the other collections, with an example that fits.
    static let filters =
        [
            Parameter(
                Common.filter.name, .text(expected: "a condition as CQL2 text", example: "title LIKE 'Winter%'"),
                "A condition on what the queryables name (OGC 21-065r2, CQL2 text).")
        ] + Common.filters.filter { $0.name != Common.filter.name }

    static let queryables = Endpoint(
        path: "/collections/watchlists/queryables", operation: "watchlistsQueryables",
        summary: "What a filter on watchlists may name.", formats: [.schema, .html], schema: "JSONSchema"
    ) { ask in
        try ask.parameters.check()
        return OGC.queryables(of: "watchlists", title: "Watchlists", columns, ask)
    }

    /// - Parameter ask: notes what is wrong with a filter or a value.
    fileprivate static func filter(_ ask: inout Ask) -> PropertyFilter? {
        let written = ask.filter(on: types) { filter in
            try filter.validate(columns: types, of: "watchlists")
            return filter
        }
        return PropertyFilter.all((ask.equalities(queryableColumns, types) + [written]).compactMap { $0 })
    }
}

extension Ask {
    /// What the lists of an answer must fulfil; nil for nothing.
    mutating func watchlistFilter() -> PropertyFilter? { WatchlistCollection.filter(&self) }
}

extension WatchedList {
    /// The value of a column of `WatchlistCollection`.
    func value(_ column: String) -> FieldValue {
        let center = circles.first?.center
        return switch column {
        case "title": .text(list.title)
        case "rules": .integer(Int64(rules.count))
        case "id": .text(list.id.description)
        case "lat": center.map { .real($0.latitude) } ?? .null
        case "lon": center.map { .real($0.longitude) } ?? .null
        default: .null
        }
    }
}
