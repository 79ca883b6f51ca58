extension Collection<Coordinate> {
    /// Whether all positions lie on one straight line in longitude and latitude, or are one
    /// place: a ring of them, with drawn edges, encloses nothing. False for a ring across
    /// ±180°.
    ///
    /// - Complexity: O(*n*), and O(1) for most rings that have an area.
    package var isOnOneLine: Bool {
        guard let first else { return true }
        let origin = SIMD2(flat: first)
        guard let other = self.first(where: { SIMD2(flat: $0) != origin }) else { return true }
        let end = SIMD2(flat: other)
        var before = origin
        for position in self {
            let point = SIMD2(flat: position)
            // One across ±180° is elsewhere in the plane.
            guard abs(point.x - before.x) < 180, Orientation.sign(origin, end, point) == 0 else { return false }
            before = point
        }
        return true
    }
}

extension Area {
    /// The first ring that encloses nothing, counted from 0; nil when there is none, and for
    /// geodesic edges, which no line in longitude and latitude tells of.
    ///
    /// - Complexity: O(*rings*), and O(*n*) for each that is flat.
    package static func flatRing(of polygons: [Polygon], edges: Edges) -> (polygon: Int, ring: Int)? {
        guard edges == .drawn else { return nil }
        for (number, polygon) in polygons.enumerated() {
            let rings = [polygon.outer] + polygon.holes
            if let ring = rings.firstIndex(where: { $0.count > 3 && $0.isOnOneLine }) { return (number, ring) }
        }
        return nil
    }
}
