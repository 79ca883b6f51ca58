import GeoqCLI

/// The process `geoq`.
@main
enum GeoqMain {
    @MainActor static func main() async {
        CommandProgram.prepare()
        await CommandProgram.run()
    }
}
