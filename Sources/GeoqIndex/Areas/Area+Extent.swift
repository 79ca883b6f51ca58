extension Area {
    /// A box that holds the area: nil without polygons.
    ///
    /// Of an area across ±180° it crosses ±180° as well, and leaves out the widest
    /// longitudes at which no edge is. An area with a pole has all longitudes.
    ///
    /// An edge of the box at 0° has a margin of 2⁻⁴⁰⁰ degrees: what counts as 0 (`coarse`) is
    /// 0 for the area, and lies in the box.
    ///
    /// - Complexity: O(*n* log *n*) across ±180°, else O(*polygons*).
    package var box: BoundingBox? { box(margin: 0x1p-400) }

    /// The same box without that margin, as people and programs are shown it.
    ///
    /// - Complexity: As `box`.
    package var extent: BoundingBox? { box(margin: 0) }

    private func box(margin: Double) -> BoundingBox? {
        guard let first = index.trees.first else { return nil }
        var all = index.trees.dropFirst().reduce(into: first.box) { $0.include($1.box) }
        let zero = SIMD2<Double>(repeating: 0)
        all.low.replace(with: SIMD2<Double>(repeating: 0 - margin), where: all.low .== zero)
        all.high.replace(with: SIMD2<Double>(repeating: margin), where: all.high .== zero)
        let (south, north) = (max(all.low.y, -90), min(all.high.y, 90))
        if all.low.x <= -180, all.high.x >= 180, var (west, east) = index.longitudesAcrossDateLine {
            if west == 0 { west = 0 - margin }
            if east == 0 { east = margin }
            return BoundingBox(unchecked: west, south, east, north)
        }
        return BoundingBox(unchecked: max(all.low.x, -180), south, min(all.high.x, 180), north)
    }
}

extension PolygonIndex {
    /// From where in the west to where in the east there are edges, when that crosses
    /// ±180° and nothing holds a pole; else nil.
    ///
    /// **Why no place is left out.** A polygon that holds no pole has an edge on every
    /// meridian that it has places on: along the meridian its places end somewhere.
    fileprivate var longitudesAcrossDateLine: (west: Double, east: Double)? {
        var spans: [(low: Double, high: Double)] = []
        for tree in trees {
            if tree.holdsNorth || tree.holdsSouth || tree.touchesNorth || tree.touchesSouth { return nil }
            for edge in tree.kinds.indices where tree.kinds[edge] != .gap {
                let (one, other) = (tree.vertices[edge].x, tree.vertices[edge + 1].x)
                let (low, high) = (min(one, other), max(one, other))
                if tree.kinds[edge] == .wrapped {
                    spans += [(-180, low), (high, 180)]
                } else {
                    spans.append((low, high))
                }
            }
        }
        spans.sort { $0 < $1 }
        var (gap, reached) = ((low: 0.0, high: 0.0), -180.0)
        for span in spans {
            if span.low - reached > gap.high - gap.low { gap = (reached, span.low) }
            reached = max(reached, span.high)
        }
        return gap.high > gap.low && gap.low > -180 && gap.high < 180 ? (gap.high, gap.low) : nil
    }
}
