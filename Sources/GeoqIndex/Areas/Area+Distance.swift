extension Area {
    /// How far a place is from the boundary, inside or outside of the area: the
    /// geodesic distance to the nearest point of an edge. Nil when there is no edge.
    ///
    /// Within 10⁻⁷ m of the truth up to 19 000 km: `EdgeCurve.leastDistance` has the
    /// bounds and the proof. The edges of holes count, and so do edges inside of
    /// another polygon of the area, which overlaps (`hasOverlappingParts`). Edges do not count where two polygons share
    /// them (`SharedEdges`), where the area is cut at ±180°, and goes on there, nor along a pole that it holds
    /// (`Seams`). Another edge that is drawn along a pole is the pole.
    ///
    /// - Complexity: O(*polygons* + log *n* + edges that are nearly as near as the
    ///   nearest); some ten microseconds.
    public func distanceToBoundary(from coordinate: Coordinate) -> Distance? {
        index.leastDistance(from: coordinate, below: .infinity).map { Distance(meters: $0) }
    }

    /// How far inside a place is that the area holds, in meters: the distance to the
    /// boundary, or half the Earth where there is none. The whole Earth is an area, too,
    /// and no place is further inside of it than that.
    ///
    /// - Complexity: that of `distanceToBoundary(from:)`.
    package func metersInside(_ coordinate: Coordinate) -> Double {
        (distanceToBoundary(from: coordinate) ?? .halfTheEarth).meters
    }

    /// How surely a place belongs to the area.
    package enum Certainty: Hashable, Sendable {
        /// Wherever the place really is, it lies inside.
        case certain
        /// The place may lie inside or outside.
        case possible
        /// Wherever the place really is, it lies outside.
        case impossible
    }

    /// How surely a place is inside that is known to lie in a box, as obscured
    /// records do.
    ///
    /// Certain when the whole box is inside one polygon, or inside of several that share borders; impossible when it
    /// is outside of all. A box that another edge touches is neither.
    ///
    /// - Complexity: O(log *n* + edges near the box).
    package func certainty(in box: BoundingBox) -> Certainty {
        switch relation(to: box) {
        case .inside: .certain
        case .outside: .impossible
        case .edge: holdsAcrossSharedEdges(box) ? .certain : .possible
        }
    }

    /// Whether a box that edges meet is inside, since these are all shared: a box is connected, and no boundary of
    /// the area runs through it. One at ±180° or a pole is not looked at.
    private func holdsAcrossSharedEdges(_ box: BoundingBox) -> Bool {
        guard !box.crossesDateLine, box.west > -180, box.east < 180, box.south > -90, box.north < 90 else {
            return false
        }
        let flat = FlatBox(
            low: SIMD2(box.west.coarse, box.south.coarse), high: SIMD2(box.east.coarse, box.north.coarse))
        guard index.hasSharedEdges,
            index.boxes.first(meeting: flat, where: { index.trees[$0].meetsBoundary(flat) }) == nil
        else { return false }
        let middle = (flat.low + flat.high) * 0.5
        return index.boxes.first(holding: middle) { index.trees[$0].holds(middle) } != nil
    }
}

extension PolygonIndex {
    /// The least distance from a place to an edge, in meters; nil when it is not less
    /// than `limit`.
    func leastDistance(from place: Coordinate, below limit: Double) -> Double? {
        let point = EarthPoint(place)
        if trees.count == 1 { return trees[0].leastDistance(from: place, point, reaches[0], below: limit) }
        var order: [(chord: Double, tree: Int)] = []
        for (tree, reaches) in reaches.enumerated() {
            guard let root = reaches.last else { continue }
            let chord = root.leastChord(from: point)
            if chord < limit { order.append((chord, tree)) }
        }
        order.sort { $0 < $1 }
        var best = limit
        for (chord, tree) in order {
            if chord >= best { break }
            if let nearer = trees[tree].leastDistance(from: place, point, reaches[tree], below: best) { best = nearer }
        }
        return best < limit ? best : nil
    }
}
