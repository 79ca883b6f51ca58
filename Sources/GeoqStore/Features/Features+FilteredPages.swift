import GRDB
package import Geoq
package import GeoqIndex

extension Store.Features {
    /// Which rows of a layer are wanted: those that a filter accepts, inside a
    /// box and an area.
    package struct RowCondition: Hashable, Sendable {
        package let layer: Layer
        /// Validated for the layer; nil for all rows.
        package let filter: PropertyFilter?
        /// nil for everywhere.
        package let box: BoundingBox?
        /// nil for everywhere.
        package let area: Area?

        package init(layer: Layer, filter: PropertyFilter?, box: BoundingBox?, area: Area? = nil) {
            (self.layer, self.filter, self.box, self.area) = (layer, filter, box, area)
        }

        /// The names in the SQL are literals, and columns that `fitted`
        /// knows; values are bound. A filter that was validated before may name a
        /// kept column that has gone since.
        ///
        /// - Parameter kept: the kept columns of the layer.
        fileprivate func sql(
            keeping kept: [LayerTable.Column]
        ) throws(FilterError) -> (text: String, arguments: [DatabaseValue]) {
            // Without rows that no answer can contain (`geoq doctor` counts
            // them).
            var texts = [Store.Features.isAnswerable(layer), "length(id) = 36", "abs(lat) <= 90", "abs(lon) <= 180"]
            var arguments: [DatabaseValue] = []
            if let filter {
                let condition = try filter.fitted(to: layer, keeping: kept).sql(keeping: kept)
                texts.append("(\(condition.text))")
                arguments += condition.arguments.map(\.databaseValue)
            }
            if let box {
                // As `BoundingBox.contains`: a pole lies on every meridian, and ±180° is one of them.
                let between = box.crossesDateLine ? "lon >= ? OR lon <= ?" : "lon >= ? AND lon <= ?"
                texts.append("lat >= ? AND lat <= ? AND (abs(lat) = 90 OR iif(abs(lon) = 180, ?, \(between)))")
                let touchesDateLine = box.crossesDateLine || box.east == 180 || box.west == -180
                arguments += [box.south.databaseValue, box.north.databaseValue, touchesDateLine.databaseValue]
                arguments += [box.west.databaseValue, box.east.databaseValue]
            }
            if let area {
                texts.append("\(PropertyFilter.insideFunctionName)(?, ?, ?, lat, lon)")
                arguments += area.functionArguments.map(\.databaseValue)
            }
            return (texts.joined(separator: " AND "), arguments)
        }
    }

    /// All rows that a condition finds.
    package struct FoundRows: Sendable {
        package let count: Int
        /// Ascending; nil when there are too many to list.
        package let ids: [FeatureID]?

        package init(count: Int, ids: [FeatureID]?) {
            (self.count, self.ids) = (count, ids)
        }
    }

    /// Some rows in ascending id.
    package struct ConditionPage: Sendable {
        package let features: [Feature]
        package let hasMore: Bool
        /// False when the page may lack rows, because as many rows as the
        /// budget allows were looked at.
        package let isWhole: Bool
    }

    /// The rows that a condition finds, in ascending id, of one moment.
    ///
    /// It searches along the index of the ids: when many rows fit, a page costs
    /// only its own rows.
    ///
    /// - Parameters:
    ///   - id: only rows with larger ids.
    ///   - limit: how many rows at most.
    ///   - budget: how many rows to look at; nil for all.
    ///   - stamp: the moment.
    /// - Returns: nil when the store has changed since.
    /// - Complexity: O(rows looked at).
    package func page(
        of condition: RowCondition, after id: FeatureID?, limit: Int, lookingAt budget: Int?, at stamp: IndexStamp
    ) async throws -> ConditionPage? {
        precondition(limit >= 0, "A limit is zero or more.")
        let start = id?.description ?? ""
        return try await read(.scan) { db in
            guard try Store.stamp(db) == stamp else { return nil }
            let kept = try KeptColumns.of(condition.layer, db)
            let (text, arguments) = try condition.sql(keeping: kept)
            let columns = LayerTable.columns(of: condition.layer, keeping: kept)
            let parts = LayerTable.parts(of: condition.layer, keeping: kept)
            var end: String?
            if let budget {
                for part in parts {
                    let reach = try String.fetchOne(
                        db, sql: "SELECT id FROM \(part) WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?",
                        arguments: [start, budget])
                    if let reach { end = min(end ?? reach, reach) }
                }
            }
            // "~" comes after every UUID.
            let bounds = [start.databaseValue, (end ?? "~").databaseValue]
            var rows: [Row] = []
            for part in parts {
                let sql =
                    FeatureReader.selection(columns, part) + " WHERE id > ? AND id <= ? AND \(text) ORDER BY id LIMIT ?"
                rows += try Row.fetchAll(
                    db, sql: sql, arguments: StatementArguments(bounds + arguments + [(limit + 1).databaseValue]))
            }
            if parts.count > 1 { rows.sort { FeatureReader.id($0) < FeatureReader.id($1) } }
            let features = rows.prefix(limit + 1).map { FeatureReader.feature($0, columns) }
                .filter { FeatureID($0.id) != nil && $0.coordinate != nil }
            let hasMore = rows.count > limit
            return ConditionPage(
                features: Array(features.prefix(limit)), hasMore: hasMore, isWhole: hasMore || end == nil)
        }
    }

    /// How many rows a condition finds, and which ones when they are few.
    ///
    /// - Parameter most: at most this many ids are listed.
    /// - Returns: nil when the store has changed since.
    /// - Complexity: O(rows).
    package func found(
        _ condition: RowCondition, listing most: Int, at stamp: IndexStamp
    ) async throws -> FoundRows? {
        return try await read(.scan) { db in
            guard try Store.stamp(db) == stamp else { return nil }
            let kept = try KeptColumns.of(condition.layer, db)
            let (text, arguments) = try condition.sql(keeping: kept)
            let parts = LayerTable.parts(of: condition.layer, keeping: kept)
            var ids: [FeatureID] = []
            for part in parts where ids.count <= most {
                let found = try String.fetchAll(
                    db, sql: "SELECT id FROM \(part) WHERE \(text) LIMIT ?",
                    arguments: StatementArguments(arguments + [(most + 1 - ids.count).databaseValue]))
                ids += found.compactMap { FeatureID($0) }
            }
            if ids.count <= most { return FoundRows(count: ids.count, ids: ids.sorted()) }
            var count = 0
            for part in parts {
                count +=
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM \(part) WHERE \(text)", arguments: StatementArguments(arguments))
                    ?? 0
            }
            return FoundRows(count: count, ids: nil)
        }
    }

    /// The rows of some ids of a layer, in the order of the ids; ids without a
    /// row are left out.
    ///
    /// - Returns: nil when the store has changed since.
    /// - Complexity: O(*ids* · log *n*).
    package func rows(_ ids: [FeatureID], in layer: Layer, at stamp: IndexStamp) async throws -> [Feature]? {
        try await read { db in
            guard try Store.stamp(db) == stamp else { return nil }
            let reader = try FeatureReader(db, layer: layer)
            return try ids.compactMap { try reader.feature($0) }
        }
    }
}
