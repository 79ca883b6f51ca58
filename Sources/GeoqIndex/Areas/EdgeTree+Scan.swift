extension EdgeTree {
    /// What `holds` must say of a place and geodesic edges, by a look at every edge: no node, and no box, leaves one
    /// out.
    ///
    /// - Parameter point: `coarse`, and no pole.
    /// - Complexity: O(*n*), a microsecond an edge that lies near the place.
    func scannedHolds(_ point: SIMD2<Double>) -> Bool {
        guard abs(point.x) == 180 else { return scannedHolds(unturned: point) }
        // One meridian with two numbers, as in `holds`.
        return scannedHolds(unturned: SIMD2(-180, point.y))
            || kinds.indices.contains { scannedCrossings(SIMD2(180, point.y), edge: $0) == .onEdge }
    }

    private func scannedHolds(unturned point: SIMD2<Double>) -> Bool {
        var isInside = holdsSouth
        for edge in kinds.indices {
            switch scannedCrossings(point, edge: edge) {
            case .even: break
            case .odd: isInside.toggle()
            case .onEdge: return true
            }
        }
        return isInside
    }

    /// A tenth of a millimeter beyond its latitudes an edge is measured, too.
    private func scannedCrossings(_ point: SIMD2<Double>, edge: Int) -> Crossings {
        crossings(point, geodesicEdge: edge, margin: 1e-9)
    }
}
