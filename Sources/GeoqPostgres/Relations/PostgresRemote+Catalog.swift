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
            let found = row.flatMap { $0[0] }.flatMap { Int($0) } ?? 0
            return (connection.place, row.flatMap { $0[1] }, found)
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
        let postgis = try connection.query(postgisQuestion).first?[0]
        let (grant, usage) = (try SystemsGrant.missing(connection), try PostGISGrant.missing(connection))
        var relations = try connection.query("\(CatalogRelation.question) \(CatalogRelation.listed)")
            .compactMap { CatalogRelation($0) }
            .filter { relation in
                relation.hasPlaces
                    || postgis.map { !EncodedPlaces.candidates(of: relation, postgis: $0).isEmpty } ?? false
            }
        for index in relations.indices {
            relations[index].grantOfSystems = grant
            relations[index].grantOfPostGIS = usage
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
            let visible = try connection.query(Self.visibleQuestion).compactMap { row -> RelationName? in
                guard row.count == 2, let name = row[1] else { return nil }
                return RelationName(schema: row[0], table: name)
            }
            let unqualified = Set(own.filter { $0.schema == nil }.map(\.table))
            let left = Set(
                own.map { RelationName(schema: $0.schema, table: $0.table) }
                    + visible.filter { unqualified.contains($0.table) })
            let relations = try connection.query("\(CatalogRelation.question) \(CatalogRelation.listed)")
                .compactMap { CatalogRelation($0) }
                .filter { $0.hasPlaces && $0.isReachable && $0.columns.contains(where: \.isReadable) }
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

    /// One relation, by the name that SQL would take, or else by its exact name; and
    /// where the server is, without user and password. One connection asks for both.
    ///
    /// - Throws: `SyncError` when there is no such relation.
    package func place(ofRelation name: String) async throws -> (address: String, relation: CatalogRelation) {
        try await asking { connection in
            let found = try Self.found(name, connection) { text -> (address: String, relation: CatalogRelation)? in
                let rows = try connection.query("\(CatalogRelation.question) \(CatalogRelation.named)", [text])
                guard let relation = rows.lazy.compactMap({ CatalogRelation($0) }).first else { return nil }
                let postgis = try connection.query(Self.postgisQuestion).first?[0]
                var granted = relation
                granted.grantOfSystems = try SystemsGrant.missing(connection)
                granted.grantOfPostGIS = try PostGISGrant.missing(connection)
                // The last, because the connection can ask nothing after a server that does not answer.
                return (connection.place, Self.looked(into: granted, connection, postgis, counts: false))
            }
            guard let found else { throw try NearNames.error(for: name, connection) }
            return found
        }
    }

    /// Which of some names are names of the same relation.
    ///
    /// - Throws: `SyncError`, also for a schema that the user may not use.
    package func names(of relation: RelationName, among others: [RelationName]) async throws -> [RelationName] {
        try await asking { connection in
            let same = """
                SELECT pg_catalog.to_regclass($1)::pg_catalog.oid = pg_catalog.to_regclass($2)::pg_catalog.oid
                """
            return try others.filter { other in
                try connection.query(same, [Self.quoted(relation), Self.quoted(other)]).first?[0] == "t"
            }
        }
    }

    /// As SQL writes it.
    private static func quoted(_ name: RelationName) -> String {
        (name.schema.map { SQLText.name($0) + "." } ?? "") + SQLText.name(name.table)
    }

    /// What is found by the first reading of a relation's name by which something is; nil when nothing is. After an
    /// error of the server the transaction can go on.
    ///
    /// - Parameter look: gets a name as SQL writes it, for `to_regclass`.
    static func found<Value>(
        _ name: String, _ connection: PostgresConnection, _ look: (_ text: String) throws -> Value?
    ) throws -> Value? {
        for text in readings(of: name) {
            try connection.execute("SAVEPOINT geoq_name")
            do {
                if let value = try look(text) { return value }
            } catch let error as SyncError {
                if connection.isAlive { try connection.execute("ROLLBACK TO SAVEPOINT geoq_name") }
                guard isNoName(error), connection.isAlive else {
                    throw SchemaGrant.error(for: error, schema: RelationName(name)?.schema)
                }
            }
        }
        return nil
    }

    /// What a name may mean, as SQL writes it: any dot may stand between schema and relation, or be
    /// a part of the name. In the list of relations a part may stand in quotation marks beside one
    /// that does not.
    private static func readings(of name: String) -> [String] {
        let dots = name.indices.filter { name[$0] == "." }.map { dot in
            (String(name[..<dot]), String(name[name.index(after: dot)...]))
        }
        let split = dots.filter { !$0.isEmpty && !$1.isEmpty }.map { "\(SQLText.name($0)).\(SQLText.name($1))" }
        let listed = RelationName(name).map(quoted)
        return split + (name.isEmpty ? [] : [SQLText.name(name)] + [listed].compactMap { $0 } + [name])
    }

    /// `syntax_error` and `invalid_name`: the text is no name as SQL writes it. `untranslatable_character`: the
    /// database's encoding has no such letters, and so no such name.
    private static func isNoName(_ error: SyncError) -> Bool {
        ["42601", "42602", "22P05"].contains(error.code ?? "")
    }

    private func asking<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let worker = try await connected()
        do {
            let value = try await worker.run { connection in
                try connection.begin(
                    ServerTransaction.begin(.readCommitted, as: nil, version: connection.serverVersion))
                let value = try body(connection)
                // It may have been left while it ended what it had begun at another server.
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

    /// How many rows are counted where the server's statistics tell nothing. Of more the number stays unknown.
    private static let mostCounted = 100_000

    /// How long `looked` waits for the server. A server that waits for another one does not end a statement when
    /// the statement's time is over.
    private static let patience = Duration.seconds(10)

    /// Looks at rows for what the catalog does not tell, for two seconds at most:
    /// a view may be costly.
    private static func looked(
        into relation: CatalogRelation, _ connection: PostgresConnection, _ postgis: String?,
        counts: Bool = true
    ) -> CatalogRelation {
        var relation = relation
        let name = relation.sqlName
        let silence = connection.silence
        connection.silence = min(silence, patience)
        defer { connection.silence = silence }
        var failure: SyncError?
        func first(_ sql: String) -> [String?]? {
            guard connection.isAlive,
                (try? connection.execute("SAVEPOINT geoq_look; SET LOCAL statement_timeout = '2s'")) != nil
            else { return nil }
            var row: [String?]?
            do {
                row = try connection.query(sql).first
            } catch {
                failure = error as? SyncError
            }
            try? connection.execute("ROLLBACK TO SAVEPOINT geoq_look")
            return row
        }
        // It has no rows to look at, and the server refuses to read it.
        guard relation.isPopulated, !relation.isOnPrimaryAlone else { return relation }
        if relation.kind == .view || relation.foreignServers != nil {
            let columns = relation.columns.filter(\.isReadable).map { "t.\(SQLText.name($0.name))" }
            if !columns.isEmpty {
                // Its length alone is sent: of a database without an encoding the text may be no UTF-8.
                let sample = """
                    SELECT pg_catalog.octet_length(ROW(\(columns.joined(separator: ", ")))::text) FROM \(name) AS t LIMIT 1
                    """
                _ = first(sample)
                // An inner error of the server may pass.
                if failure?.code == PostgresSession.internalError {
                    failure = nil
                    _ = first(sample)
                }
                let isSilent = relation.servers != nil && !connection.isAlive
                relation.failure = failure.flatMap { error in
                    let isOfRows = ReadingFailure.isOfRows(
                        error, isForeign: relation.foreignServers != nil, isOverForeign: relation.serversBehind != nil)
                    return isSilent || isOfRows ? error : nil
                }
                if relation.failure != nil { return relation }
            }
        }
        if !relation.hasPlaces, let postgis {
            relation.encodedPlaces = EncodedPlaces.candidates(of: relation, postgis: postgis)
                .first { first($0.question(relation)) != nil }
        }
        // A unique index lets any number of NULLs be, and finds them.
        if let key = relation.guessedKey, relation.uniqueKeys.contains(key) {
            let optional = key.filter { name in relation.columns.first { $0.name == name }?.isRequired == false }
            let isNull = optional.map { "\(SQLText.name($0)) IS NULL" }.joined(separator: " OR ")
            if !optional.isEmpty { relation.hasNullKey = first("SELECT 1 FROM \(name) WHERE \(isNull) LIMIT 1") != nil }
        }
        if counts, relation.rows == nil {
            let count = first("SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT \(mostCounted + 1)) AS sample")
            relation.rows = count?[0].flatMap { Int($0) }.flatMap { $0 > mostCounted ? nil : $0 }
        }
        // Of a single relation a person may name another column than the one that is found.
        let columns = counts ? [relation.placeColumn].compactMap { $0 } : relation.columns.filter { $0.place != nil }
        for column in columns where column.place?.srid == 0 {
            guard let postgis else { break }
            let value = SQLText.name(column.name) + (column.type == "geography" ? "::\(postgis).geometry" : "")
            let found = first(
                """
                SELECT string_agg(DISTINCT \(postgis).ST_SRID(g)::text, ',')
                FROM (SELECT \(value) AS g FROM \(name) WHERE \(SQLText.name(column.name)) IS NOT NULL LIMIT 1000) AS sample
                """)
            relation.foundSRIDs[column.name] = found?[0]?.split(separator: ",").compactMap { Int($0) }.sorted()
        }
        return relation
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
    fileprivate var servers: String? { foreignServers ?? serversBehind }
}
