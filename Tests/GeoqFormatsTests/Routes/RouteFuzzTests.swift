import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

/// Each format gets routes that were good before some bytes of them were changed. Whatever comes
/// of it, the reader must not crash, and what it gives must be a route.
@Suite("Damaged routes never crash a reader") struct RouteFuzzTests {
    private static let rounds = Fuzz.rounds(short: 500)

    @Test(arguments: RouteFormat.allCases)
    func texts(format: RouteFormat) throws {
        let text =
            switch format {
            case .gpx: RouteSamples.gpx
            case .kml: RouteSamples.kml
            case .geoJSON: RouteSamples.geoJSON
            case .wkt: RouteSamples.wkt
            case .positions: RouteSamples.positions
            case .polyline: EncodedPolyline.encode(RouteSamples.segments[0])
            }
        let whole = try readRoute(MemoryInput("x", Array(text.utf8), longestPiece: 64))
        #expect(whole.format == format && !whole.segments.isEmpty, "a text is read whole before it is damaged")
        let seed = UInt64.random(in: 0...UInt64.max)
        print("RouteFuzzTests \(format) seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var good = 0
        for _ in 0..<Self.rounds {
            let bytes = Mutation.damage(Array(text.utf8), using: &random)
            let precision = Bool.random(using: &random) ? 5 : 6
            do {
                let route = try readRoute(MemoryInput("x", bytes, longestPiece: 64), precision: precision)
                #expect(!route.segments.isEmpty && route.segments.allSatisfy { $0.count >= 2 })
                good += 1
            } catch let problem as FileProblem {
                #expect(!problem.reason.isEmpty)
            } catch let problem as RouteProblem {
                #expect(!problem.reason.isEmpty && problem.file == "x")
            }
        }
        print("\(good) of \(Self.rounds) were routes")
        #expect(good >= Self.rounds / 500 && good < Self.rounds, "seed \(seed)")
    }

    @Test func `random letters of polylines`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("RouteFuzzTests letters seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var good = 0
        for _ in 0..<(10 * Self.rounds) {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 60...127, using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                let route = try RouteText.read(text)
                guard route.format == .polyline else { continue }
                good += 1
                let again = EncodedPolyline.encode(route.segments[0])
                let read = try RouteText.read(again).segments[0]
                #expect(read.count == route.segments[0].count)
                for (one, other) in zip(read, route.segments[0]) {
                    // A longitude beyond 180 was wrapped, and so perhaps rounded.
                    #expect(one.latitude == other.latitude && abs(one.longitude - other.longitude) < 1e-9)
                }
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
        // About one in twenty.
        #expect(good > Self.rounds / 10, "seed \(seed)")
    }
}
