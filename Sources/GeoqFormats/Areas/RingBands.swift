import GeoqIndex

/// A closed ring in lon/lat, prepared to be asked which positions lie within it.
///
/// Edges are sorted into bands of latitude, so that a question looks at those
/// of one band. An edge that spans many bands is in each of them; there are so
/// few bands that all lists together are at most eight times the edges.
///
/// Longitudes run on from position to position: an edge that steps more than 180° goes the short way, across the
/// meridian of 180°. So they may leave ±180°, and a position is looked for at each number that its longitude has.
struct RingBands {
    /// Where a position lies.
    enum Side {
        case inside, outside, boundary
    }

    /// West and east as the longitudes run on.
    let box: (south: Double, north: Double, west: Double, east: Double)
    private let ring: [Coordinate]
    /// Of the ring's positions, as they run on.
    private let longitudes: [Double]
    /// Band `b` has the edges `edges[starts[b]..<starts[b + 1]]`; an edge is
    /// the number of the position that it begins at.
    private let starts: [Int]
    private let edges: [Int32]

    /// - Complexity: O(*n* log *n*) of the ring's positions.
    init(_ ring: [Coordinate]) {
        var box = (south: 90.0, north: -90.0, west: Double.infinity, east: -Double.infinity)
        var longitudes: [Double] = []
        longitudes.reserveCapacity(ring.count)
        // Whole turns that the numbers have run on by.
        var turns = 0.0
        for (index, place) in ring.enumerated() {
            if index > 0 {
                let step = place.longitude - ring[index - 1].longitude
                turns += step > 180 ? -1 : step < -180 ? 1 : 0
            }
            let longitude = place.longitude + 360 * turns
            longitudes.append(longitude)
            box.south = min(box.south, place.latitude)
            box.north = max(box.north, place.latitude)
            box.west = min(box.west, longitude)
            box.east = max(box.east, longitude)
        }
        let (south, span) = (box.south, box.north - box.south)
        var bands = max(1, min(ring.count / 4, 1 << 14))
        func band(_ latitude: Double) -> Int {
            span > 0 ? max(0, min(bands - 1, Int((latitude - south) / span * Double(bands)))) : 0
        }
        func range(of edge: Int) -> ClosedRange<Int> {
            let (a, b) = (band(ring[edge].latitude), band(ring[edge + 1].latitude))
            return min(a, b)...max(a, b)
        }
        let count = max(0, ring.count - 1)
        while bands > 1, (0..<count).reduce(0, { $0 + range(of: $1).count }) > 8 * count { bands /= 2 }
        var starts = [Int](repeating: 0, count: bands + 1)
        for edge in 0..<count { for band in range(of: edge) { starts[band + 1] += 1 } }
        for band in 0..<bands { starts[band + 1] += starts[band] }
        var next = starts
        var edges = [Int32](repeating: 0, count: starts[bands])
        for edge in 0..<count {
            for band in range(of: edge) {
                edges[next[band]] = Int32(edge)
                next[band] += 1
            }
        }
        (self.ring, self.longitudes, self.box) = (ring, longitudes, box)
        (self.starts, self.edges) = (starts, edges)
    }

    /// Whether another ring's box lies in this one's, so that it may be a hole.
    func mayHold(_ other: RingBands) -> Bool {
        guard other.box.south >= box.south, other.box.north <= box.north else { return false }
        return Self.turns.contains { other.box.west + $0 >= box.west && other.box.east + $0 <= box.east }
    }

    /// What a longitude may differ by from the same one of another ring.
    private static let turns = [0.0, -360, 360]

    /// On which side a position lies, by the number of edges to the east of it.
    ///
    /// - Parameter steps: grows by the number of edges that were looked at.
    func side(of place: Coordinate, steps: inout Int) -> Side {
        guard place.latitude >= box.south, place.latitude <= box.north else { return .outside }
        for turn in Self.turns where box.west <= place.longitude + turn && place.longitude + turn <= box.east {
            let side = side(of: place.latitude, place.longitude + turn, &steps)
            if side != .outside { return side }
        }
        return .outside
    }

    private func side(of latitude: Double, _ longitude: Double, _ steps: inout Int) -> Side {
        let last = starts.count - 2
        // The same rounding as in `init`.
        let span = box.north - box.south
        let band = span > 0 ? max(0, min(last, Int((latitude - box.south) / span * Double(last + 1)))) : 0
        var isInside = false
        steps += starts[band + 1] - starts[band]
        for index in starts[band]..<starts[band + 1] {
            let edge = Int(edges[index])
            let isRising = ring[edge].latitude <= ring[edge + 1].latitude
            let (low, high) = isRising ? (edge, edge + 1) : (edge + 1, edge)
            let (south, north) = (ring[low].latitude, ring[high].latitude)
            guard south <= latitude, latitude <= north else { continue }
            let (first, second) = (longitudes[low], longitudes[high])
            let turn = (second - first) * (latitude - south) - (longitude - first) * (north - south)
            if turn == 0, longitude >= min(first, second), longitude <= max(first, second) { return .boundary }
            if latitude < north, turn > 0 { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}
