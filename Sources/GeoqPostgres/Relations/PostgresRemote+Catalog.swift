import Geoq
package import GeoqSync

/// The relations that a server has.
extension PostgresRemote {
    static let postgisQuestion = """
        SELECT quote_ident(nspname) FROM pg_catalog.pg_extension e
            JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'postgis'
        """

    /// Where the server is, without user and password, what its database is called by itself (nil when the
    /// user may not ask), and how many of some names are relations of it.
    package func address(
        lookingFor names: [String]
    ) async throws -> (address: String, origin: String?, found: Int) {
        try await asking { connection in
            let list = names.map { "\"\($0)\"" }.joined(separator: ",")
            let system = try ServerRights(connection)
                .call(.controlSystem, "(pg_catalog.pg_control_system()).system_identifier::text")
            let row = try connection.query(
                """
                SELECT count(pg_catalog.to_regclass(pg_catalog.quote_ident(name))),
                    \(system) || '/'
                        || (SELECT oid::text FROM pg_catalog.pg_database WHERE datname = current_database())
                FROM unnest($1::pg_catalog.text[]) AS name
                """, ["{\(list)}"]
            ).first
            let found = try row?.column(0).flatMap { Int($0) } ?? 0
            return (connection.place, try row?.column(1), found)
        }
    }

    /// The relations with a column of places, or with latitude and longitude; also those with places as texts
    /// or bytes, which cannot be mirrored as they are.
    ///
    /// A foreign server that takes connections and does not answer is waited for once.
    ///
    /// - Throws: `SyncError`.
    package func relations() async throws -> [CatalogRelation] {
        var list = try await asking { try Self.looked(into: Self.list($0), $0) }
        // After a server that does not answer, the connection can ask nothing.
        while !list.left.isEmpty {
            let rest = list
            do {
                list = try await asking { Self.looked(into: rest, $0) }
            } catch let error as SyncError {
                for index in list.left { list.relations[index].failure = error }
                list.left = []
            }
        }
        return list.relations.filter { $0.hasPlaces || $0.encodedPlaces != nil }
    }

    /// Relations that are being looked into.
    private struct List: Sendable {
        var relations: [CatalogRelation]
        /// The positions of those that were not looked into yet, in reverse order.
        var left: [Int]
        var postgis: String?
        /// The foreign servers that were not reached: none is asked again for another of its tables.
        var lost: [String: SyncError] = [:]
    }

    private static func list(_ connection: PostgresConnection) throws -> List {
        let postgis = try connection.query(postgisQuestion).first?.column(0)
        let (grant, usage) = (try PostGISGrant.systems.missing(connection), try PostGISGrant.schema.missing(connection))
        let transform = try PostGISGrant.transform.missing(connection)
        var relations = try CatalogRelation.all(CatalogRelation.listed, connection).filter { relation in
            relation.hasPlaces
                || postgis.map { !EncodedPlaces.candidates(of: relation, postgis: $0).isEmpty } ?? false
        }
        for index in relations.indices {
            relations[index].grantOfSystems = grant
            relations[index].grantOfPostGIS = usage
            relations[index].grantOfTransform = transform
        }
        let order = relations.indices.sorted { relations[$0].distance < relations[$1].distance }
        return List(relations: relations, left: order.reversed(), postgis: postgis)
    }

    /// Looks into those that are left, as long as the connection can ask.
    private static func looked(into list: List, _ connection: PostgresConnection) -> List {
        var list = list
        while connection.isAlive, let index = list.left.popLast() {
            let relation = list.relations[index]
            let names = relation.serverNames + [relation.servers].compactMap { $0 }
            if let name = names.first(where: { list.lost[$0] != nil }) {
                list.relations[index].failure = list.lost[name]
                continue
            }
            list.relations[index] = looked(into: relation, connection, list.postgis)
            // Of several servers none is known to be the one: they are kept under the names of all.
            if let servers = relation.servers, list.relations[index].failure?.kind == .unreachable {
                list.lost[servers] = list.relations[index].failure
            }
        }
        return list
    }

    /// The names of the relations with places that the user may read, as the catalog tells, and where the server is,
    /// without user and password. No row is looked at.
    ///
    /// - Parameter own: tables that are left out; one without a schema is what the login finds by its name alone.
    /// - Throws: `SyncError`.
    package func namesWithPlaces(
        except own: [TableMapping.Table]
    ) async throws -> (address: String, names: [RelationName]) {
        try await asking { connection in
            let visible = try connection.names(Self.visibleQuestion).compactMap { row, hasBytes -> RelationName? in
                guard !hasBytes, row.count == 2, let name = row[1] else { return nil }
                return RelationName(schema: row[0], table: name)
            }
            let unqualified = Set(own.filter { $0.schema == nil }.map(\.table))
            let left = Set(
                own.map { RelationName(schema: $0.schema, table: $0.table) }
                    + visible.filter { unqualified.contains($0.table) })
            let relations = try CatalogRelation.all(CatalogRelation.listed, connection).filter {
                !$0.hasNameOfBytes && $0.hasPlaces && $0.isReachable && $0.columns.contains(where: \.isReadable)
            }
            let names = relations.map { RelationName(schema: $0.schema, table: $0.name) }
            return (connection.place, names.filter { !left.contains($0) })
        }
    }

    /// The relations that the login finds by their names alone.
    private static let visibleQuestion = """
        SELECT n.nspname, c.relname
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_'
            AND pg_catalog.pg_table_is_visible(c.oid)
        """

    func asking<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let worker = try await connected()
        do {
            let value = try await worker.run { connection in
                try connection.begin(
                    ServerTransaction.begin(
                        .readCommitted, as: nil, version: connection.serverVersion, takesBytes: connection.hasNoEncoding
                    ))
                let value = try body(connection)
                // `body` may have abandoned the connection while the server ended what it had begun at another one.
                if connection.isAlive { try connection.execute("ROLLBACK") }
                return value
            }
            await worker.close()
            return value
        } catch {
            await worker.close()
            throw SyncError.from(error)
        }
    }
}

extension CatalogRelation {
    /// Tables first, then what is computed, which may have its rows from anywhere, and what is on other servers: what is
    /// on one before what is on several.
    fileprivate var distance: Int { servers != nil ? 1 + serverNames.count : kind == .view ? 1 : 0 }

    /// The names of `servers`.
    fileprivate var serverNames: [String] {
        servers.map { $0.split(separator: ", ").map(String.init) } ?? []
    }

    /// The foreign servers that its rows are on, or that a view reads from.
    var servers: String? { foreignServers ?? serversBehind }
}
