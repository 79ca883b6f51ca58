#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Circle {
    /// A box that holds every place of the circle, and little else. An index of
    /// longitudes and latitudes can look it up first, and a server that is cut by
    /// longitude need not ask its other parts.
    ///
    /// *Claim.* Each place of the circle lies in the box by its numbers, except
    /// that 180° and −180° are one meridian. *Proof.* Take the shortest way from
    /// the center to such a place; it is at most the radius *r* long. A degree
    /// of latitude has 110 574 m at least (at the equator, where the meridian is
    /// most curved), so all of the way lies between `south` and `north`. A degree
    /// of longitude at the latitude φ has N(φ) cos φ · π/180 m with N(φ) at least
    /// the equatorial radius: at least 111 319 m · cos φ, and cos φ is smallest
    /// at the edge nearer to a pole. So the way changes its longitude by at most
    /// *r* / (111 319 m · cos `edge`). The factors 1.001 and 1.01 are far more than
    /// rounding costs where the circle is not tiny; for one that is, or of radius
    /// zero, a millimeter more of *r* is a hundred thousand times what
    /// `geod_inverse` and the degrees are rounded by. A circle that comes near a pole has
    /// every longitude. ∎
    package var box: BoundingBox {
        let reach = radius.meters + 1e-3
        let height = reach / 110_574 * 1.001
        let (south, north) = (max(center.latitude - height, -90), min(center.latitude + height, 90))
        let edge = max(abs(south), abs(north))
        let width = edge > 89 ? 180 : reach / (111_319 * cos(edge * .pi / 180)) * 1.01
        guard width < 180 else { return BoundingBox(unchecked: -180, south, 180, north) }
        let (west, east) = (center.longitude - width, center.longitude + width)
        return BoundingBox(
            unchecked: west < -180 ? west + 360 : west, south, east > 180 ? east - 360 : east, north)
    }
}

extension BoundingBox {
    /// The circle around the middle that holds every place of the box; nil for
    /// a box that is wider than half the earth.
    ///
    /// On a sphere the corners of such a box are furthest from its middle: along
    /// a meridian at most 90° away the distance has no maximum between the ends.
    /// One part in a hundred is for the ellipsoid.
    package var circle: Circle? {
        guard longitudeSpan < 180 else { return nil }
        let middle = Coordinate(unchecked: (south + north) / 2, (west + longitudeSpan / 2).wrappedLongitude)
        let corners = [south, north].map { Geodesic.meters(from: middle, to: Coordinate(unchecked: $0, west)) }
        let reach = max(corners[0], corners[1]) * 1.01 + 1
        return Circle(center: middle, radius: .meters(reach))
    }
}
