import Geoq
package import GeoqFormats

/// The same with joins in memory.
package func readImport(
    _ input: any ImportInput, options: ImportOptions, into sink: any ImportSink
) throws -> FormatReport {
    try readImport(input, options: options, into: sink) { MemorySpool() }
}

/// A table for joins in memory.
package final class MemorySpool: KeyedSpool {
    private var values: [String: [String?]] = [:]

    package init() {}

    package func put(_ key: String, _ value: [String?]) {
        values[key] = value
    }

    package func get(_ key: String) -> [String?]? {
        values[key]
    }
}
