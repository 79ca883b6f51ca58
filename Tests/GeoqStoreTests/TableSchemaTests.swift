import GRDB
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqStore

/// The tables that the migrations make are those that `TableSchema` describes.
@Suite struct TableSchemaTests {
    /// A column as SQLite has it.
    private struct Stored: Hashable {
        var type: String
        var isNullable: Bool
        var standard: String?
        var references: String?
    }

    private static func stored(_ table: String, _ db: Database) throws -> [String: Stored] {
        var references: [String: String] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM pragma_foreign_key_list(?)", arguments: [table]) {
            let (there, column, onDelete): (String, String, String) = (row["table"], row["to"], row["on_delete"])
            references[row["from"] as String] = "\(there).\(column) \(onDelete)"
        }
        var columns: [String: Stored] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM pragma_table_xinfo(?)", arguments: [table]) {
            let (name, key, hidden): (String, Int, Int) = (row["name"], row["pk"], row["hidden"])
            #expect(hidden == 0 && key == (name == "fid" ? 1 : 0), "\(table).\(name)")
            columns[name] = Stored(
                type: row["type"], isNullable: (row["notnull"] as Int) == 0, standard: row["dflt_value"],
                references: references[name])
        }
        return columns
    }

    private static func described(_ schema: TableSchema) -> [String: Stored] {
        var columns: [String: Stored] = [:]
        for column in schema.columns {
            let type =
                switch column.kind {
                case .integer, .bool: "INTEGER"
                case .real: "REAL"
                case .text, .id, .timestamp, .date, .texts, .integers: "TEXT"
                }
            let standard: String? =
                switch column.standard {
                case .integer(let number): "\(number)"
                case .bool(let flag): flag ? "1" : "0"
                case .text(let text): "'\(text)'"
                case .real(let number): "\(number)"
                case .null, nil: nil
                }
            #expect(columns[column.name] == nil, "\(schema.name) has \(column.name) once")
            columns[column.name] = Stored(
                type: type, isNullable: column.isNullable, standard: standard,
                references: column.reference.map {
                    "\($0.table).\($0.column) \($0.cascades ? "CASCADE" : "NO ACTION")"
                })
        }
        if let geometry = schema.geometry {
            columns["geom"] = Stored(type: geometry.rawValue, isNullable: true, standard: nil, references: nil)
        }
        return columns
    }

    /// The columns that only one of both has, or that differ.
    private static func differences(_ schema: TableSchema, _ db: Database) throws -> [String] {
        let (stored, described) = (try stored(schema.name, db), described(schema))
        return Set(stored.keys).union(described.keys).filter { stored[$0] != described[$0] }.sorted()
    }

    @Test func `the tables that the migrations make are as described, column by column`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.writer().read { (db: Database) throws in
                for schema in TableSchema.all {
                    #expect(try Self.differences(schema, db) == [], "\(schema.name)")
                    #expect(schema.columns.count > 5)
                    // Every id is there once.
                    let indexes = try String.fetchAll(
                        db,
                        sql: """
                            SELECT i.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i
                            WHERE l."unique" AND l.origin = 'u'
                            """, arguments: [schema.name])
                    #expect(indexes == ["id"], "\(schema.name)")
                }
                let rowTables = try String.fetchSet(
                    db,
                    sql: """
                        SELECT m.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
                        WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND c.name = 'fid'
                        """)
                #expect(rowTables == Set(TableSchema.all.map(\.name)))
            }
        }
    }

    @Test func `a column that only the description or only the table has is found`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { (db: Database) throws in
                for schema in TableSchema.all {
                    let longer = TableSchema(
                        schema.name, geometry: schema.geometry, schema.columns, [TableSchema.Column("more", .integer)])
                    #expect(try Self.differences(longer, db) == ["more"])
                    try db.execute(sql: "ALTER TABLE \(schema.name) ADD COLUMN more TEXT")
                    #expect(try Self.differences(schema, db) == ["more"])
                    #expect(try Self.differences(longer, db) == ["more"], "The types differ.")
                }
            }
        }
    }

    @Test func `a sync, an import and an export take the columns that they always took`() {
        #expect(
            TableSchema.bird.exportedColumns.map(\.name) == [
                "common_name", "scientific_name", "family", "order_name", "shape_id", "description_text",
                "conservation_status", "source", "source_id",
            ])
        #expect(
            TableSchema.observation.importedNames == [
                "id", "source", "source_id", "lat", "lon", "scientific_name", "common_name", "count", "date",
                "date_end", "date_precision", "time", "uncertainty_m", "place", "license", "withheld", "geom",
            ])
        #expect(
            MirrorTable.hotspot.columns.map(\.name) == [
                "name", "locality", "lat", "lon", "image_name", "row_version", "created_at", "updated_at",
                "kept",
            ])
        #expect(
            MirrorTable.allCases.map(\.columns.count) == [17, 9, 23, 19, 8, 6, 7, 7, 8, 8, 13, 10, 6, 5, 7, 9, 13])
        #expect(MirrorTable.watchlistEntries.parents.map(\.column) == ["watchlist_id", "bird_id"])
        #expect(
            MirrorTable.allCases.filter { !$0.neededValues.isEmpty }
                == [.bird, .speciesPresence, .migrationSession, .trajectoryPath])
        #expect(MirrorTable.bird.neededValues == [0] && MirrorTable.speciesPresence.neededValues == [0, 1, 2, 3])
        let entries = LayerTable.columns(of: .entries)
        #expect(
            entries.map(\.name) == [
                "scientific_name", "common_name", "bird_id", "watchlist_id", "nickname", "status", "notes", "date",
                "observation_date", "to_observe_start_date", "to_observe_end_date", "target_date_range", "observed_by",
                "place", "priority", "notify_upcoming", "added_date", "source", "source_id",
            ])
        #expect(entries.filter { $0.type != .text }.map(\.type) == [.date, .integer, .boolean])
        #expect(
            LayerTable.filterColumns(of: .observations).filter { $0.value != .text } == [
                "count": .integer, "date": .date, "date_end": .date, "lat": .real, "lon": .real,
                "uncertainty_m": .real,
            ])
    }
}
