import Benchmark
import Foundation
import Workload

func benchmarkOpen() {
    let prepared = Prepared<String>()
    Benchmark(
        "open 1 million",
        closure: { _ in blackHole(try Open.open(prepared.value + "/index")) },
        setup: {
            let folder = try SharedData.makeFolder()
            _ = try Open.write(try SharedData.workload(), to: folder + "/index")
            prepared.set(folder)
        },
        teardown: { try FileManager.default.removeItem(atPath: prepared.value) })
}
