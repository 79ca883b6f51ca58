package import Geoq
import GeoqIndex

/// Why a geometry is not a usable point on WGS 84.
package enum PointReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes or text are not in the format at all.
    case malformed(String)
    /// A geometry of another type, by its name in the standard.
    case notAPoint(String)
    case empty
    /// The point has Z or M.
    case hasMoreDimensions
    case foreignSystem(srid: UInt32)
    /// Bytes or text after the end of the geometry.
    case trailingData
    case unusable(CoordinateError)

    package var description: String {
        switch self {
        case .malformed(let reason): reason
        case .notAPoint(let type): "a \(type) is not a point"
        case .empty: "an empty point"
        case .hasMoreDimensions: "a point with Z or M; only lon and lat are read"
        case .foreignSystem(let srid): "coordinates in SRID \(srid); convert them to 4326 first"
        case .trailingData: "more data after the end of the point"
        case .unusable(let error): error.description
        }
    }

    /// A place from longitude and latitude.
    static func coordinate(longitude: Double, latitude: Double) throws(PointReadError) -> Coordinate {
        do {
            return try Coordinate(strictLatitude: latitude, longitude: longitude)
        } catch {
            throw .unusable(error)
        }
    }
}
