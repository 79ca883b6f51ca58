package import GeoqFormats
import GeoqSync

extension PostgresRemote {
    /// The rows of a table of areas, with any columns: all of one moment. Nothing is
    /// changed on the server.
    ///
    /// - Parameters:
    ///   - table: perhaps with its schema before a dot; as SQL writes it.
    ///   - column: the `geometry` or `geography` column; nil for the only one.
    /// - Throws: `SyncError` when there is no such table or column, or several.
    /// - Complexity: O(rows); all of them are in memory.
    package func areas(in table: String, column: String?) async throws -> [AreaRow] {
        let worker = try await connected()
        do {
            let rows = try await worker.run { connection in
                try connection.execute(
                    ReadTransaction.begin(.repeatableRead, as: nil, version: connection.serverVersion))
                let rows = try Self.rows(connection, table, column)
                try connection.execute("COMMIT")
                return rows
            }
            await worker.close()
            return rows
        } catch {
            await worker.close()
            throw SyncError.from(error)
        }
    }

    private static func rows(
        _ connection: PostgresConnection, _ table: String, _ wanted: String?
    ) throws -> [AreaRow] {
        let found = try connection.query(
            """
            SELECT c.oid::pg_catalog.regclass, a.attname, y.typname
            FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_attribute a
                JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
                ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                AND y.typname IN ('geometry', 'geography')
            WHERE c.oid = pg_catalog.to_regclass($1)::pg_catalog.oid ORDER BY a.attnum
            """, [table])
        guard let name = found.first?[0] else { throw SyncError.schema("the server has no table \(table)") }
        let columns = found.compactMap { $0[1] }
        let chosen = columns.filter { wanted == nil || $0 == wanted }
        guard let column = chosen.first else {
            throw SyncError.schema(
                "\(table) has no column \(wanted.map { "\($0) " } ?? "")of the type geometry or geography")
        }
        guard chosen.count == 1 else {
            throw SyncError.schema("\(table) has several columns of geometries: \(columns.joined(separator: ", "))")
        }
        // A geometry as text is its EWKB, and so is a geography.
        return try connection.query(
            "SELECT (pg_catalog.to_jsonb(t) - $1::pg_catalog.text)::pg_catalog.text, "
                + "t.\(SQLText.name(column))::pg_catalog.text FROM \(name) AS t", [column]
        ).map { AreaRow(attributes: $0[0] ?? "{}", geometry: $0[1]) }
    }
}
