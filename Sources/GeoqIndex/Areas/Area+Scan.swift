extension Area {
    /// What `contains` must say, by a look at every edge as it was given: the oracle.
    ///
    /// It shares nothing with the tree of edges. It counts to the north where that
    /// counts to the south, takes the meridian of a place's longitude in −180..<180
    /// closed in the east where that is closed in the west, and never estimates.
    ///
    /// So near to a geodesic edge that another way to compute it may give another answer, the definition itself
    /// decides (`Area`): each piece of an edge is asked as `contains` asks it, but all of them, without a box.
    ///
    /// - Complexity: O(*n*), a microsecond an edge that lies near the place's
    ///   meridian.
    package func scannedContains(_ coordinate: Coordinate) -> Bool {
        if edges == .geodesic, !coordinate.isPole, isBesideEdge(coordinate) {
            return index.trees.contains { $0.scannedHolds(SIMD2(flat: coordinate)) }
        }
        return polygons.contains { polygon in
            var (isInside, isOnEdge) = (false, false)
            for ring in polygon.rings {
                let scan = RingScan(ring, edges, pole: pole, coordinate)
                if scan.isOnEdge { isOnEdge = true }
                if scan.isInside { isInside.toggle() }
            }
            return isInside || isOnEdge
        }
    }

    /// Whether a place is at most 10⁻⁷ m from a geodesic edge. Of places further away both ways tell the truth: they
    /// are off by half of that at most (`Area`).
    private func isBesideEdge(_ coordinate: Coordinate) -> Bool {
        polygons.contains { polygon in
            polygon.rings.contains { ring in
                ring.indices.dropLast().contains { Self.isBeside(coordinate, ring[$0], ring[$0 + 1]) }
            }
        }
    }

    /// The ways from the place to both ends are together as long as the edge then, but for twice that and for
    /// roundings; only then the nearest place of the edge is searched, by thirds.
    private static func isBeside(_ place: Coordinate, _ first: Coordinate, _ second: Coordinate) -> Bool {
        let around = Geodesic.meters(from: first, to: place) + Geodesic.meters(from: place, to: second)
        guard around - Geodesic.meters(from: first, to: second) < 1e-6 else { return false }
        let line = Geodesic.Line(from: first, to: second)
        var (low, high) = (0.0, line.meters)
        func meters(_ at: Double) -> Double { Geodesic.meters(from: place, to: line.position(at: at).place) }
        while high - low > 1e-8 {
            let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
            if meters(left) < meters(right) { high = right } else { low = left }
        }
        return meters((low + high) / 2) <= 1e-7
    }
}

/// Where a place lies to one ring.
private struct RingScan {
    private(set) var isOnEdge = false
    private(set) var isInside = false
    /// How many times the ring goes around the earth, to the east.
    private var turns = 0
    /// The same of geodesic edges, in degrees.
    private var degrees = 0.0
    private var touchesNorth = false
    private var touchesSouth = false
    private let asked: Coordinate
    private let place: FlatPoint

    init(_ ring: [Coordinate], _ edges: Area.Edges, pole: Area.Pole?, _ coordinate: Coordinate) {
        asked = coordinate
        // East-closed: 180 is asked, −180 is the same meridian.
        let longitude = coordinate.longitude == -180 ? 180 : coordinate.longitude.coarse
        place = FlatPoint(SIMD2(longitude, coordinate.latitude.coarse))
        let all = ring + (ring.first == ring.last ? [] : ring.prefix(1))
        for number in all.indices.dropLast() {
            switch edges {
            case .drawn:
                look(at: all[number], all[number + 1], drawsParallel: Self.drawsParallel(ring, number))
            case .geodesic: look(along: all[number], all[number + 1])
            }
        }
        turns += Int((degrees / 360).rounded())
        let north = touchesNorth || ring.contains { $0.latitude == 90 }
        let south = touchesSouth || ring.contains { $0.latitude == -90 }
        let held: Area.Pole? = north == south ? pole : north ? .north : .south
        let holdsNorth = turns % 2 != 0 && held == .north
        if coordinate.isPole {
            isOnEdge = coordinate.latitude > 0 ? north : south
            isInside = turns % 2 != 0 && held == (coordinate.latitude > 0 ? .north : .south)
        } else if holdsNorth {
            isInside.toggle()
        }
    }

    /// Whether an edge is the whole parallel (`Area`).
    private static func drawsParallel(_ ring: [Coordinate], _ number: Int) -> Bool {
        guard number + 1 < ring.count else { return false }
        let (start, end) = (ring[number], ring[number + 1])
        let before = number > 0 ? ring[number - 1] : ring[ring.count - 2]
        let after = number + 2 < ring.count ? ring[number + 2] : ring[1]
        return abs(start.longitude - end.longitude) == 360 && start.latitude == end.latitude
            && before.longitude == start.longitude && after.longitude == end.longitude
    }

    private mutating func look(at first: Coordinate, _ second: Coordinate, drawsParallel: Bool) {
        let (start, end) = (SIMD2(flat: first), SIMD2(flat: second))
        let step = end.x - start.x
        if abs(step) <= 180 || drawsParallel || first.isPole && start.y == end.y {
            return cross(FlatPoint(start), FlatPoint(end))
        }
        // Once with the start where it is, once with the end; each copy is cut
        // at ±180, where the other one goes on.
        let turn: Double = step < 0 ? 1 : -1
        turns += Int(turn)
        cross(FlatPoint(start), FlatPoint(end, turns: turn))
        cross(FlatPoint(start, turns: -turn), FlatPoint(end))
    }

    /// A geodesic edge, whole, on which the place does not lie: the latitude at which it crosses the place's meridian
    /// is found by halving.
    private mutating func look(along first: Coordinate, _ second: Coordinate) {
        let line = Geodesic.Line(from: first, to: second)
        let step = (second.longitude - first.longitude).remainder(dividingBy: 360)
        if first.isPole || second.isPole {
            return jump(first.isPole ? first : second, first.longitude, second.longitude)
        }
        if line.metersFromPole < 2e-8, abs(step) > 90 {
            let pole = Coordinate(unchecked: abs(line.azimuth) < 90 ? 90 : -90, 0)
            return jump(pole, first.longitude, second.longitude)
        }
        // Along a geodesic the longitude goes one way.
        let (from, to) = (first.longitude, first.longitude + step)
        degrees += step
        for turn in [-360.0, 0, 360] {
            let meridian = place.place.x + turn
            guard (from < meridian) != (to < meridian) else { continue }
            var (low, high) = (0.0, line.meters)
            for _ in 0..<80 {
                let middle = (low + high) / 2
                let longitude = line.position(at: middle).place.longitude
                let unrolled = from + (longitude - from).remainder(dividingBy: 360)
                if (unrolled < meridian) == (from < meridian) { low = middle } else { high = middle }
            }
            if line.position(at: (low + high) / 2).place.latitude > place.place.y { isInside.toggle() }
        }
    }

    /// At a pole the longitude goes from one number to another without a way.
    private mutating func jump(_ pole: Coordinate, _ from: Double, _ to: Double) {
        degrees += to - from
        if pole.latitude > 0 { touchesNorth = true } else { touchesSouth = true }
        if pole.isSamePlace(as: asked) { isOnEdge = true }
        if pole.latitude > 0, (from < place.place.x) != (to < place.place.x) { isInside.toggle() }
    }

    /// One edge, as it lies in the plane: west of the place's meridian at one end,
    /// on it or east of it at the other.
    private mutating func cross(_ start: FlatPoint, _ end: FlatPoint) {
        let (west, east) = start < end ? (start, end) : (end, start)
        look(west, east, place, counts: true)
        // The other number of the meridian 180.
        if place.place.x == 180 { look(west, east, FlatPoint(SIMD2(-180, place.place.y)), counts: false) }
    }

    private mutating func look(_ west: FlatPoint, _ east: FlatPoint, _ place: FlatPoint, counts: Bool) {
        let (toWest, toEast) = (Self.side(of: place, west), Self.side(of: place, east))
        // −1: the place lies west of the end.
        guard toWest >= 0, toEast <= 0 else { return }
        let (low, high) = (min(west.place.y, east.place.y), max(west.place.y, east.place.y))
        let side = Orientation.exactSign(west, east, place)
        if side == 0, place.place.y >= low, place.place.y <= high { isOnEdge = true }
        if counts, toWest > 0, side < 0 { isInside.toggle() }
    }

    /// −1, 0 or 1 as a place's longitude is less than, equal to or more than
    /// another one's.
    private static func side(of place: FlatPoint, _ other: FlatPoint) -> Int {
        var difference = ExactSum()
        difference.add(place.place.x)
        difference.add(-other.place.x)
        difference.add(360 * (place.turns - other.turns))
        return difference.sign
    }
}
