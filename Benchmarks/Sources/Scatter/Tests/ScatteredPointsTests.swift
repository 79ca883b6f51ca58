import Foundation
import Geoq
import GeoqIndex
import TestSupport
import Testing

/// The data sets that benchmarks are made of.
@Suite struct ScatteredPointsTests {
    private static let seed: UInt64 = 7

    /// Ordinary places, both poles, the date line, the equator.
    private static let centers: [Coordinate] = [
        (42.44, -76.5), (90, 0), (-90, 0), (-17, 179.999), (0, 0), (65, -180), (-54.8, -68.3), (89.9, 12),
    ].map { latitude, longitude in
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Written down on x86-64 with glibc; a port to Python of the same steps gave
    /// the raw ones, too. No change to the generator may change them: numbers in
    /// tables of benchmarks would mean other points.
    @Test(arguments: [
        (
            format: ScatterEncoder.Format.raw, stream: ScatteredPoints.Stream.points,
            hash: 0xA7BE_5311_CDA5_E5A2 as UInt64
        ),
        (.csv, .points, 0x82E8_C2C5_2325_1C02), (.raw, .queries, 0x0EE6_8C2B_EB58_9E86),
    ])
    func `the same seed gives the same bytes everywhere`(
        format: ScatterEncoder.Format, stream: ScatteredPoints.Stream, hash: UInt64
    ) {
        let points = ScatteredPoints(seed: Self.seed, around: Self.centers, stream: stream)
        let bytes = ScatterEncoder(points, format: format).rows(0..<20_000)
        #expect(Self.fnv1a(bytes) == hash)
    }

    @Test func `sightings give the same bytes everywhere`() {
        let points = ScatteredPoints(seed: Self.seed, around: Self.centers, sites: 200)
        let sightings = ScatteredSightings(seed: Self.seed, speciesCount: 400)
        let encoder = ScatterEncoder(points, sightings: sightings, format: .csv)
        #expect(Self.fnv1a(encoder.header + encoder.rows(0..<20_000)) == 0xE2B3_0E79_66C5_14FF)
    }

    @Test(arguments: centers)
    func `points lie around a center as a normal distribution does`(center: Coordinate) {
        let sigma = 20_000.0
        let points = ScatteredPoints(seed: Self.seed, around: [center], sigma: .meters(sigma))
        let count = 20_000
        var (squares, inside, quadrants) = (0.0, 0, [0, 0, 0, 0])
        for index in 0..<count {
            let way = Geodesic.inverse(from: center, to: points.coordinate(at: index))
            squares += way.distance.meters * way.distance.meters
            if way.distance.meters <= sigma { inside += 1 }
            quadrants[Int(way.initialBearing / 90) % 4] += 1
        }
        // The mean square of the distance is 2 σ², with a standard deviation of 2 σ² / √n.
        let mean = squares / Double(count) / (2 * sigma * sigma)
        #expect(abs(mean - 1) < 0.03, "\(center), seed \(Self.seed)")
        // 1 − e^(−1/2) of them lie within σ.
        #expect(abs(Double(inside) / Double(count) - 0.3935) < 0.015, "\(center), seed \(Self.seed)")
        for quadrant in quadrants {
            #expect(abs(Double(quadrant) / Double(count) - 0.25) < 0.015, "\(center), seed \(Self.seed)")
        }
    }

    @Test func `every center is taken, and none more than others`() {
        let points = ScatteredPoints(seed: Self.seed, around: Self.centers, sigma: .meters(0))
        var counts: [Coordinate: Int] = [:]
        for index in 0..<8000 { counts[points.coordinate(at: index), default: 0] += 1 }
        #expect(counts.count == Self.centers.count)
        #expect(counts.values.allSatisfy { abs($0 - 1000) < 150 }, "\(counts), seed \(Self.seed)")
    }

    @Test func `any rows can be made alone`() {
        let encoder = ScatterEncoder(ScatteredPoints(seed: Self.seed, around: Self.centers), format: .csv)
        #expect(encoder.rows(0..<50) + encoder.rows(50..<120) == encoder.rows(0..<120))
    }

    @Test func `the numbers in text are those in binary`() throws {
        let points = ScatteredPoints(seed: Self.seed, around: Self.centers)
        let text = String(decoding: ScatterEncoder(points, format: .csv).rows(0..<5000), as: UTF8.self)
        let raw = ScatterEncoder(points, format: .raw).rows(0..<5000)
        for (row, line) in text.split(separator: "\n").enumerated() {
            let fields = line.split(separator: ",")
            try #require(fields.count == 4)
            #expect(fields[0] == "\(row + 1)" && fields[1] == "Point \(row + 1)")
            for (field, offset) in [(2, 0), (3, 8)] {
                let bytes = raw[(row * 16 + offset)..<(row * 16 + offset + 8)]
                let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                #expect(Double(fields[field]) == Double(bitPattern: bits), "\(line)")
            }
        }
    }

    @Test func `queries are not the points, and another seed is another set`() {
        let points = ScatteredPoints(seed: 1, around: Self.centers)
        let queries = ScatteredPoints(seed: 1, around: Self.centers, stream: .queries)
        let others = ScatteredPoints(seed: 2, around: Self.centers)
        let places = Set((0..<1000).map { points.coordinate(at: $0) })
        #expect(places.count > 990)
        #expect(places.isDisjoint(with: (0..<1000).map { queries.coordinate(at: $0) }))
        #expect(places.isDisjoint(with: (0..<1000).map { others.coordinate(at: $0) }))
    }

    @Test func `sites are the first points, in turn`() {
        let points = ScatteredPoints(seed: Self.seed, around: Self.centers)
        let sites = ScatteredPoints(seed: Self.seed, around: Self.centers, sites: 20)
        for index in 0..<100 { #expect(sites.coordinate(at: index) == points.coordinate(at: index % 20)) }
    }

    @Test func `species and days are drawn alike`() {
        let sightings = ScatteredSightings(seed: Self.seed, speciesCount: 10)
        var counts: [Int: Int] = [:]
        for index in 0..<10_000 {
            let (species, day) = sightings.sighting(at: index)
            counts[species, default: 0] += 1
            #expect(("2000-01-01"..."2024-12-31").contains(day.description))
        }
        #expect(Set(counts.keys) == Set(1...10))
        #expect(counts.values.allSatisfy { abs($0 - 1000) < 150 }, "\(counts), seed \(Self.seed)")
    }

    private static func fnv1a(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
