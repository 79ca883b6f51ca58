import Geoq

extension TableSchema.Column.Kind {
    /// Whether a type of PostgreSQL can be read as this kind.
    func accepts(_ type: String) -> Bool {
        switch self {
        case .text:
            !["bytea", "geography", "geometry", "_text", "_int4"].contains(type)
        case .integer: ["int2", "int4", "int8", "numeric"].contains(type)
        case .real: ["float8", "float4", "numeric", "int2", "int4", "int8"].contains(type)
        case .bool: type == "bool"
        case .id: type == "uuid"
        case .timestamp: ["timestamptz", "timestamp", "date"].contains(type)
        case .date: ["date", "timestamp", "timestamptz"].contains(type)
        case .texts: ["_text", "_varchar", "_bpchar", "_name"].contains(type)
        case .integers: ["_int2", "_int4", "_int8"].contains(type)
        }
    }

    /// The type that it is cast to before it is sent.
    var sqlType: String {
        switch self {
        case .text: "pg_catalog.text"
        case .integer: "pg_catalog.int8"
        case .real: "pg_catalog.float8"
        case .bool: "pg_catalog.bool"
        case .id: "pg_catalog.uuid"
        case .timestamp: "pg_catalog.timestamptz"
        case .date: "pg_catalog.date"
        case .texts: "pg_catalog.text[]"
        case .integers: "pg_catalog.int4[]"
        }
    }

    var words: String {
        switch self {
        case .text: "a text"
        case .integer: "a whole number"
        case .real: "a number"
        case .bool: "true or false"
        case .id: "an id"
        case .timestamp: "a time"
        case .date: "a day"
        case .texts: "a list of texts"
        case .integers: "a list of whole numbers"
        }
    }
}
