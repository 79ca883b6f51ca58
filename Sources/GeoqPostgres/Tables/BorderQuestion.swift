import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// Which rows near the boundary of an area lie in it.
///
/// PostgreSQL knows no area of geoq's. It tells most rows by a raster of the area
/// (`AreaRaster`); those in a cell that an edge meets are asked for once, in the same
/// moment as all that is read after, and geoq decides. Their ids then stand in the
/// condition of the region. So rows, counts and sums are all of exactly the area.
struct BorderQuestion {
    let sql: String
    private let area: Area

    /// Nil when a region is told without it.
    ///
    /// - Throws: `SyncError` when places cannot be read.
    init?(_ description: TableDescription, _ region: Region?, postgis: String?) throws {
        guard case .area(let area, _) = region, description.table == .hotspot, let raster = AreaRaster(area) else {
            return nil
        }
        self.area = area
        let places = try PlaceColumns(description, postgis: postgis)
        let id = "t.\(SQLText.name(description.remoteName(of: "id")))"
        let isNear = RegionCondition(places).told(by: raster, raster.edge, atEnds: "true")
        // As bytes: a text of a number has as many digits as the server is set to.
        let degrees = [places.latitude, places.longitude].map {
            "pg_catalog.encode(pg_catalog.float8send((\($0))::pg_catalog.float8), 'hex')"
        }
        sql = """
            SELECT \(id), \(degrees.joined(separator: ", ")) FROM \(description.sqlName) AS t
            WHERE \(id) IS NOT NULL AND coalesce(\(isNear), false)
            """
    }

    /// The ids, of the rows that `sql` gave, of those that lie in the area.
    ///
    /// - Throws: `SyncError` when a row cannot be read.
    func inside(_ rows: [[String?]]) throws -> [FeatureID] {
        try rows.compactMap { row in
            guard let id = row[0].flatMap({ FeatureID($0) }), let latitude = Self.number(row[1]),
                let longitude = Self.number(row[2]),
                let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { throw SyncError(.protocol, "a place of the server's answer cannot be read", retryMayHelp: true) }
            return area.contains(place) ? id : nil
        }
    }

    private static func number(_ hex: String?) -> Double? {
        hex.flatMap { UInt64($0, radix: 16) }.map { Double(bitPattern: $0) }
    }
}
