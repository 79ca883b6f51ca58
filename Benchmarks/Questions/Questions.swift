import Benchmark
import Workload

/// geoq's own questions, for thresholds and baselines:
///
///     swift package --disable-sandbox benchmark
///     swift package --disable-sandbox benchmark baseline update main
///     swift package --disable-sandbox benchmark baseline check main
///
/// One iteration of a question asks it at a thousand places and is scaled by
/// that, so its median is total time by number. Beside its peers geoq is
/// measured by `side-by-side`.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput],
        timeUnits: .nanoseconds,
        warmupIterations: 1,
        maxDuration: .seconds(2),
        thresholds: [.wallClock: .init(relative: [.p50: 10])])
    benchmarkBuild()
    benchmarkOpen()
    benchmarkNear()
    benchmarkCount()
    benchmarkNearest()
    benchmarkFilteredNearest()
    benchmarkBox()
    benchmarkUpdates()
    benchmarkRules()
    benchmarkImport()
    benchmarkCommand()
}

/// Registers a question: each iteration asks it at the next thousand places.
func register(_ name: String, _ question: some Question) {
    register(name) { _ in question }
}

/// Registers a question that is made for the workload.
func register<Asked: Question>(_ name: String, making question: @escaping @Sendable (Workload) throws -> Asked) {
    let prepared = Prepared<(workload: Workload, question: Asked)>()
    Benchmark(
        name, configuration: .init(scalingFactor: .kilo),
        closure: { benchmark in
            let (workload, question) = prepared.value
            let first = benchmark.currentIteration * 1000
            for index in benchmark.scaledIterations {
                let place = workload.queries[(first + index) % workload.queries.count]
                blackHole(try question.ask(workload, at: place))
            }
        },
        setup: {
            let workload = try SharedData.workload()
            prepared.set((workload, try question(workload)))
        },
        teardown: { prepared.set(nil) })
}
