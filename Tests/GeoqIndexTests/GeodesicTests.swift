import Foundation
import TestSupport
import Testing

import struct GeoqIndex.Coordinate
import enum GeoqIndex.Geodesic

/// PROJ's geodesics against published ones.
@Suite struct GeodesicTests {
    @Test func `the twenty geodesics of GeographicLib`() throws {
        let rows = try Self.table("data/geodesics20.csv", separator: ",").dropFirst()
        #expect(rows.count == 20)
        for row in rows { try Self.expectGeodesic(row.compactMap(Double.init), distance: 4e-9 + 1e-8) }
    }

    @Test func `a hundred geodesics of Karney's test set`() throws {
        let rows = try Self.table("data/excerpts/GeodTest-100.dat", separator: " ")
        #expect(rows.count == 100)
        for row in rows {
            let numbers = row.map {
                Double($0.hasPrefix(".") ? "0" + $0 : $0.hasPrefix("-.") ? "-0" + $0.dropFirst() : $0)
            }
            try Self.expectGeodesic(numbers.compactMap { $0 }, distance: 1.5e-8, checksBearings: false)
        }
    }

    @Test func `bearings are those of a compass`() throws {
        let origin = try Coordinate(latitude: 0, longitude: 0)
        let west = Geodesic.inverse(from: origin, to: try Coordinate(latitude: 0, longitude: -1))
        #expect(west.initialBearing == 270)
        let north = Geodesic.inverse(from: origin, to: try Coordinate(latitude: 1, longitude: 0))
        #expect(north.initialBearing == 0 && north.finalBearing == 0)
    }

    @Test func `going and coming back meet`() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let start = Coordinate.random(using: &generator)
            let end = Coordinate.random(using: &generator)
            let way = Geodesic.inverse(from: start, to: end)
            let reached = Geodesic.direct(from: start, bearing: way.initialBearing, distance: way.distance)
            #expect(Geodesic.inverse(from: reached, to: end).distance.meters < 1e-6)
        }
    }

    /// lat1, lon1, azi1, lat2, lon2, azi2, s12, …
    private static func expectGeodesic(_ row: [Double], distance tolerance: Double, checksBearings: Bool = true) throws
    {
        try #require(row.count >= 7)
        let way = Geodesic.inverse(
            from: try Coordinate(latitude: row[0], longitude: row[1]),
            to: try Coordinate(latitude: row[3], longitude: row[4]))
        #expect(abs(way.distance.meters - row[6]) <= tolerance, "\(row)")
        guard checksBearings else { return }
        #expect(abs(remainder(way.initialBearing - row[2], 360)) < 1e-9, "\(row)")
        #expect(abs(remainder(way.finalBearing - row[5], 360)) < 1e-9, "\(row)")
    }

    private static func table(_ path: String, separator: Character) throws -> [[String]] {
        let text = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
        return text.split(separator: "\n").map { $0.split(separator: separator).map(String.init) }
    }
}
