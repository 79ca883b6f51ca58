import Benchmark
import Workload

/// Ten thousand changes laid over a million points, and what questions take
/// while they are pending and without them.
func benchmarkUpdates() {
    let prepared = Prepared<Updates>()
    Benchmark(
        "apply \(Updates.changeCount) changes to 1 million",
        closure: { _ in blackHole(try prepared.value.apply()) },
        setup: { prepared.set(try Updates(try SharedData.workload())) }, teardown: { prepared.set(nil) })
    for isPending in [false, true] {
        let state = isPending ? "\(Updates.changeCount) changes pending" : "no changes pending"
        for limit in [1, 10, 100] {
            register("nearest \(limit), \(state)") {
                let updates = try Updates($0)
                return PendingQuestion(isPending ? updates.after : updates.before, nearest: limit)
            }
        }
        for kilometers in [10, 50] {
            register("near \(kilometers) km, \(state)") {
                let updates = try Updates($0)
                return PendingQuestion(isPending ? updates.after : updates.before, kilometers: Double(kilometers))
            }
        }
    }
}
