import Benchmark

let benchmarks = { @Sendable in }
