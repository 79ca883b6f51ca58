import Geoq
import GeoqFormats
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
        var bytes: [UInt8] = []
        if format == .geojson {
            bytes.beginFeatureCollection()
            bytes.beginFeatures()
            try output(bytes)
        }
        for (number, area) in areas.enumerated() {
            bytes = []
            switch format {
            case .geojson:
                bytes.beginFeature(number)
                bytes += area.geoJSON
            // RFC 8142, 2.2.
            case .geojsonseq: bytes = [0x1E] + area.geoJSON + [0x0A]
            case .ndjson, .csv: bytes = area.geoJSON + [0x0A]
            }
            try output(bytes)
        }
        if format == .geojson {
            bytes = []
            bytes.endFeatureCollection(of: areas.count)
            try output(bytes)
        }
        return areas.count
    }
}
