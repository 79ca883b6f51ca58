extension DrawnEdge {
    /// How far the nearest place of the line is from a place: by Karney's geodesics, with the error bound of
    /// `EdgeCurve.leastDistance`. Each call gives the same bits.
    ///
    /// - Complexity: some tens of geodesics; more where long parts of the line are about as far away as its nearest
    ///   place, as a parallel is from a pole: some for each three kilometers of these.
    package func distance(from place: Coordinate) -> Distance {
        .meters(curve.foot(of: place, between: 0, 1).meters)
    }

    /// The line is no longer. So none of its places is further than half of this from one of its ends.
    package var longest: Distance { .meters(curve.longest(0, 1)) }
}
