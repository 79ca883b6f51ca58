import Benchmark
import Workload

/// 100 000 circles, or lists of one with a shape and a season, and what
/// contains or matches at a place.
func benchmarkRules() {
    registerRules("rules of a place, ids") { $0.ids($1).count }
    registerRules("rules of a place, species, season and reasons") { $0.matches($1, isHeld: false).count }
    registerRules("rules of a place, the same where all holds") { $0.matches($1, isHeld: true).count }
}

private func registerRules(_ name: String, _ ask: @escaping @Sendable (Rules, Int) -> Int) {
    let prepared = Prepared<Rules>()
    Benchmark(
        name, configuration: .init(scalingFactor: .kilo),
        closure: { benchmark in
            let rules = prepared.value
            let first = benchmark.currentIteration * 1000
            for index in benchmark.scaledIterations { blackHole(ask(rules, (first + index) % 10_000)) }
        },
        setup: {
            let workload = try SharedData.workload()
            let circles = Rules.circles(around: workload.places, count: 100_000)
            prepared.set(Rules(circles: circles, queries: workload.queries))
        },
        teardown: { prepared.set(nil) })
}
