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

    /// For each edge, if they are geodesic, how it leaves its first vertex.
    private(set) var courses: [Course]?

    /// A geodesic edge, from its first vertex.
    struct Course: BitwiseCopyable {
        /// Degrees clockwise from north.
        var azimuth: Double
        /// Its length.
        var meters: Double
    }

    /// A ring of drawn edges.
    ///
    /// - Precondition: closed and not empty.
    init(_ positions: [Coordinate]) {
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
        lookForPoles()
    }

    /// No longer pieces of geodesic edges are kept, in meters.
    private static let longestPiece = 5_000.0

    /// A way that comes closer to a pole goes through it, in meters.
    private static let poleReach = 2e-8

    /// A ring of geodesic edges, cut into pieces of 5 km at most. Nil when it takes
    /// more than `limit` of them.
    ///
    /// Along a geodesic the longitude goes one way only (Clairaut), but for one
    /// through a pole, where it jumps: there a vertex is put in under both longitudes.
    ///
    /// - Precondition: closed and not empty.
    init?(geodesic positions: [Coordinate], atMost limit: Int) {
        courses = []
        vertices.append(SIMD2(flat: positions[0]))
        for number in 1..<positions.count {
            let (start, end) = (positions[number - 1], positions[number])
            let line = Geodesic.Line(from: start, to: end)
            let turn = abs((end.longitude - start.longitude).remainder(dividingBy: 360))
            if line.metersFromPole < Self.poleReach, turn > 90, !start.isPole, !end.isPole {
                let pole = abs(line.azimuth) < 90 ? 90.0 : -90
                let (before, after) = (
                    Coordinate(unchecked: pole, start.longitude), Coordinate(unchecked: pole, end.longitude)
                )
                guard appendPieces(from: start, to: before, source: number - 1, atMost: limit),
                    appendPieces(from: after, to: end, source: number - 1, atMost: limit)
                else { return nil }
            } else {
                guard appendPieces(from: start, to: end, source: number - 1, atMost: limit) else { return nil }
            }
        }
        if vertices[vertices.count - 1] != vertices[0] {
            appendPiece(vertices[0], Course(azimuth: 0, meters: 0), source: positions.count - 2)
        }
        // All positions are one place: the ring is that place.
        if vertices.count == 1 {
            vertices.append(vertices[0])
            wraps.append(false)
            sources.append(0)
            courses?.append(Course(azimuth: 0, meters: 0))
        }
        lookForPoles()
    }

    /// A whole way: to the longitude under which it leaves a pole, its pieces, and to
    /// the longitude of its end where that is a pole.
    private mutating func appendPieces(
        from start: Coordinate, to end: Coordinate, source: Int, atMost limit: Int
    ) -> Bool {
        let line = Geodesic.Line(from: start, to: end)
        let count = max(1, (line.meters / Self.longestPiece).rounded(.up))
        guard Double(vertices.count) + count + 2 <= Double(limit) else { return false }
        // At a pole the way has the longitude of its other end.
        if start.isPole {
            appendPiece(SIMD2(end.longitude, start.latitude), Course(azimuth: 0, meters: 0), source: source)
        }
        if vertices[vertices.count - 1] != SIMD2(flat: start), !start.isPole {
            appendPiece(SIMD2(flat: start), Course(azimuth: 0, meters: 0), source: source)
        }
        if start.isSamePlace(as: end) { return true }
        let base = start.isPole ? Coordinate(unchecked: start.latitude, end.longitude) : start
        let way = start.isPole ? Geodesic.Line(from: base, to: end) : line
        for piece in 0..<Int(count) {
            let from = way.meters * Double(piece) / count
            let to = way.meters * Double(piece + 1) / count
            var vertex = SIMD2(flat: way.position(at: to).place)
            if piece + 1 == Int(count) {
                vertex = end.isPole ? SIMD2(base.longitude, end.latitude) : SIMD2(flat: end)
            }
            appendPiece(
                vertex, Course(azimuth: way.position(at: from).azimuth, meters: to - from), source: source)
        }
        return true
    }

    private mutating func appendPiece(_ vertex: SIMD2<Double>, _ course: Course, source: Int) {
        let last = vertices[vertices.count - 1]
        if last == vertex { return }
        courses?.append(course)
        append(vertex, wraps: Self.wraps(last, vertex), source: source)
    }

    /// Puts vertices into edges along a meridian.
    ///
    /// - Parameter latitudes: those of the vertices in an edge, of which it is given both ends, in the order of its way.
    /// - Complexity: O(vertices), the new ones included.
    mutating func cut(at latitudes: (SIMD2<Double>, SIMD2<Double>) -> [Double]) {
        // For each piece, the edge that it is of.
        var (all, edges): ([SIMD2<Double>], [Int]) = ([vertices[0]], [])
        for edge in wraps.indices {
            for latitude in latitudes(vertices[edge], vertices[edge + 1]) {
                all.append(SIMD2(vertices[edge].x, latitude))
                edges.append(edge)
            }
            all.append(vertices[edge + 1])
            edges.append(edge)
        }
        if edges.count == wraps.count { return }
        courses = courses.map { courses in
            edges.enumerated().map { piece, edge in
                let (start, end) = (all[piece], all[piece + 1])
                if start == vertices[edge], end == vertices[edge + 1] { return courses[edge] }
                // A meridian is a geodesic.
                return Course(
                    azimuth: start.y < end.y ? 0 : 180,
                    meters: Geodesic.meters(
                        from: Coordinate(unchecked: start.y, start.x), to: Coordinate(unchecked: end.y, end.x)))
            }
        }
        (vertices, wraps, sources) = (all, edges.map { wraps[$0] }, edges.map { sources[$0] })
    }

    private mutating func lookForPoles() {
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

    /// Rings with one number for the meridian ±180 where an edge crosses it; unchanged where none does. Nil when
    /// one of them goes all around the earth besides: it needs both numbers.
    static func onOneDateLine(_ rings: [FlatRing]) -> [FlatRing]? {
        guard rings.contains(where: { $0.wraps.contains(true) }) else { return rings }
        var rings = rings
        for ring in rings.indices {
            guard rings[ring].vertices.contains(where: { $0.x == -180 }) else { continue }
            let vertices = rings[ring].vertices
            // A whole parallel has a vertex in its middle.
            if zip(vertices, vertices.dropFirst()).contains(where: { abs($0.x - $1.x) == 180 }) { return nil }
            rings[ring].vertices = vertices.map { $0.x == -180 ? SIMD2(180, $0.y) : $0 }
            let turned = rings[ring].vertices
            rings[ring].wraps = zip(turned, turned.dropFirst()).map { wraps($0, $1) }
        }
        return rings
    }

    /// Whether all vertices lie on one line, or the second half of the way is the first one back.
    var goesThereAndBack: Bool {
        if vertices.elementsEqual(vertices.reversed()) { return true }
        guard !wraps.contains(true), let other = vertices.first(where: { $0 != vertices[0] }) else { return false }
        return vertices.allSatisfy { Orientation.sign(vertices[0], other, $0) == 0 }
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
