package import GeoqFormats
import GeoqSync

extension PostgresRemote {
    /// The rows of a table of areas, with any columns: all of one moment. Nothing is
    /// changed on the server.
    ///
    /// - Parameters:
    ///   - table: perhaps with its schema before a dot; as SQL writes it, or exactly.
    ///   - column: the `geometry` or `geography` column; nil for the only one.
    ///   - formerPlaces: from where the store has areas of tables: an `address`, a blank, and a table as it was
    ///     written then.
    /// - Throws: `SyncError` when there is no such table or column, or several.
    /// - Complexity: O(rows); all of them are in memory.
    package func areas(
        in table: String, column: String?, formerPlaces: [String] = []
    ) async throws -> RemoteAreas {
        let worker = try await connected()
        do {
            let rows = try await worker.run { connection in
                try connection.begin(
                    ServerTransaction.begin(.repeatableRead, as: nil, version: connection.serverVersion))
                var rows = try Self.rows(connection, table, column)
                rows.formerName = Self.formerName(of: table, among: formerPlaces, connection)
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

    /// The columns of places of the relation that `$1` names, each with the schema of its type; one row
    /// without a column for a relation that has none.
    private static let placeColumns = """
        SELECT c.oid::pg_catalog.regclass, place.attname, place.typname, place.nspname
        FROM pg_catalog.pg_class c LEFT JOIN LATERAL (
            SELECT a.attnum, a.attname, b.typname, n.nspname FROM pg_catalog.pg_attribute a
                \(BaseType.join)
                JOIN pg_catalog.pg_namespace n ON n.oid = b.typnamespace
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                AND b.typname IN ('geometry', 'geography')) AS place ON true
        WHERE c.oid = pg_catalog.to_regclass($1)::pg_catalog.oid ORDER BY place.attnum
        """

    /// The columns of the relation that `$1` names which may be attributes of an area, and which the user
    /// may read. A further geometry is not an attribute: PostGIS would write it as GeoJSON, which fails for
    /// some.
    private static let attributes = """
        SELECT a.attname FROM pg_catalog.pg_attribute a
            \(BaseType.join)
        WHERE a.attrelid = pg_catalog.to_regclass($1)::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped
            AND b.typname NOT IN ('geometry', 'geography', '_geometry', '_geography', 'raster', 'bytea')
            AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') ORDER BY a.attnum
        """

    /// The columns of the primary key of the relation that `$1` names, or of its smallest unique index, also
    /// those that the user may not read; no row for a relation without one.
    private static let key = """
        SELECT k.attname FROM (
            SELECT i.indrelid, i.indkey, i.indnkeyatts FROM pg_catalog.pg_index i
            WHERE i.indrelid = pg_catalog.to_regclass($1)::pg_catalog.oid AND i.indisunique AND i.indisvalid
                AND i.indpred IS NULL AND i.indexprs IS NULL
            ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1) AS best
        CROSS JOIN LATERAL pg_catalog.generate_series(0, best.indnkeyatts - 1) AS s
        JOIN pg_catalog.pg_attribute k ON k.attrelid = best.indrelid AND k.attnum = best.indkey[s]
        ORDER BY s
        """

    private static func rows(
        _ connection: PostgresConnection, _ table: String, _ wanted: String?
    ) throws -> RemoteAreas {
        let found = try Self.found(table, connection) { text -> [[String?]]? in
            let rows = try connection.query(placeColumns, [text])
            return rows.isEmpty ? nil : rows
        }
        guard let found, let name = try found.first?.column(0) else {
            // A remedy would be one of a sync.
            throw SyncError.schema(try NearNames.error(for: table, connection).message)
        }
        let columns = try found.compactMap { try $0.column(1) }
        let chosen = columns.filter { wanted == nil || $0 == wanted }
        guard let column = chosen.first else {
            throw SyncError.schema(
                "\(table) has no column \(wanted.map { "\($0) " } ?? "")of the type geometry or geography")
        }
        guard chosen.count == 1 else {
            throw SyncError.schema("\(table) has several columns of geometries: \(columns.joined(separator: ", "))")
        }
        let isGeography = try found.contains { try $0.column(1) == column && $0.column(2) == "geography" }
        let place = "t.\(SQLText.name(column))"
        let schema = SQLText.name(try found.first { try $0.column(1) == column }?.column(3) ?? "public")
        // PostGIS's functions are where its types are. A geography is on WGS 84 as a rule.
        let system = isGeography ? "4326" : "\(schema).ST_SRID(\(place))"
        let placed =
            isGeography
            ? place : "CASE WHEN \(system) IN (0, 4326) THEN \(place) ELSE \(schema).ST_Transform(\(place), 4326) END"
        let others = try connection.query(attributes, [name]).compactMap { try $0.column(0) }.filter { $0 != column }
        let list = others.map { "t.\(SQLText.name($0))" }.joined(separator: ", ")
        let object = list.isEmpty ? "'{}'" : "(SELECT pg_catalog.to_json(own) FROM (SELECT \(list)) AS own)"
        var key = try connection.query(Self.key, [name]).compactMap { try $0.column(0) }
        if !Set(key).isSubset(of: others) { key = [] }
        let values = key.map { "t.\(SQLText.name($0))" }
        let value = values.map { "\($0)::pg_catalog.text" }.joined(separator: " || ',' || ")
        // By the key, so that rows have the same order each time. A geometry as text is its EWKB, and so is a
        // geography.
        let rows = try connection.query(
            "SELECT \(object)::pg_catalog.text, (\(placed))::pg_catalog.text, (\(system))::pg_catalog.text, "
                + "\(key.isEmpty ? "NULL" : value) FROM \(name) AS t"
                + (key.isEmpty ? "" : " ORDER BY \(values.joined(separator: ", "))"))
        let said = try rows.compactMap { try $0.column(2) }
        let systems = said.filter { $0 != "4326" && $0 != "0" }
        let keyColumns = key.joined(separator: ", ")
        return RemoteAreas(
            rows: try rows.map { row in
                AreaRow(
                    attributes: try row.column(0) ?? "{}", geometry: try row.column(1),
                    key: try row.column(3).map { AreaKey(columns: keyColumns, value: $0) })
            }, address: connection.place, isGeography: isGeography, transformed: systems.count,
            systems: Set(systems.compactMap { Int($0) }).sorted(), withoutSystem: said.count { $0 == "0" })
    }

    /// How the relation of a table was written before, when it was another way.
    private static func formerName(
        of table: String, among places: [String], _ connection: PostgresConnection
    ) -> String? {
        let start = connection.place + " "
        let names = places.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        if names.isEmpty || names.contains(table) { return nil }
        func relation(_ name: String) throws -> String? {
            try found(name, connection) { text in
                try connection.query(
                    "SELECT pg_catalog.to_regclass($1)::pg_catalog.oid::pg_catalog.text", [text]
                ).first?.column(0)
            }
        }
        // A former table that this user may not look up is no reason to fail: it is another one.
        guard let own = try? relation(table) else { return nil }
        return names.first { (try? relation($0)) == own }
    }
}

/// The areas of a server's table.
package struct RemoteAreas: Sendable {
    package var rows: [AreaRow]
    /// Where the server was reached, without user and password.
    package var address: String
    /// Whether they are a `geography`, whose edges PostGIS takes for great circles.
    package var isGeography: Bool
    /// How many the server has transformed to WGS 84.
    package var transformed: Int
    /// From which systems, by SRID.
    package var systems: [Int]
    /// How many have the SRID 0, which tells no system; they are taken as on WGS 84.
    package var withoutSystem: Int
    /// How the table was written when areas came from it before, if it was another way.
    package var formerName: String?
}
