import GRDB
import Geoq
public import GeoqFormats
public import GeoqIndex

extension Store {
    /// The rows of a store as files.
    ///
    ///     try await store.exports.write(.hotspots, as: .ndjson) { bytes in
    ///         try FileHandle.standardOutput.write(contentsOf: bytes)
    ///     }
    public struct Exports: StoreFacet {
        let store: Store
    }

    /// The rows as files.
    public var exports: Exports { Exports(store: self) }
}

extension Store.Exports {
    /// Writes all rows of a layer, by id, of one moment.
    ///
    /// An import reads everything back: ids, sources and every column of geoq's
    /// own; the columns that mirrors of relations keep come behind these. In an
    /// export of watchlists, each list is followed by its rules and entries;
    /// rows that are marked as deleted are among them.
    ///
    /// - Parameters:
    ///   - source: only rows of this source; nil for all.
    ///   - area: only rows whose place lies in it; nil for all. Not for watchlists
    ///     and birds.
    ///   - output: takes the bytes in order, on another thread.
    /// - Precondition: `area` is nil, or `kind` is `.hotspots` or `.observations`.
    /// - Returns: how many records were written.
    /// - Throws: `StoreError`, also when there is no such source; what `output`
    ///   throws.
    /// - Complexity: O(rows), in bounded memory.
    @discardableResult
    public func write(
        _ kind: ImportKind, source: String? = nil, inside area: Area? = nil, as format: OutputFormat,
        to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
        precondition(
            area == nil || kind == .hotspots || kind == .observations, "Only hotspots and observations have places.")
        if kind == .watchlists { return try await writeWatchlists(source: source, as: format, to: output) }
        let table = kind.table
        let isLiving = kind == .observations ? "TRUE" : "deleted_at IS NULL"
        let layer: Layer? = kind == .hotspots ? .hotspots : kind == .observations ? .observations : nil
        return try await read(.scan) { db in
            if let source, try !Store.Imports.hasSource(source, db) { throw StoreError.noSuchSource(source) }
            let kept = try layer.map { try KeptColumns.of($0, db) } ?? []
            let columns = table.exportedColumns.map(LayerTable.Column.init) + kept
            let rows = layer.map { LayerTable.parts(of: $0, keeping: kept)[0] } ?? table.name
            // The names are literals of `TableSchema`, or checked; the source is a parameter.
            let statement =
                FeatureReader.selection(columns, rows, place: table.hasPlace ? "lat, lon" : "NULL, NULL")
                + " WHERE \(isLiving) AND (?1 IS NULL OR source = ?1) ORDER BY id"
            let writer = FeatureWriter(format, fields: columns.map(\.name), output: output)
            var count = 0
            let found = try Row.fetchCursor(db, sql: statement, arguments: [source])
            while let row = try found.next() {
                let feature = FeatureReader.feature(row, columns)
                if let area {
                    guard let place = feature.coordinate, area.contains(place) else { continue }
                }
                try writer.write(feature)
                count += 1
            }
            try writer.finish()
            return count
        }
    }
}
