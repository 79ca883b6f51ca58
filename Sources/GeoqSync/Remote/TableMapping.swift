public import Foundation
import GeoqFormats
public import GeoqStore

/// The names that a remote has for geoq's tables and columns.
///
/// As a file it is JSON. A table or column that it does not name has its usual
/// name, and `null` leaves a table out:
///
///     { "hotspot": { "table": "birding.places",
///                    "columns": { "id": "uuid", "name": "title" },
///                    "location": "geog" },
///       "watchlists": null }
public struct TableMapping: Hashable, Sendable {
    /// One table of the remote.
    public struct Table: Hashable, Sendable {
        /// The schema; nil for the first of the search path that has the table.
        public var schema: String?
        public var table: String
        /// The remote's names by geoq's.
        public var columns: [String: String] = [:]
        /// A `geography` or `geometry` column that places come from, instead of
        /// `lat` and `lon`.
        public var location: String?

        public init(schema: String? = nil, table: String) {
            (self.schema, self.table) = (schema, table)
        }

        /// The remote's name of a column.
        package func column(_ name: String) -> String { columns[name] ?? name }

        /// The name as people write it.
        public var name: String { (schema.map { $0 + "." } ?? "") + table }
    }

    public var tables: [MirrorTable: Table]

    public init(tables: [MirrorTable: Table]) {
        self.tables = tables
    }

    /// All tables and columns under their own names.
    public static let standard = TableMapping(
        tables: Dictionary(uniqueKeysWithValues: MirrorTable.allCases.map { ($0, Table(table: $0.rawValue)) }))

    /// Longer files are refused.
    private static let longestFile = 1 << 20

    /// - Throws: `MappingError` when the file is not of this form, or names an
    ///   unknown table or column.
    public init(json: Data) throws {
        guard json.count <= Self.longestFile else { throw MappingError(reason: "it is larger than 1 MiB") }
        let files: [String: TableFile?]
        do {
            files = try JSONDecoder().decode([String: TableFile?].self, from: json)
        } catch let error as MappingError {
            throw error
        } catch {
            throw MappingError(reason: "it is no JSON object of tables")
        }
        self = .standard
        for (name, file) in files {
            guard let table = MirrorTable(rawValue: name) else {
                let known = MirrorTable.allCases.map(\.rawValue).joined(separator: ", ")
                throw MappingError(reason: "there is no table \(name); tables: \(known)")
            }
            tables[table] = try file.map { try $0.table(table) }
        }
        guard !tables.isEmpty else { throw MappingError(reason: "it leaves out every table") }
    }

    /// The same mapping as a JSON object of this form, as a store keeps it.
    package var json: String {
        var object: [String: Any] = [:]
        for table in MirrorTable.allCases {
            guard let names = tables[table] else {
                object[table.rawValue] = NSNull()
                continue
            }
            var file: [String: Any] = ["table": names.name]
            if !names.columns.isEmpty { file["columns"] = names.columns }
            file["location"] = names.location
            object[table.rawValue] = file
        }
        do {
            let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        } catch {
            preconditionFailure("Texts can be written as JSON: \(error)")
        }
    }

    /// - Throws: `MappingError`.
    package init(json text: String) throws {
        try self.init(json: Data(text.utf8))
    }

    /// The same text for the same mapping. Rows that were read under another
    /// mapping are read again.
    package var fingerprint: String {
        tables.sorted { $0.key.rank < $1.key.rank }.map { table, names in
            let columns = names.columns.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            return "\(table):\(names.name)(\(columns.joined(separator: ",")))\(names.location ?? "")"
        }.joined(separator: ";")
    }
}

/// Why a file of `--tables` is refused.
public struct MappingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }

    public var description: String { "the file of tables cannot be used: \(reason)" }
}

private struct TableFile: Decodable {
    var name: String?
    var columns: [String: String] = [:]
    var location: String?

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for key in values.allKeys {
            do {
                switch key.stringValue {
                case "table": name = try values.decode(String.self, forKey: key)
                case "columns": columns = try values.decode([String: String].self, forKey: key)
                case "location": location = try values.decode(String.self, forKey: key)
                default:
                    throw MappingError(reason: "\(key.stringValue) means nothing; write table, columns or location")
                }
            } catch is DecodingError {
                throw MappingError(
                    reason:
                        "\(key.stringValue) is not \(key.stringValue == "columns" ? "an object of texts" : "a text")")
            }
        }
    }

    func table(_ table: MirrorTable) throws -> TableMapping.Table {
        let parts = (name ?? table.rawValue).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts.contains("") else {
            throw MappingError(reason: "\(name ?? "") is no name of a table; write table or schema.table")
        }
        var result = TableMapping.Table(schema: parts.count == 2 ? parts[0] : nil, table: parts.last ?? "")
        let known = ["id", "deleted_at"] + table.columns.map(\.name)
        for column in columns.keys where !known.contains(column) {
            throw MappingError(reason: "\(table) has no column \(column); columns: \(known.joined(separator: ", "))")
        }
        if location != nil, !table.hasPlace { throw MappingError(reason: "\(table) has no place") }
        (result.columns, result.location) = (columns, location)
        return result
    }
}
