import GeoqStore

/// A table as the server's catalog has it, and how its columns serve geoq's.
struct TableDescription {
    /// A column of the remote.
    struct Column {
        var name: String
        /// The type's name; of a domain, that of what it is made of.
        var type: String
        var isReadable: Bool
    }

    let table: MirrorTable
    let relation: UInt32
    let schema: String
    let name: String
    /// `r` for a table, `p` for a partitioned one, `v` for a view.
    let kind: String
    let hasRowSecurity: Bool
    /// Whether it depends on who asks which rows are seen: there is row-level
    /// security for the role that asks, and no policy shows everything to all.
    let isSeenByRight: Bool
    let hasUniqueID: Bool
    let hasHint: Bool
    let columns: [String: Column]
    private let mapping: TableMapping.Table

    /// Asks for one table; `$1` is its name in quotes, `$2` the id's column.
    static let question = """
        SELECT c.oid::int8, n.nspname, c.relname, c.relkind, c.relrowsecurity,
            EXISTS (SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_attribute k
                ON k.attrelid = c.oid AND k.attnum = i.indkey[0]
                WHERE i.indrelid = c.oid AND i.indisunique AND i.indnkeyatts = 1 AND i.indpred IS NULL
                    AND i.indisvalid AND k.attname = $2),
            EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g JOIN pg_catalog.pg_proc p ON p.oid = g.tgfoid
                WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled IN ('O', 'A')
                    AND p.prosrc ~ 'pg_notify.*geoq'),
            a.attname, b.typname, pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'),
            pg_catalog.row_security_active(c.oid) AND (
                EXISTS (SELECT 1 FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive)
                OR NOT EXISTS (SELECT 1 FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive
                    AND p.polcmd IN ('r', '*') AND 0 = ANY (p.polroles)
                    AND pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true'))
        FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
            JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN y.typbasetype <> 0 THEN y.typbasetype ELSE y.oid END
        WHERE c.oid = pg_catalog.to_regclass($1)
        """

    /// - Parameter rows: the answer to `question`; nil comes of none.
    init?(_ table: MirrorTable, _ mapping: TableMapping.Table, rows: [[String?]]) {
        guard let first = rows.first, let relation = UInt32(first[0] ?? "") else { return nil }
        (self.table, self.mapping, self.relation) = (table, mapping, relation)
        (schema, name, kind) = (first[1] ?? "", first[2] ?? "", first[3] ?? "")
        (hasRowSecurity, hasUniqueID, hasHint) = (first[4] == "t", first[5] == "t", first[6] == "t")
        isSeenByRight = first.count > 10 && first[10] == "t"
        var columns: [String: Column] = [:]
        for row in rows {
            guard let name = row[7] else { continue }
            columns[name] = Column(name: name, type: row[8] ?? "", isReadable: row[9] == "t")
        }
        self.columns = columns
    }

    /// In quotes, for SQL.
    var sqlName: String { "\(SQLText.name(schema)).\(SQLText.name(name))" }

    /// For people.
    var fullName: String { "\(schema).\(name)" }

    /// What serves a column of geoq's; nil when there is none that can be read.
    func source(of column: String) -> Column? {
        columns[mapping.column(column)].flatMap { $0.isReadable ? $0 : nil }
    }

    /// The name that a column of geoq's has there, be it there or not.
    func remoteName(of column: String) -> String { mapping.column(column) }

    /// The column that places come from when there are no `lat` and `lon`.
    var location: Column? {
        guard table.hasPlace else { return nil }
        let isPlace = { (column: Column) in ["geography", "geometry"].contains(column.type) && column.isReadable }
        if let name = mapping.location { return columns[name].flatMap { isPlace($0) ? $0 : nil } }
        let places = columns.values.filter(isPlace)
        return places.first { $0.name == "location" } ?? (places.count == 1 ? places.first : nil)
    }

    /// Whether places come from `location`: because the mapping says so, or for
    /// want of `lat` and `lon`.
    var isPlacedByLocation: Bool {
        table.hasPlace && location != nil
            && (mapping.location != nil || source(of: "lat") == nil || source(of: "lon") == nil)
    }

    /// Why the table cannot be mirrored; nil when it can.
    var obstacle: SyncError? {
        guard kind == "r" || kind == "p" else {
            return .schema("\(fullName) is no table: its rows have no xmin; name the table behind it with --tables")
        }
        guard let id = columns[mapping.column("id")] else {
            return .schema("\(fullName) has no column \(mapping.column("id")); name the id's column with --tables")
        }
        if !id.isReadable { return refusal(id.name) }
        guard id.type == "uuid" else {
            return .schema("\(fullName).\(id.name) is of type \(id.type); ids are of type uuid")
        }
        if let location = mapping.location, self.location == nil {
            return .schema("\(fullName).\(location) is no geography or geometry column that can be read")
        }
        for column in table.columns where column.isRequired && source(of: column.name) == nil {
            if isPlacedByLocation, column.name == "lat" || column.name == "lon" { continue }
            let name = mapping.column(column.name)
            if columns[name] != nil { return refusal(name) }
            return .schema("\(fullName) has no column \(name), which \(table) needs; give its name with --tables")
        }
        for column in table.columns {
            guard let source = source(of: column.name), !column.kind.accepts(source.type) else { continue }
            return .schema(
                "\(fullName).\(source.name) is of type \(source.type), which cannot become \(column.kind.words)")
        }
        return nil
    }

    private func refusal(_ column: String) -> SyncError {
        SyncError(
            .refused, "\(fullName).\(column) may not be read; grant SELECT on it", retryMayHelp: false, code: "42501")
    }
}

extension MirrorColumn.Kind {
    /// Whether a type of PostgreSQL can be read as this.
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

    /// What it is cast to before it is sent.
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
