/// Two places on a curve between which the slope of a distance has its zero: it
/// falls at the first, and rises at the second.
///
/// They come together by the false position. When the same one stays twice, its slope
/// is halved (the Illinois method), and each eighth time the middle is looked at.
struct SlopeZero {
    private(set) var low: Double
    private(set) var high: Double
    private var atLow: Double
    private var atHigh: Double
    /// Which one was replaced last: -1 for `low`, 1 for `high`.
    private var lastSide = 0

    /// - Parameters:
    ///   - atLow: the slope at `low`, negative.
    ///   - atHigh: the slope at `high`, positive.
    init(low: Double, high: Double, atLow: Double, atHigh: Double) {
        (self.low, self.high, self.atLow, self.atHigh) = (low, high, atLow, atHigh)
    }

    /// Where to look next; nil when no number lies between the two.
    ///
    /// - Parameter round: how often was looked before.
    @inline(__always)
    func guess(inRound round: Int) -> Double? {
        var t = low + (high - low) * (atLow / (atLow - atHigh))
        if round % 8 == 7 || !(t > low && t < high) { t = (low + high) / 2 }
        return t > low && t < high ? t : nil
    }

    /// Puts a place for the one on its side of the zero.
    ///
    /// - Parameter slope: the slope there.
    @inline(__always)
    mutating func narrow(to t: Double, _ slope: Double) {
        if slope < 0 {
            (low, atLow) = (t, slope)
            if lastSide == -1 { atHigh /= 2 }
            lastSide = -1
        } else {
            (high, atHigh) = (t, slope)
            if lastSide == 1 { atLow /= 2 }
            lastSide = 1
        }
    }
}
