import GeoqIndex

/// A closed ring in lon/lat, prepared to be asked which positions lie within it.
///
/// Edges are sorted into bands of latitude, so that a question looks at those
/// of one band. An edge that spans many bands is in each of them; there are so
/// few bands that all lists together are at most eight times the edges.
struct RingBands {
    /// Where a position lies.
    enum Side {
        case inside, outside, boundary
    }

    let box: (south: Double, north: Double, west: Double, east: Double)
    private let ring: [Coordinate]
    /// Band `b` has the edges `edges[starts[b]..<starts[b + 1]]`; an edge is
    /// the number of the position that it begins at.
    private let starts: [Int]
    private let edges: [Int32]

    /// - Complexity: O(*n* log *n*) of the ring's positions.
    init(_ ring: [Coordinate]) {
        var box = (south: 90.0, north: -90.0, west: 180.0, east: -180.0)
        for place in ring {
            box.south = min(box.south, place.latitude)
            box.north = max(box.north, place.latitude)
            box.west = min(box.west, place.longitude)
            box.east = max(box.east, place.longitude)
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
        (self.ring, self.box, self.starts, self.edges) = (ring, box, starts, edges)
    }

    /// Whether another ring's box lies in this one's, so that it may be a hole.
    func mayHold(_ other: RingBands) -> Bool {
        other.box.south >= box.south && other.box.north <= box.north && other.box.west >= box.west
            && other.box.east <= box.east
    }

    /// On which side a position lies, by the number of edges to the east of it.
    ///
    /// - Parameter steps: grows by the number of edges that were looked at.
    func side(of place: Coordinate, steps: inout Int) -> Side {
        guard place.latitude >= box.south, place.latitude <= box.north else { return .outside }
        let last = starts.count - 2
        // The same rounding as in `init`.
        let span = box.north - box.south
        let band = span > 0 ? max(0, min(last, Int((place.latitude - box.south) / span * Double(last + 1)))) : 0
        var isInside = false
        steps += starts[band + 1] - starts[band]
        for index in starts[band]..<starts[band + 1] {
            let edge = Int(edges[index])
            let (a, b) = (ring[edge], ring[edge + 1])
            let (low, high) = a.latitude <= b.latitude ? (a, b) : (b, a)
            guard low.latitude <= place.latitude, place.latitude <= high.latitude else { continue }
            let turn =
                (high.longitude - low.longitude) * (place.latitude - low.latitude)
                - (place.longitude - low.longitude) * (high.latitude - low.latitude)
            if turn == 0, place.longitude >= min(a.longitude, b.longitude),
                place.longitude <= max(a.longitude, b.longitude)
            {
                return .boundary
            }
            if low.latitude <= place.latitude, place.latitude < high.latitude, turn > 0 { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}
