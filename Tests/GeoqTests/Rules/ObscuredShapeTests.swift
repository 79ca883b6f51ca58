import Geoq
import GeoqIndex
import TestSupport
import Testing

/// Records whose place iNaturalist hides in a cell, and rules with a circle or a route.
@Suite struct ObscuredShapeTests {
    /// Of the true places that a record can have, some are tried: a certain match holds
    /// for each of them, an impossible one for none.
    @Test func `a match of a route is certain, possible or impossible by the cell`() throws {
        let seed: UInt64 = 2_106
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<30 {
            let middle = try Self.place(&generator)
            let line = (0..<3).map { _ in Self.place(around: middle, within: 50, &generator) }
            let kilometers = Double.random(in: 1...45, using: &generator)
            let route = try Corridor(line, width: .meters(kilometers * 1_000))
            let text = line.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
            let matcher = Self.matcher(
                #"{"route":{"type":"LineString","coordinates":[\#(text)]},"within_km":\#(kilometers)}"#)
            for _ in 0..<20 {
                let sighting = Self.obscured(around: middle, &generator)
                let cell = try #require(sighting.cell)
                let hold = try Self.tried(sighting, cell, &generator).map { route.contains($0) }
                switch matcher.matches(sighting).first?.certainty {
                case nil:
                    counts["impossible", default: 0] += 1
                    #expect(!hold.contains(true), "\(sighting)")
                case .certain:
                    counts["certain", default: 0] += 1
                    #expect(!hold.contains(false), "\(sighting)")
                case .possible:
                    counts["possible", default: 0] += 1
                    #expect(route.certainty(in: cell) == .possible, "\(sighting)")
                case .nearMiss: Issue.record("no near misses were asked for")
                }
            }
        }
        #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 20 }, "\(counts)")
    }

    @Test func `a match of a circle is certain when the circle holds the cell`() throws {
        let seed: UInt64 = 2_107
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<60 {
            let middle = try Self.place(&generator)
            let kilometers = Double.random(in: 5...80, using: &generator)
            let circle = Circle(center: middle, radius: .kilometers(kilometers))
            let matcher = Self.matcher(
                #"{"lat":\#(middle.latitude),"lon":\#(middle.longitude),"radius_km":\#(kilometers)}"#)
            for _ in 0..<20 {
                let sighting = Self.obscured(around: middle, &generator)
                let cell = try #require(sighting.cell)
                let hold = try Self.tried(sighting, cell, &generator).map { circle.contains($0) }
                switch matcher.matches(sighting).first?.certainty {
                // A circle asks where the record says that it is.
                case nil: #expect(!circle.contains(sighting.coordinate), "\(sighting)")
                case .certain:
                    counts["certain", default: 0] += 1
                    #expect(!hold.contains(false), "\(sighting)")
                case .possible:
                    counts["possible", default: 0] += 1
                    #expect(circle.certainty(in: cell) == .possible, "\(sighting)")
                case .nearMiss: Issue.record("no near misses were asked for")
                }
            }
        }
        #expect(counts.count == 2 && counts.values.allSatisfy { $0 > 20 }, "\(counts)")
    }

    @Test func `a cell decides about a route and a circle where its radius cannot`() throws {
        func certainty(
            _ latitude: Double, _ longitude: Double, _ uncertainty: Double, withheld: String?, _ parameters: String
        ) throws -> Match.Certainty? {
            var sighting = Sighting(
                coordinate: try Coordinate(latitude: latitude, longitude: longitude),
                uncertainty: .meters(uncertainty))
            sighting.obscure(withheld)
            return Self.matcher(parameters).matches(sighting).first?.certainty
        }
        // No place of the cell is nearer than 4,443 m to this route.
        func drive(_ kilometers: Double) -> String {
            #"{"route":{"type":"LineString","coordinates":[[-76.5,42.44],[-76.18,42.60]]},"within_km":\#(kilometers)}"#
        }
        let words = "coordinates obscured"
        #expect(try certainty(42.31, -76.55, 29_000, withheld: nil, drive(2)) == .possible)
        #expect(try certainty(42.31, -76.55, 29_000, withheld: words, drive(2)) == nil)
        #expect(try certainty(42.31, -76.55, 29_000, withheld: words, drive(4.4)) == nil)
        #expect(try certainty(42.31, -76.55, 29_000, withheld: words, drive(4.5)) == .possible)
        #expect(try certainty(42.31, -76.55, 29_000, withheld: words, drive(60)) == .certain)
        // The furthest corner of the cell is 49,567 m away.
        func circle(_ kilometers: Double) -> String { #"{"lat":42.44,"lon":-76.5,"radius_km":\#(kilometers)}"# }
        #expect(try certainty(42.05, -76.52, 28_000, withheld: nil, circle(52)) == .possible)
        #expect(try certainty(42.05, -76.52, 28_000, withheld: words, circle(52)) == .certain)
        #expect(try certainty(42.05, -76.52, 28_000, withheld: words, circle(49.6)) == .certain)
        #expect(try certainty(42.05, -76.52, 28_000, withheld: words, circle(49.5)) == .possible)
    }

    private static func matcher(_ parameters: String) -> RuleMatcher {
        let list = FeatureID(key: ItemKey(high: 1, low: 1))
        return RuleMatcher(
            watchlists: [Watchlist(id: list, title: "Place")],
            rules: [
                WatchlistRule(
                    id: FeatureID(key: ItemKey(high: 2, low: 1)), watchlist: list, type: "location",
                    parameters: parameters)
            ],
            birds: [])
    }

    private static func place(_ generator: inout SeededGenerator) throws -> Coordinate {
        try Coordinate(
            latitude: .random(in: -65...65, using: &generator), longitude: .random(in: -170...170, using: &generator))
    }

    private static func place(
        around middle: Coordinate, within kilometers: Double, _ generator: inout SeededGenerator
    ) -> Coordinate {
        Geodesic.direct(
            from: middle, bearing: .random(in: 0..<360, using: &generator),
            distance: .kilometers(.random(in: 0...kilometers, using: &generator)))
    }

    /// An obscured record, of which half say no more than the cell.
    private static func obscured(around middle: Coordinate, _ generator: inout SeededGenerator) -> Sighting {
        let uncertainty: Distance? =
            Bool.random(using: &generator) ? nil : .kilometers(.random(in: 5...30, using: &generator))
        var sighting = Sighting(
            coordinate: place(around: middle, within: 90, &generator), uncertainty: uncertainty)
        sighting.obscure("coordinates obscured")
        return sighting
    }

    /// Places where it may really have been: corners, on the edges, and inside of the cell.
    private static func tried(
        _ sighting: Sighting, _ cell: BoundingBox, _ generator: inout SeededGenerator
    ) throws -> [Coordinate] {
        try (0..<40).map { number in
            try Coordinate(
                latitude: number < 8
                    ? (number % 2 == 0 ? cell.south : cell.north)
                    : .random(in: cell.south...cell.north, using: &generator),
                longitude: number < 4
                    ? (number < 2 ? cell.west : cell.east)
                    : .random(in: cell.west...cell.east, using: &generator))
        }.filter {
            Geodesic.inverse(from: sighting.coordinate, to: $0).distance <= sighting.uncertainty ?? .kilometers(100)
        }
    }
}
