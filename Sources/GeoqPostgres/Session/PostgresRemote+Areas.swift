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
    package func areas(in table: String, column: String?) async throws -> RemoteAreas {
        let worker = try await connected()
        do {
            let rows = try await worker.run { connection in
                try connection.execute(
                    ServerTransaction.begin(.repeatableRead, as: nil, version: connection.serverVersion))
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
    ) throws -> RemoteAreas {
        let found = try connection.query(
            """
            SELECT c.oid::pg_catalog.regclass, a.attname, y.typname,
                (SELECT n.nspname FROM pg_catalog.pg_namespace n WHERE n.oid = y.typnamespace)
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
        let isGeography = found.contains { $0[1] == column && $0[2] == "geography" }
        let place = "t.\(SQLText.name(column))"
        let schema = SQLText.name(found.first { $0[1] == column }?[3] ?? "public")
        // PostGIS's functions are where its types are. A geography is on WGS 84 as a rule.
        let system = isGeography ? "4326" : "\(schema).ST_SRID(\(place))"
        let placed =
            isGeography
            ? place : "CASE WHEN \(system) IN (0, 4326) THEN \(place) ELSE \(schema).ST_Transform(\(place), 4326) END"
        // A geometry as text is its EWKB, and so is a geography.
        let rows = try connection.query(
            "SELECT (pg_catalog.to_jsonb(t) - $1::pg_catalog.text)::pg_catalog.text, "
                + "(\(placed))::pg_catalog.text, (\(system))::pg_catalog.text FROM \(name) AS t", [column])
        let systems = rows.compactMap { $0[2] }.filter { $0 != "4326" && $0 != "0" }
        return RemoteAreas(
            rows: rows.map { AreaRow(attributes: $0[0] ?? "{}", geometry: $0[1]) }, isGeography: isGeography,
            transformed: systems.count, systems: Set(systems.compactMap { Int($0) }).sorted())
    }
}

/// The areas of a server's table.
package struct RemoteAreas: Sendable {
    package var rows: [AreaRow]
    /// Whether they are a `geography`, whose edges PostGIS takes for great circles.
    package var isGeography: Bool
    /// How many the server has transformed to WGS 84.
    package var transformed: Int
    /// From which systems, by SRID.
    package var systems: [Int]
}
