/// A place on the WGS 84 ellipsoid: latitude and longitude in degrees.
///
/// Every value is usable: latitudes lie in −90…90, longitudes in −180…180, and
/// both are finite. Two coordinates are equal when their numbers are; the same
/// pole under two longitudes counts as two coordinates at distance zero.
public struct Coordinate: Hashable, BitwiseCopyable, Sendable {
    /// Degrees north of the equator, −90…90 (geodetic latitude).
    public let latitude: Double

    /// Degrees east of Greenwich, −180…180.
    public let longitude: Double

    /// A place for a question: the longitude may be any finite number and is
    /// wrapped into −180…180.
    ///
    /// - Throws: `CoordinateError` when a number is NaN or infinite, or the
    ///   latitude lies outside −90…90.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        guard latitude.isFinite, abs(latitude) <= 90 else {
            throw .latitudeOutOfRange(latitude, longitude: longitude)
        }
        guard longitude.isFinite else { throw .longitudeOutOfRange(longitude) }
        self.init(unchecked: latitude, longitude.wrappedLongitude)
    }

    /// A place from data: no longitude is wrapped, so that a wrong column is
    /// noticed.
    ///
    /// - Throws: `CoordinateError` when the longitude lies outside −180…180,
    ///   too.
    public init(strictLatitude latitude: Double, longitude: Double) throws(CoordinateError) {
        guard latitude.isFinite, abs(latitude) <= 90 else {
            throw .latitudeOutOfRange(latitude, longitude: longitude)
        }
        guard longitude.isFinite, abs(longitude) <= 180 else { throw .longitudeOutOfRange(longitude) }
        self.init(unchecked: latitude, longitude)
    }

    /// Whether it is a pole, where no direction has a bearing.
    public var isPole: Bool { abs(latitude) == 90 }

    /// For numbers that this module has checked before.
    init(unchecked latitude: Double, _ longitude: Double) {
        // −0 is the same place as 0 and must not be printed as "-0".
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }
}

/// Why numbers are not a place on Earth, or not a box of places.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The latitude is not a number in −90…90. The longitude tells whether the
    /// two may have been swapped.
    case latitudeOutOfRange(Double, longitude: Double)

    /// The longitude is not a number in −180…180.
    case longitudeOutOfRange(Double)

    /// The southern edge of a box lies north of its northern edge.
    case southAboveNorth(south: Double, north: Double)

    public var description: String {
        switch self {
        case .latitudeOutOfRange(let latitude, let longitude):
            let swapped = latitude.isFinite && abs(latitude) <= 180 && abs(longitude) <= 90
            return "lat \(latitude) out of range −90…90" + (swapped ? "; did you swap lat and lon?" : "")
        case .longitudeOutOfRange(let longitude):
            return "lon \(longitude) out of range −180…180"
        case .southAboveNorth(let south, let north):
            return "south \(south) lies above north \(north); a box is west,south,east,north"
        }
    }
}

extension Double {
    /// The same meridian in −180…180; ±180 stay as they are.
    var wrappedLongitude: Double {
        if abs(self) <= 180 { return self }
        let wrapped = remainder(dividingBy: 360)
        return wrapped == -180 ? 180 : wrapped
    }
}
