import Geoq
public import GeoqFormats

/// The same with joins in memory.
public func readImport(
    _ input: any ImportInput, options: ImportOptions, into sink: any ImportSink
) throws -> FormatReport {
    try readImport(input, options: options, into: sink) { MemorySpool() }
}

/// A table for joins in memory.
public final class MemorySpool: KeyedSpool {
    private var values: [String: [String?]] = [:]

    public init() {}

    public func put(_ key: String, _ value: [String?]) {
        values[key] = value
    }

    public func get(_ key: String) -> [String?]? {
        values[key]
    }

    public var count: Int { values.count }
}
