import Benchmark
import Geoq
import GeoqIndex
import Workload

func benchmarkBuild() {
    let prepared = Prepared<[Coordinate]>()
    Benchmark(
        "build 1 million", configuration: .init(maxDuration: .seconds(8)),
        closure: { _ in blackHole(Build.build(prepared.value)) },
        setup: { prepared.set(try SharedData.places()) }, teardown: { prepared.set(nil) })
}
