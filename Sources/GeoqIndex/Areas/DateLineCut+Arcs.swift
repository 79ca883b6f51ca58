extension DateLineCut {
    /// A part of a ring between two places on the border.
    struct Arc {
        var positions: [Coordinate]
        /// Where it begins and ends, along the border.
        var start: Double
        var end: Double
        /// Whether the ring only touches the meridian at the end; the next arc begins there.
        var touches: Bool

        init(_ positions: ArraySlice<Coordinate>, touches: Bool) {
            (self.positions, self.touches) = (Array(positions), touches)
            start = DateLineCut.place(of: positions[positions.startIndex])
            end = DateLineCut.place(of: positions[positions.endIndex - 1])
        }
    }

    /// Where the corners of the plane are along its border, counterclockwise from the south east.
    private static let corners: [(place: Double, corner: Coordinate)] = [
        (180, Coordinate(unchecked: 90, 180)), (360, Coordinate(unchecked: 90, -180)),
        (540, Coordinate(unchecked: -90, -180)), (720, Coordinate(unchecked: -90, 180)),
    ]
    private static let borderLength = 720.0

    /// - Parameter ring: one that goes across ±180°.
    static func parts(of ring: [Coordinate], _ edges: Area.Edges) -> [Arc]? {
        let crossed = crossings(of: ring)
        var latitudes: [Double] = []
        for edge in crossed {
            guard let cut = latitude(ofCut: ring[edge], ring[edge + 1], edges) else { return nil }
            latitudes.append(cut)
        }
        let count = ring.count - 1
        return crossed.indices.flatMap { number -> [Arc] in
            let next = (number + 1) % crossed.count
            let (edge, last) = (crossed[number], crossed[next])
            let start = Coordinate(unchecked: latitudes[number], ring[edge].longitude > 0 ? -180 : 180)
            let end = Coordinate(unchecked: latitudes[next], ring[last].longitude > 0 ? 180 : -180)
            var positions = [start]
            var vertex = edge
            repeat {
                vertex = (vertex + 1) % count
                if ring[vertex] != positions.last { positions.append(ring[vertex]) }
            } while vertex != last
            if end != positions.last { positions.append(end) }
            return arcs(through: positions)
        }
    }

    /// The arcs of a part of a ring between two edges over the meridian: it is taken apart at each vertex on the
    /// meridian that has both of its edges beside it.
    private static func arcs(through positions: [Coordinate]) -> [Arc] {
        func isOnMeridian(_ vertex: Int) -> Bool { abs(positions[vertex].longitude) == 180 }
        var (arcs, first) = ([Arc](), 0)
        for vertex in positions.indices.dropFirst().dropLast()
        where isOnMeridian(vertex) && !isOnMeridian(vertex - 1) && !isOnMeridian(vertex + 1) {
            arcs.append(Arc(positions[first...vertex], touches: true))
            first = vertex
        }
        return arcs + [Arc(positions[first...], touches: false)]
    }

    /// Where an edge goes over the meridian ±180, the same in both directions.
    ///
    /// - Returns: nil for a geodesic through a pole.
    static func latitude(ofCut start: Coordinate, _ end: Coordinate, _ edges: Area.Edges) -> Double? {
        let (east, west) = start.longitude > 0 ? (start, end) : (end, start)
        if east.longitude == 180 { return east.latitude }
        if west.longitude == -180 { return west.latitude }
        switch edges {
        case .drawn:
            let part = (180 - east.longitude) / (west.longitude + 360 - east.longitude)
            return east.latitude + (west.latitude - east.latitude) * part
        case .geodesic:
            let line = Geodesic.Line(from: east, to: west)
            guard line.metersFromPole > 1 else { return nil }
            return latitude(ofCut: line)
        }
    }

    /// - Parameter line: a geodesic that goes over the meridian ±180 eastward.
    static func latitude(ofCut line: Geodesic.Line) -> Double {
        // Along the way the longitude goes one way only.
        var (before, behind) = (0.0, line.meters)
        for _ in 0..<64 {
            let middle = (before + behind) / 2
            if line.position(at: middle).place.longitude > 0 { before = middle } else { behind = middle }
        }
        return line.position(at: before).place.latitude
    }

    /// Where a place of the meridian ±180 is along the border.
    private static func place(of coordinate: Coordinate) -> Double {
        coordinate.longitude > 0 ? coordinate.latitude + 90 : 450 - coordinate.latitude
    }

    /// How far it is along the border, counterclockwise.
    private static func way(from start: Double, to end: Double) -> Double {
        end < start ? end - start + borderLength : end - start
    }

    /// The rings that arcs make.
    ///
    /// - Parameter pole: the pole that the polygon holds.
    /// - Returns: nil where arcs meet on the border, and when the rings would hold another pole: then it is not the
    ///   polygon that lies on the left of the arcs.
    static func joined(_ arcs: [Arc], around pole: Area.Pole?) -> [[Coordinate]]? {
        guard let ends = ordered(arcs) else { return nil }
        var following = [Int](repeating: 0, count: arcs.count)
        for (number, end) in ends.enumerated() {
            let next = ends[(number + 1) % ends.count]
            guard end.isEnd != next.isEnd else { return nil }
            if end.isEnd { following[end.arc] = next.arc }
        }
        // Pieces on both sides of the meridian have the same vertices there, so that what they share is no edge.
        var marks = corners
        for arc in arcs where arc.touches {
            guard let tip = arc.positions.last else { continue }
            let twin = Coordinate(unchecked: tip.latitude, -tip.longitude)
            marks.append((place: place(of: twin), corner: twin))
        }
        marks.sort { $0.place < $1.place }
        var (rings, isTaken) = ([[Coordinate]](), [Bool](repeating: false, count: arcs.count))
        for first in arcs.indices where !isTaken[first] {
            var (ring, arc) = ([Coordinate](), first)
            repeat {
                isTaken[arc] = true
                ring += ring.last == arcs[arc].positions[0] ? arcs[arc].positions.dropFirst() : arcs[arc].positions[...]
                let (end, start) = (arcs[arc].end, arcs[following[arc]].start)
                let behind = firstMark(behind: end, marks)
                for step in marks.indices {
                    let mark = marks[(behind + step) % marks.count]
                    guard mark.place != end, way(from: end, to: mark.place) < way(from: end, to: start) else { break }
                    if mark.corner.isPole {
                        let held: Area.Pole = mark.corner.latitude > 0 ? .north : .south
                        if held != pole { return nil }
                    }
                    if mark.corner != ring.last { ring.append(mark.corner) }
                }
                arc = following[arc]
            } while !isTaken[arc]
            rings.append(ring.last == ring[0] ? ring : ring + [ring[0]])
        }
        return rings
    }

    /// The first of some places on the border, in their order, that is behind another; their number for none.
    private static func firstMark(behind place: Double, _ marks: [(place: Double, corner: Coordinate)]) -> Int {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].place > place { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// A place on the border where an arc begins or ends.
    private typealias ArcEnd = (place: Double, isEnd: Bool, arc: Int)

    /// Beginnings and ends of arcs in their order along the border, from any of them on.
    ///
    /// - Returns: nil where arcs meet, other than two of which a ring has one behind the other and touches the
    ///   meridian.
    private static func ordered(_ arcs: [Arc]) -> [ArcEnd]? {
        var ends: [ArcEnd] = []
        for (number, arc) in arcs.enumerated() {
            ends.append((place: arc.start, isEnd: false, arc: number))
            ends.append((place: arc.end, isEnd: true, arc: number))
        }
        ends.sort { ($0.place, $0.arc) < ($1.place, $1.arc) }
        let alone = ends.indices.first { index in
            let (before, next) = (ends[index == 0 ? ends.count - 1 : index - 1], ends[(index + 1) % ends.count])
            return before.place != ends[index].place && next.place != ends[index].place
        }
        guard let alone else { return nil }
        ends = Array(ends[alone...] + ends[..<alone])
        var index = 1
        while index < ends.count {
            guard index + 1 < ends.count, ends[index].place == ends[index + 1].place else {
                index += 1
                continue
            }
            let (end, start) = (ends[index], ends[index + 1])
            guard end.isEnd, !start.isEnd, arcs[end.arc].touches, start.arc == end.arc + 1,
                index + 2 == ends.count || ends[index + 2].place != start.place
            else { return nil }
            // Behind an end the polygon lies along the border.
            if ends[index - 1].isEnd { ends.swapAt(index, index + 1) }
            index += 2
        }
        return ends
    }
}
