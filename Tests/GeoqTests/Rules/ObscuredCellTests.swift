import Geoq
import GeoqIndex
import TestSupport
import Testing

/// Records whose place iNaturalist hides in a cell of 0.2°.
@Suite struct ObscuredCellTests {
    @Test func `the cell has the published place, and both cells when that is on an edge`() throws {
        func box(_ latitude: Double, _ longitude: Double) throws -> BoundingBox {
            try #require(ObscuredCell.box(of: Coordinate(latitude: latitude, longitude: longitude)))
        }
        func expect(_ box: BoundingBox, _ west: Double, _ south: Double, _ east: Double, _ north: Double) {
            let gaps = [box.west - west, box.south - south, box.east - east, box.north - north]
            #expect(gaps.allSatisfy { abs($0) < 2e-9 }, "\(box)")
        }
        expect(try box(42.45, -76.55), -76.6, 42.4, -76.4, 42.6)
        expect(try box(-0.0001, 0.1), 0, -0.2, 0.2, 0)
        expect(try box(42.4, -76.55), -76.6, 42.2, -76.4, 42.6)
        expect(try box(42.4000004, -76.6), -76.8, 42.2, -76.4, 42.6)
        expect(try box(89.9999999, 180), 179.8, 89.8, 180, 90)
        expect(try box(10.3, -180), -180, 10.2, -179.8, 10.4)
    }

    @Test func `only iNaturalist's words mean a cell, and no uncertainty beyond one`() {
        let words = [
            "coordinates obscured", "coordinates obscured, geoprivacy=obscured",
            "Coordinate uncertainty increased to 28523m at the request of the observer",
        ]
        for text in words {
            #expect(ObscuredCell.isMeant(by: text, uncertainty: nil))
            #expect(ObscuredCell.isMeant(by: text, uncertainty: 28_523))
            #expect(!ObscuredCell.isMeant(by: text, uncertainty: 40_000), "the true place is not known better")
        }
        for text in ["precise location information available on request", "", "taxon_geoprivacy=obscured"] {
            #expect(!ObscuredCell.isMeant(by: text, uncertainty: 100))
        }
        #expect(!ObscuredCell.isMeant(by: nil, uncertainty: 100))
    }

    /// Of the true places that a record can have, some are tried: a certain match holds
    /// for each of them, an impossible one for none.
    @Test(arguments: Area.Edges.allCases)
    func `a match with an obscured record is certain, possible or impossible by its cell`(edges: Area.Edges) throws {
        let seed: UInt64 = 2_104
        print("seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<60 {
            let middle = try Coordinate(
                latitude: .random(in: -65...65, using: &generator),
                longitude: .random(in: -170...170, using: &generator))
            let ring = (0..<7).map { index in
                Geodesic.direct(
                    from: middle, bearing: Double(index) * 360 / 7,
                    distance: .kilometers(.random(in: 15...60, using: &generator)))
            }
            let area = try Area([Area.Polygon(outer: ring + [ring[0]])], edges: edges)
            let matcher = Self.matcher(area)
            for _ in 0..<20 {
                let place = Geodesic.direct(
                    from: middle, bearing: .random(in: 0..<360, using: &generator),
                    distance: .kilometers(.random(in: 0...70, using: &generator)))
                let uncertainty: Distance? =
                    Bool.random(using: &generator) ? nil : .kilometers(.random(in: 5...30, using: &generator))
                var sighting = Sighting(coordinate: place, uncertainty: uncertainty)
                sighting.obscure("coordinates obscured")
                let cell = try #require(sighting.cell)
                let tried = try (0..<40).map { number in
                    try Coordinate(
                        latitude: number < 8
                            ? (number % 2 == 0 ? cell.south : cell.north)
                            : .random(in: cell.south...cell.north, using: &generator),
                        longitude: number < 4
                            ? (number < 2 ? cell.west : cell.east)
                            : .random(in: cell.west...cell.east, using: &generator))
                }
                let inside = tried.filter {
                    Geodesic.inverse(from: place, to: $0).distance <= uncertainty ?? .kilometers(100)
                }.map { area.scannedContains($0) }
                switch matcher.matches(sighting).first?.certainty {
                case nil:
                    counts["impossible", default: 0] += 1
                    #expect(!inside.contains(true), "\(place)")
                case .certain:
                    counts["certain", default: 0] += 1
                    #expect(!inside.contains(false), "\(place)")
                case .possible:
                    counts["possible", default: 0] += 1
                    // By the circle around the place alone fewer would be certain.
                    if uncertainty == nil { #expect(area.certainty(in: cell) == .possible, "\(place)") }
                case .nearMiss: Issue.record("no near misses were asked for")
                }
            }
        }
        #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 50 }, "\(counts)")
    }

    @Test func `a cell decides where the circle around it cannot`() throws {
        // A county whose eastern border is an edge of cells.
        let ring = try [(42.0, -77.0), (42.0, -76.4), (43.0, -76.4), (43.0, -77.0), (42.0, -77.0)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1 + 1e-6)
        }
        let matcher = Self.matcher(try Area([Area.Polygon(outer: ring)]))
        func certainty(_ longitude: Double, withheld: String?) throws -> Match.Certainty? {
            var sighting = Sighting(
                coordinate: try Coordinate(latitude: 42.5, longitude: longitude), uncertainty: .meters(28_000))
            sighting.obscure(withheld)
            return matcher.matches(sighting).first?.certainty
        }
        #expect(try certainty(-76.45, withheld: "coordinates obscured") == .certain)
        #expect(try certainty(-76.45, withheld: nil) == .possible)
        #expect(
            try certainty(-76.35, withheld: "coordinates obscured") == .possible, "the border is 10 cm within the cell")
        #expect(try certainty(-76.15, withheld: "coordinates obscured") == nil)
        #expect(try certainty(-76.15, withheld: nil) == .possible)
    }

    /// - Parameter approach: what lies outside by no more holds, too.
    private static func matcher(_ area: Area, approach: Distance = .meters(0)) -> RuleMatcher {
        let list = FeatureID(key: ItemKey(high: 1, low: 1))
        return RuleMatcher(
            watchlists: [Watchlist(id: list, title: "County")],
            rules: [
                WatchlistRule(
                    id: FeatureID(key: ItemKey(high: 2, low: 1)), watchlist: list, type: "location",
                    parameters: #"{"area_id":"county","approach_km":\#(approach.kilometers)}"#)
            ],
            birds: [], areas: ["county": .found(area)])
    }

    /// As above, for a rule that takes what approaches the area, too.
    @Test(arguments: Area.Edges.allCases)
    func `a rule that takes what approaches an area asks the whole cell`(edges: Area.Edges) throws {
        let seed: UInt64 = 2_105
        print("seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        var counts: [String: Int] = [:]
        let approach = Distance.kilometers(8)
        for _ in 0..<12 {
            let middle = try Coordinate(
                latitude: .random(in: -65...65, using: &generator),
                longitude: .random(in: -170...170, using: &generator))
            let ring = (0..<5).map { index in
                Geodesic.direct(
                    from: middle, bearing: Double(index) * 72,
                    distance: .kilometers(.random(in: 20...40, using: &generator)))
            }
            let area = try Area([Area.Polygon(outer: ring + [ring[0]])], edges: edges)
            let matcher = Self.matcher(area, approach: approach)
            for _ in 0..<16 {
                let place = Geodesic.direct(
                    from: middle, bearing: .random(in: 0..<360, using: &generator),
                    distance: .kilometers(.random(in: 0...75, using: &generator)))
                // The source says no more than that the place lies somewhere in the cell.
                var sighting = Sighting(coordinate: place)
                sighting.obscure("coordinates obscured")
                let cell = try #require(sighting.cell)
                let hold = try (0..<30).map { number in
                    let tried = try Coordinate(
                        latitude: number < 8
                            ? (number % 2 == 0 ? cell.south : cell.north)
                            : .random(in: cell.south...cell.north, using: &generator),
                        longitude: number < 4
                            ? (number < 2 ? cell.west : cell.east)
                            : .random(in: cell.west...cell.east, using: &generator))
                    return try area.contains(tried)
                        || #require(area.distanceToBoundary(from: tried)) <= approach
                }
                switch matcher.matches(sighting).first?.certainty {
                case nil:
                    counts["impossible", default: 0] += 1
                    #expect(!hold.contains(true), "seed \(seed), \(place)")
                case .certain:
                    counts["certain", default: 0] += 1
                    #expect(!hold.contains(false), "seed \(seed), \(place)")
                case .possible:
                    counts["possible", default: 0] += 1
                    #expect(area.certainty(in: cell, approach: approach.meters) == .possible, "seed \(seed), \(place)")
                case .nearMiss: Issue.record("no near misses were asked for")
                }
            }
        }
        #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 10 }, "\(counts)")
    }

    @Test func `what approaches an area is certain when all of the cell does`() throws {
        func certainty(_ north: Double, approach: Double) throws -> Area.Certainty {
            let box = [(40.0, -80.0), (40, -70), (north, -70), (north, -80), (40, -80)].map {
                try? Coordinate(latitude: $0.0, longitude: $0.1)
            }
            let area = try Area([Area.Polygon(outer: box.compactMap(\.self))])
            let cell = try BoundingBox(west: -75.2, south: 42, east: -75, north: 42.2)
            return area.certainty(in: cell, approach: approach)
        }
        #expect(try certainty(42.199, approach: 0) == .possible)
        // A thousandth of a degree is 111 m.
        #expect(try certainty(42.199, approach: 5_000) == .certain)
        #expect(try certainty(42.199, approach: 100) == .possible)
        #expect(try certainty(41.9, approach: 5_000) == .impossible)
        #expect(try certainty(41.9, approach: 15_000) == .possible)
        #expect(try certainty(41.9, approach: 34_000) == .certain)
        // The same to the east and to the west: a degree of longitude has some 82.7 km there, so the nearer side of
        // the cell is 8.3 km away and the other one 24.8 km.
        for (west, east) in [(-80, -75.3), (-74.9, -70)] {
            let ring = [(40.0, west), (40, east), (45, east), (45, west), (40, west)].map {
                try? Coordinate(latitude: $0.0, longitude: $0.1)
            }
            let area = try Area([Area.Polygon(outer: ring.compactMap(\.self))])
            let cell = try BoundingBox(west: -75.2, south: 42, east: -75, north: 42.2)
            for (approach, expected) in [
                (8_000.0, Area.Certainty.impossible), (20_000, .possible), (25_500, .certain),
            ] {
                #expect(area.certainty(in: cell, approach: approach) == expected, "\(west), \(approach)")
            }
        }
    }
}
