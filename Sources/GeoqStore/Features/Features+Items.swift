import GRDB
package import Geoq
package import GeoqIndex

extension Store.Features {
    /// Some rows of a layer by id, and whether more follow.
    package struct Page: Sendable {
        package let features: [Feature]
        package let hasMore: Bool
    }

    /// The rows of a layer that have a place, in ascending id, of one moment.
    ///
    /// - Parameters:
    ///   - id: only rows with larger ids.
    ///   - limit: how many at most.
    ///   - stamp: the moment.
    /// - Returns: nil when the store has changed since.
    /// - Complexity: O(*limit* + log *n*).
    package func page(
        of layer: Layer, after id: FeatureID?, limit: Int, at stamp: IndexStamp
    ) async throws -> Page? {
        precondition(limit >= 0, "A limit is zero or more.")
        return try await read { db in
            guard try Store.stamp(db) == stamp else { return nil }
            let kept = try KeptColumns.of(layer, db)
            let columns = LayerTable.columns(of: layer, keeping: kept)
            // An id that is a blob comes after every text, and no cursor passes it.
            let statements = LayerTable.parts(of: layer, keeping: kept).map { part in
                FeatureReader.selection(columns, part)
                    + " WHERE id > ? AND id < x'' AND \(Self.isAnswerable(layer)) ORDER BY id LIMIT ?"
            }
            var rows: [Row] = []
            for sql in statements {
                rows += try Row.fetchAll(db, sql: sql, arguments: [id?.description ?? "", limit + 1])
            }
            if statements.count > 1 { rows.sort { FeatureReader.id($0) < FeatureReader.id($1) } }
            rows = Array(rows.prefix(limit + 1))
            // Without rows that no answer can contain (`geoq doctor` counts
            // them).
            let features = rows.map { FeatureReader.feature($0, columns) }
                .filter { FeatureID($0.id) != nil && $0.coordinate != nil }
            return Page(features: Array(features.prefix(limit)), hasMore: rows.count > limit)
        }
    }

    /// One row of a layer, if it has a place; nil when there is no such row.
    package func row(_ id: FeatureID, in layer: Layer) async throws -> Feature? {
        try await read { db in
            let kept = try KeptColumns.of(layer, db)
            let columns = LayerTable.columns(of: layer, keeping: kept)
            for part in LayerTable.parts(of: layer, keeping: kept) {
                let sql = FeatureReader.selection(columns, part) + " WHERE id = ? AND \(Self.isAnswerable(layer))"
                if let row = try Row.fetchOne(db, sql: sql, arguments: [id.description]) {
                    return FeatureReader.feature(row, columns)
                }
            }
            return nil
        }
    }

    /// SQL for the condition that a row must meet to be in a snapshot.
    static func isAnswerable(_ layer: Layer) -> String {
        switch layer {
        case .hotspots: "lat IS NOT NULL AND deleted_at IS NULL"
        // `LayerTable.parts` contains no deleted rows of these layers.
        case .observations, .entries: "lat IS NOT NULL"
        }
    }
}
