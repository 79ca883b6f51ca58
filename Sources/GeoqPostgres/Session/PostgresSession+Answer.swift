import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync

extension PostgresSession: RemoteAnswering {
    func answer(_ question: RemoteQuestion, hiding hidden: HiddenRows) async throws -> [RemoteHit] {
        let hotspots = hidden[.hotspot] ?? []
        switch question {
        case .within(let radius, of: let center):
            return try await hits(.circle(center, radius), hiding: hotspots)
        case .around(let center, within: let radius):
            return try await hits(.circle(center, radius), isMeasured: false, hiding: hotspots)
        case .nearest(let count, to: let center):
            guard count > 0 else { return [] }
            let reach = try await reach(of: count, around: center, within: nil, hiding: hidden)
            return try await hits(.circle(center, reach?.widened ?? Self.wholeEarth), limit: count, hiding: hotspots)
        case .inside(let box):
            return try await hits(.box(box), hiding: hotspots)
        case .among(let boxes):
            return try await hits(.boxes(boxes), isMeasured: false, hiding: hotspots)
        case .hotspotsNear(let center, within: let radius):
            return try await hits(.circle(center, radius), from: name(of: .hotspotsNear), hiding: hotspots)
        case .birdsNear(let center, within: let radius):
            return try await birds(near: center, within: radius, hiding: hidden[.bird] ?? [])
        case .birds(ofEntries: let entries):
            return try await birds(of: entries)
        case .birdsOfEntriesLeftOut:
            return try await birdsOfEntriesLeftOut()
        case .lists(let bird, at: let place, on: let day):
            let query = try RuleQuestion(rules, hiding: hidden)
            return try await ids(try query.matching(bird: bird, at: place, on: day))
        case .listsNotUnderstood:
            return try await ids(try RuleQuestion(rules, hiding: hidden).notUnderstood())
        }
    }

    /// A little more than half the earth.
    private static let wholeEarth = Distance.meters(20_100_000)

    private func hits(
        _ area: PlaceArea, from function: String? = nil, isMeasured: Bool = true, limit: Int? = nil,
        hiding hidden: Set<FeatureID>
    ) async throws -> [RemoteHit] {
        let query = try await query(.hotspot, knowing: hidden)
        @Sendable func sql(_ query: TableQuery, withTexts: Bool = true) throws -> ParameterizedSQL {
            try query.hits(
                area, from: function, isMeasured: isMeasured, limit: limit, hiding: hidden, withTexts: withTexts)
        }
        let names = { @Sendable (connection: PostgresConnection, query: TableQuery) in
            try self.rows(sql(query, withTexts: false), connection).compactMap { $0.first ?? nil }
        }
        return try await reading(query, among: names) { connection, query in
            let sql = try sql(query)
            var unreadable: [Int: Int] = [:]
            let rows = try self.rows(sql, connection) { row, column in
                unreadable[row] = unreadable[row] ?? column
            }
            return try rows.enumerated().map { number, row in
                if query.key != nil, let key = row.first, key == nil { throw query.description.nullKey }
                guard row.count == 7, let id = query.featureID(row[0] ?? ""), let latitude = Double(row[1] ?? ""),
                    let longitude = Double(row[2] ?? ""),
                    let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
                else {
                    throw SyncError(.protocol, "a row of the server's answer cannot be read", retryMayHelp: true)
                }
                var hit = RemoteHit(
                    id: id, coordinate: place, meters: row[3].flatMap { Double($0) }, name: row[4],
                    locality: row[5],
                    key: query.key == nil ? nil : row[0], kept: row[6])
                // As a row of the table that waits.
                if let key = hit.key, query.server.hasNoEncoding, KeyOfBytes.isOne(key) {
                    hit.problem = TableQuery.keyOfBytes
                } else if let bad = query.unreadable[id] {
                    hit.problem = TableQuery.unreadable(bad.column)
                } else if let column = unreadable[number] {
                    let names = [4: "name", 5: "locality"].mapValues { query.description.remoteName(of: $0) }
                    hit.problem = "\(names[column] ?? "kept"): a text that is not UTF-8"
                }
                return hit
            }
        }
    }

    private func birds(
        near center: Coordinate, within radius: Distance, hiding hidden: Set<FeatureID>
    ) async throws -> [RemoteHit] {
        let (query, parameters) = (query(.bird), ParameterList())
        let arguments = [center.latitude, center.longitude, radius.kilometers].map(parameters.number)
        let text = """
            SELECT \(query.id) FROM \(name(of: .birdsNear))(\(arguments.joined(separator: ", "))) AS t
            WHERE \(query.belongs ?? "true") AND \(query.id) <> ALL (\(parameters.ids(hidden.sorted())))
            """
        return try await ids(ParameterizedSQL(text: text, parameters: parameters.values))
    }

    private func birds(of entries: [FeatureID]) async throws -> [RemoteHit] {
        let (query, parameters) = (query(.watchlistEntries), ParameterList())
        let bird = "t.\(SQLText.name(query.description.remoteName(of: "bird_id")))"
        let text = """
            SELECT DISTINCT \(bird) FROM \(query.source)
            WHERE \(bird) IS NOT NULL AND \(query.id) = ANY (\(parameters.ids(entries)))
            """
        return try await ids(ParameterizedSQL(text: text, parameters: parameters.values))
    }

    private func birdsOfEntriesLeftOut() async throws -> [RemoteHit] {
        let query = query(.watchlistEntries)
        guard let belongs = query.belongs else { return [] }
        let bird = "t.\(SQLText.name(query.description.remoteName(of: "bird_id")))"
        let living = query.description.isLiving("t").map { "\($0) AND " } ?? ""
        return try await ids(
            ParameterizedSQL(
                text:
                    "SELECT DISTINCT \(bird) FROM \(query.source) WHERE \(bird) IS NOT NULL AND \(living)NOT \(belongs)",
                parameters: []))
    }

    private var rules: RuleQuestion.Tables {
        RuleQuestion.Tables(
            lists: query(.watchlists), rules: query(.watchlistRules), birds: query(.bird),
            places: query(.hotspot).places)
    }

    private func ids(_ sql: ParameterizedSQL) async throws -> [RemoteHit] {
        try await reading { connection in
            try self.rows(sql, connection).map { row in
                guard let id = FeatureID(row.first.flatMap { $0 } ?? "") else {
                    throw SyncError(.protocol, "an id of the server's answer cannot be read", retryMayHelp: true)
                }
                return RemoteHit(id: id)
            }
        }
    }
}
