public import Foundation
import Geoq
public import GeoqIndex

/// Areas of many vertices, counties and a track, and geoq over them. What is made here is made from a seed.
public struct Areas: Sendable {
    package let index: AreaIndex
    /// The same rings with geodesic edges.
    package let geodesic: AreaIndex
    public let counties: [Area]
    public let track: Corridor

    public static let areaCount = 50_000
    /// Of the areas that are made from a seed.
    public static let verticesOfArea = 100
    public static let verticesOfCounty = 10_000
    /// The radii of the counties, in kilometers: the middle one is as a county is.
    public static let countyRadii = [20.0, 60, 1_500]
    /// How far from the track, in meters: two miles.
    public static let trackWidth = 3_218.688
    private static let trackVertices = 20_000
    private static let trackStep = 50.0

    public init(areas: [[Coordinate]], counties: [[Coordinate]], track: [Coordinate]) throws {
        func made(_ rings: [[Coordinate]], _ edges: Area.Edges) throws -> [Area] {
            try rings.map { try Area([Area.Polygon(outer: $0)], edges: edges) }
        }
        index = AreaIndex(try made(areas, .drawn))
        geodesic = AreaIndex(try made(areas, .geodesic))
        self.counties = try made(counties, .drawn)
        self.track = try Corridor(track, width: .meters(Self.trackWidth))
    }

    // MARK: - Questions

    public func holding(_ place: Coordinate, isGeodesic: Bool = false) -> [Int] {
        (isGeodesic ? geodesic : index).areas(holding: place)
    }

    /// The points in a county, as positions in the tree.
    public func list(_ county: Int, _ tree: PackedTree) throws -> [Int] {
        var statistics = SearchStatistics()
        return try tree.positions(in: .area(counties[county]), &statistics)
    }

    public func count(_ county: Int, _ tree: PackedTree) throws -> Int {
        var statistics = SearchStatistics()
        return try tree.count(in: .area(counties[county]), &statistics)
    }

    /// The points along the track, in the order of travel.
    package func along(_ tree: PackedTree) throws -> [CorridorHit] {
        var statistics = SearchStatistics()
        return try tree.hits(along: track, &statistics)
    }

    // MARK: - Data

    /// The rings that do not cross themselves, however their edges run; at most
    /// `areaCount`.
    public static func simple(_ rings: [[Coordinate]]) -> [[Coordinate]] {
        func isSimple(_ ring: [Coordinate]) -> Bool {
            Area.Edges.allCases.allSatisfy { (try? Area([Area.Polygon(outer: ring)], edges: $0)) != nil }
        }
        return Array(rings.filter(isSimple).prefix(areaCount))
    }

    /// How many vertices the areas of a file have.
    public static func vertexCount(_ path: String) throws -> Int {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        // A number and a last position that is the first, for each area.
        return (size / 8 - areaCount) / 2 - areaCount
    }

    /// Rings of some kilometers around some of a workload's places; they overlap as
    /// counties, parks and patches do.
    ///
    /// - Parameter count: how many of the areas are others.
    public static func rings(around places: [Coordinate], after count: Int) throws -> [[Coordinate]] {
        var random = Rules.SplitMix(state: 11)
        return try (count..<areaCount).map { number in
            let kilometers = 3 * pow(10, random.unit())
            return try ring(
                around: places[number * places.count / areaCount], kilometers, vertices: verticesOfArea, &random)
        }
    }

    public static func countyRings() throws -> [[Coordinate]] {
        var random = Rules.SplitMix(state: 12)
        return try countyRadii.map {
            try ring(
                around: Coordinate(latitude: 47.4, longitude: 8.5), $0, vertices: verticesOfCounty, &random)
        }
    }

    /// A line of 1 000 km that winds through Europe.
    public static func trackLine() throws -> [Coordinate] {
        var (latitude, longitude) = (46.2, 6.1)
        return try (0..<trackVertices).map { number in
            let step = Double(number)
            let bearing = (60 + 55 * sin(step / 400) + 20 * sin(step / 37)) * .pi / 180
            latitude += trackStep * cos(bearing) / 111_200
            longitude += trackStep * sin(bearing) / 111_200 / cos(latitude * .pi / 180)
            return try Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// A ring that winds in and out, counterclockwise, and neither reaches a pole nor
    /// crosses ±180°.
    private static func ring(
        around center: Coordinate, _ kilometers: Double, vertices: Int, _ random: inout Rules.SplitMix
    ) throws -> [Coordinate] {
        let height = kilometers / 111.2
        let middle = min(max(center.latitude, -75), 75)
        let width = height / cos(middle * .pi / 180)
        let limit = 180 - 1.4 * width
        let across = min(max(center.longitude, -limit), limit)
        // Bays of the size of the ring, and every vertex a little off.
        let phase = 2 * Double.pi * random.unit()
        let ring = try (0..<vertices).map { number in
            let angle = 2 * Double.pi * Double(number) / Double(vertices)
            let length = 1 + 0.2 * sin(3 * angle + phase) + 0.1 * sin(17 * angle) + 0.02 * (random.unit() - 0.5)
            return try Coordinate(
                latitude: middle + height * length * sin(angle), longitude: across + width * length * cos(angle))
        }
        return ring + ring.prefix(1)
    }

    /// Rings as little-endian float64: how many positions, then latitudes and
    /// longitudes.
    public static func bytes(_ rings: [[Coordinate]]) -> Data {
        var data = Data()
        for ring in rings {
            for number in [Double(ring.count)] + ring.flatMap({ [$0.latitude, $0.longitude] }) {
                withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        return data
    }

    public static func read(_ path: String) throws -> [[Coordinate]] {
        let data = try Data(contentsOf: URL(filePath: path))
        return try data.withUnsafeBytes { bytes in
            var offset = 0
            func number() -> Double {
                defer { offset += 8 }
                return Double(
                    bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
            var rings: [[Coordinate]] = []
            while offset < bytes.count {
                rings.append(
                    try (0..<Int(number())).map { _ in
                        let latitude = number()
                        return try Coordinate(strictLatitude: latitude, longitude: number())
                    })
            }
            return rings
        }
    }
}
