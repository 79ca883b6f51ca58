/// All measurements of a run.
struct Results {
    struct Key: Hashable {
        var subject: String
        var variant: String
        var question: String
        var queries: Int
    }

    private(set) var seconds: [Key: [Double]] = [:]
    private(set) var hits: [Key: Double] = [:]
    private(set) var builds: [String: [Double]] = [:]
    private(set) var bytes: [String: Int] = [:]
    private(set) var samples: [String: [String: [Sample]]] = [:]
    var worstError: Double?

    mutating func add(_ reply: Reply, subject: String, _ task: Task) {
        if let time = reply.time, time.queries > 0 {
            let key = Key(
                subject: subject, variant: task.variant, question: task.question, queries: time.queries)
            seconds[key, default: []].append(time.seconds / Double(time.queries))
            hits[key] = Double(time.hits) / Double(time.queries)
        }
        if !reply.samples.isEmpty { samples["\(subject)/\(task.variant)", default: [:]][task.question] = reply.samples }
        if let error = reply.worstError { worstError = max(worstError ?? 0, error) }
    }

    mutating func addBuild(_ reply: Reply, subject: String) {
        if let seconds = reply.buildSeconds { builds[subject, default: []].append(seconds) }
        if let bytes = reply.bytes { self.bytes[subject] = bytes }
    }

    /// The median time of one query, in seconds.
    func median(_ contender: Contender, _ question: String, queries: Int) -> Double? {
        seconds[
            Key(subject: contender.subject, variant: contender.variant, question: question, queries: queries)
        ].map(Self.median)
    }

    func buildMedian(_ subject: String) -> Double? {
        builds[subject].map(Self.median)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// How many samples of a contender agree with the oracle: in their number,
    /// as a set, in order.
    func agreement(_ contender: Contender) -> (all: Int, counts: Int, sets: Int, orders: Int, listings: Int) {
        let mine = samples["\(contender.subject)/\(contender.variant)"] ?? [:]
        let truth = samples["brute/oracle"] ?? [:]
        var result = (all: 0, counts: 0, sets: 0, orders: 0, listings: 0)
        for (question, samples) in mine {
            for (sample, exact) in zip(samples, truth[question] ?? []) {
                result.all += 1
                if sample.count == exact.count { result.counts += 1 }
                guard !question.hasPrefix("count") else { continue }
                result.listings += 1
                if sample.set == exact.set { result.sets += 1 }
                if sample.order == exact.order { result.orders += 1 }
            }
        }
        return result
    }
}
