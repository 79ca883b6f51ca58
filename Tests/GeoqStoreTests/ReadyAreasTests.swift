import Geoq
import GeoqIndex
import Testing

@testable import GeoqStore

/// The areas that filters in SQL keep ready.
@Suite struct ReadyAreasTests {
    @Test func `the area that was asked about longest ago goes first`() throws {
        let ring = try [(0, 0), (0, 1), (1, 1), (0, 0)].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let area = try Area([Area.Polygon(outer: ring)])
        func key(_ number: Int) -> InsideFunction.Key { .init(text: "area \(number)", edges: "drawn", pole: nil) }
        var ready = InsideFunction.ReadyAreas()
        for number in 0..<InsideFunction.ReadyAreas.most { ready.keep(area, of: key(number)) }
        #expect(ready.area(of: key(0)) == area)
        ready.keep(area, of: key(100))
        #expect(ready.area(of: key(0)) == area, "It was asked about after the second.")
        #expect(ready.area(of: key(1)) == nil)
        #expect(ready.area(of: key(2)) == area)
    }
}
