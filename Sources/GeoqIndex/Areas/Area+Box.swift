/// Where a region lies to an area.
enum Relation {
    /// Every place of the region belongs to the area.
    case inside
    /// No place of the region belongs to the area.
    case outside
    /// An edge may run through the region.
    case edge
}

extension Area {
    /// Where a box lies to the area, its edges included.
    ///
    /// `inside` and `outside` are certain; `edge` is said when an edge of the area
    /// meets the box, or may, or when the box is inside of two polygons only
    /// together.
    ///
    /// **Why.** Membership in a polygon changes only at its edges, and of these not at
    /// seams: what lies on them is inside, and beyond them the plane ends. A box is connected
    /// in the plane of longitude and latitude, as are the two halves of one that crosses
    /// ±180°; so when no edge meets it, all of its places are as one of them is. A
    /// pole that is no vertex is as what lies around it; a box with a pole that is one
    /// has an edge.
    ///
    /// - Complexity: O(log *n* + edges near the box).
    func relation(to box: BoundingBox) -> Relation {
        let (low, high) = (SIMD2(box.west, box.south), SIMD2(box.east, box.north))
        let touchesDateLine = box.crossesDateLine || (box.east == 180) != (box.west == -180)
        guard touchesDateLine else { return relation(to: FlatBox(low: low, high: high)) }
        // The meridian 180 is in the box under both of its numbers.
        let west = box.west == -180 ? SIMD2(180, low.y) : low
        let first = relation(to: FlatBox(low: west, high: SIMD2(180, high.y)))
        if case .edge = first { return .edge }
        let east = box.east == 180 ? SIMD2(-180, high.y) : high
        let second = relation(to: FlatBox(low: SIMD2(-180, low.y), high: east))
        return first == second ? first : .edge
    }

    func relation(to box: FlatBox) -> Relation {
        // As places are: no place leaves the box by it.
        let box = FlatBox(
            low: SIMD2(box.low.x.coarse, box.low.y.coarse), high: SIMD2(box.high.x.coarse, box.high.y.coarse))
        var meetsEdge = false
        let holder = index.boxes.first(meeting: box) { number in
            switch index.trees[number].relation(to: box) {
            case .inside: return true
            case .outside: return false
            case .edge:
                meetsEdge = true
                return false
            }
        }
        return holder != nil ? .inside : meetsEdge ? .edge : .outside
    }
}

extension EdgeTree {
    /// Where a box lies to the polygon.
    func relation(to box: FlatBox) -> Relation {
        // A pole is in the box under all longitudes.
        if hasNorthOnEdge, box.high.y == 90 { return .edge }
        if hasSouthOnEdge, box.low.y == -90 { return .edge }
        if box.meets(root.low, root.high), meetsEdge(box, node: nodes.count - 1, level: height) { return .edge }
        // Any point of the box; a pole is inside as what lies around it.
        let middle = (box.low + box.high) * 0.5
        if abs(middle.y) == 90 { return .edge }
        return holds(middle) ? .inside : .outside
    }

    /// Whether an edge that is a boundary of the area, too, meets a box; true as well when that is not certain.
    func meetsBoundary(_ box: FlatBox) -> Bool {
        box.meets(root.low, root.high) && meetsEdge(box, node: nodes.count - 1, level: height, besides: .shared)
    }

    /// - Parameter other: edges that do not count, besides seams.
    private func meetsEdge(_ box: FlatBox, node index: Int, level: Int, besides other: Kind = .seam) -> Bool {
        for child in children(ofNode: index, level: level) {
            if level == 0 {
                if kinds[child] != .seam, kinds[child] != other, meets(box, edge: child) { return true }
            } else if box.meets(nodes[child].low, nodes[child].high),
                meetsEdge(box, node: child, level: level - 1, besides: other)
            {
                return true
            }
        }
        return false
    }

    /// Whether an edge meets a box; true as well when that is not certain.
    @inline(__always)
    func meets(_ box: FlatBox, edge: Int) -> Bool {
        if kinds[edge] == .gap { return false }
        let (start, end) = (vertices[edge], vertices[edge + 1])
        let bulge = bulge(ofEdge: edge)
        guard box.low.y <= max(start.y, end.y) + bulge, min(start.y, end.y) - bulge <= box.high.y else { return false }
        if kinds[edge] == .wrapped {
            return box.high.x >= max(start.x, end.x) || box.low.x <= min(start.x, end.x)
        }
        guard box.low.x <= max(start.x, end.x), min(start.x, end.x) <= box.high.x else { return false }
        if courses != nil { return true }
        // The corners that are furthest to either side of the line: when one side
        // has both, the line does not meet the box.
        let rises = (start.x <= end.x) == (start.y <= end.y)
        let first = SIMD2(box.low.x, rises ? box.high.y : box.low.y)
        let second = SIMD2(box.high.x, rises ? box.low.y : box.high.y)
        return Orientation.sign(start, end, first) * Orientation.sign(start, end, second) <= 0
    }
}
