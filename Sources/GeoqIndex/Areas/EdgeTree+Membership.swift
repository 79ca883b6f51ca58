extension EdgeTree {
    /// Where a point lies to some edges.
    enum Crossings {
        /// An even or odd number of them is crossed on the way to the south pole.
        case even, odd
        /// The point lies on one of them.
        case onEdge
    }

    /// Whether a point lies inside the polygon or on its boundary.
    ///
    /// The edges that the point's meridian crosses on the way to the south pole are
    /// counted; that number's parity changes at each edge, and at the pole it is
    /// known. A node whose edges all lie south of the point is counted by its ends,
    /// one that lies north not at all: only nodes whose box holds the point are
    /// opened.
    ///
    /// - Parameter point: `coarse`, and no pole.
    /// - Complexity: O(log *n* + edges whose box holds the point, or whose nodes').
    func holds(_ point: SIMD2<Double>) -> Bool {
        guard abs(point.x) == 180 else { return holds(unturned: point) }
        // One meridian with two numbers: edges may lie on either.
        return holds(unturned: SIMD2(-180, point.y))
            || crossings(SIMD2(180, point.y), root: nodes.count - 1) == .onEdge
    }

    /// Whether a point lies on the area's boundary, where it is this polygon's; `point` as above.
    func hasOnEdge(_ point: SIMD2<Double>) -> Bool {
        let numbers = abs(point.x) == 180 ? [-180.0, 180] : [point.x]
        return numbers.contains { hasOnEdge(SIMD2($0, point.y), node: nodes.count - 1, level: height) }
    }

    private func hasOnEdge(_ point: SIMD2<Double>, node index: Int, level: Int) -> Bool {
        children(ofNode: index, level: level).contains { child in
            if level == 0 {
                if kinds[child] == .seam || kinds[child] == .shared { return false }
                let found = courses == nil ? crossings(point, edge: child) : crossings(point, geodesicEdge: child)
                return found == .onEdge
            }
            let (low, high) = (nodes[child].low, nodes[child].high)
            return point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
                && hasOnEdge(point, node: child, level: level - 1)
        }
    }

    private func holds(unturned point: SIMD2<Double>) -> Bool {
        switch crossings(point, root: nodes.count - 1) {
        case .onEdge: true
        case .odd: !holdsSouth
        case .even: holdsSouth
        }
    }

    private func crossings(_ point: SIMD2<Double>, root: Int) -> Crossings {
        crossings(point, node: root, level: height)
    }

    func crossings(_ point: SIMD2<Double>, node index: Int, level: Int) -> Crossings {
        var odd = false
        for child in children(ofNode: index, level: level) {
            let found: Crossings
            if level == 0 {
                found = courses == nil ? crossings(point, edge: child) : crossings(point, geodesicEdge: child)
            } else {
                let node = nodes[child]
                if point.y > node.high.y {
                    odd = odd != node.isOdd(at: point.x)
                    continue
                }
                guard point.y >= node.low.y, point.x >= node.low.x, point.x <= node.high.x else { continue }
                found = crossings(point, node: child, level: level - 1)
            }
            switch found {
            case .even: break
            case .odd: odd.toggle()
            case .onEdge: return .onEdge
            }
        }
        return odd ? .odd : .even
    }

    @inline(__always)
    func crossings(_ point: SIMD2<Double>, edge: Int) -> Crossings {
        if kinds[edge].rawValue <= Kind.shared.rawValue {
            return Self.crossings(point, vertices[edge], vertices[edge + 1])
        }
        return kinds[edge] == .gap ? .even : crossings(point, wrappedEdge: edge)
    }

    /// Where a point lies to a drawn edge that does not cross ±180°.
    @inline(__always)
    static func crossings(_ point: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Crossings {
        if point.y < min(start.y, end.y) { return .even }
        let (left, right) = start.x <= end.x ? (start, end) : (end, start)
        guard point.x >= left.x, point.x <= right.x else { return .even }
        if point.y > max(start.y, end.y) { return point.x < right.x ? .odd : .even }
        return crossing(Orientation.sign(left, right, point), beforeEnd: point.x < right.x)
    }

    /// An edge across ±180° lies on both sides of the plane, never on one meridian
    /// twice.
    @inline(never)
    private func crossings(_ point: SIMD2<Double>, wrappedEdge edge: Int) -> Crossings {
        let (start, end) = (vertices[edge], vertices[edge + 1])
        guard point.y >= min(start.y, end.y) else { return .even }
        let (west, east) = start.x > end.x ? (start, end) : (end, start)
        let side: Int
        if point.x >= west.x {
            side = Orientation.sign(FlatPoint(west), FlatPoint(east, turns: 1), FlatPoint(point))
        } else if point.x <= east.x {
            side = Orientation.sign(FlatPoint(west, turns: -1), FlatPoint(east), FlatPoint(point))
        } else {
            return .even
        }
        if side == 0, point.y > max(start.y, end.y) { return .even }
        return Self.crossing(side, beforeEnd: point.x >= west.x || point.x < east.x)
    }

    /// - Parameters:
    ///   - side: 1 when the point lies north of the edge.
    ///   - beforeEnd: whether the point lies west of the edge's eastern end, whose
    ///     meridian is the next edge's.
    @inline(__always)
    static func crossing(_ side: Int, beforeEnd: Bool) -> Crossings {
        side == 0 ? .onEdge : side > 0 && beforeEnd ? .odd : .even
    }
}
