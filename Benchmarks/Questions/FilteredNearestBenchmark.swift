import Workload

func benchmarkFilteredNearest() {
    register("nearest 10 of 1 species in 400", FilteredNearest(10))
}
