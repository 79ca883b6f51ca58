import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Presence of birds by week.
extension HomeTests {
    @Test func `weeks are those of ISO 8601`() throws {
        // Every day of 28 years has the week that strftime gives it.
        let days = try DatabaseQueue().read { db in
            try Row.fetchAll(
                db,
                sql: """
                    WITH RECURSIVE d (day) AS (SELECT '2000-01-01' UNION ALL
                        SELECT date(day, '+1 day') FROM d WHERE day < '2027-12-31')
                    SELECT day, (strftime('%j', date(day, '-3 days', 'weekday 4')) - 1) / 7 + 1 FROM d
                    """)
        }
        #expect(days.count > 10_000)
        for row in days {
            let (text, week): (String, Int) = (row[0], row[1])
            #expect(Day(iso: text)?.week == week, "\(text)")
        }
        #expect(Day(iso: "2020-12-31")?.week == 53 && Day(iso: "2021-01-03")?.week == 53)
        #expect(Day(iso: "1969-12-28")?.week == 52 && Day(iso: "1969-12-29")?.week == 1)
    }

    @Test func `presence is that of a scan through all rows`() async throws {
        try await Self.store { store in
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let hotspots = (1...5).map { OutboxFixture.id($0) }
            let birds = (101...120).map { OutboxFixture.id($0) }
            var rows: [(hotspot: FeatureID, bird: FeatureID, week: Int, likelihood: Double, isDeleted: Bool)] = []
            for number in 0..<3_000 {
                let likelihood = Double(Int.random(in: 0...1_000, using: &generator)) / 1_000
                rows.append(
                    (
                        hotspots.randomElement(using: &generator) ?? hotspots[0],
                        birds.randomElement(using: &generator) ?? birds[0],
                        Int.random(in: 1...53, using: &generator), likelihood, number % 17 == 0
                    ))
            }
            let all = rows
            try await store.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES ('a', 'file')")
                for bird in birds.dropLast() {
                    try db.execute(
                        sql: "INSERT INTO bird (id, common_name, source) VALUES (?1, 'Bird ' || ?1, 'a')",
                        arguments: [bird.description])
                }
                for (number, row) in all.enumerated() {
                    try db.execute(
                        sql: """
                            INSERT INTO hotspot_species_presence
                                (id, hotspot_id, bird_id, week, likelihood, deleted_at, source)
                            VALUES (?, ?, ?, ?, ?, ?, 'a')
                            """,
                        arguments: [
                            OutboxFixture.id(number, 0x4000 + 1).description, row.hotspot.description,
                            // Other programs may write an id in capitals.
                            number % 13 == 0 ? row.bird.description.uppercased() : row.bird.description, row.week,
                            row.likelihood, row.isDeleted ? "2026-01-01" : nil,
                        ])
                }
            }
            for week in [nil, 1, 20, 53] {
                for asked in [[hotspots[0]], Array(hotspots[1...3]), [OutboxFixture.id(99)]] {
                    var expected: [FeatureID: [Int: Double]] = [:]
                    for row in all where !row.isDeleted && asked.contains(row.hotspot) && week ?? row.week == row.week {
                        expected[row.bird, default: [:]][row.week] = max(
                            row.likelihood, expected[row.bird]?[row.week] ?? 0)
                    }
                    let found = try await store.presence.birds(at: asked, week: week)
                    let told = Dictionary(
                        uniqueKeysWithValues: found.map { presence in
                            let likelihoods = presence.likelihoods
                            return (
                                presence.bird.id,
                                Dictionary(
                                    uniqueKeysWithValues: likelihoods.weeks.map { ($0, likelihoods[$0] ?? .nan) })
                            )
                        })
                    #expect(told == expected, "seed \(seed), week \(week ?? 0)")
                    // A bird that the store lacks is told by its id.
                    #expect(found.allSatisfy { ($0.bird.commonName == nil) == ($0.bird.id == birds.last) })
                }
            }
            #expect(
                try await store.presence.known(among: hotspots + [OutboxFixture.id(99)])
                    == Set(all.filter { !$0.isDeleted }.map(\.hotspot)))
            let order = [OutboxFixture.id(99), hotspots[1], hotspots[0]]
            #expect(try await store.presence.firstKnown(among: order) == hotspots[1])
            #expect(try await store.presence.firstKnown(among: [OutboxFixture.id(99)]) == nil)
        }
    }

    @Test func `no row of presence is read but from an index, and rows of no week are left out`() async throws {
        try await Self.store { store in
            let (hotspot, bird) = (OutboxFixture.id(1), OutboxFixture.id(2))
            try await store.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES ('a', 'file')")
                // Any program may have written these: SQLite keeps a text in a column of numbers.
                for (number, (week, likelihood)) in [
                    ("7", "0.5"), ("0", "0.9"), ("54", "0.9"), ("'x'", "0.9"), ("8", "9e999"), ("9", "'y'"),
                    ("7", "0.25"),
                ].enumerated() {
                    try db.execute(
                        sql: """
                            INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                            VALUES (?, ?, ?, \(week), \(likelihood), 'a')
                            """,
                        arguments: [
                            OutboxFixture.id(number, 0x4001).description, hotspot.description, bird.description,
                        ])
                }
                for week in ["", " AND week = 7"] {
                    let plan = try Row.fetchAll(
                        db,
                        sql: """
                            EXPLAIN QUERY PLAN SELECT bird_id, week, likelihood FROM hotspot_species_presence
                            WHERE hotspot_id = 'x' AND deleted_at IS NULL\(week)
                            """
                    ).map { $0["detail"] as String }
                    #expect(plan.count == 1 && plan[0].contains("USING COVERING INDEX"), "\(plan)")
                }
            }
            let found = try await store.presence.birds(at: [hotspot])
            #expect(found.map(\.likelihoods) == [[7: 0.5, 9: 0]] && found.map(\.bird.id) == [bird])
            #expect(try await store.presence.birds(at: [hotspot], week: 7).map(\.likelihoods) == [[7: 0.5]])
            #expect(try await store.presence.birds(at: [hotspot], week: 8).isEmpty)
        }
    }

    @Test func `a source is removed with all of its rows, unless another needs its birds`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let row = OutboxFixture.id(1)
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('a', 'remote'), ('b', 'file');
                INSERT INTO bird (id, common_name, source) VALUES ('\(row)', 'Tern', 'a');
                INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                    VALUES ('\(row)', '\(row)', '\(row)', 1, 0.5, 'a');
                INSERT INTO migration_session (id, bird_id, source) VALUES ('\(row)', '\(row)', 'a');
                INSERT INTO trajectory_path (id, migration_session_id, position, source) VALUES ('\(row)', '\(row)', 1, 'a');
                INSERT INTO community_observation (id, bird_id, source) VALUES ('\(row)', '\(row)', 'b');
                INSERT INTO identification_session (id, source) VALUES ('\(row)', 'a');
                INSERT INTO identification_result (id, session_id, source) VALUES ('\(row)', '\(row)', 'b');
                """)
            let layers = try await fixture.store.imports.sources().filter { $0.name == "a" }.map(\.layer)
            #expect(layers == ["birds", "identifications", "migrations", "presence"])
            await #expect(throws: StoreError.inUse("a", by: "b")) {
                _ = try await fixture.store.imports.removeSource("a")
            }
            try await fixture.sql("DELETE FROM community_observation")
            #expect(try await fixture.store.imports.removeSource("a") == 5)
            #expect(try await fixture.sql("SELECT count(*) FROM identification_result") == ["0"])
            #expect(try await fixture.sql("PRAGMA foreign_key_check") == [])
        }
    }

    @Test func `species that are called the same and are as likely have one order`() throws {
        let birds = (1...40).map {
            SpeciesPresence(
                bird: Bird(id: OutboxFixture.id($0), scientificName: "Avis \($0 + 10)", commonName: "Robin"),
                likelihoods: [7: 0.5])
        }
        // Two dictionaries of the same keys seldom have them in one order.
        let calendar = try SpeciesCalendar(birds.shuffled(), beside: [], names: BirdNames(birds.map(\.bird)))
        #expect(calendar.lines.map(\.scientificName) == birds.map(\.bird.scientificName))
    }

    @Test func `the likeliest week is the first of equal ones`() {
        let presence = SpeciesPresence(bird: Bird(id: OutboxFixture.id(1)), likelihoods: [30: 0.5, 7: 0.5, 8: 0.2])
        #expect(presence.peak?.week == 7 && presence.peak?.likelihood == 0.5)
        #expect(SpeciesPresence(bird: presence.bird, likelihoods: [:]).peak == nil)
        var likelihoods: WeekLikelihoods = [53: 0.25, 1: 0, 0: 0.5, 54: 0.5, 2: .nan]
        likelihoods.raise(to: [53: 0.125, 1: 0.75, 8: 0])
        #expect(likelihoods == [1: 0.75, 8: 0, 53: 0.25] && Array(likelihoods.weeks) == [1, 8, 53])
        #expect(likelihoods.count == 3 && likelihoods[2] == nil && likelihoods[0] == nil && likelihoods[54] == nil)
    }
}
