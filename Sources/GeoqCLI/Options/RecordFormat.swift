import ArgumentParser
import Geoq
import GeoqFormats

/// The formats of an answer that does not consist of features.
enum RecordFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, ndjson, csv

    /// The same among all formats.
    var output: OutputFormat {
        switch self {
        case .table: .table
        case .json: .json
        case .ndjson: .ndjson
        case .csv: .csv
        }
    }
}

/// The formats that an import reads back without loss.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    case geojson, geojsonseq, csv, ndjson

    /// The same among all formats.
    var output: OutputFormat {
        switch self {
        case .geojson: .geojson
        case .geojsonseq: .geojsonseq
        case .csv: .csv
        case .ndjson: .ndjson
        }
    }
}
