import Geoq
import GeoqStore
import GeoqSync

/// Questions about single tables, besides the reading of rows.
extension PostgresSession: RemoteDigesting {
    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest {
        let query = try await query(table, knowing: hidden)
        return try await reading(query) { connection, query in
            var digest = TableDigest()
            for row in try connection.query(query.digest(measure, hiding: hidden)) {
                guard row.count == 3, let byte = Int(row[0] ?? ""), let count = Int(row[1] ?? ""),
                    let sum = UInt128(row[2] ?? ""),
                    digest.set(byte, count: count, sum: sum)
                else { throw SyncError(.protocol, "the server's digest cannot be read", retryMayHelp: true) }
            }
            return digest
        }
    }

    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32] {
        let query = try await query(table, knowing: hidden)
        return try await reading(query) { connection, query in
            var sums: [UInt16: UInt32] = [:]
            let sql = query.copyFineDigest(measure, of: firstBytes, hiding: hidden)
            _ = try Self.copy(connection, sql, query, fields: 2) { row in
                for (prefix, sum) in try query.fineSums(row) { sums[prefix] = sum }
            }
            return sums
        }
    }

    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken] {
        let query = try await query(table, knowing: hidden)
        let tokens = try await reading(query) { connection, query in
            var tokens: [RowToken] = []
            let sql = query.copyTokens(measure, in: ranges, hiding: hidden)
            _ = try Self.copy(connection, sql, query, fields: 2) { tokens.append(try query.token(measure, $0)) }
            return tokens
        }
        if query.key != nil {
            note(Dictionary(tokens.compactMap { row in row.key.map { (row.id, $0) } }) { $1 }, of: table)
        }
        return tokens
    }

    /// When more ids than this are shared by several rows, the table is not
    /// read.
    private static let mostDoubled = 1_000
    /// When more rows than this are unusable, the table is not read.
    static let mostUnusable = 1_000

    static func tooManyUnusable(_ rows: [MirrorRow], _ query: TableQuery) -> SyncError {
        let first = rows.first.map { "\($0.key ?? $0.id.description): \($0.problem ?? "")" } ?? ""
        return .schema(
            "more than \(mostUnusable) rows of \(query.description.fullName) cannot be used; the first is \(first)")
    }

    /// Ids that several rows share, and how many rows have none; asked only
    /// where no index rules this out.
    ///
    /// - Throws: `SyncError` when there are too many.
    static func sureIDs(
        _ connection: PostgresConnection, _ description: TableDescription
    ) throws -> (doubled: [FeatureID], missing: Int) {
        if description.hasSureIDs { return ([], 0) }
        try connection.execute("SAVEPOINT geoq_ids")
        let rows: [[String?]]
        do {
            rows = try connection.query(TableQuery.doubledIDs(description, atMost: mostDoubled))
        } catch let error as SyncError where error.code != nil && connection.isAlive {
            try connection.execute("ROLLBACK TO SAVEPOINT geoq_ids")
            throw error
        }
        var (doubled, missing): ([FeatureID], Int) = ([], 0)
        for row in rows {
            let count = try number(row.column(1))
            if let text = try row.column(0), let id = FeatureID(text) { doubled.append(id) } else { missing += count }
        }
        guard doubled.count <= mostDoubled else {
            throw SyncError.schema(
                "\(description.fullName) has more than \(mostDoubled) ids that several rows have, such as "
                    + "\(doubled[0])", remedy: .distinctColumn)
        }
        return (doubled, missing)
    }

    /// A condition for the rows that lie in an area and near its boundary; nil when there are
    /// no such rows, and for a region that is not an area.
    ///
    /// - Throws: `SyncError`.
    static func border(_ connection: PostgresConnection, _ query: TableQuery, _ region: Region?) throws -> String? {
        guard let question = BorderQuestion(query, region) else { return nil }
        return try question.condition(connection.query(question.sql))
    }

    /// What else decides how the server is read.
    static func traits(_ connection: PostgresConnection, postgis: String?) throws -> ServerTraits {
        let row = try row(
            connection,
            """
            SELECT pg_catalog.current_setting('server_encoding'), (\(PostGISGrant.schema.question)), (\(PostGISGrant.transform.question))
            """)
        // Without an encoding, texts are sent and hashed as the bytes that they are.
        return ServerTraits(
            postgis: postgis, grantOfPostGIS: try row.column(1), grantOfTransform: try row.column(2),
            isUTF8: ["UTF8", "SQL_ASCII"].contains(try row.column(0)),
            hasNoEncoding: try row.column(0) == "SQL_ASCII")
    }

    /// Why the places of a table cannot be asked for: some are not in degrees,
    /// or are no points. Rows are not read when the type of the column rules that out.
    ///
    /// - Complexity: O(rows) where the type guarantees nothing.
    func oddPlace(of table: MirrorTable) async throws -> SyncError? {
        let query = query(table)
        guard let places = query.places, let isOdd = places.isOdd, let location = places.location else { return nil }
        return try await reading { connection in
            let shape = "\(location)::\(try places.schema).geometry"
            let row = try connection.query(
                """
                SELECT \(query.id)::text, \(try places.function("ST_SRID"))(\(shape)),
                    \(try places.function("GeometryType"))(\(shape))
                FROM \(query.source) WHERE \(isOdd) AND \(query.belongs ?? "true") LIMIT 1
                """
            ).first
            guard let row else { return nil }
            let (id, srid, kind) = (try row.column(0) ?? "", try row.column(1) ?? "", try row.column(2) ?? "geometry")
            return .schema(
                "\(query.description.fullName) has a place that is no point in degrees: \(id) is a \(kind) in SRID \(srid)"
            )
        }
    }
}

extension PostgresSession: RemoteKeying {
    func learn(_ keys: [FeatureID: String], of table: MirrorTable) async { note(keys, of: table) }
}
