public import FoundationEssentials
import GeoqIndex

/// null, or an object of one member that tells of what kind the value is: `{"text": "Ithaca"}`, `{"real": 2}`,
/// `{"integer": 2}`, `{"bool": true}`. So a number is of the same kind again.
extension FieldValue: Codable {
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer(), container.decodeNil() {
            self = .null
            return
        }
        let member = try ColumnReader(decoder)
        if let text: String = try member.value("text") {
            self = .text(text)
        } else if let number: Int64 = try member.value("integer") {
            self = .integer(number)
        } else if let number: Double = try member.value("real") {
            self = .real(number)
        } else if let isTrue: Bool = try member.value("bool") {
            self = .bool(isTrue)
        } else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a value is null, or has one member: text, integer, real or bool"))
        }
    }

    /// Writes null or the object.
    ///
    /// - Throws: `EncodingError` for a real that JSON has no number for.
    public func encode(to encoder: any Encoder) throws {
        if case .null = self {
            var container = encoder.singleValueContainer()
            try container.encodeNil()
            return
        }
        var member = ColumnWriter(encoder)
        switch self {
        case .null: break
        case .bool(let isTrue): try member.write("bool", isTrue)
        case .integer(let number): try member.write("integer", number)
        case .real(let number): try member.write("real", number)
        case .text(let text): try member.write("text", text)
        }
    }
}

/// `{"name": "locality", "value": {"text": "US-NY"}}`
extension Feature.Field: Codable {
    /// - Throws: `DecodingError` that names what is missing or wrong.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(try row.needed("name"), try row.value("value") ?? .null)
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("name", name)
        try row.write("value", value)
    }
}

extension Feature {
    /// The server's version of the row when it was last seen; 0 for a row that no server has had, for that of a file, and
    /// for a feature that is no row of a store.
    public var rowVersion: Int { sync.version }

    /// When the store last found the row as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with `id`, `lat`, `lon`, `row_version`, `last_synced_at`, and `fields` as a list, which keeps their order. Members of other names are passed
/// over; all but `id` may be missing.
extension Feature: Codable {
    /// - Throws: `DecodingError` that names what is missing or wrong, such as a latitude out of range, or a field whose
    ///   name another one has.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        let fields: [Field] = try row.value("fields") ?? []
        var names: Set<String> = []
        for field in fields where !names.insert(field.name).inserted {
            throw row.wrong("fields", "two fields are called \(field.name)")
        }
        self.init(id: try row.needed("id"), coordinate: try row.place(), fields: fields)
        sync = try row.sync()
    }

    /// Writes all members.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write(place: coordinate)
        try row.write("fields", fields)
        try row.write(sync)
    }
}
