import GeoqSync

extension RelationReader {
    /// What only the rows of a relation show.
    ///
    /// - Complexity: O(rows).
    func findings() throws -> [SchemaFinding] {
        do {
            // Rows that the server refuses to read wait, or have no place, and the others are mirrored.
            return try mending(query(region: nil, source: connection.place)) { try findings($0) }
        } catch let error as SyncError where error.kind != .unreachable && connection.isAlive {
            return [
                SchemaFinding(
                    description.table, .obstacle, error.message, cost: "the relation cannot be mirrored",
                    remedy: error.remedy)
            ]
        }
    }

    private func findings(_ query: TableQuery) throws -> [SchemaFinding] {
        let unplaced = try placeless(query)
        // A view may fail for any row, by any of its columns.
        if description.kind == "v" {
            _ = try asking {
                try connection.query(
                    "SELECT count(\(query.contentVersion)) FROM \(query.source) WHERE \(query.belongs ?? "true")")
            }
        }
        return try unplaced + [stray(query)].compactMap { $0 } + omitted(query)
    }

    /// How many rows have no place that can be read, and why, with what helps; and again those that need something
    /// else. Nothing when all rows have one.
    private func placeless(_ query: TableQuery) throws -> [SchemaFinding] {
        guard let places = query.places else { return [] }
        let reason: String
        if let location = description.location, let postgis = server.postgis {
            let column = "t.\(SQLText.name(location.name))"
            let shape = location.type == "geography" ? "\(column)::\(postgis).geometry" : column
            reason = """
                CASE WHEN \(column) IS NULL THEN 'NULL' WHEN \(postgis).ST_IsEmpty(\(shape)) THEN 'empty' \
                WHEN \(postgis).ST_GeometryType(\(shape)) = 'ST_Point' THEN \(ofPoint("\(postgis).ST_SRID(\(shape))", query)) \
                ELSE pg_catalog.substr(\(postgis).ST_GeometryType(\(shape)), 4) END
                """
        } else if let y = description.source(of: "lat"), let x = description.source(of: "lon") {
            let (isNull, isNone) = ([y, x].map { "t.\(SQLText.name($0.name)) IS NULL" }, [y, x].map(Self.isNoNumber))
            let hasComma = [y, x].map {
                "(t.\(SQLText.name($0.name))::pg_catalog.text COLLATE \"C\") ~ '^ *-?[0-9]+,[0-9]+ *$'"
            }
            reason = """
                CASE WHEN \(isNull.joined(separator: " OR ")) THEN 'NULL' \
                WHEN \(hasComma.joined(separator: " OR ")) THEN '\(Self.withComma)' \
                WHEN \(isNone.joined(separator: " OR ")) THEN 'no coordinates' ELSE '\(Self.beyond)' END
                """
        } else {
            return []
        }
        let rows = try asking {
            try connection.query(
                """
                SELECT why, count(*) FROM (SELECT \(reason) AS why FROM \(query.source)
                    WHERE \(query.belongs ?? "true") AND NOT coalesce(\(places.isPlace), false)
                    ) AS placeless
                GROUP BY 1 ORDER BY 2 DESC, 1
                """)
        }
        let counts = try rows.compactMap { row in
            try row.column(1).flatMap { Int($0) }.map { (why: try row.column(0) ?? "", count: $0) }
        }
        if counts.isEmpty { return [] }
        let others = ["NULL", "empty", Self.beyond, Self.withComma, "no coordinates"]
        let isAsked = description.mapping.shapes != nil
        let cures: [(remedy: SyncRemedy, reasons: [(why: String, count: Int)])] = [
            (.srid, counts.filter { $0.why == Self.withoutSRID }),
            (.shapePlace, counts.filter { !isAsked && !others.contains($0.why) && !$0.why.contains("SRID") }),
            (.spatialReference, counts.filter { $0.why.hasPrefix(Self.unknown) }),
            (.decimalPoint, counts.filter { $0.why == Self.withComma }),
        ]
        let needed = cures.filter { !$0.reasons.isEmpty }
        func finding(_ reasons: [(why: String, count: Int)], _ remedy: SyncRemedy?) -> SchemaFinding {
            let total = reasons.reduce(0) { $0 + $1.count }
            let words = reasons.map { "\($0.count) \($0.why)" }.joined(separator: ", ")
            let isOne = total == 1
            return SchemaFinding(
                description.table, .loss,
                "\(total) \(isOne ? "row has" : "rows have") no place that can be read: \(words)",
                cost: isOne
                    ? "it is kept, and no question about places finds it"
                    : "they are kept, and no question about places finds them",
                remedy: remedy)
        }
        return [finding(counts, needed.first?.remedy)] + needed.dropFirst().map { finding($0.reasons, $0.remedy) }
    }

    /// Values that are no days or numbers.
    private func omitted(_ query: TableQuery) throws -> [SchemaFinding] {
        let columns = query.doubtfulColumns(isThorough: true)
        guard !columns.isEmpty else { return [] }
        let row = try asking { try PostgresSession.row(connection, query.omissions(columns)) }
        return TableQuery.omitted(columns, row).map {
            SchemaFinding(description.table, .loss, $0.words, cost: "the rows are mirrored without")
        }
    }

    /// How many places are not where the numbers beside them say; nil when all are.
    private func stray(_ query: TableQuery) throws -> SchemaFinding? {
        guard let question = query.strayQuestion(cutting: false), let beside = description.numbersBeside else {
            return nil
        }
        let count = try asking { try PostgresSession.number(PostgresSession.row(connection, question).column(0)) }
        if count == 0 { return nil }
        return SchemaFinding(
            description.table, .loss,
            "\(count) \(count == 1 ? "place is" : "places are") not where \(beside.latitude.name) and "
                + "\(beside.longitude.name) say",
            cost: "a question of a part of the earth may miss them", remedy: .mapColumn)
    }

    private static func isNoNumber(_ column: TableDescription.Column) -> String {
        "(\(RelationPlace.number(column))) IS NULL"
    }

    private static let withComma = "with a decimal comma"
    private static let beyond = "beyond its system of coordinates"
    private static let withoutSRID = "without an SRID"
    private static let unknown = "in SRID "

    /// SQL that says why a point cannot be read.
    ///
    /// - Parameter srid: SQL for its SRID.
    private func ofPoint(_ srid: String, _ query: TableQuery) -> String {
        var parts: [String] = []
        if description.mapping.srid == nil { parts.append("WHEN \(srid) = 0 THEN '\(Self.withoutSRID)'") }
        if let known = query.knownSRIDs {
            let list = known.map(String.init).joined(separator: ", ")
            parts.append(
                "WHEN \(srid) NOT IN (\(list.isEmpty ? "0" : list), 0) "
                    + "THEN '\(Self.unknown)' || \(srid) || ', which spatial_ref_sys does not have'")
        }
        return parts.isEmpty ? "'\(Self.beyond)'" : "CASE \(parts.joined(separator: " ")) ELSE '\(Self.beyond)' END"
    }
}
