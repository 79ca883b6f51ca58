import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Scatter
import Workload

/// The files that all subjects read; the generator makes those that are
/// missing.
struct DataFiles {
    static let seed: UInt64 = 1
    static let queryCount = 10_000

    let folder: String
    let centersName: String
    private let centers: [Coordinate]

    /// - Parameters:
    ///   - folder: where they are kept.
    ///   - sample: the places to scatter around when there is no cities500.csv.
    init(folder: String, sample: String) throws {
        self.folder = folder
        let cities = folder + "/cities500.csv"
        let path = FileManager.default.fileExists(atPath: cities) ? cities : sample
        centersName = URL(filePath: path).deletingPathExtension().lastPathComponent
        centers = try readPlaces(path)
    }

    var centerCount: Int { centers.count }

    /// The coordinates of `count` points; at so many places if `sites` says so.
    func points(_ count: Int, sites: Int? = nil) throws -> String {
        let name = "points-\(count)" + (sites.map { "-at-\($0)" } ?? "")
        return try file(name, count, ScatteredPoints(seed: Self.seed, around: centers, sites: sites))
    }

    /// The places to ask at.
    func queries() throws -> String {
        try file("queries", Self.queryCount, ScatteredPoints(seed: Self.seed, around: centers, stream: .queries))
    }

    /// Circles around evenly chosen points: latitude, longitude and radius in
    /// meters.
    func circles(_ count: Int, around points: String) throws -> String {
        let path = "\(folder)/circles-\(count)-\(centersName).raw"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if attributes?[.size] as? Int != count * 24 {
            var bytes = Data(capacity: count * 24)
            for circle in Rules.circles(around: try Workload.readPlaces(points), count: count) {
                for number in [circle.center.latitude, circle.center.longitude, circle.radius.meters] {
                    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
                }
            }
            try bytes.write(to: URL(filePath: path), options: .atomic)
        }
        return path
    }

    /// Areas (Peers/areas.hpp): the real borders of borders.raw that are polygons, as
    /// far as they are there, and seeded ones around evenly chosen points.
    func areas(around points: String) throws -> String {
        let borders = folder + "/borders.raw"
        let isReal = FileManager.default.fileExists(atPath: borders)
        return try file("areas-\(Areas.areaCount)-\(isReal ? "borders-" : "")\(centersName)") {
            let real = isReal ? Areas.simple(try Areas.read(borders)) : []
            return Areas.bytes(real + (try Areas.rings(around: try Workload.readPlaces(points), after: real.count)))
        }
    }

    func counties() throws -> String { try file("counties") { Areas.bytes(try Areas.countyRings()) } }

    /// The positions of a track.
    func track() throws -> String {
        try file("track") { Areas.bytes([try Areas.trackLine()]).dropFirst(8) }
    }

    private func file(_ name: String, _ make: () throws -> Data) throws -> String {
        let path = "\(folder)/\(name).raw"
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try make().write(to: URL(filePath: path), options: .atomic)
        }
        return path
    }

    /// The points as a file to import.
    func table(_ count: Int) throws -> String {
        let points = ScatteredPoints(seed: Self.seed, around: centers)
        let path = "\(folder)/points-\(count)-\(centersName).csv"
        if !FileManager.default.fileExists(atPath: path) {
            try write(ScatterEncoder(points, format: .csv), count, to: path)
        }
        return path
    }

    private func file(_ name: String, _ count: Int, _ points: ScatteredPoints) throws -> String {
        let path = "\(folder)/\(name)-\(centersName).raw"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if attributes?[.size] as? Int != count * 16 {
            try write(ScatterEncoder(points, format: .raw), count, to: path)
        }
        return path
    }

    /// Writes under another name first, so that a file is complete or missing.
    private func write(_ encoder: ScatterEncoder, _ count: Int, to path: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let unfinished = path + ".part"
        guard FileManager.default.createFile(atPath: unfinished, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: unfinished))
        try file.write(contentsOf: Data(encoder.header))
        for first in stride(from: 0, to: count, by: 65_536) {
            try file.write(contentsOf: Data(encoder.rows(first..<min(first + 65_536, count))))
        }
        try file.close()
        guard rename(unfinished, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
