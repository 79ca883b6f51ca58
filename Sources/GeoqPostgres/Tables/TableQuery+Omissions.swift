import Geoq
import GeoqStore
import GeoqSync

extension TableQuery {
    /// A column of texts of which some may not be what is wanted.
    struct DoubtfulColumn {
        var ours: TableSchema.Column
        /// The relation's name.
        var theirs: String
        /// What is wanted, for messages.
        var wanted: String
    }

    /// The columns of a relation whose texts become days, times or numbers.
    var doubtfulColumns: [DoubtfulColumn] {
        guard description.isRelation else { return [] }
        return table.columns.compactMap { column in
            guard column.name != "lat", column.name != "lon", let wanted = Self.wanted(of: column),
                let source = description.source(of: column.name), ["text", "varchar", "bpchar"].contains(source.type)
            else { return nil }
            return DoubtfulColumn(ours: column, theirs: source.name, wanted: wanted)
        }
    }

    private static func wanted(of column: TableSchema.Column) -> String? {
        switch (column.name, column.kind) {
        case ("time", _): "a time"
        case ("date_precision", _): "day, month or year"
        case (_, .date): "a day"
        case (_, .integer): "a count"
        case (_, .real): "a number"
        default: nil
        }
    }

    /// SQL that tells, for each of some columns, how many texts are not what is wanted, and one of them.
    func omissions(_ columns: [DoubtfulColumn]) -> String {
        let values = columns.flatMap { column in
            let text = "(t.\(SQLText.name(column.theirs))::pg_catalog.text COLLATE \"C\")"
            let isOmitted = "pg_catalog.btrim(\(text)) <> '' AND (\(relationValue(column.ours) ?? "NULL")) IS NULL"
            return [
                "count(*) FILTER (WHERE \(isOmitted))",
                "min(pg_catalog.left(\(text), 40)) FILTER (WHERE \(isOmitted))",
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
    func omissions(of table: MirrorTable) async throws -> [OmittedValues] {
        let query = query(table)
        guard !query.doubtfulColumns.isEmpty else { return [] }
        return try await reading(query) { connection, query in
            let columns = query.doubtfulColumns
            return TableQuery.omitted(columns, try Self.row(connection, query.omissions(columns)))
        }
    }
}
