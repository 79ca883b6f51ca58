/// An area between two parallels and two meridians, its edges included.
///
/// With `west` > `east` it crosses the date line, as in RFC 7946, section 5.2.
public struct BoundingBox: Hashable, Sendable {
    /// The western meridian, in degrees, -180…180; east of `east` when the box crosses
    /// the date line.
    public let west: Double
    /// The southern parallel, in degrees, -90…90.
    public let south: Double
    /// The eastern meridian, in degrees, -180…180.
    public let east: Double
    /// The northern parallel, in degrees, -90…90; at least `south`.
    public let north: Double

    /// - Parameters: in degrees; the order is that of GeoJSON.
    /// - Throws: `CoordinateError` when a number is not finite, a longitude
    ///   lies outside −180…180 or a latitude outside −90…90, or `south` lies
    ///   north of `north`.
    public init(west: Double, south: Double, east: Double, north: Double) throws {
        _ = try Coordinate(strictLatitude: south, longitude: west)
        _ = try Coordinate(strictLatitude: north, longitude: east)
        guard south <= north else { throw CoordinateError.southAboveNorth(south: south, north: north) }
        (self.west, self.south, self.east, self.north) = (west + 0, south + 0, east + 0, north + 0)
    }

    /// For numbers that this module knows to be right.
    init(unchecked west: Double, _ south: Double, _ east: Double, _ north: Double) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// The whole Earth.
    package static let everything = BoundingBox(unchecked: -180, -90, 180, 90)

    /// Whether the box reaches over ±180°.
    public var crossesDateLine: Bool { west > east }

    /// How many degrees of longitude it spans, 0…360.
    public var longitudeSpan: Double {
        crossesDateLine ? east - west + 360 : east - west
    }

    /// Whether it goes all the way around. Its span alone does not tell: that of a
    /// box that leaves out some 10⁻¹⁴° is rounded to 360.
    package var holdsEveryLongitude: Bool { west == -180 && east == 180 }

    /// Whether a coordinate lies inside or on the edge, by its numbers.
    ///
    /// The meridian 180° is one place under two numbers: a box that touches
    /// it from either side has both. A pole lies on every meridian.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
        if abs(coordinate.latitude) == 90 { return true }
        let longitude = coordinate.longitude
        if abs(longitude) == 180 {
            return crossesDateLine || east == 180 || west == -180
        }
        return crossesDateLine
            ? longitude >= west || longitude <= east
            : longitude >= west && longitude <= east
    }
}
