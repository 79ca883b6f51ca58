import Geoq
import GeoqStore

/// Writes the areas of the store so that `geoq import --as areas` reads them back:
/// `geoq export areas`.
struct AreaExport {
    let store: Store
    /// nil for all.
    let source: String?
    /// Not `csv`.
    let format: ExportFormat

    /// - Parameter output: takes the bytes in order.
    /// - Returns: how many areas these are.
    /// - Throws: `StoreError`, also when there is no such source.
    /// - Complexity: O(positions · log *positions*).
    func run(to output: ([UInt8]) throws -> Void) async throws -> Int {
        var areas = try await store.areas.usable()
        if let source {
            guard try await store.imports.hasSource(source) else { throw StoreError.noSuchSource(source) }
            areas.removeAll { $0.source != source }
        }
        if format == .geojson { try output(Array(#"{"type":"FeatureCollection","features":["#.utf8)) }
        for (number, area) in areas.enumerated() {
            var bytes: [UInt8] = []
            switch format {
            case .geojson: bytes = Array((number > 0 ? ",\n" : "\n").utf8) + area.geoJSON
            // RFC 8142, 2.2.
            case .geojsonseq: bytes = [0x1E] + area.geoJSON + [0x0A]
            case .ndjson, .csv: bytes = area.geoJSON + [0x0A]
            }
            try output(bytes)
        }
        if format == .geojson { try output(Array("\n]}\n".utf8)) }
        return areas.count
    }
}
