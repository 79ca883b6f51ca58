import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// Which rows near the boundary of an area, or of a corridor, lie in it.
///
/// PostgreSQL knows no area of geoq's. It tells most rows by a raster of the area
/// (`AreaRaster`); those in a cell that an edge meets are asked for once, in the same
/// moment as all that is read after, and geoq decides. Their ids, or keys, then stand
/// in the condition of the region. So rows, counts and sums are all of exactly the area,
/// or of the corridor.
struct BorderQuestion {
    let sql: String
    private let region: Region
    private let query: TableQuery

    /// Nil when the server can tell the rows of the region by itself.
    ///
    /// - Parameter query: of the same rows, wherever they are.
    init?(_ query: TableQuery, _ region: Region?) {
        guard let region, region.isDecidedHere, query.table == .hotspot || query.key != nil,
            let places = query.places, let raster = region.raster
        else { return nil }
        (self.region, self.query) = (region, query)
        let isNear = RegionCondition(places).told(by: raster, raster.edge, atEnds: "true")
        // As bytes: a text of a number has as many digits as the server is set to.
        let degrees = [places.latitude, places.longitude].map {
            "pg_catalog.encode(pg_catalog.float8send((\($0))::pg_catalog.float8), 'hex')"
        }
        sql = """
            SELECT \(query.id), \(degrees.joined(separator: ", ")) FROM \(query.source)
            WHERE \(query.id) IS NOT NULL AND coalesce(\(isNear), false)
            """
    }

    /// Whether a row is one of those that lie in the region, of the rows that `sql` gave;
    /// nil when none does.
    ///
    /// - Throws: `SyncError` when a row cannot be read.
    func condition(_ rows: [[String?]]) throws -> String? {
        let inside = try rows.compactMap { row in
            guard let id = try row.column(0), query.featureID(id) != nil, let latitude = try Self.number(row.column(1)),
                let longitude = try Self.number(row.column(2)),
                let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { throw SyncError(.protocol, "a place of the server's answer cannot be read", retryMayHelp: true) }
            return region.contains(place) ? id : nil
        }
        if inside.isEmpty { return nil }
        return query.key?.isOne(of: inside)
            ?? "\(query.id) = ANY (\(SQLText.array(inside.compactMap { FeatureID($0) })))"
    }

    private static func number(_ hex: String?) -> Double? {
        hex.flatMap { UInt64($0, radix: 16) }.map { Double(bitPattern: $0) }
    }
}
