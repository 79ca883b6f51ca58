import GRDB
import Geoq
import GeoqFormats

extension Store.Exports {
    /// Writes lists by id, each with its rules and entries by id.
    ///
    /// - Returns: how many records these are.
    func writeWatchlists(
        source: String?, as format: OutputFormat, to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
        try await read(.scan) { db in
            if let source, try !Store.Imports.hasSource(source, db) { throw StoreError.noSuchSource(source) }
            let writer = FeatureWriter(format, fields: WatchlistExport.fieldNames, output: output)
            let lists = try WatchlistExport(db, .watchlist, source: source)
            let children = [
                try WatchlistExport(db, .rule, source: source), try WatchlistExport(db, .entry, source: source),
            ]
            var count = 0
            func write(_ record: Feature) throws {
                try writer.write(record)
                count += 1
            }
            try lists.forEach(of: nil) { list in
                try write(list)
                for part in children { try part.forEach(of: list.id, write) }
            }
            // Rules and entries of no list, or of a list of another source.
            for part in children { try part.forEachOther(write) }
            try writer.finish()
            return count
        }
    }
}

/// Reads one part of watchlists as features: `record`, the columns, and the
/// row's source.
private struct WatchlistExport {
    private let part: WatchlistPart
    private let source: String?
    private let columns: [LayerTable.Column]
    private let ofList: Statement
    private let others: Statement

    /// The names of all parts' fields, each once.
    static let fieldNames: [String] = {
        var names = ["record"]
        for part in WatchlistPart.allCases {
            for column in columns(of: part) where !names.contains(column.name) { names.append(column.name) }
        }
        return names.filter { !$0.hasPrefix("source") } + ["source", "source_id"]
    }()

    /// The names in the SQL are literals.
    init(_ db: Database, _ part: WatchlistPart, source: String?) throws {
        (self.part, self.source, columns) = (part, source, Self.columns(of: part))
        let place =
            switch part {
            case .watchlist: "location_rule_lat, location_rule_lon"
            case .entry: "lat, lon"
            case .rule: "NULL, NULL"
            }
        let selection = FeatureReader.selection(columns, part.schema.name, place: place)
        let isWanted = "(?1 IS NULL OR source = ?1)"
        let list = part == .watchlist ? "?2 IS NULL" : "watchlist_id = ?2"
        ofList = try db.makeStatement(sql: "\(selection) WHERE \(isWanted) AND \(list) ORDER BY id")
        others = try db.makeStatement(
            sql: """
                \(selection) WHERE \(isWanted) AND \(part == .watchlist ? "FALSE" : """
                    NOT EXISTS (SELECT 1 FROM watchlists
                        WHERE watchlists.id = watchlist_id AND (?1 IS NULL OR watchlists.source = ?1))
                    """) ORDER BY id
                """)
    }

    func forEach(of list: String?, _ body: (Feature) throws -> Void) throws {
        try forEach(ofList, [source, list], body)
    }

    func forEachOther(_ body: (Feature) throws -> Void) throws {
        try forEach(others, [source], body)
    }

    private func forEach(
        _ statement: Statement, _ arguments: StatementArguments, _ body: (Feature) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            var feature = FeatureReader.feature(row, columns)
            if part == .rule { feature.coordinate = Self.center(feature) }
            feature.fields.insert(.init("record", .text(part.rawValue)), at: 0)
            try body(feature)
        }
    }

    /// The center of a circle, so that a map can show it.
    private static func center(_ rule: Feature) -> Coordinate? {
        guard let id = FeatureID(rule.id), case .text(let type) = rule["rule_type"],
            case .text(let parameters) = rule["parameters_json"],
            case .location(let circle) = try? WatchlistRule(
                id: id, watchlist: id, type: type, parameters: parameters
            ).condition()
        else { return nil }
        return circle.center
    }

    private static func columns(of part: WatchlistPart) -> [LayerTable.Column] {
        part.schema.exportedColumns.map(LayerTable.Column.init)
    }
}
