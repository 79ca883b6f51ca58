/// Where an area goes on across ±180° or over a pole, though its polygons end there.
///
/// RFC 7946, section 3.1.9, asks that an area is cut at ±180°, and one with a pole
/// has edges along the pole in the plane. These edges decide what is inside, as all
/// edges do, but they are no boundary: nothing is outside near them.
///
/// **Why.** Take a polygon without an edge across ±180°, whose rings run round no
/// pole. East of 180 it has nothing in the plane, so a place just west of 180 is
/// inside when the polygon has an odd number of edges on 180 at its latitude; just
/// east of −180 likewise. Where some polygon is inside on either side, the places
/// around the meridian are all of the area. Along a pole, edges are counted by
/// longitude in the same way; when some polygon is inside at each longitude, so are
/// all places around the pole.
struct Seams {
    /// Parts of the meridian ±180, by latitude, that have the area on both sides;
    /// ascending, and apart from each other.
    let latitudes: [ClosedRange<Double>]
    /// Where these begin and end, ascending.
    private let ends: [Double]
    /// Whether the area is all around the pole.
    let surroundsNorth: Bool
    let surroundsSouth: Bool

    var isEmpty: Bool { latitudes.isEmpty && !surroundsNorth && !surroundsSouth }

    /// - Parameter polygons: the rings of each.
    /// - Complexity: O(*n* + *m* log *m*) for *n* edges and *m* on ±180° or a pole.
    init(_ polygons: [[FlatRing]]) {
        var sides = (east: [ClosedRange<Double>](), west: [ClosedRange<Double>]())
        var poles = (north: [ClosedRange<Double>](), south: [ClosedRange<Double>]())
        for rings in polygons where Self.isFlat(rings) {
            var ends = (east: [Double](), west: [Double](), north: [Double](), south: [Double]())
            for ring in rings {
                for (start, end) in zip(ring.vertices, ring.vertices.dropFirst()) {
                    if start.x == end.x, abs(start.x) == 180 {
                        if start.x > 0 { ends.east += [start.y, end.y] } else { ends.west += [start.y, end.y] }
                    } else if start.y == end.y, abs(start.y) == 90 {
                        if start.y > 0 { ends.north += [start.x, end.x] } else { ends.south += [start.x, end.x] }
                    }
                }
            }
            sides.east += Self.oddParts(ends.east)
            sides.west += Self.oddParts(ends.west)
            poles.north += Self.oddParts(ends.north)
            poles.south += Self.oddParts(ends.south)
        }
        latitudes = Self.common(Self.union(sides.east), Self.union(sides.west))
        ends = latitudes.flatMap { [$0.lowerBound, $0.upperBound] }
        surroundsNorth = Self.union(poles.north) == [-180...180]
        surroundsSouth = Self.union(poles.south) == [-180...180]
    }

    /// Whether the proof is about such a polygon.
    static func isFlat(_ rings: [FlatRing]) -> Bool {
        rings.allSatisfy { !$0.runsRoundPole && !$0.wraps.contains(true) }
    }

    /// Whether an edge of a flat polygon is no boundary. It has been cut where parts
    /// of the meridian end.
    ///
    /// - Complexity: O(log *parts*).
    func hold(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
        if start.x == end.x, abs(start.x) == 180 {
            let (low, high) = (min(start.y, end.y), max(start.y, end.y))
            // The last part that begins no further north: all others end before it.
            let next = firstIndex(below: latitudes.count) { latitudes[$0].lowerBound > low }
            return next > 0 && high <= latitudes[next - 1].upperBound
        }
        guard start.y == end.y, abs(start.y) == 90 else { return false }
        return start.y > 0 ? surroundsNorth : surroundsSouth
    }

    /// The ends of parts that lie within an edge on the meridian ±180, in the order of its way.
    ///
    /// - Complexity: O(log *parts* + ends found).
    func ends(from start: Double, to end: Double) -> [Double] {
        let found = ends[endIndices(from: start, to: end)]
        return start < end ? Array(found) : found.reversed()
    }

    /// Which of `ends` lie within an edge on the meridian ±180.
    ///
    /// - Complexity: O(log *parts*).
    func endIndices(from start: Double, to end: Double) -> Range<Int> {
        let (low, high) = (min(start, end), max(start, end))
        let first = firstIndex(below: ends.count) { ends[$0] > low }
        return first..<max(first, firstIndex(below: ends.count) { ends[$0] >= high })
    }

    /// The first number below `count` of which something is so that is so of all later ones; `count` when of none.
    private func firstIndex(below count: Int, where isSo: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSo(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// What an odd number of pieces covers, of which these are the ends.
    private static func oddParts(_ ends: [Double]) -> [ClosedRange<Double>] {
        let ends = ends.sorted()
        return stride(from: 0, to: ends.count, by: 2).compactMap {
            ends[$0] < ends[$0 + 1] ? ends[$0]...ends[$0 + 1] : nil
        }
    }

    private static func union(_ parts: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var union: [ClosedRange<Double>] = []
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = union.last, part.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
            } else {
                union.append(part)
            }
        }
        return union
    }

    /// What both cover; both are ascending.
    private static func common(
        _ first: [ClosedRange<Double>], _ second: [ClosedRange<Double>]
    ) -> [ClosedRange<Double>] {
        var (common, one, other) = ([ClosedRange<Double>](), 0, 0)
        while one < first.count, other < second.count {
            let low = max(first[one].lowerBound, second[other].lowerBound)
            let high = min(first[one].upperBound, second[other].upperBound)
            if low < high { common.append(low...high) }
            if first[one].upperBound < second[other].upperBound { one += 1 } else { other += 1 }
        }
        return common
    }
}

extension FlatRing {
    /// Cuts edges on the meridian ±180 where seams end, so that each edge is a seam
    /// whole or not at all. No place changes sides.
    ///
    /// - Complexity: O(vertices), those that are put in included, and O(log *parts*) for each edge on that meridian.
    mutating func cut(at seams: Seams) {
        cut { start, end in
            start.x == end.x && abs(start.x) == 180 ? seams.ends(from: start.y, to: end.y) : []
        }
    }

    /// How many vertices `cut(at:)` puts in.
    ///
    /// - Complexity: O(vertices), and O(log *parts*) for each edge on that meridian.
    func cutCount(at seams: Seams) -> Int {
        zip(vertices, vertices.dropFirst()).reduce(0) { count, edge in
            guard edge.0.x == edge.1.x, abs(edge.0.x) == 180 else { return count }
            return count + seams.endIndices(from: edge.0.y, to: edge.1.y).count
        }
    }
}
