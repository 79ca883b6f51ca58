import Geoq
import GeoqSync

extension PostgresRemote {
    /// How many rows are counted where the server's statistics tell nothing. When there are more, their number stays
    /// unknown.
    private static let mostCounted = 100_000

    /// How long `looked` waits for the server. A server that waits for another one does not end a statement when
    /// the statement's time is over.
    private static let patience = Duration.seconds(10)

    /// Looks at rows for what the catalog does not tell, for two seconds at most:
    /// a view may be costly.
    static func looked(
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
        // The relation has no rows to look at, or the server refuses to read it.
        guard relation.isPopulated, !relation.isOnPrimaryAlone, !relation.hasNameOfBytes else { return relation }
        if relation.kind == .view || relation.foreignServers != nil || relation.hasPolicies {
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
                    let isOfRows =
                        relation.isReadByPolicyAlone
                        ? ReadingFailure.isOfPolicy(error)
                        : ReadingFailure.isOfRows(
                            error, isForeign: relation.foreignServers != nil,
                            isOverForeign: relation.serversBehind != nil)
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
            relation.rows = count?.first?.flatMap { Int($0) }.flatMap { $0 > mostCounted ? nil : $0 }
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
            relation.foundSRIDs[column.name] = found?.first??.split(separator: ",").compactMap { Int($0) }.sorted()
        }
        return relation
    }
}
