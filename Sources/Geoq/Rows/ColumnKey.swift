/// The name of a column as a key of JSON.
struct ColumnKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    /// The name as a decoder gives it that turns `snake_case` into `camelCase`, which many programs let it do.
    var inCamelCase: ColumnKey {
        var words = stringValue.split(separator: "_")[...]
        guard let first = words.popFirst() else { return self }
        return ColumnKey(first + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
    }
}

/// Writes the columns of a row, each of them in any case: one without a value is null.
struct ColumnWriter {
    private var container: KeyedEncodingContainer<ColumnKey>

    init(_ encoder: any Encoder) { container = encoder.container(keyedBy: ColumnKey.self) }

    mutating func write<Value: Encodable>(_ name: String, _ value: Value?) throws {
        try container.encode(value, forKey: ColumnKey(name))
    }

    mutating func write(_ sync: RowSync) throws {
        try write("row_version", sync.version)
        try write("last_synced_at", sync.text)
    }

    mutating func write(place: Coordinate?) throws {
        try write("lat", place?.latitude)
        try write("lon", place?.longitude)
    }
}
