import Geoq
import GeoqStore
import GeoqSync

extension TableQuery {
    /// A column some of whose values may not be a day, a time or a number, as geoq wants it.
    struct DoubtfulColumn {
        var ours: TableSchema.Column
        /// The relation's name.
        var theirs: String
        /// What geoq wants of a value, for messages: "a day".
        var wanted: String
    }

    /// The columns of a relation whose texts become days, times or numbers.
    ///
    /// - Parameter isThorough: whether columns of numbers and days are among them, too: a count may be negative or a
    ///   fraction, and a day infinity.
    func doubtfulColumns(isThorough: Bool) -> [DoubtfulColumn] {
        guard description.isRelation else { return [] }
        return table.columns.compactMap { column in
            guard column.name != "lat", column.name != "lon", let source = description.source(of: column.name) else {
                return nil
            }
            let isText = ["text", "varchar", "bpchar"].contains(source.type)
            let wanted = isText ? Self.wanted(of: column) : isThorough ? Self.wanted(of: column, source.type) : nil
            return wanted.map { DoubtfulColumn(ours: column, theirs: source.name, wanted: $0) }
        }
    }

    /// What geoq wants of the values of a column that has another type than text; nil when
    /// every value of this type will do.
    private static func wanted(of column: TableSchema.Column, _ type: String) -> String? {
        let isNumber = ["int2", "int4", "int8", "float4", "float8", "numeric"].contains(type)
        let isDay = ["date", "timestamp", "timestamptz"].contains(type)
        return switch column.kind {
        case .date where isDay: "a day"
        case .integer where isNumber: "a count"
        case .real where isNumber: "a finite number of 0 or more"
        default: nil
        }
    }

    private static func wanted(of column: TableSchema.Column) -> String? {
        switch (column.name, column.kind) {
        case ("time", _): "a time"
        case ("date_precision", _): "day, month or year"
        case (_, .date): "a day"
        case (_, .integer): "a count"
        case (_, .real): "a finite number of 0 or more"
        default: nil
        }
    }

    /// SQL that tells, for each of some columns, how many values are not what is wanted, and one of them.
    func omissions(_ columns: [DoubtfulColumn]) -> String {
        let values = columns.flatMap { column in
            let text = "(t.\(SQLText.name(column.theirs))::pg_catalog.text COLLATE \"C\")"
            let isOmitted = "pg_catalog.btrim(\(text)) <> '' AND (\(relationValue(column.ours) ?? "NULL")) IS NULL"
            return [
                "count(*) FILTER (WHERE \(isOmitted))",
                "min(\(readable("pg_catalog.left(\(text), 40)"))) FILTER (WHERE \(isOmitted))",
            ]
        }
        return "SELECT \(values.joined(separator: ", ")) FROM \(narrowSource) WHERE \(belongs ?? "true")"
    }

    /// - Parameter row: the answer to `omissions(_:)`.
    static func omitted(_ columns: [DoubtfulColumn], _ row: [String?]) -> [OmittedValues] {
        columns.enumerated().compactMap { index, column in
            guard row.count == 2 * columns.count, let count = row[2 * index].flatMap({ Int($0) }), count > 0 else {
                return nil
            }
            return OmittedValues(
                column: column.theirs, wanted: column.wanted, count: count, example: row[2 * index + 1] ?? "")
        }
    }
}

extension PostgresSession: RemoteOmitting {
    func omissions(of table: MirrorTable, isThorough: Bool) async throws -> [OmittedValues] {
        let query = query(table)
        guard !query.doubtfulColumns(isThorough: isThorough).isEmpty else { return [] }
        return try await reading(query) { connection, query in
            let columns = query.doubtfulColumns(isThorough: isThorough)
            return TableQuery.omitted(columns, try Self.row(connection, query.omissions(columns)))
        }
    }
}
