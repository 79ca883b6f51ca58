import GeoqIndex

/// Reads the columns of a row by their names. Others are passed over, and one that is missing is as if it were null.
/// What is wrong is told by a `DecodingError` that names the column.
struct ColumnReader {
    private let container: KeyedDecodingContainer<ColumnKey>

    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: ColumnKey.self) }

    /// - Returns: nil where the column is null or missing.
    func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        try container.decodeIfPresent(type, forKey: key(name))
    }

    /// The value of a column that the row must have.
    func needed<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try container.decode(type, forKey: key(name))
    }

    /// Whether the column has a value.
    func has(_ name: String) throws -> Bool { try names(name) && !container.decodeNil(forKey: key(name)) }

    /// Whether the column is there, null or not.
    func names(_ name: String) -> Bool { container.contains(key(name)) }

    /// A finite number.
    func number(_ name: String) throws -> Double? {
        guard let number: Double = try value(name) else { return nil }
        guard number.isFinite else { throw wrong(name, "\(number) is not a finite number") }
        return number
    }

    /// Whether the row is marked as deleted: in words of this library, or by the moment that a server's row has.
    func isDeleted() throws -> Bool {
        let isMarked = try has("deleted_at")
        return try value("is_deleted") ?? false || isMarked
    }

    /// The place in `lat` and `lon`; nil when both are null.
    func place() throws -> Coordinate? {
        guard let latitude = try number("lat") else {
            if try has("lon") { throw wrong("lat", "it is null, and lon is not") }
            return nil
        }
        guard let longitude = try number("lon") else { throw wrong("lon", "it is null, and lat is not") }
        return try place(latitude, longitude, in: ("lat", "lon"))
    }

    /// - Parameter names: of the columns that the numbers are in.
    func place(
        _ latitude: Double, _ longitude: Double, in names: (latitude: String, longitude: String)
    ) throws -> Coordinate {
        do {
            return try Coordinate(strictLatitude: latitude, longitude: longitude)
        } catch {
            if case .longitudeOutOfRange = error { throw wrong(names.longitude, "\(error)") }
            throw wrong(names.latitude, "\(error)")
        }
    }

    func sync() throws -> RowSync {
        var sync = RowSync(version: try value("row_version") ?? 0)
        if let text: String = try value("last_synced_at") {
            guard let moment = RowSync.moment(text) else {
                throw wrong("last_synced_at", "\(text) is no moment such as 2026-11-20T08:00:00.000Z")
            }
            sync.seenAt = moment
        }
        return sync
    }

    func wrong(_ name: String, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key(name), in: container, debugDescription: reason)
    }

    private func key(_ name: String) -> ColumnKey {
        let key = ColumnKey(name)
        if container.contains(key) { return key }
        let other = key.inCamelCase
        return container.contains(other) ? other : key
    }
}
