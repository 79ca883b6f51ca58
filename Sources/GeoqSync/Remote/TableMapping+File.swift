public import Foundation
import Geoq
import GeoqFormats
import GeoqStore

/// The mapping as a JSON file.
extension TableMapping {
    /// Longer files are refused.
    package static let longestFile = 1 << 20

    /// - Throws: `SyncError` of the kind `mapping` when the file is not of this form, or names an
    ///   unknown table or column.
    /// - Complexity: O(bytes).
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

    /// The relations that a file names, each with a mapping of its own, for a client of its own:
    ///
    ///     { "hotspot": [{ "table": "osm_points", "key": ["osm_id"], "location": "way" }],
    ///       "observation": [ … ] }
    ///
    /// Each has a `table` and a `key`, the columns that identify a row. It may have `columns`, a `location` or the columns
    /// `lat` and `lon`, the `srid` of places that say none, `points` (`surface` or `centroid`: which point stands for a
    /// shape), and `keep` (`"all"`, or the further columns that come along, by the names that they get).
    ///
    /// - Returns: nil for a file of the other form, which `init(json:)` reads.
    /// - Throws: `SyncError` of the kind `mapping`.
    /// - Complexity: O(bytes).
    public static func relations(json: Data) throws -> [TableMapping]? {
        guard json.count <= longestFile else { throw SyncError.mapping("it is larger than 1 MiB") }
        guard let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any], !object.isEmpty,
            object.values.allSatisfy({ $0 is [Any] })
        else { return nil }
        let files: [String: [TableFile]]
        do {
            files = try JSONDecoder().decode([String: [TableFile]].self, from: json)
        } catch let error as SyncError {
            throw error
        } catch {
            throw SyncError.mapping("it is no JSON object of lists of relations")
        }
        return try files.sorted { $0.key < $1.key }.flatMap { name, files -> [TableMapping] in
            guard let table = MirrorTable(rawValue: name), table.hasKeys else {
                throw SyncError.mapping("relations can be hotspot or observation, and not \(name)")
            }
            return try files.map { file in
                let names = try file.table(table)
                guard names.key != nil else {
                    throw SyncError.mapping("\(names.name) needs a key, such as \"key\": [\"id\"]")
                }
                return TableMapping(tables: [table: names])
            }
        }
    }

    /// A file of relations that `relations(json:)` reads.
    package static func json(relations: [TableMapping]) -> String {
        var object: [String: [Any]] = [:]
        for (table, names) in relations.flatMap(\.tables) { object[table.rawValue, default: []].append(names.object) }
        do {
            let data = try JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self) + "\n"
        } catch {
            preconditionFailure("Texts can be written as JSON: \(error)")
        }
    }

    /// The same mapping as a JSON object of this form, as a store keeps it.
    package var json: String {
        var object: [String: Any] = [:]
        for table in MirrorTable.allCases {
            if let names = tables[table] {
                object[table.rawValue] = names.object
            } else if table != .observation {
                object[table.rawValue] = NSNull()
            }
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
}

extension TableMapping.Table {
    /// As a file has it.
    fileprivate var object: [String: Any] {
        var file: [String: Any] = ["table": name]
        if !columns.isEmpty { file["columns"] = columns }
        file["location"] = location
        file["key"] = key
        file["srid"] = srid
        file["points"] = shapes?.rawValue
        switch keep {
        case .all: file["keep"] = "all"
        case .columns(let columns): file["keep"] = columns
        case nil: break
        }
        return file
    }
}

private struct TableFile: Decodable {
    var name: String?
    var columns: [String: String] = [:]
    var location: String?
    var key: [String]?
    var srid: Int?
    var shapes: TableMapping.Table.ShapePlace?
    var keep: TableMapping.Table.Keeping?

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
                case "key": self.key = try values.decode([String].self, forKey: key)
                case "srid": srid = try values.decode(Int.self, forKey: key)
                case "points":
                    let word = try values.decode(String.self, forKey: key)
                    guard let known = TableMapping.Table.ShapePlace(rawValue: word) else {
                        throw SyncError.mapping("points is \(word); write surface or centroid")
                    }
                    shapes = known
                case "keep": keep = try Self.keep(values, key)
                default:
                    throw SyncError.mapping(
                        "\(key.stringValue) means nothing; write table, columns, location, key, srid, points or keep")
                }
            } catch is DecodingError {
                let kinds = [
                    "columns": "an object of texts", "key": "a list of texts", "srid": "a whole number",
                    "keep": "\"all\", a list of columns or an object of texts",
                ]
                throw SyncError.mapping("\(key.stringValue) is not \(kinds[key.stringValue] ?? "a text")")
            }
        }
    }

    /// `"all"`, `["amenity", "ele"]` or `{"kind": "type"}`.
    private static func keep(
        _ values: KeyedDecodingContainer<Key>, _ key: Key
    ) throws -> TableMapping.Table.Keeping {
        if let word = try? values.decode(String.self, forKey: key) {
            guard word == "all" else { throw SyncError.mapping("keep is \(word); write all, or a list of columns") }
            return .all
        }
        if let names = try? values.decode([String].self, forKey: key) {
            return .columns(Dictionary(names.map { ($0, $0) }) { $1 })
        }
        return .columns(try values.decode([String: String].self, forKey: key))
    }

    func table(_ table: MirrorTable) throws -> TableMapping.Table {
        guard let parts = RelationName(name ?? table.rawValue) else {
            throw SyncError.mapping(
                "\(name ?? "") is no name of a table; write table or schema.table, and a part with a dot in "
                    + "quotation marks")
        }
        var result = TableMapping.Table(schema: parts.schema, table: parts.table)
        let known = ["id", "deleted_at"] + table.columns.map(\.name)
        for column in columns.keys where !known.contains(column) {
            throw SyncError.mapping("\(table) has no column \(column); columns: \(known.joined(separator: ", "))")
        }
        if location != nil, !table.hasPlace { throw SyncError.mapping("\(table) has no place") }
        (result.columns, result.location) = (columns, location)
        (result.key, result.srid, result.shapes) = (key, srid, shapes)
        if let key {
            guard table.hasKeys else { throw SyncError.mapping("the rows of \(table) have ids, and no key") }
            guard !key.isEmpty else { throw SyncError.mapping("the key of \(result.name) names no column") }
            try check(keep, in: table)
            result.keep = keep
        } else if srid != nil || shapes != nil || keep != nil || table == .observation {
            throw SyncError.mapping("\(result.name) needs a key, such as \"key\": [\"id\"]")
        }
        return result
    }

    /// Refuses names under which no column can be kept.
    private func check(_ keep: TableMapping.Table.Keeping?, in table: MirrorTable) throws {
        guard case .columns(let columns) = keep else { return }
        if columns.isEmpty { throw SyncError.mapping("keep names no column") }
        var names: [String] = []
        for (name, theirs) in columns.sorted(by: { $0.key < $1.key }) {
            guard KeptColumns.isFree(name, in: table, besides: names) else {
                let other = KeptColumns.name(for: name, in: table, besides: names)
                let reason =
                    KeptColumns.isUsable(name)
                    ? "which is a name of geoq's own or is there twice"
                    : "since a name has no quotation mark (\"), backslash or control character"
                throw SyncError.mapping(
                    "no column can be kept as \(name), \(reason); "
                        + "write \"keep\": {\"\(other)\": \"\(theirs)\"}")
            }
            names.append(name)
        }
    }
}
