/// What was mended of rings, counted.
package struct AreaMending: Hashable, Sendable {
    /// Rings whose last position was not the first.
    package var closed = 0
    /// Crossings of edges, and stretches that edges ran along each other.
    package var crossings = 0
    /// Rings without an area: fewer than three places, or a way there and back.
    package var flat = 0
    /// Holes outside of their polygon.
    package var strays = 0
    /// Polygons that crossed nothing, and whose rings were put together anew: they touched themselves, or a hole
    /// lay in a hole.
    package var regrouped = 0
    /// Rings that ran the wrong way (RFC 7946, 3.1.6: outer rings run
    /// counterclockwise, holes clockwise).
    package var turned = 0

    package init() {}

    package mutating func add(_ other: AreaMending) {
        closed += other.closed
        crossings += other.crossings
        flat += other.flat
        strays += other.strays
        regrouped += other.regrouped
        turned += other.turned
    }
}

extension Area.Polygon {
    /// The same places with rings that are closed and cross neither themselves nor each
    /// other: a place belongs to it when the rings lie around it an odd number of times,
    /// as before.
    ///
    /// Edges count as drawn. At a crossing the two ways change partners, so that they touch there and do not
    /// cross; a stretch that two edges share is left out of both. A crossing is a new
    /// position, rounded to a double: the boundary moves by as much, some nanometers. Where such roundings make new
    /// crossings without end, and where there are too many, all vertices of the rings that cross are rounded, too
    /// (`RingSnapping`).
    /// A hole that lies outside of its polygon and crosses nothing is left out.
    /// Then the rings are put together anew (`RingFaces`), unless they are valid as they are: a hole inside of
    /// a hole becomes a polygon, and what touches itself is cut there.
    /// Where a ring runs round the earth's axis or has a vertex at a pole, all stay one polygon.
    ///
    /// - Parameter mending: grows by what was mended.
    /// - Throws: `AreaError.selfCrossing` where millions of edges cross, and where roundings cross anew and anew in
    ///   rings around the earth's axis.
    /// - Complexity: O(*crossings* · *n* log *n*), and O(*n*²) at most where there are many.
    package func mended(_ mending: inout AreaMending) throws(AreaError) -> [Area.Polygon] {
        guard let rings = closed(&mending)?.rings else { return [] }
        let before = mending.crossings
        var untangling = RingUntangling(rings)
        try untangling.run(&mending)
        mending.strays += untangling.removeStrays()
        guard let outer = untangling.rings.first else { return [] }
        let together = [Area.Polygon(outer: outer, holes: Array(untangling.rings.dropFirst()))]
        guard let polygons = RingFaces.polygons(of: untangling.rings) else { return together }
        if mending.crossings == before, polygons != together { mending.regrouped += 1 }
        return polygons
    }

    /// The polygon with its rings closed, and without holes of fewer than three places; nil when its outer ring has
    /// fewer. All else stays, whichever way edges run.
    ///
    /// - Parameter mending: grows by what was mended.
    /// - Complexity: O(*n*).
    package func closed(_ mending: inout AreaMending) -> Area.Polygon? {
        var rings: [[Coordinate]] = []
        for (number, ring) in self.rings.enumerated() {
            var ring = ring
            if let first = ring.first, let last = ring.last, !first.isSamePlace(as: last) {
                ring.append(first)
                mending.closed += 1
            }
            if ring.count >= 4, !ring.allSatisfy({ $0.isSamePlace(as: ring[0]) }) {
                rings.append(ring)
            } else {
                mending.flat += 1
                if number == 0 {
                    mending.strays += holes.count
                    return nil
                }
            }
        }
        return rings.first.map { Area.Polygon(outer: $0, holes: Array(rings.dropFirst())) }
    }

    /// The same with outer rings that run counterclockwise, and holes clockwise. Rings
    /// around the earth's axis stay.
    ///
    /// - Parameter turned: grows by the number of rings that ran the other way.
    /// - Complexity: O(*n*).
    package func wound(_ turned: inout Int) -> Area.Polygon {
        func wound(_ ring: [Coordinate], isOuter: Bool) -> [Coordinate] {
            guard let isCounterclockwise = ring.isCounterclockwise, isCounterclockwise != isOuter else { return ring }
            turned += 1
            return ring.reversed()
        }
        return Area.Polygon(
            outer: wound(outer, isOuter: true), holes: holes.map { wound($0, isOuter: false) })
    }
}

extension [Coordinate] {
    /// Whether a ring runs counterclockwise; nil for one around the earth's axis, or
    /// without an area. Steps over ±180° go the short way.
    var isCounterclockwise: Bool? {
        guard let origin = first else { return nil }
        var (sum, x) = (0.0, 0.0)
        for (start, end) in zip(self, dropFirst()) {
            let step = end.longitude - start.longitude
            let next = x + (abs(step) > 180 ? step - (step > 0 ? 360 : -360) : step)
            sum += x * (end.latitude - origin.latitude) - next * (start.latitude - origin.latitude)
            x = next
        }
        if abs(x) > 180 || sum == 0 { return nil }
        return sum > 0
    }
}
