import Geoq
import GeoqIndex
import TestSupport
import Testing

/// The distinct species of an answer.
@Suite struct SpeciesTests {
    private let here: Coordinate
    private let records: [(scientific: String, common: String, first: String?, last: String?)] = [
        ("Parus major", "Great Tit", "2024-05-03", "2024-05-03"),
        ("Parus major", "Great Tit", "2024-01-01", "2024-12-31"),
        ("Parus major", "Kohlmeise", "2023-05-01", "2023-05-31"),
        ("PARUS MAJOR", "", nil, nil),
        ("", "Robin", "2020-02-01", "2020-02-29"),
        ("", "robin", "2019-12-24", "2019-12-24"),
        ("Turdus migratorius", "Robin", "2018-03-04", "2018-03-07"),
        ("Corvus corax", "Raven", nil, nil),
        ("Corvus corax", "Common Raven", nil, nil),
        ("", "", "2024-05-03", "2024-05-03"),
        // No species: a spuh, a slash and two hybrids.
        ("Parus sp.", "tit sp.", "2024-05-03", "2024-05-03"),
        ("Larus argentatus/fuscus", "Herring/Lesser Black-backed Gull", nil, nil),
        ("Anas platyrhynchos x rubripes", "Mallard x American Black Duck (hybrid)", nil, nil),
        ("Anser anser × Branta canadensis", "", nil, nil),
    ]

    init() throws {
        here = try Coordinate(latitude: 42, longitude: -76)
    }

    @Test func `a scientific name is one species, whatever its common names`() throws {
        let found = try species()
        #expect(
            found.map { "\($0.scientificName)|\($0.commonName)|\($0.observations)" } == [
                // The name of two of them, not of one.
                "Parus major|Great Tit|4",
                // Without a scientific name it is another species than the next but one.
                "|Robin|2",
                // As many of each: the first in order.
                "Corvus corax|Common Raven|2", "Turdus migratorius|Robin|1",
            ])
    }

    @Test func `what was seen last is told as precisely as it is known`() throws {
        let found = try species()
        #expect(found.map { $0.lastSeen?.description } == ["2024", "2020-02", nil, "2018-03-04/2018-03-07"])
        #expect(found[0].lastSeen?.last == Day(iso: "2024-12-31"))
    }

    @Test func `an end without a beginning is no date, and hides none`() throws {
        var builder = SnapshotBuilder()
        for (number, days) in [(1, ("2024-05-03", "2024-05-03")), (2, (nil, "2025-06-01"))]
            as [(UInt64, (String?, String))]
        {
            let row = LayerRow(
                coordinate: here, scientificName: "Parus major", first: days.0.flatMap { Day(iso: $0) },
                last: Day(iso: days.1))
            builder.add(FeatureID(key: ItemKey(high: 0, low: number)), row, to: .observations)
        }
        let found = try Snapshot(builder).species(Query(.around(here, within: nil), layer: .observations))
        #expect(found.map { $0.lastSeen?.description } == ["2024-05-03"])
    }

    @Test func `of spellings that differ in bytes alone the more frequent one is given, then the first`() throws {
        let (composed, decomposed) = ("Gr\u{FC}nling", "Gru\u{308}nling")
        for count in [1, 2] {
            var builder = SnapshotBuilder()
            for (number, name) in ([decomposed] + Array(repeating: composed, count: count)).enumerated() {
                let row = LayerRow(coordinate: here, scientificName: "Chloris chloris", commonName: name)
                builder.add(FeatureID(key: ItemKey(high: 0, low: UInt64(number))), row, to: .observations)
            }
            let found = try Snapshot(builder).species(Query(.around(here, within: nil), layer: .observations))
            let given = try #require(found.first).commonName
            #expect(given.utf8.elementsEqual((count == 1 ? decomposed : composed).utf8), "\(count)")
        }
    }

    @Test func `the nearest observation counts under every name`() throws {
        // The records lie one after the other to the north.
        let meters = try species().map { Int($0.nearest?.meters.rounded() ?? -1) }
        let steps = [0, 4, 7, 6]
        for (distance, step) in zip(meters, steps) {
            let place = try Coordinate(latitude: 42 + Double(step) / 100, longitude: -76)
            #expect(distance == Int(Geodesic.inverse(from: here, to: place).distance.meters.rounded()))
        }
    }

    @Test func `days are months and years when they are whole ones`() throws {
        func text(_ first: String, _ last: String) throws -> String? {
            ObservedDate(spanning: try #require(Day(iso: first)), through: try #require(Day(iso: last)))?.description
        }
        #expect(try text("2024-02-01", "2024-02-29") == "2024-02")
        #expect(try text("2024-02-01", "2024-02-28") == "2024-02-01/2024-02-28")
        #expect(try text("2024-02-01", "2024-04-30") == "2024-02/2024-04")
        #expect(try text("2023-01-01", "2023-12-31") == "2023")
        #expect(try text("2022-01-01", "2023-12-31") == "2022/2023")
        #expect(try text("2023-05-03", "2023-05-03") == "2023-05-03")
        #expect(try text("2023-05-03", "2023-05-02") == nil)
    }

    @Test(arguments: [
        ("Great Tit", [10, 11, 12, 13]), ("parus major", [10, 11, 12, 13]), ("Kohlmeise", [10, 11, 12, 13]),
        ("Robin", [14, 15, 16]), ("turdus migratorius", [16]), ("Raven", [17, 18]), ("Dodo", []),
        // One record has no name at all, as has who asks for blanks.
        (" ", []), ("", []),
    ])
    func `a common name means every record of its species`(name: String, ids: [Int]) throws {
        var query = Query(.around(here, within: .kilometers(50)), layer: .observations)
        query.species = name
        let snapshot = try snapshot()
        for method in [Snapshot.Method.index, .bruteForce] {
            let found = try snapshot.answer(query, method: method)
            #expect(found.map { "\($0.id)".suffix(2) } == ids.map { Substring("\($0)") })
        }
        #expect(try snapshot.hasSpecies(named: name, in: .observations) == !ids.isEmpty)
    }

    @Test func `what a program adds to a snapshot of its own is what it asks`() throws {
        let bird = try #require(FeatureID("00000000-0000-4000-8000-000000000001"))
        let may = try #require(ObservedDate(year: 2026, month: 5))
        var builder = SnapshotBuilder()
        builder.add(bird, to: .hotspots, at: here, name: "Mill Pond")
        builder.add(
            bird, to: .observations, at: here, scientificName: "Parus major", commonName: "Great Tit", date: may)
        builder.add(bird, to: .entries, at: here, scientificName: "Corvus corax", bird: bird)
        let snapshot = Snapshot(builder)
        #expect(snapshot.version == 0)
        #expect(try snapshot.row(at: 0, in: .hotspots) == LayerRow(coordinate: here, name: "Mill Pond"))
        let sighting = LayerRow(
            coordinate: here, scientificName: "Parus major", commonName: "Great Tit", first: may.first, last: may.last)
        #expect(try snapshot.row(at: 0, in: .observations) == sighting)
        let entry = LayerRow(coordinate: here, scientificName: "Corvus corax", bird: bird)
        #expect(try snapshot.row(at: 0, in: .entries) == entry)
    }

    @Test(arguments: [
        ("Great Tit", [10, 11, 12, 13]), ("Parus major", [10, 11, 12, 13]), ("robin", [14, 15, 16]),
        ("American Robin", [14, 15, 16]), ("TURDUS migratorius", [14, 15, 16]), ("Corbeau", [17, 18]), ("Wren", []),
    ])
    func `a record without a scientific name is of the store's birds with its common name`(
        name: String, ids: [Int]
    ) throws {
        var query = Query(.around(here, within: .kilometers(50)), layer: .observations)
        query.species = name
        let snapshot = try snapshot(birds: [
            bird(1, "Turdus migratorius", "Robin"), bird(2, "turdus migratorius", "American Robin"),
            bird(3, "Corvus corax", "Corbeau"), bird(4, "Troglodytes troglodytes", "Wren"),
        ])
        let found = try snapshot.answer(query)
        #expect(found.map { "\($0.id)".suffix(2) } == ids.map { Substring("\($0)") })
        #expect(try snapshot.hasSpecies(named: name, in: .observations) == !ids.isEmpty)
    }

    @Test func `a common name of one bird is counted with its species, and one of several alone`() throws {
        func counts(_ birds: [Bird]) throws -> [String] {
            try snapshot(birds: birds).species(Query(.around(here, within: .kilometers(50)), layer: .observations))
                .map { "\($0.scientificName)|\($0.commonName)|\($0.observations)" }
        }
        let american = bird(1, "Turdus migratorius", "Robin")
        let joined = ["Parus major|Great Tit|4", "Turdus migratorius|Robin|3", "Corvus corax|Common Raven|2"]
        #expect(try counts([american]) == joined)
        let european = bird(2, "Erithacus rubecula", "Robin")
        let apart = try counts([])
        #expect(try counts([american, european]) == apart)
    }

    @Test func `a scientific name means the records that a rule of it matches`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            var birds = (0..<Int.random(in: 0...12, using: &generator)).map { number in
                bird(number, RandomNames.scientific(&generator), RandomNames.common(&generator))
            }
            var builder = SnapshotBuilder()
            for bird in birds { builder.add(bird) }
            var rows: [FeatureID: LayerRow] = [:]
            for number in 0..<40 {
                let row = LayerRow(
                    coordinate: here, scientificName: RandomNames.scientific(&generator),
                    commonName: RandomNames.common(&generator))
                let id = FeatureID(key: ItemKey(high: 2, low: UInt64(number)))
                rows[id] = row
                builder.add(id, row, to: .observations)
            }
            var snapshot = Snapshot(builder)
            // Once as built, once with changes laid over it.
            for _ in 0..<2 {
                for asked in RandomNames.species {
                    var query = Query(.around(here, within: nil), layer: .observations)
                    query.species = asked
                    let found = Set(try snapshot.answer(query).map(\.id))
                    let matched = rows.filter { matches($0.value, asked, birds) }
                    #expect(found == Set(matched.keys), "seed \(seed), \(asked), \(birds)")
                }
                var changes = SnapshotChanges()
                for number in 0..<6 {
                    let old = bird(number, "", "")
                    birds.removeAll { $0.id == old.id }
                    changes.removeBird(old.id)
                    guard number % 2 == 0 else { continue }
                    let new = bird(number, RandomNames.scientific(&generator), "Robin")
                    birds.append(new)
                    changes.set(new)
                }
                snapshot = try snapshot.applying(changes, stamp: snapshot.stamp)
            }
        }
    }

    /// Names of which some stand in the column of the others.
    private enum RandomNames {
        static let species = ["Parus major", "PARUS MINOR", "Corvus corax", "Turdus merula"]
        private static let called = ["Great Tit", "Kohlmeise", "raven", "Robin", "Grünling", "", ""]

        static func scientific(_ generator: inout SeededGenerator) -> String {
            if Int.random(in: 0..<5, using: &generator) == 0 { return common(&generator) }
            return (species + ["", ""]).randomElement(using: &generator) ?? ""
        }

        static func common(_ generator: inout SeededGenerator) -> String {
            called.randomElement(using: &generator) ?? ""
        }
    }

    /// Whether a rule of a species matches a record.
    private func matches(_ row: LayerRow, _ species: String, _ birds: [Bird]) -> Bool {
        let list = FeatureID(key: ItemKey(high: 3, low: 1))
        let rule = WatchlistRule(
            id: FeatureID(key: ItemKey(high: 4, low: 1)), watchlist: list, type: "species",
            parameters: "{\"scientific_name\":\"\(species)\"}")
        let matcher = RuleMatcher(watchlists: [Watchlist(id: list)], rules: [rule], birds: birds)
        let sighting = Sighting(
            coordinate: row.coordinate, scientificName: row.scientificName, commonName: row.commonName)
        // Without any name it may be of every species.
        return matcher.matches(sighting).contains { $0.certainty == .certain }
    }

    private func bird(_ number: Int, _ scientificName: String, _ commonName: String) -> Bird {
        Bird(
            id: FeatureID(key: ItemKey(high: 1, low: UInt64(number))), scientificName: scientificName,
            commonName: commonName)
    }

    private func species() throws -> [SpeciesSummary] {
        try snapshot().species(Query(.around(here, within: .kilometers(50)), layer: .observations))
    }

    private func snapshot(birds: [Bird] = []) throws -> Snapshot {
        var builder = SnapshotBuilder()
        for bird in birds { builder.add(bird) }
        for (number, record) in records.enumerated() {
            let id = try #require(FeatureID("00000000-0000-4000-8000-0000000000\(number + 10)"))
            let row = LayerRow(
                coordinate: try Coordinate(latitude: 42 + Double(number) / 100, longitude: -76),
                scientificName: record.scientific, commonName: record.common,
                first: record.first.flatMap { Day(iso: $0) }, last: record.last.flatMap { Day(iso: $0) })
            builder.add(id, row, to: .observations)
        }
        builder.begin(.hotspots, expecting: 0)
        return Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 1, low: 2), version: 1))
    }
}
