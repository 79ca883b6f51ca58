/// The line between two places that is straight in longitude and latitude, as GeoJSON
/// draws it, and goes the short way around the Earth. A step of 180° is as drawn.
package struct DrawnEdge {
    private let start: FlatPoint
    private let end: FlatPoint

    package init(from start: Coordinate, to end: Coordinate) {
        let step = end.longitude - start.longitude
        self.start = FlatPoint(SIMD2(flat: start))
        self.end = FlatPoint(SIMD2(flat: end), turns: step > 180 ? -1 : step < -180 ? 1 : 0)
    }

    /// The same line on the ellipsoid.
    var curve: EdgeCurve { EdgeCurve(from: start.place, to: end.place, isWrapped: end.turns != 0) }

    /// Whether some place of the line is in a box, its edges included.
    ///
    /// Exact: no sum and no product is rounded. A number below 2⁻⁴⁰⁰ in size counts as
    /// 0 (`Double.coarse`). That a pole lies on all meridians is not looked at: a line that
    /// ends there is in the box when `BoundingBox.contains` says so of its end.
    ///
    /// - Complexity: O(1).
    package func meets(_ box: BoundingBox) -> Bool {
        let low = FlatPoint(SIMD2(box.west.coarse, box.south.coarse))
        let high = FlatPoint(SIMD2(box.east.coarse, box.north.coarse), turns: box.crossesDateLine ? 1 : 0)
        let (south, north) = (min(start.place.y, end.place.y), max(start.place.y, end.place.y))
        guard south <= high.place.y, north >= low.place.y else { return false }
        // The line may lie in the box on another turn around the Earth: a box ends before 540°, and a line that goes west
        // over ±180° begins before 180° and ends before -180°, which is two turns from there.
        return [-1.0, 0, 1, 2].contains { turn in
            let (first, last) = (start.turned(by: turn), end.turned(by: turn))
            let isFirstWest = first.meridian <= last.meridian
            let (west, east) = isFirstWest ? (first, last) : (last, first)
            guard west.meridian <= high.meridian, east.meridian >= low.meridian else { return false }
            // Their boxes meet, so the line misses the box only when all its corners are on one side of the line.
            let sides = [(low, low), (high, low), (high, high), (low, high)].map { x, y in
                Orientation.sign(first, last, FlatPoint(SIMD2(x.place.x, y.place.y), turns: x.turns))
            }
            return sides.contains { $0 <= 0 } && sides.contains { $0 >= 0 }
        }
    }
}

extension FlatPoint {
    fileprivate func turned(by turn: Double) -> FlatPoint { FlatPoint(place, turns: turns + turn) }

    /// The longitude with its turns, in two numbers whose sum is not rounded.
    fileprivate var meridian: (Double, Double) {
        let order = order
        return (order.0, order.1)
    }
}
