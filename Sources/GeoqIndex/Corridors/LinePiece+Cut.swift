#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension LinePiece {
    /// The pieces of an edge in the order of travel.
    ///
    /// - Parameters:
    ///   - isNeeded: whether it has a piece even when it leads nowhere: a line of one place
    ///     has one.
    ///   - along: where the edge begins; then where it ends.
    /// - Throws: when it takes more than `limit` pieces.
    static func append(
        from first: Coordinate, to second: Coordinate, _ edges: Area.Edges, isNeeded: Bool, along: inout Double,
        atMost limit: Int, to pieces: inout [LinePiece]
    ) throws(CorridorError) {
        // No way at all.
        if first.isSamePlace(as: second), !isNeeded { return }
        let isReversed = (second.latitude, second.longitude) < (first.latitude, first.longitude)
        let (low, high) = isReversed ? (second, first) : (first, second)
        let (start, end) = (SIMD2(flat: low), SIMD2(flat: high))
        let (kind, edgeEnd, curve): (Kind, SIMD2<Double>, EdgeCurve)
        var count: Double
        var isParabola = true
        var finish = end
        switch edges {
        case .geodesic:
            let line = Geodesic.Line(from: low, to: high)
            (kind, edgeEnd) = (.geodesic, SIMD2(line.azimuth, line.meters))
            curve = EdgeCurve(from: start, FlatRing.Course(azimuth: line.azimuth, meters: line.meters))
            count = (line.meters / 400).rounded(.up)
        case .drawn:
            let isPoint = abs(start.y) == 90 && start.y == end.y
            let isWrapped = abs(end.x - start.x) > 180 && !isPoint
            (kind, edgeEnd) = (isWrapped ? .wrapped : .drawn, isPoint ? start : end)
            finish = edgeEnd
            curve = EdgeCurve(from: start, to: edgeEnd, isWrapped: isWrapped)
            let latitude = max(abs(start.y), abs(end.y))
            isParabola = latitude <= 85
            count = (curve.longest(0, 1) / (250 * pow(cos(min(latitude, 85) * .pi / 180), 2.0 / 3))).rounded(.up)
        }
        count = max(count, 1)
        guard Double(pieces.count) + count <= Double(limit) else {
            throw .tooLong(pieces: pieces.count + Int(min(count, 1e15)))
        }
        for number in 0..<Int(count) {
            let part = isReversed ? count - 1 - Double(number) : Double(number)
            let piece = LinePiece(
                curve, from: part / count, to: (part + 1) / count, kind, start, edgeEnd, finish,
                isReversed: isReversed, isParabola: isParabola, along: along)
            along += piece.length
            pieces.append(piece)
        }
    }

    private init(
        _ curve: EdgeCurve, from: Double, to: Double, _ kind: Kind, _ edgeStart: SIMD2<Double>,
        _ edgeEnd: SIMD2<Double>, _ edgeFinish: SIMD2<Double>, isReversed: Bool, isParabola: Bool, along: Double
    ) {
        func point(at t: Double) -> SIMD3<Double> {
            let vertex = LinePiece.vertex(at: t, from: edgeStart, to: edgeFinish)
            return SIMD3(EarthPoint(vertex ?? curve.coordinate(at: t)))
        }
        let (first, middle, last) = (point(at: from), point(at: (from + to) / 2), point(at: to))
        (start, chord, end) = (first, last - first, last)
        half = curve.longest(from, to) / 2 * (1 + 1e-9) + 1e-7
        bend = 4 * (middle - (first + last) * 0.5)
        length = curve.length(from, to)
        // The sagitta is K L²/8.
        let bow = 2 * (bend * bend).sum().squareRoot()
        let square = length * length
        curl = square > 1 ? bow * bow / (square * square) / 24 : 0
        (self.from, self.to, self.kind, self.edgeStart, self.edgeEnd) = (from, to, kind, edgeStart, edgeEnd)
        self.edgeFinish = edgeFinish
        (self.isReversed, self.isParabola, self.along) = (isReversed, isParabola, along)
    }

    /// A box around the piece.
    var reach: EarthReach {
        var reach = EarthReach()
        let middle = start + chord * 0.5 + bend * 0.25
        reach.include(EarthPoint(middle), radius: half)
        return reach
    }
}
