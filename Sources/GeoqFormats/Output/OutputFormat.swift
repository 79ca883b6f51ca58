import Geoq

/// How features are written. The raw value is the word on the command line.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// Aligned columns for people.
    case table
    /// One JSON array of flat objects.
    case json
    /// One flat JSON object a line.
    case ndjson
    /// A GeoJSON FeatureCollection (RFC 7946).
    case geojson
    /// A GeoJSON text sequence (RFC 8142): each feature between RS and LF.
    case geojsonseq
    /// Comma-separated values with a header line (RFC 4180, lines end in LF).
    case csv
    /// One id a line.
    case ids
}
