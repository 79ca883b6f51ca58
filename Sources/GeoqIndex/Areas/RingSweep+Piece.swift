#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension RingSweep {
    /// An edge with its western end first; on a meridian, the southern one.
    struct Piece {
        let left: FlatPoint
        let right: FlatPoint
        let edge: Int
        /// For a geodesic, how it leaves its first vertex, and whether that is its
        /// western end.
        let course: FlatRing.Course?
        let goesEast: Bool

        init?(_ start: FlatPoint, _ end: FlatPoint, edge: Int, course: FlatRing.Course? = nil) {
            goesEast = start < end
            self.course = course
            if start < end {
                (left, right) = (start, end)
            } else if end < start {
                (left, right) = (end, start)
            } else {
                return nil
            }
            self.edge = edge
        }

        /// 1 when a point lies north of the piece, −1 south, 0 on it.
        ///
        /// The point's meridian meets the piece, or the line that it lies on does not
        /// matter.
        func side(of point: FlatPoint) -> Int {
            guard let course else { return Orientation.sign(left, right, point) }
            // Ends that edges share are on both.
            if point.order == left.order || point.order == right.order { return 0 }
            let start = goesEast ? left : right
            let way = Geodesic.departure(
                from: Coordinate(unchecked: start.place.y, start.place.x),
                to: Coordinate(unchecked: point.place.y, point.place.x))
            let angle = (way.azimuth - course.azimuth).remainder(dividingBy: 360) * (.pi / 180)
            let offset = way.meters * sin(angle)
            if abs(offset) <= EdgeTree.geodesicReach { return 0 }
            return (offset < 0) == goesEast ? 1 : -1
        }
    }
}
