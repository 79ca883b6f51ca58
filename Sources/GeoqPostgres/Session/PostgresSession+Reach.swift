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
        return try await reading(query) { connection, query in
            guard try query.checkedPlaces.areOrdered else {
                return try self.counted(count, around: center, within: radius, hiding: hotspots, query, connection)
            }
            let partitions = query.description.kind == "p" ? try connection.query(query.partitionsQuestion) : []
            let distances = try self.distances(
                of: count, around: center, in: radius.map { .circle(center, $0.widened) }, query,
                query.parts(partitions), hiding: hotspots, connection)
            return distances.count < count ? nil : distances.last.map { .meters($0) }
        }
    }

    /// Distances of rows around a place in meters, ascending, at most `count`: within the
    /// last of them there are so many rows.
    ///
    /// The parts around the place are asked first. When they have enough rows, a
    /// part that has no row within the last distance is not asked at all: a part on another
    /// server may take a connection of its own. No part is asked twice. The server's plan
    /// only saves questions: the rows at these distances exist, whichever parts were asked.
    private func distances(
        of count: Int, around center: Coordinate, in area: PlaceArea?, _ query: TableQuery, _ parts: [TablePart],
        hiding hidden: Set<FeatureID>, _ connection: PostgresConnection
    ) throws -> [Double] {
        func ask(_ parts: [TablePart], in area: PlaceArea?) throws -> [Double] {
            guard !parts.isEmpty else { return [] }
            let near = try query.someNear(of: count, around: center, in: area, parts: parts, hiding: hidden)
            return try Array(rows(near, connection).map { try Self.meters($0, from: center) }.sorted().prefix(count))
        }
        func split(_ area: PlaceArea, _ parts: [TablePart]) throws -> (read: [TablePart], rest: [TablePart]) {
            let read = try Self.scanned(by: query.reading(area), connection)
            let isRead = { (part: TablePart) in part.relation.map(read.contains) ?? true }
            return (parts.filter(isRead), parts.filter { !isRead($0) })
        }
        guard parts.count > 1 else { return try ask(parts, in: area) }
        var (near, others) = try split(.circle(center, Self.surroundings), parts)
        let first = try ask(near, in: area)
        guard first.count >= count, let last = first.last else {
            return try Array((first + ask(others, in: area)).sorted().prefix(count))
        }
        let circle = PlaceArea.circle(center, Distance.meters(last).widened)
        (near, others) = try split(circle, others)
        return try Array((first + ask(near, in: circle)).sorted().prefix(count))
    }

    /// The parts that have rows so near to a place are asked first.
    private static let surroundings = Distance.meters(1)

    /// The first circle; it is widened until it holds enough.
    private static let firstReach = 1_000.0

    /// The same where no index knows an order by distance, as of a view. An index on latitudes
    /// or longitudes, or on a geometry, serves each circle that is tried, in one statement.
    private func counted(
        _ count: Int, around center: Coordinate, within radius: Distance?, hiding hidden: Set<FeatureID>,
        _ query: TableQuery, _ connection: PostgresConnection
    ) throws -> Distance? {
        let end = min(radius ?? .halfTheEarth, .halfTheEarth).meters
        let radii = sequence(first: Self.firstReach) { $0 * 3 }.prefix { $0 < end }.map { Distance.meters($0) }
        if radii.isEmpty { return nil }
        let sql = try query.reach(of: count, around: center, trying: radii, hiding: hidden)
        let rows = try rows(sql, connection).filter { $0 != [nil] }
        guard let row = rows.last else { return nil }
        guard row.count == 1, let meters = row[0].flatMap({ Double($0) }), meters.isFinite, meters >= 0 else {
            throw SyncError(.protocol, "the server does not say how far the nearest rows are", retryMayHelp: true)
        }
        return .meters(meters)
    }

    /// The distance of a row of latitude and longitude.
    private static func meters(_ row: [String?], from center: Coordinate) throws -> Double {
        guard row.count == 2, let latitude = row[0].flatMap({ Double($0) }),
            let longitude = row[1].flatMap({ Double($0) }),
            let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        else { throw SyncError(.protocol, "the server does not say where the nearest rows are", retryMayHelp: true) }
        return Geodesic.inverse(from: center, to: place).distance.meters
    }
}
