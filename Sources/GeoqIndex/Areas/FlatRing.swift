/// A ring of an area in the plane of longitude and latitude.
struct FlatRing {
    /// The vertices; the last is the first.
    private(set) var vertices: [SIMD2<Double>] = []
    /// For each edge, whether it crosses ±180°.
    private(set) var wraps: [Bool] = []
    /// For each edge, the given vertex that it belongs to.
    private(set) var sources: [Int] = []
    /// Whether the steps in longitude add up to an odd number of turns.
    private(set) var runsRoundPole = false
    /// Whether a vertex is the pole.
    private(set) var touchesNorth = false
    private(set) var touchesSouth = false

    /// Nil when the ring is not closed.
    ///
    /// - Precondition: not empty.
    init?(_ positions: [Coordinate]) {
        guard let first = positions.first, let last = positions.last, first.isSamePlace(as: last) else { return nil }
        let given = positions.map { SIMD2(flat: $0) }
        vertices.reserveCapacity(given.count + 1)
        wraps.reserveCapacity(given.count)
        sources.reserveCapacity(given.count)
        vertices.append(given[0])
        for number in 1..<given.count {
            if isWholeParallel(given, number - 1) {
                append(SIMD2(0, given[number].y), wraps: false, source: number - 1)
                append(given[number], wraps: false, source: number - 1)
            } else {
                append(given[number], wraps: Self.wraps(given[number - 1], given[number]), source: number - 1)
            }
        }
        // The first place under another longitude: the edge between is one point.
        if given[given.count - 1] != given[0] {
            append(given[0], wraps: Self.wraps(given[given.count - 1], given[0]), source: given.count - 1)
        }
        for vertex in vertices {
            if vertex.y == 90 { touchesNorth = true }
            if vertex.y == -90 { touchesSouth = true }
        }
    }

    private mutating func append(_ vertex: SIMD2<Double>, wraps crosses: Bool, source: Int) {
        vertices.append(vertex)
        wraps.append(crosses)
        sources.append(source)
        if crosses { runsRoundPole.toggle() }
    }

    /// Whether an edge goes across ±180°. One along a pole is a point, and goes
    /// nowhere.
    private static func wraps(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
        abs(end.x - start.x) > 180 && !(abs(start.y) == 90 && start.y == end.y)
    }

    /// Whether the edge from a vertex is drawn all around the earth: from ±180 to
    /// ∓180 on one parallel, and the edges before and after lie on that meridian.
    private func isWholeParallel(_ given: [SIMD2<Double>], _ number: Int) -> Bool {
        let (start, end) = (given[number], given[number + 1])
        guard abs(end.x - start.x) == 360, start.y == end.y else { return false }
        let before = given[number == 0 ? given.count - 2 : number - 1]
        let after = given[number + 2 == given.count ? 1 : number + 2]
        return before.x == start.x && after.x == end.x
    }

    /// The pole on the ring's inner side, when it runs round one.
    func pole(saying pole: Area.Pole?) -> Area.Pole? {
        switch (touchesNorth, touchesSouth) {
        case (true, false): .north
        case (false, true): .south
        default: pole
        }
    }
}

extension Coordinate {
    /// Whether both are one place on Earth: equal numbers, or a pole, or the
    /// meridian 180° under both of its numbers.
    func isSamePlace(as other: Coordinate) -> Bool {
        self == other
            || latitude == other.latitude
                && (isPole || abs(longitude) == 180 && abs(other.longitude) == 180)
    }
}
