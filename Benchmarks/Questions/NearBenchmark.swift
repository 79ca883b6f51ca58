import Workload

func benchmarkNear() {
    for kilometers in [1, 10, 50, 200] { register("near \(kilometers) km", Near(kilometers: Double(kilometers))) }
}
