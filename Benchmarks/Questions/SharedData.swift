import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Scatter
import Workload

/// A million points and ten thousand places to ask at, in memory.
enum SharedData {
    static let count = 1_000_000
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..")

    static func workload() throws -> Workload {
        try Workload(places: places(), queries: coordinates(10_000, .queries))
    }

    static func places() throws -> [Coordinate] {
        try coordinates(count, .points)
    }

    private static func coordinates(_ count: Int, _ stream: ScatteredPoints.Stream) throws -> [Coordinate] {
        let points = try scattered(stream)
        return (0..<count).map { points.coordinate(at: $0) }
    }

    static func scattered(_ stream: ScatteredPoints.Stream) throws -> ScatteredPoints {
        let cities = package.appending(path: ".data/cities500.csv").path
        let sample = package.appending(path: "../data/cities15000.csv").path
        let centers = try readPlaces(FileManager.default.fileExists(atPath: cities) ? cities : sample)
        return ScatteredPoints(seed: 1, around: centers, stream: stream)
    }

    /// The command, when `swift build -c release` has made it.
    static var geoq: String? {
        let path = package.appending(path: "../.build/release/geoq").standardizedFileURL.path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// A folder for one benchmark, which removes it.
    static func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "geoq-questions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder.path
    }

    static func writeTable(_ rows: Int, to path: String) throws {
        let encoder = ScatterEncoder(try scattered(.points), format: .csv)
        try Data(encoder.header + encoder.rows(0..<rows)).write(to: URL(filePath: path))
    }
}
