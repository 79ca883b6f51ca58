public import Foundation
import Geoq
import GeoqFormats
package import GeoqStore

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
    package struct Table: Hashable, Sendable {
        /// The schema; nil for the first of the search path that has the table.
        package var schema: String?
        package var table: String
        /// The remote's names by geoq's.
        package var columns: [String: String] = [:]
        /// A `geography` or `geometry` column that places come from, instead of
        /// `lat` and `lon`.
        package var location: String?

        package init(schema: String? = nil, table: String) {
            (self.schema, self.table) = (schema, table)
        }

        /// The remote's name of a column.
        package func column(_ name: String) -> String { columns[name] ?? name }

        /// The name as people write it.
        package var name: String { (schema.map { $0 + "." } ?? "") + table }
    }

    package var tables: [MirrorTable: Table]

    package init(tables: [MirrorTable: Table]) {
        self.tables = tables
    }

    /// All tables and columns under their own names.
    public static let standard = TableMapping(
        tables: Dictionary(uniqueKeysWithValues: MirrorTable.allCases.map { ($0, Table(table: $0.rawValue)) }))

    /// Longer files are refused.
    private static let longestFile = 1 << 20

    /// - Throws: `SyncError` of the kind `mapping` when the file is not of this form, or names an
    ///   unknown table or column.
    public init(json: Data) throws {
        guard json.count <= Self.longestFile else { throw SyncError.mapping("it is larger than 1 MiB") }
        let files: [String: TableFile?]
        do {
            files = try JSONDecoder().decode([String: TableFile?].self, from: json)
        } catch let error as SyncError {
            throw error
        } catch {
            throw SyncError.mapping("it is no JSON object of tables")
        }
        self = .standard
        for (name, file) in files {
            guard let table = MirrorTable(rawValue: name) else {
                let known = MirrorTable.allCases.map(\.rawValue).joined(separator: ", ")
                throw SyncError.mapping("there is no table \(name); tables: \(known)")
            }
            tables[table] = try file.map { try $0.table(table) }
        }
        guard !tables.isEmpty else { throw SyncError.mapping("it leaves out every table") }
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

    /// - Throws: `SyncError` of the kind `mapping`.
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
                    throw SyncError.mapping("\(key.stringValue) means nothing; write table, columns or location")
                }
            } catch is DecodingError {
                throw SyncError.mapping(
                    "\(key.stringValue) is not \(key.stringValue == "columns" ? "an object of texts" : "a text")")
            }
        }
    }

    func table(_ table: MirrorTable) throws -> TableMapping.Table {
        let parts = (name ?? table.rawValue).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts.contains("") else {
            throw SyncError.mapping("\(name ?? "") is no name of a table; write table or schema.table")
        }
        var result = TableMapping.Table(schema: parts.count == 2 ? parts[0] : nil, table: parts.last ?? "")
        let known = ["id", "deleted_at"] + table.columns.map(\.name)
        for column in columns.keys where !known.contains(column) {
            throw SyncError.mapping("\(table) has no column \(column); columns: \(known.joined(separator: ", "))")
        }
        if location != nil, !table.hasPlace { throw SyncError.mapping("\(table) has no place") }
        (result.columns, result.location) = (columns, location)
        return result
    }
}
