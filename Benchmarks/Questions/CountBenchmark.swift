import Workload

func benchmarkCount() {
    for kilometers in [50, 200] { register("count within \(kilometers) km", Count(kilometers: Double(kilometers))) }
}
