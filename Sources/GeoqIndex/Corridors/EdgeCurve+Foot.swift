#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension EdgeCurve {
    /// The nearest point of a part of the curve to a place, by its t, and the geodesic
    /// distance.
    ///
    /// As `leastDistance` (its bounds and their proof), but the foot itself is found to
    /// 10⁻⁸ m, as far as Karney's directions tell.
    func foot(of place: Coordinate, between first: Double, _ last: Double) -> (t: Double, meters: Double) {
        var best = (t: first, meters: Double.infinity)
        // Of places that were looked at, and not only of feet.
        var least = Double.infinity
        var parts: [(from: Double, to: Double)] = [(first, last)]
        while let part = parts.popLast() {
            let middle = (part.from + part.to) / 2
            let half = longest(part.from, part.to) / 2
            let meters = Geodesic.meters(from: place, to: coordinate(at: middle))
            if meters - half >= least + 1e-8 { continue }
            least = min(least, meters)
            if half < 1e-9 || hasOneFoot(part, meters: meters, half: half) {
                let found = singleFoot(of: place, between: part.from, part.to)
                if found.meters < best.meters { best = found }
            } else {
                parts.append((middle, part.to))
                parts.append((part.from, middle))
            }
        }
        return best
    }

    /// The slope's zero, or an end where there is none.
    private func singleFoot(
        of place: Coordinate, between from: Double, _ to: Double
    ) -> (t: Double, meters: Double) {
        let (atLow, atHigh) = (slope(from: place, at: from), slope(from: place, at: to))
        guard atLow.slope < 0 else { return (from, atLow.meters) }
        guard atHigh.slope > 0 else { return (to, atHigh.meters) }
        var best = atLow.meters <= atHigh.meters ? (t: from, meters: atLow.meters) : (to, atHigh.meters)
        let metersPerStep = longest(from, to) / (to - from)
        var zero = SlopeZero(low: from, high: to, atLow: atLow.slope, atHigh: atHigh.slope)
        for round in 0..<200 {
            if (zero.high - zero.low) * metersPerStep <= 1e-9 { break }
            guard let t = zero.guess(inRound: round) else { break }
            let found = slope(from: place, at: t)
            best = (t, found.meters)
            // ds/dt changes by speed²/s for each t.
            if abs(found.slope) * found.meters <= 1e-9 * metersPerStep { break }
            zero.narrow(to: t, found.slope)
        }
        return best
    }

    /// The length of a part of the curve, in meters.
    ///
    /// That of a drawn one is the integral of its speed, which changes by parts in a
    /// thousand over a piece of 400 m: five points of Gauss leave less than 10⁻¹².
    func length(_ from: Double, _ to: Double) -> Double {
        if let meters = geodesicMeters { return (to - from) * meters }
        let (middle, half) = ((from + to) / 2, (to - from) / 2)
        var sum = 0.0
        for (node, weight) in Self.gauss {
            sum += weight * (speed(at: middle - half * node) + speed(at: middle + half * node))
        }
        sum += 128.0 / 225 * speed(at: middle)
        return sum * half
    }

    private static let gauss: [(node: Double, weight: Double)] = [
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_5), (0.906_179_845_938_664_0, 0.236_926_885_056_189_1),
    ]
}
