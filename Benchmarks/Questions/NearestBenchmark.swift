import Workload

func benchmarkNearest() {
    for limit in [1, 10, 100] { register("nearest \(limit)", Nearest(limit)) }
}
