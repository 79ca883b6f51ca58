import GeoqCLI

/// The process `geoq`.
@main
enum GeoqMain {
    static func main() async {
        await CommandProgram.run()
    }
}
