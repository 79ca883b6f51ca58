import Benchmark
import Foundation
import Workload

/// On a store of 100 000 places; skipped until `swift build -c release` has
/// made the command.
func benchmarkCommand() {
    guard let geoq = SharedData.geoq else {
        print("geoq near is skipped: swift build -c release --product geoq makes it")
        return
    }
    let prepared = Prepared<String>()
    Benchmark(
        "geoq near --km 10, start to exit",
        closure: { _ in
            let words = ShellCommand.near(
                geoq, store: prepared.value + "/store.sqlite", latitude: 52.5, longitude: 13.4, kilometers: 10)
            guard ShellCommand.seconds(words) != nil else {
                throw CocoaError(.executableLoad)
            }
        },
        setup: {
            let folder = try SharedData.makeFolder()
            try SharedData.writeTable(100_000, to: folder + "/points.csv")
            _ = try await Import.run(folder + "/points.csv", into: folder + "/store.sqlite")
            prepared.set(folder)
        },
        teardown: { try FileManager.default.removeItem(atPath: prepared.value) })
}
