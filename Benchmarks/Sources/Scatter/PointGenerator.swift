public import ArgumentParser
import Foundation
import GeoqIndex
import GeoqStore

/// `generate-points`: the data that benchmarks are made of, on standard output.
public struct PointGenerator: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "generate-points",
        abstract: "Points scattered around real places, from a seed: data to measure with.",
        discussion: """
              generate-points --points 1000000 --around data/cities15000.csv > points.csv
              generate-points --points 10000 --around data/cities15000.csv --queries -f raw > queries.raw
              generate-points --points 1000000 --around data/cities15000.csv --sites 200 --species 400

            The same options give the same bytes on every machine. CSV has id, name, lat and lon, or \
            with --species id, species, date, lat and lon, so that geoq import takes it; raw has \
            latitude and longitude as little-endian 64-bit floats. It is written as it is made: any \
            number of points needs the same memory.
            """)

    @Option(name: [.customShort("n"), .long], parsing: .unconditional, help: "How many.")
    var points: Int

    @Option(parsing: .unconditional, help: "The same seed gives the same points.")
    var seed: UInt64 = 1

    @Option(help: "A file of places to scatter around: whatever imports as hotspots.")
    var around: String

    @Option(parsing: .unconditional, help: "The standard deviation in each direction, up to 1000 kilometers.")
    var sigmaKm: Double = ScatteredPoints.usualSigma.kilometers

    @Option(parsing: .unconditional, help: "All points at only so many places, in turn.")
    var sites: Int?

    @Option(parsing: .unconditional, help: "Give each point one of so many species, and a date.")
    var species: Int?

    @Flag(help: "Places to ask at: drawn in the same way, by numbers of their own.")
    var queries = false

    @Option(name: .shortAndLong, help: "csv or raw.", transform: PointGenerator.format(named:))
    var format: ScatterEncoder.Format = .csv

    public init() {}

    private static func format(named word: String) throws -> ScatterEncoder.Format {
        guard let format = ScatterEncoder.Format(rawValue: word) else { throw ValidationError("-f is csv or raw.") }
        return format
    }

    public func validate() throws {
        if points < 0 { throw ValidationError("--points is a whole number, 0 or more.") }
        if !(0...1000).contains(sigmaKm) { throw ValidationError("--sigma-km is a number from 0 to 1000.") }
        if (sites ?? 1) < 1 || (species ?? 1) < 1 { throw ValidationError("--sites and --species are 1 or more.") }
        if species != nil, format == .raw { throw ValidationError("-f raw has no room for --species; use csv.") }
    }

    public func run() throws {
        try write { try FileHandle.standardOutput.write(contentsOf: $0) }
    }

    /// Gives the bytes, some thousand rows at once.
    func write(to output: (Data) throws -> Void) throws {
        let centers = try readPlaces(around)
        guard !centers.isEmpty else { throw ValidationError("\(around): no places to scatter around") }
        let scattered = ScatteredPoints(
            seed: seed, around: centers, sigma: .kilometers(sigmaKm), sites: sites,
            stream: queries ? .queries : .points)
        let encoder = ScatterEncoder(
            scattered, sightings: species.map { ScatteredSightings(seed: seed, speciesCount: $0) }, format: format)
        try output(Data(encoder.header))
        for first in stride(from: 0, to: points, by: 4096) {
            try output(Data(encoder.rows(first..<min(first + 4096, points))))
        }
    }
}
