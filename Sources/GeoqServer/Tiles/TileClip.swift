import GeoqIndex

/// What a tile shows of a polygon.
enum TileClip {
    /// The rings in a tile's units, from its upper left corner, without the last position,
    /// which is the first: an outer ring, which encloses a positive area, and its holes,
    /// which enclose a negative one (Mapbox Vector Tile 2.1, section 4.3.3.3). A polygon
    /// across ±180° may be there twice. Rings that are less than a unit are left out.
    ///
    /// Each ring is cut at the four sides of the tile one after the other (Sutherland
    /// and Hodgman 1974); where it leaves and comes back it runs along the side, which
    /// with a buffer is not seen. What crosses or overlaps in whole units is mended
    /// (`TileRings`).
    ///
    /// - Throws: `IndexError.interrupted`.
    static func rings(
        of polygon: MapPolygon, in tile: TileAddress, buffer: Double, interruption: Interruption? = nil
    ) throws -> [[SIMD2<Int>]] {
        let count = Double(1 << tile.zoom)
        let extent = Double(VectorTile.extent)
        let (low, high) = (SIMD2(repeating: -buffer), SIMD2(repeating: extent + buffer))
        var found: [[SIMD2<Int>]] = []
        for turn in [-1.0, 0, 1] {
            func units(_ place: SIMD2<Double>) -> SIMD2<Double> {
                (SIMD2(place.x + turn, place.y) * count - SIMD2(Double(tile.x), Double(tile.y))) * extent
            }
            let (first, last) = (units(polygon.low), units(polygon.high))
            guard all(first .<= high), all(last .>= low) else { continue }
            var rings: [[SIMD2<Int>]] = []
            for (number, ring) in polygon.rings.enumerated() {
                let clipped = rounded(clip(ring.map(units), low, high), isOuter: number == 0)
                if let clipped { rings.append(clipped) } else if number == 0 { break }
            }
            found += try TileRings.mended(rings, interruption: interruption)
        }
        return found
    }

    private static func clip(
        _ ring: [SIMD2<Double>], _ low: SIMD2<Double>, _ high: SIMD2<Double>
    ) -> [SIMD2<Double>] {
        var ring = ring
        for axis in 0..<2 {
            ring = clip(ring, axis, at: low[axis], keepsGreater: true)
            ring = clip(ring, axis, at: high[axis], keepsGreater: false)
        }
        return ring
    }

    private static func clip(
        _ ring: [SIMD2<Double>], _ axis: Int, at limit: Double, keepsGreater: Bool
    ) -> [SIMD2<Double>] {
        guard var before = ring.last else { return [] }
        var kept: [SIMD2<Double>] = []
        func isKept(_ place: SIMD2<Double>) -> Bool { keepsGreater ? place[axis] >= limit : place[axis] <= limit }
        for place in ring {
            if isKept(place) != isKept(before) {
                var crossing = before + (place - before) * ((limit - before[axis]) / (place[axis] - before[axis]))
                crossing[axis] = limit
                kept.append(crossing)
            }
            if isKept(place) { kept.append(place) }
            before = place
        }
        return kept
    }

    /// In whole units, wound as tiles want it; nil without an area.
    private static func rounded(_ ring: [SIMD2<Double>], isOuter: Bool) -> [SIMD2<Int>]? {
        var units: [SIMD2<Int>] = []
        for place in ring {
            let unit = SIMD2(Int(place.x.rounded()), Int(place.y.rounded()))
            if units.last != unit { units.append(unit) }
        }
        while units.count > 1, units.first == units.last { units.removeLast() }
        guard units.count >= 3, var before = units.last else { return nil }
        var area = 0
        for unit in units {
            area += before.x * unit.y - unit.x * before.y
            before = unit
        }
        if area == 0 { return nil }
        return (area > 0) == isOuter ? units : units.reversed()
    }
}
