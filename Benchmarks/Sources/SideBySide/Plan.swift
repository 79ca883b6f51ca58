/// The questions, and how often each is asked: a question's time is the time of
/// all its queries divided by their number.
struct PlannedQuestion {
    let name: String
    /// How many queries at each pace.
    private let counts: [Int]
    /// Whether hits grow with the number of points.
    private let growsWithPoints: Bool

    private init(_ name: String, _ counts: [Int], growsWithPoints: Bool) {
        (self.name, self.counts, self.growsWithPoints) = (name, counts, growsWithPoints)
    }

    /// nil when the question is not asked at this pace.
    func queries(_ pace: Contender.Pace, points: Int, isQuick: Bool) -> Int? {
        var count = Double(counts[pace.rawValue])
        if count == 0 { return nil }
        if growsWithPoints { count /= max(1, Double(points) / 1_000_000) }
        if isQuick { count /= 4 }
        return max(1, Int(count))
    }

    //                          fast   exact   slow  crawl  scan
    static let all = [
        PlannedQuestion("nearest-1", [10_000, 10_000, 200, 2, 0], growsWithPoints: false),
        PlannedQuestion("nearest-10", [10_000, 10_000, 200, 2, 1], growsWithPoints: false),
        PlannedQuestion("nearest-100", [10_000, 4_000, 100, 2, 0], growsWithPoints: false),
        PlannedQuestion("near-1", [10_000, 10_000, 400, 0, 0], growsWithPoints: false),
        PlannedQuestion("near-10", [10_000, 4_000, 200, 0, 0], growsWithPoints: true),
        PlannedQuestion("near-50", [4_000, 400, 60, 0, 1], growsWithPoints: true),
        PlannedQuestion("near-200", [800, 80, 12, 0, 0], growsWithPoints: true),
        PlannedQuestion("count-50", [4_000, 400, 60, 0, 0], growsWithPoints: true),
        PlannedQuestion("count-200", [800, 80, 12, 0, 0], growsWithPoints: true),
        PlannedQuestion("bbox-10", [10_000, 4_000, 200, 0, 0], growsWithPoints: true),
    ]
}
