import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// Looks up, within a moment, what the catalog does not say of a relation, and
/// makes its query.
struct RelationReader {
    let connection: PostgresConnection
    let description: TableDescription
    let server: ServerTraits

    init(_ connection: PostgresConnection, _ description: TableDescription, _ server: ServerTraits) {
        (self.connection, self.description, self.server) = (connection, description, server)
    }

    /// - Throws: `SyncError` for a key that is not unique or is NULL, and for
    ///   places in a system that the server does not know.
    ///
    /// - Parameters:
    ///   - unplaced: keys of rows whose places the server cannot transform; a query that was made with none of
    ///     them checks the key.
    ///   - purpose: what the rows are for. For a question about hotspots the key is not checked: the check would read
    ///     all rows, on all servers, and the answer shows whether two of its rows have the same key.
    func query(
        region: Region?, source: String, unplaced: [String] = [], for purpose: RemoteRequest.Purpose = .mirror
    ) throws -> TableQuery {
        let key = RelationKey(description.keyColumns, server)
        let place = try place(except: unplaced.isEmpty ? nil : key.isOne(of: unplaced))
        if unplaced.isEmpty, purpose == .mirror || description.table != .hotspot { try checkKey(key) }
        func query(_ region: Region?, border: String? = nil) throws -> TableQuery {
            try TableQuery(
                relation: description, key, place, region: region, border: border, server: server, sourceName: source)
        }
        let whole = try query(nil)
        let border: String?
        do {
            border = try asking { try PostgresSession.border(connection, whole, region) }
        } catch let error as SyncError where error.code == PostgresSession.internalError && unplaced.isEmpty {
            let keys = try self.unplaced(whole)
            guard !keys.isEmpty else { throw error }
            return try self.query(region: region, source: source, unplaced: keys)
        }
        return try query(region, border: border)
    }

    // MARK: - The key

    /// Where no index guarantees it, all rows are looked at.
    private func checkKey(_ key: RelationKey) throws {
        if description.hasSureIDs { return }
        let rows = try asking {
            try connection.query(
                """
                SELECT \(key.text), count(*) FROM \(description.sqlName) AS t GROUP BY 1
                HAVING count(*) > 1 OR \(key.text) IS NULL ORDER BY 1 NULLS FIRST LIMIT 1
                """)
        }
        guard let row = rows.first else { return }
        let columns = description.keyColumns.map(\.name).joined(separator: ", ")
        let count = try row.column(1) ?? "some"
        guard let value = try row.column(0) else {
            throw SyncError.schema(
                "\(description.fullName): the key \(columns) is NULL in \(count) \(count == "1" ? "row" : "rows")",
                remedy: .keyColumn)
        }
        throw SyncError.schema(
            "\(description.fullName): the key \(columns) is not unique: \(count) rows have \(value)", remedy: .keyColumn
        )
    }

    // MARK: - Places

    private func place(except unplaced: String?) throws -> RelationPlace {
        let mapping = description.mapping
        guard let location = description.location else {
            guard let y = description.source(of: "lat"), let x = description.source(of: "lon") else {
                throw description.relationObstacle ?? SyncError.noTable(description.fullName)
            }
            let isView = description.kind == "v"
            guard let srid = mapping.srid, srid != 4326 else {
                return RelationPlace(y: y, x: x, system: nil, isView: isView, postgis: server.postgis)
            }
            guard server.postgis != nil else { throw Self.noPostGIS(description) }
            if let grant = server.grantOfPostGIS { throw PostGISGrant.schema.error(description.fullName, grant) }
            guard let system = try systems([srid]).first else { throw unknown([srid]) }
            if let grant = server.grantOfTransform { throw PostGISGrant.transform.error(description.fullName, grant) }
            return RelationPlace(
                y: y, x: x, system: system, except: unplaced, isView: isView, postgis: server.postgis)
        }
        guard let postgis = server.postgis else { throw Self.noPostGIS(description) }
        if let grant = server.grantOfPostGIS { throw PostGISGrant.schema.error(description.fullName, grant) }
        var srids = [location.place?.srid ?? 0]
        if srids == [0] { srids = try found(in: location, postgis) }
        let isWithout = srids.contains(0)
        if isWithout {
            if let srid = mapping.srid {
                srids = srids.filter { $0 != 0 && $0 != srid } + [srid]
            } else if srids == [0] {
                throw SyncError.schema(
                    "the places of \(description.fullName).\(location.name) have no SRID", remedy: .srid)
            }
        }
        // Points in degrees are read as they are.
        let isSure = location.place?.isSure == true
        let known = isSure ? [] : try systems(srids.filter { $0 != 0 })
        if known.isEmpty, !srids.isEmpty, !isSure { throw unknown(srids) }
        // Rows without an SRID would have no place, although a person has said where they are.
        if isWithout, let said = mapping.srid, !known.contains(where: { $0.srid == said }) {
            throw unknown([said])
        }
        if let grant = server.grantOfTransform, known.contains(where: { $0.srid != 4326 }) {
            throw PostGISGrant.transform.error(description.fullName, grant)
        }
        return RelationPlace(
            location, systems: known, sridOfNone: mapping.srid, shapes: mapping.shapes, except: unplaced,
            postgis: postgis)
    }

    /// The user who may not use plpgsql; no row when that is allowed.
    private static let grantOfLanguage = """
        SELECT quote_ident(current_user) FROM pg_catalog.pg_language
        WHERE lanname = 'plpgsql' AND NOT pg_catalog.has_language_privilege(oid, 'USAGE')
        """

    /// More of these, and the table is not read.
    private static let mostUnplaced = 1_000

    /// The keys of rows whose places the server cannot transform: PROJ makes an
    /// error of coordinates that its system cannot have. Each row is tried by
    /// itself, in a block that changes nothing.
    ///
    /// - Throws: `SyncError` when there are too many.
    func unplaced(_ query: TableQuery) throws -> [String] {
        guard let key = query.key, let (point, degrees) = query.transformation else { return [] }
        let body = """
            DECLARE a record; bad text[] := '{}'; BEGIN
            FOR a IN SELECT \(key.text) AS key, \(point) AS point FROM \(description.sqlName) AS t LOOP
                BEGIN PERFORM \(degrees); EXCEPTION WHEN internal_error THEN bad := bad || a.key::text;
                IF cardinality(bad) > \(Self.mostUnplaced) THEN EXIT; END IF; END;
            END LOOP;
            PERFORM pg_catalog.set_config('geoq.unplaced', pg_catalog.array_to_json(bad)::text, true); END
            """
        let keys = try texts(of: "geoq.unplaced", by: body, for: "transform some places of")
        guard keys.count <= Self.mostUnplaced else {
            throw SyncError.schema(
                "the server cannot transform the places of more than \(Self.mostUnplaced) rows of "
                    + "\(description.fullName), such as \(keys[0])", remedy: .srid)
        }
        return keys
    }

    /// Texts that a block of plpgsql leaves in a setting of the transaction, as a JSON array.
    ///
    /// - Parameter task: what the server cannot do with the relation.
    func texts(of setting: String, by body: String, for task: String) throws -> [String] {
        guard !body.contains("$geoq$") else { return [] }
        if let user = try connection.query(Self.grantOfLanguage).first?.column(0) {
            throw SyncError(
                .refused,
                "the server cannot \(task) \(description.fullName), and only plpgsql, which this user may not use, finds "
                    + "their rows; GRANT USAGE ON LANGUAGE plpgsql TO \(user)",
                retryMayHelp: false, code: "42501")
        }
        let text = try asking {
            try connection.execute("DO $geoq$ \(body) $geoq$")
            return try connection.query("SELECT pg_catalog.current_setting('\(setting)', true)").first?.column(0)
        }
        return text.flatMap { try? JSONValue(parsing: $0) }?.array?.compactMap(\.string) ?? []
    }

    /// The SRIDs of a column whose type does not fix one.
    private func found(in location: TableDescription.Column, _ postgis: String) throws -> [Int] {
        let value = "t.\(SQLText.name(location.name))"
        let shape = location.type == "geography" ? "\(value)::\(postgis).geometry" : value
        // All rows are read, also for a question.
        try ForeignPatience.connect(forAllOf: description, connection)
        return try asking {
            try connection.query(
                """
                SELECT DISTINCT \(postgis).ST_SRID(\(shape)) FROM \(description.sqlName) AS t
                WHERE \(value) IS NOT NULL ORDER BY 1
                """
            ).compactMap { Int(try $0.column(0) ?? "") }
        }
    }

    /// Those of these systems that the server knows.
    private func systems(_ srids: [Int]) throws -> [RelationPlace.System] {
        guard let postgis = server.postgis, !srids.isEmpty else { return [] }
        let list = "{\(srids.map(String.init).joined(separator: ","))}"
        let rows: [[String?]]
        do {
            rows = try known(list, postgis)
        } catch let error as SyncError where error.code == "42501" {
            let systems = PostGISGrant.systems
            throw try systems.missing(connection).map { systems.error(description.fullName, $0) } ?? error
        }
        return try rows.compactMap { row in
            try Int(row.column(0) ?? "").map {
                RelationPlace.System(
                    srid: $0, isInDegrees: try row.column(1) == "t", definition: try row.column(2) ?? "")
            }
        }
    }

    /// PostGIS takes a system's authority and number first, then `srtext`, then `proj4text`.
    private func known(_ list: String, _ postgis: String) throws -> [[String?]] {
        try asking {
            try connection.query(
                """
                SELECT srid, srtext LIKE 'GEOG%' OR proj4text LIKE '%longlat%',
                    pg_catalog.md5(concat_ws('|', auth_name, auth_srid, srtext, proj4text))
                FROM \(postgis).spatial_ref_sys WHERE srid = ANY ($1::pg_catalog.int4[]) ORDER BY srid
                """, [list])
        }
    }

    /// Asks so that the transaction goes on when the server refuses.
    func asking<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.execute("SAVEPOINT geoq_relation")
        func attempt() throws -> Value {
            do {
                return try body()
            } catch let error as SyncError where error.code != nil {
                // A server that has lost another one may not end what it began there.
                if connection.isAlive { try connection.execute("ROLLBACK TO SAVEPOINT geoq_relation") }
                throw error
            }
        }
        do {
            return try attempt()
        } catch let error as SyncError where connection.isAlive && description.maySucceedAgain(after: error) {
            do {
                return try attempt()
            } catch let error as SyncError {
                throw description.named(error)
            }
        } catch let error as SyncError {
            throw description.named(error)
        }
    }

    private func unknown(_ srids: [Int]) -> SyncError {
        let list = srids.map(String.init).joined(separator: ", ")
        return .schema(
            "the server's spatial_ref_sys has no SRID \(list), which \(description.fullName) needs",
            remedy: .spatialReference)
    }

    private static func noPostGIS(_ description: TableDescription) -> SyncError {
        .schema("the places of \(description.fullName) cannot be read without PostGIS, which the server does not have")
    }
}
