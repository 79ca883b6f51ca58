import GRDB
package import Geoq
import GeoqFormats

/// The columns that mirrors of relations keep besides geoq's own.
///
/// A row has their values in its column `kept`, a JSON object with a member for
/// each value that is not NULL. The mirror of each relation notes names and
/// types.
package enum KeptColumns {
    /// The kept columns of all relations that are mirrored as rows of a layer, in
    /// the order of the mirrors' names.
    ///
    /// A name that several relations keep is one column; when the types differ,
    /// it holds numbers if all are numbers, and texts otherwise. Names that differ
    /// in capitals are two columns.
    static func of(_ layer: Layer, _ db: Database) throws -> [LayerTable.Column] {
        guard let table = table(of: layer) else { return [] }
        // A store that an earlier geoq made has no such column until it is
        // migrated.
        let sql = "SELECT kept FROM geoq_remote_table WHERE table_name = ? AND kept IS NOT NULL ORDER BY remote"
        guard let statement = try? db.cachedStatement(sql: sql) else { return [] }
        var columns: [LayerTable.Column] = []
        var indices: [String: Int] = [:]
        var names: Set<String> = []
        for text in try String.fetchAll(statement, arguments: [table.rawValue]) {
            for column in read(text) {
                if let index = indices[column.name] {
                    // Its accents may be written otherwise: the first spelling counts.
                    columns[index] = LayerTable.Column(
                        columns[index].name, common(columns[index].type, column.type),
                        time: columns[index].time == column.time ? column.time : nil,
                        sqlName: columns[index].sqlName)
                } else {
                    indices[column.name] = columns.count
                    // No name of a column has a backslash.
                    let isFirst = names.insert(lowercased(column.name)).inserted
                    columns.append(
                        LayerTable.Column(
                            column.name, column.type, time: column.time,
                            sqlName: isFirst ? column.name : "\(column.name)\\\(columns.count)"))
                }
            }
        }
        return columns
    }

    /// How many columns the relations of a store may keep together for one layer. SQLite gives 2,000 at most, of which
    /// geoq's own need some.
    package static let most = 1_950

    /// The names that the mirrors of other relations keep for rows of a table.
    fileprivate static func names(
        in table: MirrorTable, besides remote: String, _ other: String, _ db: Database
    ) throws -> Set<String> {
        let sql = """
            SELECT kept FROM geoq_remote_table WHERE table_name = ? AND remote NOT IN (?, ?) AND kept IS NOT NULL
            """
        let texts = try String.fetchAll(db, sql: sql, arguments: [table.rawValue, remote, other])
        return Set(texts.flatMap { read($0).map(\.name) })
    }

    private static func table(of layer: Layer) -> MirrorTable? {
        switch layer {
        case .hotspots: .hotspot
        case .observations: .observation
        case .entries: nil
        }
    }

    private static func common(_ one: ColumnType, _ other: ColumnType) -> ColumnType {
        if one == other { return one }
        return Set([one, other]).isSubset(of: [.integer, .real]) ? .real : .text
    }

    // MARK: - Names

    /// Names that a kept column cannot have: columns of the store's table, and
    /// what answers say besides columns. SQLite takes upper and lower case as
    /// equal.
    private static func reserved(_ table: MirrorTable) -> Set<String> {
        switch table {
        case .hotspot: reservedOfHotspots
        case .observation: reservedOfObservations
        default: names(besideColumnsOf: table)
        }
    }

    // Made once: a relation may have 1,600 columns.
    private static let reservedOfHotspots = names(besideColumnsOf: .hotspot)
    private static let reservedOfObservations = names(besideColumnsOf: .observation)

    private static func names(besideColumnsOf table: MirrorTable) -> Set<String> {
        let answers = [
            "name", "distance_m", "bearing_deg", "along_m", "offset_m", "side", "center", "count", "record", "snapshot",
            "geom", "geometry", "rowid", "_rowid_", "place", "kept",
        ]
        return Set(table.schema.columns.map(\.name) + answers + Match.fieldNames)
    }

    /// The name under which a remote's column is kept: its own, unless geoq has a
    /// column of that name, or SQL and JSON would have to escape it.
    ///
    /// - Parameter taken: names that are kept already.
    package static func name(for name: String, in table: MirrorTable, besides taken: [String]) -> String {
        var naming = Naming(table, besides: taken)
        return naming.name(for: name)
    }

    /// Gives names to the columns of a relation, one after the other.
    package struct Naming {
        private let table: MirrorTable
        /// In lower case.
        private var taken: Set<String>

        /// - Parameter taken: names that are kept already.
        package init(_ table: MirrorTable, besides taken: [String] = []) {
            (self.table, self.taken) = (table, Set(taken.map(KeptColumns.lowercased)))
        }

        /// The name under which a remote's column is kept, as `KeptColumns.name(for:in:besides:)` has it.
        ///
        /// - Complexity: O(length of the name), and O(1) for each name that is taken already.
        package mutating func name(for name: String) -> String {
            let clean = String(
                String.UnicodeScalarView(name.unicodeScalars.map { KeptColumns.isPlain($0) ? $0 : "_" }))
            var (candidate, number) = (clean, 0)
            while !KeptColumns.isFree(candidate, in: table) || taken.contains(KeptColumns.lowercased(candidate)) {
                number += 1
                candidate = number == 1 ? "kept_" + clean : "kept_\(clean)_\(number)"
            }
            taken.insert(KeptColumns.lowercased(candidate))
            return candidate
        }
    }

    /// Whether a column can be kept under a name.
    package static func isFree(_ name: String, in table: MirrorTable, besides taken: [String] = []) -> Bool {
        let name = lowercased(name)
        return isUsable(name) && !reserved(table).contains(name) && !taken.contains { lowercased($0) == name }
    }

    /// As SQLite compares names: in ASCII alone.
    package static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    /// Whether a name needs no escaping in SQL and JSON.
    package static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy(isPlain)
    }

    /// Whether a character stands for itself in a quoted name of SQL, in a
    /// string of JSON, and on a terminal.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\"" && scalar != "\\" && scalar.properties.generalCategory != .control
    }

    // MARK: - As the store has them

    /// A list of columns as the store keeps it.
    static func text(_ columns: [LayerTable.Column]) -> String {
        let items = columns.map { column -> JSONValue in
            var members: [JSONObject.Member] = [
                .init("name", .string(column.name)), .init("type", .string(column.type.rawValue)),
            ]
            // An earlier geoq reads name and type alone.
            if let time = column.time { members.append(.init(time.rawValue, .bool(true))) }
            return .object(JSONObject(members))
        }
        return JSONValue.array(items).text
    }

    /// Leaves out what no sync has written: the text becomes SQL.
    private static func read(_ text: String) -> [LayerTable.Column] {
        let items = (try? JSONValue(parsing: text))?.array ?? []
        return items.compactMap { item in
            guard let name = item.object?["name"]?.string, isUsable(name),
                let type = item.object?["type"]?.string.flatMap({ ColumnType(rawValue: $0) })
            else { return nil }
            let time = LayerTable.Column.TimeForm.allCases.first { item.object?[$0.rawValue] == .bool(true) }
            return LayerTable.Column(name, type, time: time)
        }
    }

    /// SQL for a value of the row's JSON object; NULL when that cannot be read.
    ///
    /// Its connection has `ShallowFunction`.
    static func sql(_ column: LayerTable.Column) -> String {
        precondition(isUsable(column.name), "Names were checked when they were read.")
        let shallow = "\(ShallowFunction.name)(kept)"
        return """
            CASE WHEN json_valid(kept) THEN \(sql(column, of: "kept")) \
            WHEN json_valid(\(shallow)) THEN \(sql(column, of: shallow)) END
            """
    }

    /// SQL for a value of a JSON object that SQLite reads.
    private static func sql(_ column: LayerTable.Column, of object: String) -> String {
        let path = "'$.\"\(column.name.replacingScalars("'", with: "''"))\"'"
        let value = "json_extract(\(object), \(path))"
        switch column.type {
        case .real:
            // A number beyond those of a double, such as 1e400, stands as JSON has it: json_extract gives infinity,
            // which no answer can show.
            return "CASE WHEN \(value) IN (9e999, -9e999) THEN \(object) -> \(path) ELSE \(value) END"
        case .text:
            // Of a column of json, or of one that another relation keeps as numbers, a number or true stands as JSON
            // has it: json_extract gives 1 for true and 5.5 for 5.50, which are no texts.
            return """
                CASE json_type(\(object), \(path)) WHEN 'text' THEN \(value) WHEN 'null' THEN NULL \
                ELSE \(object) -> \(path) END
                """
        default: return value
        }
    }
}

extension Store.Features {
    /// The columns that mirrors of relations keep besides geoq's own, for rows of
    /// a layer.
    package func keptColumns(of layer: Layer) async throws -> [LayerTable.Column] {
        try await read { db in try KeptColumns.of(layer, db) }
    }
}

extension Store.Mirror {
    /// How many columns the relations would keep together for rows of a table, if one of them kept these.
    ///
    /// - Parameters:
    ///   - remote: the mirror of that one.
    ///   - absorbed: a mirror whose place it takes; nil for none.
    /// - Complexity: O(kept columns of all relations).
    package func keptCount(
        _ columns: [LayerTable.Column], of table: MirrorTable, by remote: String, insteadOf absorbed: String?
    ) async throws -> Int {
        try await read { db in
            try KeptColumns.names(in: table, besides: remote, absorbed ?? remote, db)
                .union(columns.map(\.name)).count
        }
    }
}
