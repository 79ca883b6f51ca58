#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Corridor {
    /// A box that holds every place of the corridor, and little else. Where the corridor crosses
    /// ±180° the box does so as well, and leaves out the widest longitudes that it need not have.
    ///
    /// *Claim.* Each place of the corridor lies in the box, as `BoundingBox.contains` tells it. *Proof.*
    /// The foot of such a place is on some piece of the line, so the place lies in the piece's box
    /// (`LinePiece.box(within:)`). This box holds those of all pieces: it has their latitudes, and all
    /// longitudes but one gap between theirs. ∎
    ///
    /// - Complexity: O(*n* log *n*) for *n* pieces.
    package var box: BoundingBox {
        var (south, north) = (90.0, -90.0)
        var spans: [(low: Double, high: Double)] = []
        for piece in index.pieces {
            let box = piece.box(within: width)
            (south, north) = (min(south, box.south), max(north, box.north))
            if box.crossesDateLine {
                spans += [(-180, box.east), (box.west, 180)]
            } else {
                spans.append((box.west, box.east))
            }
        }
        spans.sort { $0.low < $1.low }
        var reached = spans[0].high
        var gap = (low: 0.0, high: 0.0)
        for span in spans {
            if span.low - reached > gap.high - gap.low { gap = (reached, span.low) }
            reached = max(reached, span.high)
        }
        // The gap around ±180° is one, too.
        let outer = spans[0].low + 180 + (180 - reached)
        return gap.high - gap.low > outer
            ? BoundingBox(unchecked: gap.high, south, gap.low, north)
            : BoundingBox(unchecked: spans[0].low, south, reached, north)
    }

    /// Where a box lies to the corridor, its edges included. A pole is in it under all longitudes,
    /// and the meridian 180° under both of its numbers.
    ///
    /// `inside` and `outside` are certain; `edge` is said of all other boxes.
    ///
    /// **Why.** A place of the box is reached from its middle by a way that is straight in longitude and latitude, and
    /// at most `half` long: a degree of latitude has less than 111 695 m, and one of longitude less than that times
    /// the cosine of a latitude, which is largest where the box is nearest to the equator. The straight
    /// line between two places is never longer than a way on the ground. So by the triangle of straight lines:
    ///
    /// - If the line's places are all further from the middle than the width and `half`, they are further than the
    ///   width from each place of the box, in a straight line and so on the ground.
    /// - If one of them is so near to the middle that with `half` it is less than the chord that a geodesic as
    ///   long as the width has at least (`RadiusTest`), then it is nearer than the width to each place of the box.
    ///
    /// `LinePiece.error`, more than what an offset may be wrong by, is kept twice from either, and 10⁻⁷ m in `half` are
    /// more than points are rounded by.
    ///
    /// - Complexity: that of `foot(of:)`, without a geodesic.
    func relation(to box: BoundingBox) -> Relation {
        let span = box.longitudeSpan / 2
        let middle = Coordinate(unchecked: (box.south + box.north) / 2, (box.west + span).wrappedLongitude)
        let least = box.south <= 0 && box.north >= 0 ? 0 : min(abs(box.south), abs(box.north))
        let (up, along) = ((box.north - box.south) / 2 * 111_695, span * 111_695 * cos(least * .pi / 180))
        let half = (up * up + along * along).squareRoot() * (1 + 1e-9) + 1e-7
        let chord = index.chord(from: SIMD3(EarthPoint(middle)))
        let error = 2 * LinePiece.error
        if chord.least - half > width.meters + error { return .outside }
        let inner = RadiusTest(radius: width.meters).innerSquaredChord.squareRoot()
        return chord.most + half + error < inner ? .inside : .edge
    }
}

extension LinePiece {
    /// A box that holds every place whose foot on the piece is no further from it than a width.
    ///
    /// *Proof.* The foot is at most `half` from the piece's middle, and the place at most the width from the
    /// foot, but for the error of an offset. So the place lies in the circle around the middle whose radius is
    /// both together; `slack` is far more than that error, and than what rounding moves the middle. The box of
    /// that circle holds it (`Circle.box`). ∎
    func box(within width: Distance) -> BoundingBox {
        Circle(center: middlePlace, radius: .meters(width.meters + half + Self.slack)).box
    }

    /// In meters.
    private static let slack = 0.01

    /// r(½). The point is on the ellipsoid, so its latitude needs no rounds: tan φ = z a²/(p b²).
    private var middlePlace: Coordinate {
        let point = start + chord * 0.5 + bend * 0.25
        let across = (point.x * point.x + point.y * point.y).squareRoot()
        let (a, b) = (WGS84.equatorialRadius, WGS84.polarRadius)
        let latitude = atan2(point.z * (a * a), across * (b * b)) * 180 / .pi
        let longitude = atan2(point.y, point.x) * 180 / .pi
        return Coordinate(unchecked: min(max(latitude, -90), 90), min(max(longitude, -180), 180))
    }
}
