import TestSupport
import Testing

@testable import GeoqIndex

/// Rings beyond ±180° are the same rings within.
@Suite struct WideRingTests {
    private static func ring(_ places: [(Double, Double)]) throws -> WideRing {
        var ring = WideRing()
        for (longitude, latitude) in places { try ring.append(latitude: latitude, longitude: longitude) }
        return ring
    }

    @Test func `a ring that was moved by a turn holds the places that it held before`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var (asked, held) = (0, 0)
        for round in 0..<300 {
            // Around a middle anywhere, no wider than its edges may step.
            let middle = Double.random(in: -180...180, using: &generator)
            let (east, north) = (
                Double.random(in: 1...60, using: &generator), Double.random(in: 1...40, using: &generator)
            )
            let own = [(-1.0, -1.0), (0.2, -0.7), (1, -1), (0.6, 0.3), (1, 1), (-1, 1), (-1, -1)]
                .map { (((middle + $0.0 * east) * 4_096).rounded() / 4_096, $0.1 * north) }
            let moved = own.map { ($0.0 + (middle < 0 ? 360 : -360), $0.1) }
            // Only longitudes up to ±360 are taken.
            guard (own + moved).allSatisfy({ abs($0.0) <= 360 }) else { continue }
            let areas = try [own, moved].map { try Area([.init(outer: try Self.ring($0).placed().ring)]) }
            for _ in 0..<100 {
                let place = try Coordinate(
                    latitude: Double.random(in: -45...45, using: &generator),
                    longitude: middle + Double.random(in: -70...70, using: &generator))
                asked += 1
                if areas[0].contains(place) { held += 1 }
                #expect(
                    areas[0].contains(place) == areas[1].contains(place), "round \(round), seed \(seed): \(place)")
            }
        }
        #expect(asked > 10_000 && held > 1_000, "\(asked) \(held)")
    }

    @Test func `what is within stays, and what is beyond is taken there exactly`() throws {
        let within = try Self.ring([(170, 0), (-170, 0), (-170, 1), (170, 0)]).placed()
        #expect(!within.isTurned && within.ring.map(\.longitude) == [170, -170, -170, 170])
        let across = try Self.ring([(170, 0), (190.1, 0), (190.1, 1), (170, 0)]).placed()
        #expect(across.isTurned && across.ring.map(\.longitude) == [170, 190.1 - 360, 190.1 - 360, 170])
        // As a whole: an edge of 180° stays one.
        let half = try Self.ring([(180, 0), (360, 0), (360, 1), (180, 1), (180, 0)]).placed()
        #expect(half.ring.map(\.longitude) == [-180, 0, 0, -180, -180])
        let west = try Self.ring([(-360, 0), (-180.5, 0), (-200, 1), (-360, 0)]).placed()
        #expect(west.ring.map(\.longitude) == [0, 179.5, 160, 0])
    }

    @Test func `an edge that could run either way is refused, and one on a pole is none`() throws {
        func steps(_ places: [(Double, Double)]) throws -> (position: Int, degrees: Double)? {
            do {
                _ = try Self.ring(places).placed()
                return nil
            } catch let error as WideRing.WideStep {
                return (error.position, error.degrees)
            }
        }
        let box = try steps([(0, 0), (359, 0), (359, 1), (0, 1), (0, 0)])
        #expect(box?.position == 1 && box?.degrees == 359)
        // The edge that would close an open ring counts, too.
        let open = try steps([(0, 0), (90, 0), (180, 1), (270, 1)])
        #expect(open?.position == 4 && open?.degrees == 270)
        let cap = try Self.ring([(0, 80), (120, 80), (240, 80), (360, 80), (360, 90), (0, 90), (0, 80)]).placed()
        #expect(cap.ring.map(\.longitude) == [0, 120, -120, 0, 0, 0, 0])
        var ring = WideRing()
        #expect(throws: CoordinateError.self) { try ring.append(latitude: 0, longitude: 360.5) }
        #expect(throws: CoordinateError.self) { try ring.append(latitude: 91, longitude: 200) }
        #expect(throws: CoordinateError.self) { try ring.append(latitude: .nan, longitude: 200) }
    }
}
