import Geoq
import GeoqIndex
import TestSupport
import Testing

/// Which of a list's places a near miss names.
@Suite struct NearMissTests {
    @Test func `of a circle, a route and an area with its approach, the one that is missed by least is named`() throws {
        let seed: UInt64 = 2_303
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var named: [Int: Int] = [:]
        for round in 0..<200 {
            let around = try Surroundings(&generator)
            let list = RandomRules.id(2, 1)
            let rules = around.parameters.enumerated().map { Self.rule($0, of: 1, $1) }
            let (lists, areas) = ([Watchlist(id: list, title: "")], ["Park": RuleArea.found(around.area)])
            let sighting = Sighting(coordinate: around.place)
            let options = MatchOptions(nearMiss: .kilometers(8))
            let matcher = RuleMatcher(watchlists: lists, rules: rules, birds: [], areas: areas)
            let match = try #require(matcher.matches(sighting, options: options).first)
            let missed = zip(around.distances, around.reaches).map { $0 - $1 }
            let least = try #require(missed.indices.min { missed[$0] < missed[$1] })
            let comment: Comment = "seed \(seed), round \(round): missed by \(missed), at \(around.place)"
            #expect(match.certainty == .nearMiss, comment)
            #expect(match.location?.rule == rules[least].id, comment)
            #expect(abs((match.location?.distance.meters ?? .infinity) - around.distances[least]) <= 1e-6, comment)
            let truth = RuleOracle(watchlists: lists, rules: rules, areas: areas).matches(sighting, options: options)
            #expect(truth.first?.location?.rule == match.location?.rule, comment)
            named[least, default: 0] += 1
        }
        for index in 0..<3 { #expect(named[index, default: 0] > 20, "seed \(seed): \(named)") }
    }

    /// The order of an answer is that of all matches: the distance to the center, the line or the area.
    @Test func `lists that are missed come in the order of their distances`() throws {
        let seed: UInt64 = 2_304
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<60 {
            let around = try Surroundings(&generator)
            let rules = around.parameters.enumerated().map { Self.rule($0, of: $0, $1) }
            let matcher = RuleMatcher(
                watchlists: (0..<3).map { Watchlist(id: RandomRules.id(2, $0), title: "") }, rules: rules,
                birds: [], areas: ["Park": .found(around.area)])
            let matches = matcher.matches(Sighting(coordinate: around.place), nearMiss: .kilometers(8))
            let order = (0..<3).sorted { around.distances[$0] < around.distances[$1] }
            #expect(matches.map(\.watchlist) == order.map { RandomRules.id(2, $0) }, "seed \(seed), round \(round)")
        }
    }

    /// A place, and a circle, a route and an area that it misses by up to 5 km each. The route and
    /// the area begin with the vertex that is nearest, and lead away.
    private struct Surroundings {
        let place: Coordinate
        let area: Area
        let parameters: [String]
        /// How far the center and the vertices are, by Karney, in meters.
        let distances: [Double]
        /// The radius, the width and the approach, in meters.
        let reaches: [Double]

        init(_ generator: inout SeededGenerator) throws {
            let place = try Coordinate(
                latitude: .random(in: -60...60, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            let reaches = (0..<3).map { _ in Double(Int.random(in: 500...10_000, using: &generator)) }
            let bearings = (0..<3).map { _ in Double.random(in: 0..<360, using: &generator) }
            let nearest = zip(bearings, reaches).map { bearing, reach in
                Geodesic.direct(
                    from: place, bearing: bearing,
                    distance: .meters(reach + .random(in: 10...5_000, using: &generator)))
            }
            func beyond(_ index: Int, turned: Double) -> Coordinate {
                Geodesic.direct(from: nearest[index], bearing: bearings[index] + turned, distance: .kilometers(5))
            }
            (self.place, self.reaches) = (place, reaches)
            distances = nearest.map { Geodesic.inverse(from: place, to: $0).distance.meters }
            let line = [nearest[1], beyond(1, turned: 0)].map { "[\($0.longitude),\($0.latitude)]" }
            area = try Area([
                .init(outer: [nearest[2], beyond(2, turned: -30), beyond(2, turned: 30), nearest[2]])
            ])
            parameters = [
                #"{"lat":\#(nearest[0].latitude),"lon":\#(nearest[0].longitude),"radius_km":\#(reaches[0] / 1_000)}"#,
                #"{"route":{"type":"LineString","coordinates":[\#(line.joined(separator: ","))]},"#
                    + #""within_km":\#(reaches[1] / 1_000)}"#,
                #"{"area_id":"Park","approach_km":\#(reaches[2] / 1_000)}"#,
            ]
        }
    }

    private static func rule(_ number: Int, of list: Int, _ text: String) -> WatchlistRule {
        WatchlistRule(
            id: RandomRules.id(3, number), watchlist: RandomRules.id(2, list), type: "location", parameters: text)
    }
}
