extension EdgeTree {
    /// For each node a box of earth-centered coordinates around its edges, on their
    /// whole length: no place is nearer to an edge than to the box.
    ///
    /// An edge lies in the ball around its middle with half of its length.
    func makeReaches() -> [EarthReach] {
        var reaches: [EarthReach] = []
        reaches.reserveCapacity(nodes.count)
        for level in levels.indices {
            for node in levels[level] {
                var reach = EarthReach()
                for child in children(ofNode: node, level: level) {
                    if level > 0 {
                        reach.include(reaches[child])
                    } else if let curve = curve(ofEdge: child) {
                        reach.include(EarthPoint(curve.coordinate(at: 0.5)), radius: curve.longest(0, 1) / 2)
                    }
                }
                reaches.append(reach)
            }
        }
        return reaches
    }

    /// The curve of an edge slot; nil when it is a gap, or no boundary.
    func curve(ofEdge edge: Int) -> EdgeCurve? {
        if kinds[edge] == .gap || kinds[edge] == .seam || kinds[edge] == .shared { return nil }
        if let course = courses?[edge] { return EdgeCurve(from: vertices[edge], course) }
        return EdgeCurve(from: vertices[edge], to: vertices[edge + 1], isWrapped: kinds[edge] == .wrapped)
    }

    /// The least distance from a place to an edge, in meters; nil when it is not less
    /// than `limit`.
    ///
    /// - Complexity: O(log *n* + edges that are nearly as near as the nearest), some
    ///   microseconds for each of these.
    func leastDistance(
        from place: Coordinate, _ point: EarthPoint, _ reaches: [EarthReach], below limit: Double
    ) -> Double? {
        var best = limit
        look(at: nodes.count - 1, level: height, place, point, reaches, &best)
        return best < limit ? best : nil
    }

    private func look(
        at index: Int, level: Int, _ place: Coordinate, _ point: EarthPoint, _ reaches: [EarthReach],
        _ best: inout Double
    ) {
        if level == 0 {
            for edge in children(ofNode: index, level: 0) {
                guard let curve = curve(ofEdge: edge) else { continue }
                if let nearer = curve.leastDistance(from: place, point, below: best) { best = nearer }
            }
            return
        }
        // The nearest first; eight at most.
        var order: [(chord: Double, child: Int)] = []
        for child in children(ofNode: index, level: level) {
            let chord = reaches[child].leastChord(from: point)
            if chord < best { order.append((chord, child)) }
        }
        order.sort { $0 < $1 }
        for (chord, child) in order where chord < best {
            look(at: child, level: level - 1, place, point, reaches, &best)
        }
    }
}

/// A box of earth-centered coordinates, in meters.
struct EarthReach: BitwiseCopyable, Sendable {
    private(set) var low = SIMD3(repeating: Double.infinity)
    private(set) var high = SIMD3(repeating: -Double.infinity)

    /// More than the roundings of points.
    private static let slack = 1e-7

    /// Around nothing.
    init() {}

    init(low: SIMD3<Double>, high: SIMD3<Double>) {
        (self.low, self.high) = (low, high)
    }

    /// Around some reaches.
    init(over reaches: ArraySlice<EarthReach>) {
        for reach in reaches { include(reach) }
    }

    mutating func include(_ other: EarthReach) {
        low = pointwiseMin(low, other.low)
        high = pointwiseMax(high, other.high)
    }

    mutating func include(_ center: EarthPoint, radius: Double) {
        let middle = SIMD3(center.x, center.y, center.z)
        low = pointwiseMin(low, middle - (radius + Self.slack))
        high = pointwiseMax(high, middle + (radius + Self.slack))
    }

    /// No point of the box is nearer, in a straight line and so on the ground.
    func leastChord(from point: EarthPoint) -> Double { leastChord(from: SIMD3(point)) }

    @inline(__always)
    func leastChord(from place: SIMD3<Double>) -> Double {
        let outside = pointwiseMax(pointwiseMax(low - place, place - high), .zero)
        return (outside * outside).sum().squareRoot()
    }
}
