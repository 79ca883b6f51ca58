import Geoq
import GeoqIndex
import TestSupport
import Testing

/// Circles, routes and areas that are exactly as far from a sighting: its nearest place of all is one vertex.
@Suite struct EqualDistanceTests {
    @Test(arguments: Area.Edges.allCases)
    func `a circle, a route and areas that meet in one place are ordered by id`(edges: Area.Edges) throws {
        let seed: UInt64 = 2_301
        print("seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<60 {
            let corner = try Corner(edges, &generator)
            let numbers = Array(0..<4).shuffled(using: &generator)
            var (lists, rules): ([Watchlist], [WatchlistRule]) = ([], [])
            for (number, text) in zip(numbers, corner.parameters) {
                lists.append(Watchlist(id: RandomRules.id(2, number), title: ""))
                rules.append(Self.rule(number, of: number, text))
            }
            // A list of all four, which is found by another of its rules.
            lists.append(Watchlist(id: RandomRules.id(2, 9), title: ""))
            for (number, text) in zip(numbers, corner.parameters) { rules.append(Self.rule(10 + number, of: 9, text)) }
            let matcher = RuleMatcher(watchlists: lists, rules: rules, birds: [], areas: corner.areas)
            let oracle = RuleOracle(watchlists: lists, rules: rules, areas: corner.areas)
            for _ in 0..<5 {
                let sighting = Sighting(coordinate: corner.placeBehind(&generator))
                let comment: Comment = "seed \(seed), round \(round): \(sighting.coordinate), \(corner.place)"
                let meters = Geodesic.inverse(from: sighting.coordinate, to: corner.place).distance.meters
                let matches = matcher.matches(sighting)
                #expect(matches.map(\.watchlist) == lists.map(\.id).sorted(), comment)
                #expect(matches.map(\.watchlist) == oracle.matches(sighting).map(\.watchlist), comment)
                for match in matches {
                    #expect(abs((match.location?.distance.meters ?? .infinity) - meters) <= 1e-6, comment)
                }
                let several = matches.first { $0.watchlist == RandomRules.id(2, 9) }
                let least = rules.filter { $0.watchlist == RandomRules.id(2, 9) }.map(\.id).min()
                #expect(several?.location?.rule == least, comment)
            }
        }
    }

    /// Pairs that lie to the east and the west of a route's beginning, and as far by Karney to the last bit.
    @Test func `the sightings of a route come in the order of their distances by Karney, ties by id`() throws {
        let seed: UInt64 = 2_302
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let start = try Coordinate(latitude: 42.5, longitude: -76.5)
        var places: [FeatureID: Coordinate] = [:]
        let numbers = Array(0..<120).shuffled(using: &generator)
        for pair in stride(from: 0, to: 120, by: 2) {
            let latitude = start.latitude - Double.random(in: 0.001...0.05, using: &generator)
            // Exact as a double, on both sides.
            let east = Double(Int.random(in: 1...40_000, using: &generator)) / 1_048_576
            for (number, offset) in [(numbers[pair], east), (numbers[pair + 1], -east)] {
                places[RandomRules.id(4, number)] = try Coordinate(
                    latitude: latitude, longitude: start.longitude + offset)
            }
        }
        let route = #"{"route":{"type":"LineString","coordinates":[[-76.5,42.5],[-76.5,42.6]]},"within_km":30}"#
        let list = RandomRules.id(2, 1)
        let matcher = RuleMatcher(watchlists: [Watchlist(id: list, title: "")], rules: [Self.rule(1, of: 1, route)])
        let snapshot = Self.snapshot(places)
        let query = Query(.box(try BoundingBox(west: -180, south: -90, east: 180, north: 90)), layer: .observations)
        let listed = try matcher.features(of: list, in: snapshot, query).map(\.id)
        let meters = places.mapValues { Geodesic.inverse(from: $0, to: start).distance.meters }
        #expect(Set(meters.values).count <= 60, "seed \(seed): pairs are as far")
        #expect(listed == places.keys.sorted { (meters[$0]!, $0) < (meters[$1]!, $1) }, "seed \(seed)")
    }

    /// A place that is a circle's center, a route's beginning, and a corner of two areas that share an edge.
    private struct Corner {
        let place: Coordinate
        let areas: [String: RuleArea]
        /// Of a circle, a route and both areas.
        let parameters: [String]
        /// All but the circle lie in about this direction.
        private let bearing: Double

        init(_ edges: Area.Edges, _ generator: inout SeededGenerator) throws {
            let place = try Coordinate(
                latitude: .random(in: -70...70, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            let bearing = Double.random(in: 0..<360, using: &generator)
            let ends = [-30.0, 0, 30].map { turn in
                Geodesic.direct(
                    from: place, bearing: bearing + turn,
                    distance: .kilometers(.random(in: 1...20, using: &generator)))
            }
            (self.place, self.bearing) = (place, bearing)
            // The second ring runs the other way round, and begins elsewhere.
            areas = [
                "First": .found(
                    try Area([.init(outer: [place, ends[0], ends[1], place])], edges: edges)),
                "Second": .found(
                    try Area([.init(outer: [ends[2], ends[1], place, ends[2]])], edges: edges)),
            ]
            let line = [place, ends[1]].map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
            parameters = [
                #"{"lat":\#(place.latitude),"lon":\#(place.longitude),"radius_km":40}"#,
                #"{"route":{"type":"LineString","coordinates":[\#(line)]},"within_km":40}"#,
                #"{"area_id":"First","approach_km":40}"#, #"{"area_id":"Second","approach_km":40}"#,
            ]
        }

        /// A place from which the corner is nearer than all else: no edge leaves it in less than a right angle.
        func placeBehind(_ generator: inout SeededGenerator) -> Coordinate {
            Geodesic.direct(
                from: place, bearing: bearing + 180 + .random(in: -50...50, using: &generator),
                distance: .meters(.random(in: 10...15_000, using: &generator)))
        }
    }

    private static func rule(_ number: Int, of list: Int, _ text: String) -> WatchlistRule {
        WatchlistRule(
            id: RandomRules.id(3, number), watchlist: RandomRules.id(2, list), type: "location", parameters: text)
    }

    private static func snapshot(_ places: [FeatureID: Coordinate]) -> Snapshot {
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: 0)
        builder.begin(.observations, expecting: places.count)
        for (id, place) in places.sorted(by: { $0.key < $1.key }) {
            builder.add(id, LayerRow(coordinate: place), to: .observations)
        }
        return Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 0, low: 1), version: 1))
    }
}
