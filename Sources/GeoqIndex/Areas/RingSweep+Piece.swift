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
            let offset = self.offset(of: point, from: course).across
            if abs(offset) <= EdgeTree.geodesicReach { return 0 }
            return (offset < 0) == goesEast ? 1 : -1
        }

        /// Whether the piece, which begins, lies above another one that the line meets, and not below; nil when
        /// it runs along it.
        ///
        /// Two geodesics that lie on one line and have no more than a point in common begin and end at different
        /// longitudes, so the line never meets both. It does where they go almost north, and longitudes that differ
        /// by less than their roundings say the opposite; there the northern one is above.
        func isAbove(_ other: Piece) -> Bool? {
            let side = other.side(of: left)
            if side != 0 { return side > 0 }
            let otherSide = other.side(of: right)
            if otherSide != 0 { return otherSide > 0 }
            if other.runsAlong(self) { return nil }
            return left.place.y + right.place.y > other.left.place.y + other.right.place.y
        }

        /// Whether the piece has more than a point in common with another one, both ends of which are on its line.
        func runsAlong(_ other: Piece) -> Bool {
            guard let course else {
                let begin = left < other.left ? other.left : left
                return begin < (right < other.right ? right : other.right)
            }
            let (first, second) = (
                offset(of: other.left, from: course).along, offset(of: other.right, from: course).along
            )
            return min(max(first, second), course.meters) - max(min(first, second), 0) > EdgeTree.geodesicReach
        }

        /// How far a point is from where a geodesic piece leaves its first vertex, along its line and to the right of
        /// it, in meters, as in the plane.
        private func offset(of point: FlatPoint, from course: FlatRing.Course) -> (along: Double, across: Double) {
            let start = goesEast ? left : right
            let way = Geodesic.departure(
                from: Coordinate(unchecked: start.place.y, start.place.x),
                to: Coordinate(unchecked: point.place.y, point.place.x))
            let angle = (way.azimuth - course.azimuth).remainder(dividingBy: 360) * (.pi / 180)
            return (way.meters * cos(angle), way.meters * sin(angle))
        }
    }
}
