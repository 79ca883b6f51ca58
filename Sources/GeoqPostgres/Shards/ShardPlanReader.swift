import Geoq
import GeoqStore
package import GeoqSync

extension PostgresRemote {
    /// Plans how to cut the hotspots of this database into parts of about the same
    /// number of rows. Nothing is changed on the server.
    ///
    /// - Parameters:
    ///   - servers: where the shards will be, from west to east; empty for addresses
    ///     that are made up.
    /// - Precondition: the number of parts is one of `ShardPlan.partCounts`, and there
    ///   are as many servers, or none.
    /// - Throws: `SyncError` when the table cannot be cut: it has no columns of
    ///   numbers for latitude and longitude, row-level security would be lost, a name
    ///   has a control character, or too few longitudes differ.
    /// - Complexity: the server sorts the longitudes, counts the rows twice, and hashes their keys and places.
    package func shardPlan(
        parts: Int, servers: [ShardServer] = [], mapping: TableMapping = .standard
    ) async throws -> ShardPlan {
        precondition(ShardPlan.partCounts.contains(parts), "There are from 2 parts to as many as can be asked.")
        precondition(servers.isEmpty || servers.count == parts, "Each part has a server.")
        for (index, server) in servers.enumerated() where servers[..<index].contains(where: server.isSame) {
            throw SyncError.connectionString("two shards have the same address: each needs a database of its own")
        }
        let all = servers.isEmpty ? (1...parts).map { ShardServer(placeholderFor: $0) } : servers
        let worker = try await connected()
        do {
            let plan = try await worker.run { connection in
                let plan = try ShardPlanReader(connection, mapping).plan(all)
                try connection.execute("ROLLBACK")
                return plan
            }
            await worker.close()
            return plan
        } catch {
            await worker.close()
            throw SyncError.from(error)
        }
    }
}

/// Reads, as of one moment, what a plan needs to know.
private struct ShardPlanReader {
    private let connection: PostgresConnection
    private let mapping: TableMapping

    init(_ connection: PostgresConnection, _ mapping: TableMapping) {
        var mapping = mapping
        mapping.tables = mapping.tables.filter { $0.key == .hotspot }
        (self.connection, self.mapping) = (connection, mapping)
    }

    func plan(_ servers: [ShardServer]) throws -> ShardPlan {
        let request = RemoteRequest(mapping: mapping, purpose: .questions)
        let (moment, queries) = try MomentReader(connection, request, nil).read()
        guard let query = queries[.hotspot] else {
            throw moment.problems[.hotspot] ?? SyncError.schema("hotspots are not among the tables")
        }
        let description = query.description
        let (latitude, longitude) = try numbers(description)
        try checkStray(query)
        // Names of types are read with their schema.
        let postgis = query.server.postgis ?? "public"
        try connection.execute("SET LOCAL search_path = pg_catalog")
        let key = Self.key(of: description)
        var (columns, notes) = try columns(description, postgis, latitude, longitude)
        let place = try place(&columns, &notes, description, postgis, latitude, longitude)
        let names = [description.schema, description.name] + columns.map(\.name)
        if let odd = names.first(where: { !ShardPlan.isPlain($0) }) {
            throw SyncError.schema(
                "the name \(odd.debugDescription) has a control character, which a script cannot have")
        }
        let cut = try cut(
            description, longitude, servers,
            digest: ShardPlan.digest(key: key, latitude: latitude, longitude: longitude))
        if cut.unplaced > 0 {
            notes.append(
                cut.unplaced == 1
                    ? "1 row without a \(longitude) stays out of the shards: no question finds it"
                    : "\(cut.unplaced) rows without a \(longitude) stay out of the shards: no question finds them")
        }
        return ShardPlan(
            address: moment.identity.address, time: moment.serverTime, schema: description.schema,
            table: description.name, columns: columns, key: key, latitude: latitude, longitude: longitude,
            location: place.name, isGeometry: place.isGeometry, postgis: postgis, parts: cut.parts,
            longitudeOfFirst: cut.inFirst, notes: notes)
    }

    private static func key(of description: TableDescription) -> [String] {
        description.mapping.key ?? [description.remoteName(of: "id")]
    }

    /// Numbers beside a column of places would send a row to a shard that is not asked for it.
    private func checkStray(_ query: TableQuery) throws {
        guard let question = query.strayQuestion(cutting: true) else { return }
        let count = try PostgresSession.number(PostgresSession.row(connection, question).column(0))
        guard count > 0 else { return }
        throw SyncError.schema(
            "\(count) \(count == 1 ? "row" : "rows") of \(query.description.fullName) with a place elsewhere than its "
                + "latitude and longitude say: correct that, or map other columns")
    }

    /// The columns of latitude and longitude.
    private func numbers(_ description: TableDescription) throws -> (latitude: String, longitude: String) {
        if description.hasRowSecurity {
            throw SyncError.schema(
                "\(description.fullName) has row-level security: the shards would show its rows to all who may ask the "
                    + "coordinator")
        }
        let areBeside = description.numbersBeside != nil
        guard areBeside || !description.isPlacedByLocation, let latitude = description.source(of: "lat"),
            let longitude = description.source(of: "lon")
        else {
            let point = Self.degrees(description)
            throw SyncError.schema(
                "\(description.fullName) has no columns of numbers for latitude and longitude, and it is cut by "
                    + "longitude; add them: ALTER TABLE \(description.sqlName) "
                    + "ADD COLUMN lat float8 GENERATED ALWAYS AS (ST_Y(\(point))) STORED, "
                    + "ADD COLUMN lon float8 GENERATED ALWAYS AS (ST_X(\(point))) STORED"
                    + (description.isRelation ? ", and map lat and lon to them" : ""))
        }
        for column in [latitude, longitude] where !TableSchema.Column.Kind.real.accepts(column.type) {
            throw SyncError.schema(
                "\(description.fullName).\(column.name) is of type \(column.type), and it is cut by numbers of degrees")
        }
        if !areBeside, let srid = description.mapping.srid, srid != 4326 {
            throw SyncError.schema(
                "the numbers of \(description.fullName) are in SRID \(srid), and it is cut by degrees; "
                    + "add columns of latitude and longitude")
        }
        return (latitude.name, longitude.name)
    }

    /// SQL for the point in degrees that a column of places has.
    private static func degrees(_ description: TableDescription) -> String {
        guard let location = description.location else { return "\"location\"::geometry" }
        var point = "\(SQLText.name(location.name))::geometry"
        let srid = location.place?.srid ?? 0
        if let kind = location.place?.kind, kind > 1 { point = "ST_Centroid(\(point))" }
        if srid == 4326 || location.type == "geography" && srid == 0 { return point }
        if srid == 0, let known = description.mapping.srid { point = "ST_SetSRID(\(point), \(known))" }
        // Without a mapping, an earlier check has refused all places that are not in degrees.
        return description.isRelation ? "ST_Transform(\(point), 4326)" : point
    }

    /// The columns that the user may read.
    ///
    /// Those of latitude and longitude are compared as `float8`: PostgreSQL leaves no shard out by one of another type
    /// of numbers. A column of points beside them, where they are the places, each shard computes from them: questions
    /// to the coordinator find the rows by it. Where places are read from the points, these are copied.
    private func columns(
        _ description: TableDescription, _ postgis: String, _ latitude: String, _ longitude: String
    ) throws -> (columns: [ShardPlan.Column], notes: [String]) {
        var (columns, notes): ([ShardPlan.Column], [String]) = ([], [])
        let degrees = Set([latitude, longitude]).subtracting(Self.key(of: description))
        let computed =
            description.numbersBeside == nil
            ? description.location.flatMap { $0.place?.isSure == true ? $0 : nil } : nil
        let rows = try connection.query(
            """
            SELECT a.attname, pg_catalog.format_type(b.oid, \(BaseType.modifier)),
                a.attnotnull, a.attgenerated <> '',
                b.typnamespace = 'pg_catalog'::pg_catalog.regnamespace OR EXISTS (
                    SELECT 1 FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
                    WHERE d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objid = b.oid
                        AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
                        AND d.deptype = 'e' AND e.extname = 'postgis')
            FROM pg_catalog.pg_attribute a
                \(BaseType.join)
            WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
            """, ["\(description.relation)"])
        for row in rows {
            guard row.count == 5, let name = row[0], let type = row[1] else {
                throw SyncError(.protocol, "the server does not say which columns there are", retryMayHelp: true)
            }
            guard description.columns[name]?.isReadable == true else {
                notes.append("\(name) may not be read, and the shards lack it")
                continue
            }
            var made = row[4] == "t" ? type : "text"
            if degrees.contains(name), made != "real" { made = "double precision" }
            let (wasComputed, isComputed) = (row[3] == "t", computed?.name == name)
            // The points that a shard makes have no height.
            if isComputed, let computed, !type.hasSuffix("(Point,4326)") {
                made = "\(postgis).\(computed.type)(Point,4326)"
            }
            if made != type { notes.append("\(name) is of type \(type), and \(made) on the shards") }
            if wasComputed, !isComputed { notes.append("\(name) is computed, and the shards have copies") }
            if isComputed, !wasComputed {
                notes.append("\(name) is computed on the shards, from \(latitude) and \(longitude)")
            }
            columns.append(
                ShardPlan.Column(
                    name: name, type: made, isRequired: row[2] == "t" && (wasComputed || !isComputed),
                    isComputed: isComputed))
        }
        return (columns, notes)
    }

    /// The column of places. When the table has none, the shards get a new one.
    private func place(
        _ columns: inout [ShardPlan.Column], _ notes: inout [String], _ description: TableDescription,
        _ postgis: String, _ latitude: String, _ longitude: String
    ) throws -> (name: String, isGeometry: Bool) {
        if let location = description.location, location.place?.isSure == true {
            return (location.name, location.type == "geometry")
        }
        let taken = Set(columns.map(\.name))
        // Of two columns of places geoq would take neither.
        guard let name = ["location", "geoq_location"].first(where: { !taken.contains($0) }),
            name == "location" || !description.columns.values.contains(where: { $0.place != nil })
        else {
            throw SyncError.schema(
                "\(description.fullName) needs a column location of type geography(Point,4326), by which a shard finds "
                    + "its rows")
        }
        columns.append(
            ShardPlan.Column(
                name: name, type: "\(postgis).geography(Point,4326)", isRequired: false, isComputed: true))
        notes.append("the shards get a column \(name), computed from \(latitude) and \(longitude), with an index")
        return (name, false)
    }

    /// Cuts the longitudes so that about as many rows are in each part.
    private func cut(
        _ description: TableDescription, _ longitude: String, _ servers: [ShardServer], digest: String
    ) throws -> (parts: [ShardPlan.Part], inFirst: Double, unplaced: Int) {
        let column = SQLText.name(longitude)
        let shares = (1..<servers.count).map { "\(Double($0) / Double(servers.count))" }.joined(separator: ",")
        let isPlace = "FILTER (WHERE \(column) BETWEEN -180 AND 180)"
        let row = try PostgresSession.row(
            connection,
            """
            SELECT count(*) - count(\(column)), min(\(column)::pg_catalog.float8) \(isPlace), (
                percentile_disc('{\(shares)}'::pg_catalog.float8[])
                WITHIN GROUP (ORDER BY \(column)::pg_catalog.float8) \(isPlace))::text
            FROM \(description.sqlName)
            """)
        guard row.count == 3, let unplaced = Int(row[0] ?? "") else {
            throw SyncError(.protocol, "the server's count cannot be read", retryMayHelp: true)
        }
        let cuts = (row[2] ?? "").split { "{},".contains($0) }.compactMap { Double($0) }
        guard let least = row[1].flatMap({ Double($0) }), cuts.count == servers.count - 1,
            zip([least] + cuts, cuts).allSatisfy({ $0 < $1 })
        else {
            throw SyncError.schema(
                "too few longitudes of \(description.fullName) differ for \(servers.count) parts; plan fewer")
        }
        var parts = servers.enumerated().map { index, server in
            ShardPlan.Part(
                number: index + 1, low: index == 0 ? nil : cuts[index - 1],
                high: index == cuts.count ? nil : cuts[index], rows: 0, digest: 0, server: server)
        }
        let cases = parts.map { "WHEN \(ShardPlan.condition($0, longitude)) THEN \($0.number)" }
        let counted = try connection.query(
            "SELECT CASE \(cases.joined(separator: " ")) END, count(*), \(digest)::text FROM \(description.sqlName) GROUP BY 1"
        )
        for row in counted where row.first != .some(nil) {
            guard row.count == 3, let number = Int(row[0] ?? ""), parts.indices.contains(number - 1),
                let digest = Int128(row[2] ?? "")
            else { throw SyncError(.protocol, "the server's count cannot be read", retryMayHelp: true) }
            parts[number - 1].rows = try PostgresSession.number(row[1])
            parts[number - 1].digest = digest
        }
        return (parts, least + (cuts[0] - least) / 2, unplaced)
    }
}
