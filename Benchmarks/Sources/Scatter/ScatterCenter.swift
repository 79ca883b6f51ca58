import GeoqIndex

/// A place that points are scattered around: its normal and the plane that
/// touches the ellipsoid there.
struct ScatterCenter: Sendable {
    private let sine: (latitude: Double, longitude: Double)
    private let cosine: (latitude: Double, longitude: Double)
    /// How many meters a radian of latitude and of direction east have there:
    /// the radii of curvature M and N.
    private let northRadius, eastRadius: Double

    init(_ place: Coordinate) {
        let latitude = PortableMath.sineCosine(degrees: place.latitude)
        let longitude = PortableMath.sineCosine(degrees: place.longitude)
        (sine, cosine) = ((latitude.sine, longitude.sine), (latitude.cosine, longitude.cosine))
        // WGS 84: a and e².
        let squaredEccentricity = 0.006_694_379_990_141_317
        let w = 1 - squaredEccentricity * latitude.sine * latitude.sine
        eastRadius = 6_378_137 / w.squareRoot()
        northRadius = eastRadius * (1 - squaredEccentricity) / w
    }

    /// The place some meters north and east, in millionths of a degree.
    ///
    /// The normal is tilted along a great circle of the sphere of normals, so
    /// poles and the date line need no case of their own. On the ground that is
    /// right to a thousandth for a hundred kilometers.
    func place(north: Double, east: Double) -> (latitude: Int32, longitude: Int32) {
        let (north, east) = (north / northRadius, east / eastRadius)
        let tilt = (north * north + east * east).squareRoot()
        let (sineTilt, cosineTilt) = PortableMath.sineCosine(radians: tilt)
        let scale = tilt > 0 ? sineTilt / tilt : 1
        // Along the meridian's plane, across it, and up.
        let along = cosineTilt * cosine.latitude - scale * north * sine.latitude
        let across = scale * east
        let z = cosineTilt * sine.latitude + scale * north * cosine.latitude
        let x = along * cosine.longitude - across * sine.longitude
        let y = along * sine.longitude + across * cosine.longitude
        return (
            Self.millionths(PortableMath.degrees(y: z, x: (x * x + y * y).squareRoot())),
            Self.millionths(PortableMath.degrees(y: y, x: x))
        )
    }

    private static func millionths(_ degrees: Double) -> Int32 {
        Int32((degrees * 1e6).rounded())
    }
}
