#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Circle {
    /// A box that holds every place of the circle, and little else. An index of
    /// longitudes and latitudes can look it up first.
    ///
    /// A degree of latitude has 110 574 m at least. A circle that comes near a
    /// pole has every longitude.
    package var box: BoundingBox {
        let height = radius.meters / 110_574 * 1.001
        let (south, north) = (max(center.latitude - height, -90), min(center.latitude + height, 90))
        let edge = max(abs(south), abs(north))
        let width = edge > 89 ? 180 : radius.meters / (111_319 * cos(edge * .pi / 180)) * 1.01
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
