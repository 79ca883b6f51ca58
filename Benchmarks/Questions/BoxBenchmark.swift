import Workload

func benchmarkBox() {
    register("box of 20 km", Box(halfKilometers: 10))
}
