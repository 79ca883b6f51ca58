import CGeodesic

#if !canImport(Glibc)
    import Darwin
#endif

/// Geodesics on WGS 84 by PROJ's `geodesic.h`: Karney, "Algorithms for
/// geodesics", J. Geodesy 87 (2013), doi:10.1007/s00190-012-0578-z.
///
/// Every answer is measured by these distances. They are good to 15 nm and cost
/// about a microsecond each.
public enum Geodesic {
    /// The shortest way from `start` to `end`: its length, the direction in which it
    /// leaves, and the one in which it arrives, going on. Directions are in degrees
    /// clockwise from north, 0..<360.
    ///
    /// Between a place and itself the bearings are those of PROJ: 0 and 0, or
    /// 180 and 180 in the south.
    ///
    /// - Complexity: O(1), about a microsecond.
    public static func inverse(
        from start: Coordinate, to end: Coordinate
    ) -> (distance: Distance, initialBearing: Double, finalBearing: Double) {
        var (meters, first, second) = (0.0, 0.0, 0.0)
        library.inverse(
            library.ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude, &meters, &first, &second)
        return (.meters(max(0, meters)), compass(first), compass(second))
    }

    /// The length of the shortest way, in meters: `geod_inverse` as it is.
    @inline(__always)
    static func meters(from start: Coordinate, to end: Coordinate) -> Double {
        var meters = 0.0
        library.inverse(
            library.ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude, &meters, nil, nil)
        return meters
    }

    /// The length of the shortest way in meters, and the direction in which it
    /// arrives, in radians clockwise from north.
    static func arrival(from start: Coordinate, to end: Coordinate) -> (meters: Double, azimuth: Double) {
        var (meters, azimuth) = (0.0, 0.0)
        library.inverse(
            library.ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude, &meters, nil, &azimuth)
        return (max(0, meters), azimuth * (.pi / 180))
    }

    /// The length of the shortest way in meters, and the direction in which it
    /// leaves, in degrees clockwise from north, −180...180.
    static func departure(from start: Coordinate, to end: Coordinate) -> (meters: Double, azimuth: Double) {
        var (meters, azimuth) = (0.0, 0.0)
        library.inverse(
            library.ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude, &meters, &azimuth, nil)
        return (max(0, meters), azimuth)
    }

    /// A shortest way, to be walked.
    struct Line {
        private var line = geod_geodesicline()
        let meters: Double

        init(from start: Coordinate, to end: Coordinate) {
            library.inverseLine(
                &line, library.ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude, 0)
            meters = max(0, line.s13)
        }

        /// A way of a length that leaves in a direction, in degrees.
        init(from start: Coordinate, azimuth: Double, meters: Double) {
            library.directLine(&line, library.ellipsoid, start.latitude, start.longitude, azimuth, meters, 0)
            self.meters = meters
        }

        /// How far its great ellipse passes from the axis at a pole, about, in meters:
        /// by Clairaut the sine of its azimuth at the equator tells.
        var metersFromPole: Double { abs(line.salp0) * WGS84.equatorialRadius }

        /// The direction at the start, in degrees.
        var azimuth: Double { line.azi1 }

        /// A place of the way, and the direction there in degrees.
        func position(at meters: Double) -> (place: Coordinate, azimuth: Double) {
            var (latitude, longitude, azimuth) = (0.0, 0.0, 0.0)
            withUnsafePointer(to: line) { library.position($0, meters, &latitude, &longitude, &azimuth) }
            return (Coordinate(unchecked: min(max(latitude, -90), 90), longitude.wrappedLongitude), azimuth)
        }
    }

    /// Where a way ends that leaves `start` in a direction.
    ///
    /// - Parameter bearing: Degrees clockwise from north.
    /// - Precondition: `bearing` is finite.
    /// - Complexity: O(1), about a microsecond.
    public static func direct(from start: Coordinate, bearing: Double, distance: Distance) -> Coordinate {
        precondition(bearing.isFinite, "A bearing is a finite number of degrees.")
        var (latitude, longitude) = (0.0, 0.0)
        library.direct(
            library.ellipsoid, start.latitude, start.longitude, bearing, distance.meters, &latitude, &longitude, nil)
        return Coordinate(unchecked: min(max(latitude, -90), 90), longitude.wrappedLongitude)
    }

    /// An angle's sine and cosine. Where the C library computes both at once,
    /// that takes two thirds of the time.
    @inline(__always)
    static func sineAndCosine(of radians: Double) -> (sine: Double, cosine: Double) {
        #if canImport(Glibc)
            var (sine, cosine) = (0.0, 0.0)
            sincos(radians, &sine, &cosine)
            return (sine, cosine)
        #else
            return (sin(radians), cos(radians))
        #endif
    }

    /// −180…180 as PROJ gives it → 0..<360 as a compass shows it.
    private static func compass(_ azimuth: Double) -> Double {
        let turned = azimuth < 0 ? azimuth + 360 : azimuth
        return turned >= 360 ? 0 : turned + 0
    }
}

@inline(__always)
private var library: GeodesicLibrary { .loaded }
