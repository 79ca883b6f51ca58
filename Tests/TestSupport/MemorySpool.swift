public import Geoq

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
