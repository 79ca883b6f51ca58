import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

extension PostgresSession {
    func reach(
        of count: Int, around center: Coordinate, within radius: Distance?, hiding hidden: HiddenRows
    ) async throws -> Distance? {
        let hotspots = hidden[.hotspot] ?? []
        let query = try await query(.hotspot, knowing: hotspots)
        guard try query.checkedPlaces.geographyColumn != nil else {
            return try await counted(count, around: center, within: radius, hiding: hotspots, query)
        }
        return try await reading { connection in
            let partitions = query.description.kind == "p" ? try connection.query(query.partitionsQuestion) : []
            return try self.reach(
                query.reach(
                    of: count, around: center, in: radius.map { .circle(center, $0.widened) },
                    relations: query.relations(partitions), hiding: hotspots), count, connection)
        }
    }

    /// The first circle; it is widened until it holds enough.
    private static let firstReach = 1_000.0

    /// The same where no index knows an order by distance. An index on latitudes
    /// or longitudes, or on a geometry, serves each try, and none counts further than
    /// needed.
    private func counted(
        _ count: Int, around center: Coordinate, within radius: Distance?, hiding hidden: Set<FeatureID>,
        _ query: TableQuery
    ) async throws -> Distance? {
        try await reading { connection in
            var meters = Self.firstReach
            let end = min(radius ?? .halfTheEarth, .halfTheEarth).meters
            while meters < end {
                let area = PlaceArea.circle(center, .meters(meters))
                let row = try self.rows(query.count(area, upTo: count, hiding: hidden), connection).first
                if try Self.number(row?[0]) >= count {
                    return try self.reach(
                        query.reach(
                            of: count, around: center, in: area, relations: [query.source], hiding: hidden), count,
                        connection)
                }
                meters *= 3
            }
            return nil
        }
    }

    private func reach(_ sql: ParameterizedSQL, _ count: Int, _ connection: PostgresConnection) throws -> Distance? {
        guard let row = try rows(sql, connection).first, row.count == 2 else {
            throw SyncError(.protocol, "the server does not say how far the nearest rows are", retryMayHelp: true)
        }
        guard try Self.number(row[0]) >= count, let meters = row[1].flatMap({ Double($0) }), meters.isFinite,
            meters >= 0
        else { return nil }
        return .meters(meters)
    }
}
