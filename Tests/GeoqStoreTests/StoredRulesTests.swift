import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The rules of a store as a matcher, and both directions of asking.
@Suite struct StoredRulesTests {
    @Test func `rules in columns and in rows are read, broken and deleted ones, too`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('remote', 'remote');
                        INSERT INTO watchlists (id, title, location_rule_enabled, location_rule_lat, location_rule_lon,
                            location_rule_radius_km, species_rule_enabled, species_rule_shape_id, date_rule_enabled,
                            date_rule_start_date, date_rule_end_date, source) VALUES
                            ('\(Self.id(1))', 'Columns', 1, 42.48, -76.45, 5, 1, 'tit-like', 1, '2026-01-01', NULL, 'remote'),
                            ('\(Self.id(2))', 'Disabled', 0, 42.48, -76.45, 5, 0, 'tit-like', 0, NULL, NULL, 'remote'),
                            ('\(Self.id(3))', 'Broken', 1, 42.48, NULL, -5, 0, NULL, 1, '2026-05-03', '2026-05-01', 'remote'),
                            ('not a UUID', 'Nameless', 1, 0, 0, 1, 0, NULL, 0, NULL, NULL, 'remote');
                        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, is_active, priority,
                            deleted_at, source) VALUES
                            ('\(Self.id(4))', '\(Self.id(2))', 'date', '{"start":"--05-01"}', 1, 4, NULL, 'remote'),
                            ('\(Self.id(5))', '\(Self.id(2))', 'date', '{}', 1, 9, '2026-01-01', 'remote'),
                            ('\(Self.id(6))', '\(Self.id(2))', 'date', NULL, 0, NULL, NULL, 'remote'),
                            ('\(Self.id(7))', NULL, 'date', '{"start":"--05-01"}', 1, 1, NULL, 'remote');
                        INSERT INTO bird (id, common_name, shape_id, deleted_at, source) VALUES
                            ('\(Self.id(8))', 'Great Tit', 'tit-like', NULL, 'remote'),
                            ('\(Self.id(9))', 'Gone', 'tit-like', '2026-01-01', 'remote');
                        """)
            }
            let stored = try await store.rules.all()
            #expect(stored.watchlists.map(\.title) == ["Columns", "Disabled", "Broken"])
            #expect(stored.rules.count == 9 && stored.rules.filter(\.isInForce).count == 7)
            #expect(stored.birds.map(\.commonName) == ["Great Tit"])
            let place = try Coordinate(latitude: 42.48, longitude: -76.45)
            let may = ObservedDate(try #require(Day(iso: "2026-05-03")))
            let (matcher, version) = try await store.rules.matcher()
            #expect(version == stored.version)
            let found = matcher.matches(Sighting(coordinate: place, commonName: "great tit", date: may))
            #expect(found.map(\.watchlist.description) == [Self.id(2), Self.id(1)])
            #expect(found.map(\.priority) == [4, 0])
            let snapshot = try await store.snapshot()
            let kinds = try stored.findings(snapshot).map { "\($0.kind.rawValue) \($0.rule?.description ?? "-")" }
            #expect(try await store.rules.findings() == stored.findings(snapshot))
            #expect(try await store.rules.birds() == stored.birds)
            #expect(kinds.contains("not-understood \(Self.id(3))/location_rule"))
            #expect(kinds.contains("not-understood \(Self.id(3))/date_rule"))
            #expect(kinds.contains("no-watchlist \(Self.id(7))"))
            await #expect(throws: StoreError.self) { try await store.rules.remove([Self.id(4)]) }
            let list = try await store.rules.watchlist("COLUMNS")
            await #expect(throws: StoreError.mirrored("the watchlist", source: "remote")) {
                try await store.rules.removeWatchlist(list)
            }
        }
    }

    @Test func `rules that are written by hand are kept, and a disabled column is no rule`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let list = try await store.rules.addWatchlist(title: "Ünder")
            let parameters = "{ \"start\" : \"--05-01\" }"
            let ids = try await store.rules.add([(.date, parameters)], to: list, priority: 3)
            #expect(try await store.rules.all().rules.map(\.parameters) == [parameters])
            await #expect(throws: RuleProblem.self) { try await store.rules.add([(.date, "{}")], to: list) }
            #expect(try await store.rules.watchlist("üNDER") == list)
            try await store.write { db in try db.execute(sql: "UPDATE watchlists SET date_rule_enabled = 1") }
            try await store.rules.remove(["\(list)/date_rule", ids[0].description.uppercased()])
            #expect(try await store.rules.all().rules.isEmpty)
            await #expect(throws: StoreError.unknownRule("\(list)/date_rule")) {
                try await store.rules.remove(["\(list)/date_rule"])
            }
            await #expect(throws: StoreError.unknownRule("x/y")) { try await store.rules.remove(["x/y"]) }
            try await store.rules.removeWatchlist(list)
            #expect(try await store.rules.all().watchlists.isEmpty)
        }
    }

    @Test func `a circle in columns that is wider than any number of meters is everywhere`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let list = try await store.rules.addWatchlist(title: "Wide")
            try await store.write { db in
                try db.execute(
                    sql: """
                        UPDATE watchlists SET location_rule_enabled = 1, location_rule_lat = 1, location_rule_lon = 2,
                            location_rule_radius_km = 1e306
                        """)
            }
            #expect(try await store.rules.all().watchlists.map(\.circle?.isEverywhere) == [true])
            let other = Sighting(coordinate: try Coordinate(latitude: -1, longitude: -178))
            #expect(try await store.rules.matcher().matcher.matches(other).map(\.watchlist) == [list])
        }
    }

    @Test func `a rule whose kind is written with blanks and capitals is the list's only one of its kind`() async throws
    {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let list = try await store.rules.addWatchlist(title: "May")
            _ = try await store.rules.add([(.date, #"{"start":"--05-01"}"#)], to: list)
            try await store.write { db in try db.execute(sql: "UPDATE watchlist_rules SET rule_type = ' Date '") }
            try await store.lists.edit(list, [], rules: [.date: .none])
            #expect(try await store.rules.all().rules.isEmpty)
        }
    }

    @Test func `a page that the store has outrun is refused, an uncertain place only possible`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let list = try await store.rules.addWatchlist(title: "Pond")
            _ = try await store.rules.add([(.location, #"{"lat":42.48,"lon":-76.45,"radius_km":5}"#)], to: list)
            try await WatchlistImportTests.take(
                "species,lat,lon,uncertainty_m\nParus major,42.48,-76.45,4999\nParus major,42.48,-76.45,5001\n"
                    + "Parus major,42.48,-76.45,\nParus major,42.6,-76.45,\n", "a.csv", .observations, into: store,
                folder)
            let place = try Coordinate(latitude: 0, longitude: 0)
            var query = Query.nearest(0, to: place, layer: .observations)
            query.limit = 1
            let first = try await store.rules.listed(by: list, query)
            #expect(first.hits.count == 1)
            query.limit = nil
            let all = try await store.rules.listed(by: list, query)
            #expect(all.hits.count == 3)
            #expect(all.features.count { $0.match.certainty == .certain } == 2)
            #expect(all.features.count { $0.match.certainty == .possible } == 1)
            query.after = PageCursor(distance: nil, id: all.hits[0].id, version: all.version)
            #expect(try await store.rules.listed(by: list, query).hits == Array(all.hits.dropFirst()))
            _ = try await store.rules.add([(.date, #"{"end":"--05-01"}"#)], to: list)
            await #expect(throws: QueryError.self) { try await store.rules.listed(by: list, query) }
        }
    }

    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-00000000000\(number)"
    }
}

/// Rules around the sites of MAPPPD, by species and years, against brute force.
@Suite("Rules around real sites")
struct RealRulesTests {
    @Test func `81 sites with 701 counts: every match is that of brute force, both ways`() async throws {
        let pairs = try await Self.checkedMatches(Excerpts.path + "/mapppd", lists: 40, sites: 81, counts: 701)
        #expect(pairs > 1000)
    }

    @Test(.enabled(if: SharedData.isPresent, "the folder ../shared/data is not there"))
    func `729 sites with 5321 counts: every match is that of brute force, both ways`() async throws {
        let pairs = try await Self.checkedMatches(SharedData.path + "/mapppd", lists: 120, sites: 729, counts: 5321)
        #expect(pairs > 3000)
    }

    /// Imports MAPPPD's tables from a folder, makes lists around its sites, and
    /// checks every match; the number of matches.
    private static func checkedMatches(_ tables: String, lists number: Int, sites: Int, counts: Int) async throws -> Int
    {
        let seed: UInt64 = 91
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        return try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            for kind in [ImportKind.hotspots, .observations, .birds] {
                try await store.imports.run(tables, as: kind)
            }
            let lists = try await Self.lists(around: store, sites: sites, count: number, &generator)
            let report = try await WatchlistImportTests.take(lists, "lists.ndjson", .watchlists, into: store, folder)
            #expect(report.rejected == 0 && report.added > 4 * number)
            let stored = try await store.rules.all()
            let matcher = stored.matcher()
            let oracle = RuleOracle(watchlists: stored.watchlists, rules: stored.rules, birds: stored.birds)
            let sightings = try await Self.sightings(store)
            #expect(sightings.count == counts)
            var pairs: Set<Pair> = []
            for (id, sighting) in sightings {
                let found = matcher.matches(sighting)
                let expected = oracle.matches(sighting)
                #expect(found.map(\.watchlist) == expected.map(\.watchlist), "\(sighting)")
                for (match, other) in zip(found, expected) {
                    #expect(match.certainty == other.certainty && match.species == other.species)
                    #expect(match.date == other.date && match.location?.rule == other.location?.rule)
                    #expect(abs((match.location?.insideMeters ?? 0) - (other.location?.insideMeters ?? 0)) <= 1e-6)
                    pairs.insert(Pair(list: match.watchlist, sighting: id))
                }
            }
            print("\(pairs.count) matches of \(stored.rules.count) rules")
            // The other way round, list by list, and all at once.
            let query = Query.nearest(0, to: try Coordinate(latitude: 0, longitude: 0), layer: .observations)
            var whole = query
            whole.limit = nil
            var listed: Set<Pair> = []
            for list in stored.watchlists {
                for feature in try await store.rules.listed(by: list.id, whole).features {
                    listed.insert(Pair(list: list.id, sighting: feature.id))
                }
            }
            #expect(listed == pairs)
            #expect(try await store.rules.matchCount(in: query) == pairs.count)
            return pairs.count
        }
    }

    private struct Pair: Hashable {
        var list: FeatureID
        var sighting: FeatureID
    }

    /// Lists around sites: circles of 1 to 300 km, two species, seasons and
    /// years, some of each kind missing, some broken or inactive.
    private static func lists(
        around store: Store, sites expected: Int, count: Int, _ generator: inout SeededGenerator
    ) async throws -> String {
        let sites = try await store.read { db in
            try Row.fetchAll(db, sql: "SELECT name, lat, lon FROM hotspot ORDER BY id").map {
                (name: $0[0] as String, lat: $0[1] as Double, lon: $0[2] as Double)
            }
        }
        let birds = try await store.read { db in
            try Row.fetchAll(db, sql: "SELECT id, scientific_name FROM bird ORDER BY id").map {
                (id: $0[0] as String, name: $0[1] as String? ?? "")
            }
        }
        #expect(sites.count == expected && birds.count == 7)
        var text = ""
        for number in 0..<count {
            var rules: [String] = []
            func add(_ type: String, _ parameters: String, _ active: Bool = true) {
                let quoted = JSONValue.string(parameters).text
                rules.append(
                    #"{"rule_type":"\#(type)","parameters_json":\#(quoted),"is_active":\#(active),"priority":\#(number % 5)}"#
                )
            }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let site = sites.randomElement(using: &generator)!
                let radius = Double.random(in: 1...300, using: &generator)
                add("location", #"{"lat":\#(site.lat),"lng":"\#(site.lon)","radiusKm":\#(radius)}"#)
            }
            if number % 3 != 0 {
                let bird = birds.randomElement(using: &generator)!
                add("species", #"{"bird_id":"\#(bird.id)"}"#)
                add("species", #"{"scientificName":"\#(birds.randomElement(using: &generator)!.name)"}"#)
            }
            let year = Int.random(in: 1960...2020, using: &generator)
            switch number % 5 {
            case 0: add("date", #"{"start":"\#(year)-11-01","end":"\#(year + 15)-02-28"}"#)
            case 1: add("date", #"{"start":"--12-15","end":"--01-20"}"#)
            case 2: add("date", #"{"start":"\#(year)-01-01"}"#)
            default: break
            }
            add("date", #"{"end":"1800-01-01"}"#, false)
            if number % 20 == 19 { add("location", "{broken") }
            text += #"{"title":"List \#(number)","rules":[\#(rules.joined(separator: ","))]}"# + "\n"
        }
        return text
    }

    private static func sightings(_ store: Store) async throws -> [(id: FeatureID, sighting: Sighting)] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, lat, lon, scientific_name, common_name, date, date_end, uncertainty_m
                    FROM observation ORDER BY id
                    """
            ).map { row in
                let place = try Coordinate(strictLatitude: row[1], longitude: row[2])
                var sighting = Sighting(coordinate: place, scientificName: row[3], commonName: row[4])
                sighting.uncertainty = (row[7] as Double?).map { .meters($0) }
                if let first = Day(iso: row[5] as String? ?? ""), let last = Day(iso: row[6] as String? ?? "") {
                    sighting.date = ObservedDate(spanning: first, through: last)
                }
                return (try #require(FeatureID(row[0] as String)), sighting)
            }
        }
    }
}
