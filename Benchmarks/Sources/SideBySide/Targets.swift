/// A target of geoq, and the number that was measured in the same run.
struct Target: Codable {
    let question: String
    /// `0.8 × nanoflann chord`
    let demand: String
    /// The measured number; nil when its reference was not measured.
    let measured: Double?
    let limit: Double
    /// Whether more is better.
    let isFloor: Bool

    var isReached: Bool? {
        measured.map { isFloor ? $0 >= limit : $0 <= limit }
    }

    init(_ question: String, _ demand: String, _ measured: Double?, atMost limit: Double) {
        (self.question, self.demand, self.measured, self.limit) = (question, demand, measured, limit)
        isFloor = false
    }

    init(_ question: String, _ demand: String, _ measured: Double?, atLeast limit: Double) {
        (self.question, self.demand, self.measured, self.limit) = (question, demand, measured, limit)
        isFloor = true
    }
}

extension Report {
    /// The targets, with the ratios of this run.
    var targets: [Target] {
        var targets: [Target] = []
        for (question, subject, factor) in [
            ("nearest-1", "nanoflann", 0.9), ("nearest-10", "nanoflann", 0.8), ("nearest-100", "nanoflann", 0.6),
            ("near-10", "boost", 0.6), ("near-50", "boost", 0.5), ("near-200", "boost", 0.5),
        ] {
            let peer = contenders.first { $0.subject == subject && $0.variant == "chord" }
            targets.append(
                Target(
                    question, "\(factor) × \(peer?.title ?? subject + " chord")",
                    peer.flatMap { ratio(question, to: $0) }.map { 1 / $0 }, atMost: factor))
        }
        for kilometers in [50, 200] {
            let near = geoqTime("near-\(kilometers)")
            let count = geoqTime("count-\(kilometers)")
            targets.append(
                Target(
                    "count-\(kilometers)", "0.2 × near-\(kilometers)", Self.quotient(count, near), atMost: 0.2))
        }
        let here = own?.seconds ?? [:]
        let plain = here["here/index/nearest-10"]
        targets += [
            Target(
                "nearest-10 of 1 species in 400", "4 × nearest-10",
                Self.quotient(here["here/index/filtered-10"], plain), atMost: 4),
            Target(
                "nearest-10, 5000 at each place", "2 × scattered",
                Self.quotient(here["sites/index/nearest-10"], plain), atMost: 2),
            Target(
                "near-10, 5000 at each place", "2 × scattered",
                Self.quotient(here["sites/index/near-10"], here["here/index/near-10"]), atMost: 2),
            Target(
                "build", "1 × Boost", Self.quotient(results.buildMedian("geoq"), results.buildMedian("boost")),
                atMost: 1),
            Target(
                "build", "0.5 × nanoflann",
                Self.quotient(results.buildMedian("geoq"), results.buildMedian("nanoflann")), atMost: 0.5),
            Target(
                "bytes a point", "72", results.bytes["geoq"].map { Double($0) / Double(points) }, atMost: 72),
            Target("open, milliseconds", "2", here["here/index/open-0"].map { $0 * 1000 }, atMost: 2),
            Target(
                "10000 changes visible, milliseconds", "100", here["here/updates/apply-0"].map { $0 * 1000 },
                atMost: 100),
            Target(
                "nearest-10, 10000 changes pending", "1.5 × without",
                Self.quotient(here["here/updates/nearest-10"], plain), atMost: 1.5),
            Target(
                "near-10, 10000 changes pending", "1.5 × without",
                Self.quotient(here["here/updates/near-10"], here["here/index/near-10"]), atMost: 1.5),
            Target(
                "2 threads, nearest-10", "1.8 × one", Self.quotient(plain, here["here/threads/nearest-10"]),
                atLeast: 1.8),
            Target(
                "2 threads, near-10", "1.8 × one",
                Self.quotient(here["here/index/near-10"], here["here/threads/near-10"]), atLeast: 1.8),
        ]
        if points == 10_000_000 || points == 100_000_000 {
            let factor: Double = points == 10_000_000 ? 2 : 4
            targets.append(
                Target(
                    "nearest-10 of \(points)", "\(Int(factor)) × of 1000000",
                    Self.quotient(plain, here["million/index/nearest-10"]), atMost: factor))
            targets.append(
                Target(
                    "build of \(points), a point", "1.25 × of 1000000",
                    Self.quotient(own?.builds["here"], own?.builds["million"]).map {
                        $0 / (Double(points) / 1_000_000)
                    },
                    atMost: 1.25))
        }
        return targets + (rules?.targets ?? []) + (areas?.targets ?? []) + (streams?.targets ?? [])
            + (commands?.targets ?? [])
    }

    static func quotient(_ left: Double?, _ right: Double?) -> Double? {
        guard let left, let right, right > 0 else { return nil }
        return left / right
    }
}
