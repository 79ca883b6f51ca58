import Benchmark
import Foundation
import Workload

func benchmarkImport() {
    let prepared = Prepared<String>()
    Benchmark(
        "import 20 000 rows", configuration: .init(maxDuration: .seconds(5)),
        closure: { benchmark in
            let path = "\(prepared.value)/store-\(benchmark.currentIteration).sqlite"
            blackHole(try await Import.run(prepared.value + "/points.csv", into: path))
        },
        setup: {
            let folder = try SharedData.makeFolder()
            try SharedData.writeTable(20_000, to: folder + "/points.csv")
            prepared.set(folder)
        },
        teardown: { try FileManager.default.removeItem(atPath: prepared.value) })
}
