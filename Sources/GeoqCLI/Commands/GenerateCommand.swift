import ArgumentParser
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqStore

/// `geoq generate`
struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Points scattered around real places, from a seed: data to measure with.",
        discussion: """
              geoq generate --points 1000000 --around data/cities15000.csv > points.csv
              geoq generate --points 10000 --around data/cities15000.csv --queries -f raw > queries.raw
              geoq generate --points 1000000 --around data/cities15000.csv --sites 200 --species 400

            The same options give the same bytes on every machine. CSV has id, name, lat and lon, or \
            with --species id, species, date, lat and lon, so that geoq import takes it; raw has \
            latitude and longitude as little-endian 64-bit floats. It is written as it is made: any \
            number of points needs the same memory.
            """)

    @Option(
        name: [.customShort("n"), .long], parsing: .unconditional,
        help: ArgumentHelp("How many.", valueName: "count"), transform: ArgumentText.count)
    var points: Int

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The same seed gives the same points.", valueName: "number"),
        transform: ArgumentText.seed)
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("A file of places to scatter around: whatever imports as hotspots.", valueName: "file"))
    var around: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The standard deviation in each direction, up to 1000 km.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var sigmaKm: Double = ScatteredPoints.usualSigma.kilometers

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("All points at only so many places, in turn.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var sites: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Give each point one of so many species, and a date.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var species: Int?

    @Flag(help: "Places to ask at: drawn in the same way, by numbers of their own.")
    var queries = false

    @Option(name: .shortAndLong, help: "csv or raw.")
    var format: ScatterEncoder.Format = .csv

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if !(0...1000).contains(sigmaKm) { throw ValidationError("--sigma-km is a number from 0 to 1000.") }
        if species != nil, format == .raw { throw ValidationError("-f raw has no room for --species; use csv.") }
    }

    func run() async throws {
        try await Failure.reported {
            let centers = try readPlaces(around)
            guard !centers.isEmpty else { throw FileProblem(file: around, reason: "no places to scatter around") }
            let scattered = ScatteredPoints(
                seed: seed, around: centers, sigma: .kilometers(sigmaKm), sites: sites,
                stream: queries ? .queries : .points)
            let encoder = ScatterEncoder(
                scattered, sightings: species.map { ScatteredSightings(seed: seed, speciesCount: $0) }, format: format)
            // On a terminal the rows themselves show the progress.
            let line = quiet || !Terminal.isError || Terminal.isOutput ? nil : ProgressLine()
            defer { line?.clear() }
            try Terminal.write(encoder.header)
            let step = 4096
            for first in stride(from: 0, to: points, by: step) {
                let end = min(first + step, points)
                try Terminal.write(encoder.rows(first..<end))
                line?.show(rows: end, of: points)
            }
        }
    }
}
