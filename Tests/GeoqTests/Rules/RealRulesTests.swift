import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

/// Penguins of the Antarctic: a watchlist for each site, by species and years,
/// over real sightings.
@Suite("Rules around real sites")
struct RealRulesTests {
    @Test func `sightings match 81 sites' lists as brute force says, and lists give them back`() throws {
        let penguins = try WatchedPenguins(Excerpts.input("mapppd"))
        #expect(penguins.lists.count == 81 && penguins.sightings.count == 701)
        #expect(try penguins.checkedMatches(oracleAsksEvery: 5) > 100, "The lists are of places where penguins are.")
    }

    @Test(.enabled(if: SharedData.isPresent, "the folder ../shared/data is not there"))
    func `sightings match 729 sites' lists as brute force says, and lists give them back`() throws {
        let penguins = try WatchedPenguins(SharedData.input("mapppd"))
        #expect(penguins.lists.count == 729 && penguins.sightings.count == 5321)
        #expect(try penguins.checkedMatches(oracleAsksEvery: 50) > 1000, "The lists are of places where penguins are.")
    }
}

/// The tables of MAPPPD in one folder, and a watchlist for each site.
private struct WatchedPenguins {
    let lists: [Watchlist]
    private let rules: [WatchlistRule]
    let sightings: [Sighting]
    private let snapshot: Snapshot

    init(_ folder: FolderInput) throws {
        let sites = try ImportRun(folder, as: .hotspots).sink.hotspots
        let records = try ImportRun(folder, as: .observations).sink.observations
        let names = Set(records.compactMap(\.scientificName)).sorted()
        var rules: [WatchlistRule] = []
        for (number, site) in sites.enumerated() {
            let list = RandomRules.id(2, number)
            let kilometers = [0.5, 5, 40, 250][number % 4]
            let place = site.coordinate
            let first = 1990 + number % 25
            for (part, (type, text)) in [
                (
                    "location",
                    #"{"lat":\#(place.latitude),"lon":"\#(place.longitude)","radius_km":\#(kilometers)}"#
                ), ("species", #"{"scientific_name":"\#(names[number % names.count])"}"#),
                ("date", #"{"start":"\#(first)-07-01","end":"\#(first + 10)-06-30"}"#),
            ].enumerated() {
                rules.append(
                    WatchlistRule(
                        id: RandomRules.id(3, 3 * number + part), watchlist: list, type: type, parameters: text,
                        priority: number % 3))
            }
        }
        self.rules = rules
        lists = sites.indices.map { Watchlist(id: RandomRules.id(2, $0)) }
        sightings = records.map { record in
            Sighting(
                coordinate: record.coordinate, uncertainty: record.uncertaintyMeters.map { .meters($0) },
                scientificName: record.scientificName, commonName: record.commonName, date: record.date)
        }
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: 0)
        builder.begin(.observations, expecting: sightings.count)
        for (number, sighting) in sightings.enumerated() {
            let row = LayerRow(
                coordinate: sighting.coordinate, scientificName: sighting.scientificName ?? "",
                commonName: sighting.commonName ?? "", first: sighting.date?.first, last: sighting.date?.last)
            builder.add(RandomRules.id(4, number), row, to: .observations)
        }
        snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 0, low: 1), version: 1))
    }

    /// Asks in both directions, and brute force for some sightings; the number
    /// of matches.
    ///
    /// - Parameter step: Brute force takes one sighting of so many.
    func checkedMatches(oracleAsksEvery step: Int) throws -> Int {
        let matcher = RuleMatcher(watchlists: lists, rules: rules)
        let oracle = RuleOracle(watchlists: lists, rules: rules)
        for sighting in sightings.enumerated().filter({ $0.offset % step == 0 }).map(\.element) {
            let (matches, truth) = (matcher.matches(sighting), oracle.matches(sighting))
            #expect(matches.map(\.watchlist) == truth.map(\.watchlist), "\(sighting)")
            #expect(matches.map(\.date) == truth.map(\.date) && matches.map(\.species) == truth.map(\.species))
        }
        var pairs: Set<[FeatureID]> = []
        for (number, sighting) in sightings.enumerated() {
            for match in matcher.matches(sighting) { pairs.insert([match.watchlist, RandomRules.id(4, number)]) }
        }
        let query = Query(.box(try BoundingBox(west: -180, south: -90, east: 180, north: 90)), layer: .observations)
        var listed: Set<[FeatureID]> = []
        try matcher.forEachMatch(in: snapshot, query) { listed.insert([$0.match.watchlist, $0.id]) }
        #expect(listed == pairs)
        #expect(try matcher.matchCount(in: snapshot, query) == pairs.count)
        return pairs.count
    }
}
