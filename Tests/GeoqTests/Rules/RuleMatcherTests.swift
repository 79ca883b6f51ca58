import Geoq
import GeoqIndex
import TestSupport
import Testing

/// The matcher against the oracle, over random lists, rules and sightings.
@Suite struct RuleMatcherTests {
    private static let sets: [PointSet] = [
        .clustered, .northPole, .southPole, .dateLine, .duplicates, .antipodes, .one,
    ]

    @Test(arguments: sets)
    func `matches are those of brute force`(set: PointSet) throws {
        let seed: UInt64 = 4
        print("seed \(seed), \(set)")
        var random = RandomRules(seed: seed, around: set)
        var kinds: [Match.Certainty: Int] = [:]
        for _ in 0..<8 {
            let (lists, rules) = Self.world(&random, lists: 60, rules: 130)
            let matcher = RuleMatcher(
                watchlists: lists, rules: rules, birds: random.birds, areas: random.areas)
            let oracle = RuleOracle(watchlists: lists, rules: rules, birds: random.birds, areas: random.areas)
            for _ in 0..<40 {
                let sighting = random.sighting()
                for (options, truth) in zip(Self.options, oracle.matches(sighting, options: Self.options)) {
                    expectEqual(
                        matcher.matches(sighting, unknown: options.unknown, nearMiss: options.nearMiss), truth,
                        "seed \(seed): \(sighting), \(options)")
                    for match in truth { kinds[match.certainty, default: 0] += 1 }
                }
            }
        }
        for certainty in Match.Certainty.allCases {
            #expect(kinds[certainty, default: 0] > 5, "seed \(seed): \(certainty) is tried")
        }
    }

    @Test(arguments: sets)
    func `what comes and goes one by one is what is made at once`(set: PointSet) throws {
        let seed: UInt64 = 5
        print("seed \(seed), \(set)")
        var random = RandomRules(seed: seed, around: set)
        var (lists, rules): ([FeatureID: Watchlist], [RuleID: WatchlistRule]) = ([:], [:])
        var matcher = RuleMatcher(watchlists: [], rules: [], birds: random.birds, areas: random.areas)
        for step in 0..<600 {
            switch Int.random(in: 0..<10, using: &random.generator) {
            case 0...1:
                let list = random.watchlist(Int.random(in: 0..<40, using: &random.generator))
                lists[list.id] = list
                matcher.set(list)
            case 2:
                let id = RandomRules.id(2, Int.random(in: 0..<40, using: &random.generator))
                lists[id] = nil
                for (rule, value) in rules where value.watchlist == id { rules[rule] = nil }
                matcher.remove(watchlist: id)
            case 3...4:
                let id = RuleID.row(RandomRules.id(3, Int.random(in: 0..<150, using: &random.generator)))
                rules[id] = nil
                matcher.remove(id)
            default:
                let rule = random.rule(Int.random(in: 0..<150, using: &random.generator), lists: 40)
                rules[rule.id] = rule
                matcher.set(rule)
            }
            if step % 30 > 0 { continue }
            #expect(matcher.ruleCount == rules.count && matcher.watchlistCount == lists.count, "seed \(seed)")
            let fresh = RuleMatcher(
                watchlists: lists.values.sorted { $0.id < $1.id }, rules: rules.values.sorted { $0.id < $1.id },
                birds: random.birds, areas: random.areas)
            for _ in 0..<20 {
                let sighting = random.sighting()
                for options in Self.options {
                    #expect(
                        matcher.matches(sighting, options: options) == fresh.matches(sighting, options: options),
                        "seed \(seed), step \(step): \(sighting)")
                }
            }
        }
    }

    @Test(arguments: sets)
    func `a list gives the sightings that match it, and no others`(set: PointSet) throws {
        let seed: UInt64 = 6
        print("seed \(seed), \(set)")
        var random = RandomRules(seed: seed, around: set)
        let (lists, rules) = Self.world(&random, lists: 50, rules: 110)
        let matcher = RuleMatcher(watchlists: lists, rules: rules, birds: random.birds, areas: random.areas)
        let (exact, snapshot) = try Self.snapshot(&random)
        var sightings = exact
        var uncertainties: [FeatureID: Distance] = [:]
        var obscured: Set<FeatureID> = []
        for id in exact.keys.sorted() where Int.random(in: 0..<3, using: &random.generator) == 0 {
            let uncertainty = Distance.meters(.random(in: 1...30_000, using: &random.generator))
            uncertainties[id] = uncertainty
            sightings[id]?.uncertainty = uncertainty
            guard Bool.random(using: &random.generator) else { continue }
            obscured.insert(id)
            sightings[id]?.obscure()
        }
        let query = Query(.box(try BoundingBox(west: -180, south: -90, east: 180, north: 90)), layer: .observations)
        var total = 0
        let alone = lists.map { RuleMatcher(watchlists: [$0], rules: rules, birds: random.birds, areas: random.areas) }
        for unknown in UnknownPolicy.allCases {
            let options = MatchOptions(unknown: unknown)
            let forward = sightings.mapValues { matcher.matches($0, options: options) }
            for (list, only) in zip(lists, alone) {
                let listed = try matcher.features(
                    of: list.id, in: snapshot, query, unknown: unknown, uncertainties: uncertainties,
                    obscured: obscured)
                var truth: [FeatureID: Match] = [:]
                for (id, matches) in forward { truth[id] = matches.first { $0.watchlist == list.id } }
                #expect(listed.count == truth.count, "seed \(seed): \(list.id)")
                for feature in listed { #expect(feature.match == truth[feature.id], "seed \(seed): \(feature)") }
                let count = try only.matchCount(
                    in: snapshot, query, unknown: unknown, uncertainties: uncertainties, obscured: obscured)
                #expect(count == truth.count, "seed \(seed)")
                let looked = try matcher.candidateCount(of: list.id, in: snapshot, query.layer, uncertainties)
                #expect(looked >= truth.count, "seed \(seed)")
                let order = listed.map { ($0.match.location?.distance.meters ?? 0, $0.id) }
                for (before, after) in zip(order, order.dropFirst()) {
                    #expect(before.0 <= after.0 + 2e-6, "seed \(seed)")
                    if before.0 == after.0 { #expect(before.1 < after.1, "seed \(seed)") }
                }
                total += truth.count
            }
            #expect(
                try matcher.matchCount(
                    in: snapshot, query, unknown: unknown, uncertainties: uncertainties,
                    obscured: obscured)
                    == forward.values.reduce(0) { $0 + $1.count },
                "seed \(seed)")
        }
        #expect(total > 0, "seed \(seed)")
    }

    /// A list's region may have no feature near, so that no search is made for it.
    @Test func `to count what lists may match ends when it is told to`() throws {
        var random = RandomRules(seed: 7, around: .clustered)
        let (lists, rules) = Self.world(&random, lists: 20, rules: 60)
        let matcher = RuleMatcher(watchlists: lists, rules: rules, birds: random.birds, areas: random.areas)
        let (_, snapshot) = try Self.snapshot(&random)
        let uncertain = [RandomRules.id(4, 1): Distance.meters(1_000)]
        let interruption = Interruption()
        var query = Query(.box(try BoundingBox(west: -180, south: -90, east: 180, north: 90)), layer: .observations)
        let whole = try matcher.candidateCount(
            in: snapshot, .observations, uncertain, inside: .max, interruption: interruption)
        let single = try lists.reduce(0) { total, list in
            guard try !matcher.features(of: list.id, in: snapshot, query, unknown: .matches).isEmpty else {
                return total
            }
            return try total + matcher.candidateCount(of: list.id, in: snapshot, .observations, uncertain)
        }
        #expect(whole >= single && single > 0)
        interruption.interrupt()
        #expect(throws: IndexError.interrupted) {
            try matcher.candidateCount(
                in: snapshot, .observations, uncertain, inside: .max, interruption: interruption)
        }
        query.interruption = interruption
        for list in lists {
            #expect(throws: IndexError.interrupted) { try matcher.features(of: list.id, in: snapshot, query) }
        }
    }

    static let options = [
        MatchOptions(), MatchOptions(unknown: .matches), MatchOptions(nearMiss: .kilometers(8)),
        MatchOptions(unknown: .matches, nearMiss: .meters(0.5)),
    ]

    static func world(_ random: inout RandomRules, lists: Int, rules: Int) -> ([Watchlist], [WatchlistRule]) {
        let made = (0..<lists).map { random.watchlist($0) }
        // Some rules name lists that are not there.
        return (made, (0..<rules).map { random.rule($0, lists: lists + 2) })
    }

    static func snapshot(_ random: inout RandomRules) throws -> ([FeatureID: Sighting], Snapshot) {
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: 0)
        builder.begin(.observations, expecting: 300)
        var sightings: [FeatureID: Sighting] = [:]
        var changes = SnapshotChanges()
        for number in 0..<300 {
            let drawn = random.sighting()
            let sighting = Sighting(
                coordinate: drawn.coordinate, scientificName: drawn.scientificName ?? "",
                commonName: drawn.commonName ?? "", date: drawn.date)
            let id = RandomRules.id(4, number)
            sightings[id] = sighting
            let (scientific, common) = (sighting.scientificName ?? "", sighting.commonName ?? "")
            let row = LayerRow(
                coordinate: sighting.coordinate, scientificName: scientific, commonName: common,
                first: sighting.date?.first, last: sighting.date?.last)
            if number % 4 == 0 {
                changes.set(id, row, in: .observations)
            } else {
                builder.add(id, row, to: .observations)
            }
        }
        let stamp = IndexStamp(store: ItemKey(high: 0, low: 1), version: 1)
        return (sightings, try Snapshot(builder, stamp: stamp).applying(changes, stamp: stamp))
    }

    /// The same lists for the same reasons; distances within a micrometer.
    private func expectEqual(_ matches: [Match], _ truth: [Match], _ comment: String) {
        #expect(matches.map(\.watchlist) == truth.map(\.watchlist), "\(comment)")
        for (match, exact) in zip(matches, truth) {
            var rounded = match
            if let location = match.location, let exactLocation = exact.location {
                let error = abs(location.distance.meters - exactLocation.distance.meters)
                let insideError = abs(location.insideMeters - exactLocation.insideMeters)
                #expect(error <= 1e-6 && insideError <= 1e-6, "\(comment)")
                rounded.location?.distance = exactLocation.distance
                rounded.location?.insideMeters = exactLocation.insideMeters
            }
            #expect(rounded == exact, "\(comment)")
        }
    }
}

/// What single rules and lists mean.
@Suite struct RuleMeaningTests {
    private let list = RandomRules.id(2, 1)
    private let here: Coordinate
    private static let circle = #"{"lat":42,"lon":-76,"radius_km":10}"#

    init() throws {
        here = try Coordinate(latitude: 42, longitude: -76)
    }

    private func rule(_ number: Int, _ type: String, _ text: String?, isActive: Bool = true, priority: Int = 0)
        -> WatchlistRule
    {
        WatchlistRule(
            id: RandomRules.id(3, number), watchlist: list, type: type, parameters: text, isActive: isActive,
            priority: priority)
    }

    private func matches(
        _ rules: [WatchlistRule], _ sighting: Sighting? = nil, isDeleted: Bool = false, birds: [Bird] = []
    ) -> [Match] {
        RuleMatcher(watchlists: [Watchlist(id: list, isDeleted: isDeleted)], rules: rules, birds: birds)
            .matches(sighting ?? Sighting(coordinate: here))
    }

    @Test func `a broken rule never makes a list wider`() {
        let circle = rule(1, "location", Self.circle)
        #expect(matches([circle]).count == 1)
        #expect(matches([circle, rule(2, "species", #"{"bird":"x"}"#)]).isEmpty)
        #expect(matches([circle, rule(2, "weather", "{}")]).isEmpty)
        #expect(matches([circle, rule(2, "date", nil)]).isEmpty)
        // Another of its kind can hold, and one that is not active is not there.
        #expect(matches([circle, rule(2, "location", "{")]).count == 1)
        #expect(matches([circle, rule(2, "species", "{", isActive: false)]).count == 1)
    }

    @Test func `without rules in force nothing matches`() {
        #expect(matches([]).isEmpty)
        #expect(matches([rule(1, "location", Self.circle, isActive: false)]).isEmpty)
        #expect(matches([rule(1, "location", Self.circle)], isDeleted: true).isEmpty)
    }

    @Test func `a list without a place matches anywhere, and the highest priority counts`() throws {
        let rules = [
            rule(1, "species", #"{"scientific_name":"Bubo bubo"}"#, priority: -3),
            rule(2, "date", #"{"start":"--05-01"}"#, priority: -2), rule(3, "date", "{", isActive: false, priority: 9),
        ]
        let day = ObservedDate(try #require(Day(iso: "2024-05-03")))
        let owl = Sighting(coordinate: here, scientificName: "bubo BUBO", date: day)
        let match = try #require(matches(rules, owl).first)
        #expect(match.priority == -2 && match.location == nil && match.certainty == .certain)
        #expect(match.species == Match.SpeciesReason(rule: .row(RandomRules.id(3, 1)), by: .scientificName))
        #expect(match.date?.fit == .inside(days: 2))
        #expect(matches(rules, Sighting(coordinate: here, scientificName: "Bubo bubo")).isEmpty)
        #expect(matches(rules, Sighting(coordinate: here, date: day)).isEmpty)
    }

    @Test func `a scientific name that no bird has means the bird whose common name it is`() {
        let raven = Bird(id: RandomRules.id(1, 1), scientificName: "Corvus corax", commonName: "Raven")
        func isFound(_ name: String, among birds: [Bird]) -> Bool {
            let rules = [rule(1, "species", #"{"scientific_name":"corvus corax"}"#)]
            return !matches(rules, Sighting(coordinate: here, scientificName: name), birds: birds).isEmpty
        }
        #expect(isFound("RAVEN", among: [raven]) && !isFound("Raven", among: []))
        let other = Bird(id: RandomRules.id(1, 2), scientificName: "Raven")
        #expect(!isFound("Raven", among: [raven, other]))
    }

    @Test func `what is uncertain is possible when it may lie outside`() throws {
        let place = Geodesic.direct(from: here, bearing: 77, distance: .kilometers(6))
        func certainty(_ meters: Double?) -> Match.Certainty? {
            matches(
                [rule(1, "location", Self.circle)],
                Sighting(coordinate: place, uncertainty: meters.map { .meters($0) })
            ).first?.certainty
        }
        #expect(certainty(nil) == .certain)
        #expect(certainty(3999) == .certain)
        #expect(certainty(4001) == .possible)
    }

    @Test func `what is noteworthy is found, with the rule, its text and the reason`() throws {
        let (gone, none) = (RandomRules.id(2, 7), RandomRules.id(2, 8))
        var others = [rule(5, "location", Self.circle), rule(6, "species", #"{"shape_id":"dodo"}"#)]
        others[0].watchlist = gone
        others[1].watchlist = none
        let rules =
            [
                rule(1, "location", #"{"lat":1,"lon":2}"#), rule(2, "species", #"{"scientific_name":"Bubo bubo"}"#),
                rule(3, "species", #"{ "scientific_name" : "Bubo bubo" }"#),
                rule(4, "location", #"{"lat":1,"lon":2,"radius_km":30000}"#, isActive: false),
            ] + others
        let lists = [Watchlist(id: list), Watchlist(id: gone, isDeleted: true)]
        let findings = RuleMatcher.findings(watchlists: lists, rules: rules)
        func found(_ id: FeatureID, _ rule: Int?) -> [String] {
            findings.filter { $0.watchlist == id && $0.rule == rule.map { .row(RandomRules.id(3, $0)) } }
                .map { "\($0.kind.rawValue): \($0.reason)" }
        }
        #expect(found(list, nil) == ["never-matches: none of its location rules can be understood"])
        #expect(found(list, 1) == ["not-understood: radius_km is missing"])
        // In the order of their ids.
        #expect(found(list, 3).isEmpty)
        #expect(found(list, 2) == ["duplicate: rule \(RandomRules.id(3, 3)) asks for the same"])
        #expect(found(list, 4) == ["everywhere: the circle holds every place on Earth"])
        #expect(found(gone, 5) == ["deleted-watchlist: the watchlist is deleted"])
        #expect(
            found(none, 6) == ["no-watchlist: there is no watchlist \(none)", "unknown-bird: no bird has this shape"])
        #expect(findings.first { $0.kind == .notUnderstood }?.text == #"{"lat":1,"lon":2}"#)
        #expect(RuleMatcher.findings(watchlists: [Watchlist(id: list)], rules: []).map(\.reason) == ["it has no rules"])
    }
}
