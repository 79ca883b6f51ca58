#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension EdgeTree {
    /// By how many degrees of latitude a geodesic edge may leave the latitudes of its
    /// ends; zero for a drawn one.
    ///
    /// With the azimuth α, φ′ = cos α / M and φ″ = −sin² α tan φ / MN − M′ cos α / M². The first part
    /// is at most tan φ / ρ², ρ = b²/a; the second at most 0.011/ρ², since M′/M is at most
    /// 3/2 e² sin 2φ / (1 − e²) / M. A function leaves the values of its ends by at most the
    /// largest φ″ times s²/8, and no place of the edge is further than s/2 from an end. φ
    /// is taken s/2 further towards the pole than the ends.
    ///
    /// 10⁻¹² degrees, 1.1·10⁻⁷ m, are added. They are more than a place that lies on the edge can be away from it:
    /// `geodesicReach` across and along together, 3·10⁻⁸ m, Karney's 1.5·10⁻⁸ m, and the roundings of the ends, some
    /// 10⁻⁹ m. So a box that holds the edge's longitudes and these latitudes holds every place that lies on the edge.
    func bulge(ofEdge edge: Int) -> Double {
        guard let course = courses?[edge] else { return 0 }
        return Self.bulge(from: vertices[edge], to: vertices[edge + 1], course)
    }

    static func bulge(from start: SIMD2<Double>, to end: SIMD2<Double>, _ course: FlatRing.Course) -> Double {
        let meters = course.meters
        guard meters > 0 else { return 0 }
        let half = meters / 2 / 110_574
        let latitude = max(abs(start.y), abs(end.y)) + half
        if latitude >= 89.9 { return half + 1e-12 }
        let rho = WGS84.smallestCurvatureRadius
        let bend = (1.01 * tan(latitude * (.pi / 180)) + 0.02) / (rho * rho)
        return min(half, bend * meters * meters / 8 * (180 / .pi)) + 1e-12
    }

    /// A place at most so far from a geodesic edge lies on it, in meters, when its longitude is one of the edge's.
    static let geodesicReach = 2e-8

    /// Where a point lies to a geodesic edge: what decides everywhere which places an area holds.
    ///
    /// A point lies on the edge when its longitude is one of those between the edge's ends, or an end's, and it is
    /// at most `geodesicReach` away: so no box needs a margin of longitude. In latitude `bulge` has it.
    ///
    /// Longitudes go one way along it, so whether the meridian crosses it is told by
    /// its ends, as for drawn edges. Whether the point lies north of it is told by the
    /// side on which the way to the point leaves from the edge's first vertex: two geodesics
    /// from one place do not meet again for 19 000 km. The offset of a point at the distance
    /// r under the angle δ is r sin δ, but for some 10⁻⁷ of it at 5 km.
    ///
    /// - Parameter margin: beyond the latitudes of the edge, with `bulge`, and so many degrees more they alone tell.
    ///   The answer is the same with another one; an oracle takes more than 0.
    func crossings(_ point: SIMD2<Double>, geodesicEdge edge: Int, margin: Double = 0) -> Crossings {
        guard kinds[edge] != .gap, let course = courses?[edge] else { return .even }
        let (start, end) = (vertices[edge], vertices[edge + 1])
        let bulge = bulge(ofEdge: edge) + margin
        let (low, high) = (min(start.y, end.y), max(start.y, end.y))
        if point.y < low - bulge { return .even }
        let isWrapped = kinds[edge] == .wrapped
        let isCrossed = ((start.x <= point.x) != (end.x <= point.x)) != isWrapped
        if point.y > high + bulge { return isCrossed ? .odd : .even }
        let (west, east) = (min(start.x, end.x), max(start.x, end.x))
        // A meridian that only touches is looked at, too: the point may be an end.
        let touches = isWrapped ? point.x <= west || point.x >= east : point.x >= west && point.x <= east
        guard isCrossed || touches else { return .even }
        if course.meters == 0 { return point == start ? .onEdge : isCrossed && point.y > high ? .odd : .even }
        let (from, place) = (Coordinate(unchecked: start.y, start.x), Coordinate(unchecked: point.y, point.x))
        let way = Geodesic.departure(from: from, to: place)
        let angle = (way.azimuth - course.azimuth).remainder(dividingBy: 360) * (.pi / 180)
        let (offset, along) = (way.meters * sin(angle), way.meters * cos(angle))
        if abs(offset) <= Self.geodesicReach {
            if along >= -Self.geodesicReach, along <= course.meters + Self.geodesicReach { return .onEdge }
            return isCrossed && point.y > high ? .odd : .even
        }
        // To the left of a way to the east lies the north.
        let goesEast = (start.x < end.x) != isWrapped
        return isCrossed && goesEast == (offset < 0) ? .odd : .even
    }
}
