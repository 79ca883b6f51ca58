import TestSupport
import Testing

@testable import GeoqIndex

/// Lengths and directions as they are written, against Karney's, rounded.
@Suite struct RoundedGeodesicsTests {
    @Test(arguments: [UInt64(61), 62, 63])
    func `what is written is what Karney gives, rounded`(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<30_000 {
            let (start, end) = Self.pair(round, &generator)
            let way = Geodesic.inverse(from: start, to: end)
            let written = RoundedGeodesics(from: start).inverse(to: end)
            #expect(written.meters == (way.distance.meters * 1e6).rounded() / 1e6, "\(start) \(end)")
            let bearing = start.isPole || written.meters == 0 ? nil : (way.initialBearing * 1e6).rounded() / 1e6
            #expect(written.initialBearing == bearing, "\(start) \(end)")
            #expect(abs(written.meters - way.distance.meters) <= 1e-6)
        }
    }

    @Test(arguments: [UInt64(64), 65])
    func `the estimates keep their bounds, and Karney is asked seldom`(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var (estimated, clear) = (0, 0)
        for round in 0..<30_000 {
            let (start, end) = Self.pair(round, &generator)
            let way = Geodesic.inverse(from: start, to: end)
            guard let found = RoundedGeodesics(from: start).unrounded(EarthPoint(end)) else { continue }
            estimated += 1
            let apart = (found.azimuth - way.initialBearing).remainder(dividingBy: 360) * 1e6
            let bearingError = RoundedGeodesics.bearingError(overMeters: found.meters)
            #expect(abs(apart) <= bearingError, "\(start) \(end)")
            #expect(abs(found.meters - way.distance.meters) * 1e6 <= RoundedGeodesics.lengthError, "\(start) \(end)")
            if bearingError < 0.1 { clear += 1 }
        }
        #expect(estimated > 20_000)
        #expect(clear > 20_000)
    }

    @Test func `a place itself, a pole, due north, the far side`() throws {
        let start = try Coordinate(latitude: 42.44, longitude: -76.5)
        let geodesics = RoundedGeodesics(from: start)
        #expect(geodesics.inverse(to: start).meters == 0 && geodesics.inverse(to: start).initialBearing == nil)
        let almost = try Coordinate(latitude: 42.44 + 3e-12, longitude: -76.5)
        #expect(geodesics.inverse(to: almost).meters == 0 && geodesics.inverse(to: almost).initialBearing == nil)
        for latitude in [90.0, -90] {
            let pole = RoundedGeodesics(from: try Coordinate(latitude: latitude, longitude: 12))
            #expect(pole.inverse(to: start).initialBearing == nil && pole.inverse(to: start).meters > 5_000_000)
            #expect(geodesics.inverse(to: try Coordinate(latitude: latitude, longitude: 12)).initialBearing != nil)
        }
        let north = geodesics.inverse(to: try Coordinate(latitude: 42.5, longitude: -76.5))
        #expect(north.initialBearing == 0)
        let south = geodesics.inverse(to: try Coordinate(latitude: 42.4, longitude: -76.5))
        #expect(south.initialBearing == 180)
        let far = try Coordinate(latitude: -42.4, longitude: 103.4)
        let way = Geodesic.inverse(from: start, to: far)
        #expect(geodesics.inverse(to: far).meters == (way.distance.meters * 1e6).rounded() / 1e6)
    }

    /// Everywhere, the poles and the date line included, from 1 cm to 110 km, in
    /// all directions and along the axes.
    private static func pair(_ round: Int, _ generator: inout SeededGenerator) -> (Coordinate, Coordinate) {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        let latitude =
            switch round % 8 {
            case 0: [90, -90, 89.9999, -89.99, 0, 1e-9][round / 8 % 6]
            default: number(-90...90)
            }
        let start = Coordinate(unchecked: latitude, round % 5 == 0 ? 179.999 : number(-180...180))
        let bearing = round % 7 == 0 ? Double(round / 7 % 4) * 90 : number(0...360)
        let meters = round % 3 == 0 ? number(50_000...110_000) : 0.01 * pow10(number(0...7))
        return (start, Geodesic.direct(from: start, bearing: bearing, distance: .meters(meters)))
    }

    private static func pow10(_ exponent: Double) -> Double {
        (0..<Int(exponent)).reduce(1 + 9 * (exponent - exponent.rounded(.down))) { power, _ in power * 10 }
    }
}
