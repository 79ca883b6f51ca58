import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// What a user finds at home: presence, the home place, shares and sightings of
/// the community, without an account and with one.
@Suite struct HomeTests {
    private static func store(_ body: (Store) async throws -> Void) async throws {
        try await withFolder { folder in try await body(Store.blank(folder + "/birds.sqlite")) }
    }

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

    @Test func `of an observation only what a calendar counts by is read where it is asked for`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let file = folder + "/seen.csv"
            try "common_name,date,lat,lon,notes\nWren,2026-05-01,42,-76,loud\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            _ = try await store.imports.run(file, as: .observations)
            let snapshot = try await store.snapshot()
            let hits = try snapshot.answer(Query(.box(.everything), layer: .observations))
            let whole = try #require(try await store.features.rows(of: hits, in: snapshot).first?.feature)
            let few = try #require(
                try await store.features.rows(of: hits, at: snapshot.stamp, columns: SpeciesCalendar.columns).first?
                    .feature)
            #expect(Set(few.fields.map(\.name)) == SpeciesCalendar.columns && few.id == whole.id)
            #expect(few.coordinate == whole.coordinate && whole.fields.count > few.fields.count)
            for field in few.fields { #expect(whole[field.name] == field.value, "\(field.name)") }
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

    @Test func `an observation counts beside the bird of its name, in whichever column the name stands`() throws {
        func bird(_ number: Int, _ scientificName: String?, _ commonName: String) -> Bird {
            Bird(id: OutboxFixture.id(number), scientificName: scientificName, commonName: commonName)
        }
        func seen(_ scientific: String?, _ common: String?) -> Feature {
            Feature(
                id: "", coordinate: nil,
                fields: [
                    .init("scientific_name", scientific.map { .text($0) } ?? .null),
                    .init("common_name", common.map { .text($0) } ?? .null), .init("date", .text("2026-05-01")),
                ])
        }
        let (tit, robin) = (bird(1, "Parus major", "Great Tit"), bird(2, "Turdus migratorius", "Robin"))
        let unnamed = bird(3, nil, "Great Tit")
        let names = BirdNames([
            unnamed, tit, robin, bird(4, "Parus major", "Kohlmeise"), bird(5, "Erithacus rubecula", "Robin"),
        ])
        func told(_ birds: [SpeciesPresence], _ observations: [Feature]) throws -> [String] {
            try SpeciesCalendar(birds, beside: observations, names: names).lines.map {
                "\($0.commonName ?? "-")|\($0.scientificName ?? "-")|\($0.presence?.likelihoods.count ?? 0)|\($0.observations)"
            }
        }
        let observations = [
            seen(nil, "Great Tit"), seen("Parus major", nil), seen("PARUS MAJOR", "Mésange"), seen("great tit", nil),
            seen(nil, "kohlmeise"), seen(nil, "Robin"), seen(nil, "Wren"),
        ]
        let expected = [
            SpeciesPresence(bird: unnamed, likelihoods: [19: 0.1]), SpeciesPresence(bird: tit, likelihoods: [18: 0.4]),
            SpeciesPresence(bird: robin, likelihoods: [18: 0.2]),
        ]
        // Of two robins, one is to be expected.
        #expect(
            try told(expected, observations)
                == ["Great Tit|Parus major|2|5", "Robin|Turdus migratorius|1|1", "Wren|-|0|1"])
        #expect(
            try told([], [seen(nil, "Robin"), seen("Great Tit", nil), seen("Parus major", nil)]).sorted()
                == ["Great Tit|Parus major|0|2", "Robin|-|0|1"])
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

    @Test func `an entry of a list that another user shows is none of the own observations`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let (remote, friend) = (OutboxFixture.remote, "0000000a-0000-4000-8000-00000000000b")
            let bird = OutboxFixture.bird
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO geoq_source VALUES ('a', 'file');
                INSERT INTO watchlists (id, owner_id, title, source) VALUES
                    ('\(OutboxFixture.id(1))', '\(OutboxFixture.user)', 'Mine', '\(remote)'),
                    ('\(OutboxFixture.id(2))', '\(friend)', 'Lent', '\(remote)'),
                    ('\(OutboxFixture.id(3))', '\(friend)', 'Of a file', 'a');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source) VALUES
                    ('\(OutboxFixture.id(11))', '\(OutboxFixture.id(1))', '\(bird)', '\(remote)'),
                    ('\(OutboxFixture.id(12))', '\(OutboxFixture.id(2))', '\(bird)', '\(remote)'),
                    ('\(OutboxFixture.id(13))', '\(OutboxFixture.id(3))', '\(bird)', 'a');
                UPDATE geoq_device SET captures = '\(remote)';
                """)
            let seen = [11, 12, 13, 14].map {
                Feature(id: OutboxFixture.id($0).description, coordinate: nil, fields: [])
            }
            let own = try await fixture.store.presence.own(seen)
            #expect(own.map(\.id) == [seen[0], seen[2], seen[3]].map(\.id))
        }
    }

    @Test func `a guest's home becomes the user's, and goes with the logout`() async throws {
        try await Self.store { store in
            let garden = HomePlace(try Coordinate(latitude: 42.45, longitude: -76.5), name: "the \"garden\"")
            #expect(try await store.settings.home() == nil)
            try await store.settings.setHome(garden)
            #expect(try await store.settings.home() == garden)
            try await store.account.note(OutboxFixture.account)
            #expect(try await store.settings.home() == garden)
            _ = try await store.account.erase(OutboxFixture.remote)
            #expect(try await store.settings.home() == nil)
            _ = try await store.account.forget(OutboxFixture.remote)
            #expect(try await store.settings.home() == nil, "nor is it a guest's again")
            try await store.settings.setHome(garden)
            try await store.settings.setHome(nil)
            #expect(try await store.settings.home() == nil)
        }
    }

    @Test func `sightings that came with the data are never sent, and their damage heals`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let (own, system) = (OutboxFixture.id(1), OutboxFixture.id(2))
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO community_observation (id, source_type, species_text, source, sync_token) VALUES
                    ('\(system)', 'system', 'a gull', '\(OutboxFixture.remote)', 7);
                INSERT INTO community_observation (id, owner_id, species_text, source, sync_token) VALUES
                    ('\(own)', '\(OutboxFixture.user)', 'a tern', '\(OutboxFixture.remote)', 8);
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            try await fixture.sql(
                """
                UPDATE community_observation SET notes = 'mine' WHERE id = '\(system)';
                INSERT INTO community_observation (id, source_type, species_text, source)
                    VALUES ('\(OutboxFixture.id(3))', 'system', 'forged', '\(OutboxFixture.remote)');
                """)
            #expect(try await fixture.frozen() == [])
            // Without its token the next sync fetches the row again.
            #expect(
                try await fixture.sql("SELECT sync_token FROM community_observation WHERE id = '\(system)'") == ["NULL"]
            )
            try await fixture.sql("UPDATE community_observation SET notes = 'mine' WHERE id = '\(own)'")
            #expect(try await fixture.frozen() == ["update community_observation/\(own) notes"])
            #expect(
                try await fixture.sql("SELECT sync_token FROM community_observation WHERE id = '\(own)'") == ["8"])
            try await fixture.sql("DELETE FROM community_observation WHERE id = '\(system)'")
            #expect(try await fixture.frozen() == ["update community_observation/\(own) notes"])
            let row = RowKey(.communityObservation, OutboxFixture.id(3))
            await #expect(throws: StoreError.ofAnother(row.description)) { try await fixture.store.lists.delete(row) }
        }
    }

    @Test func `a sighting of another user can only be read`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let birds = Repository(fixture.store)
            let mine = try await birds.add(CommunityObservation(bird: OutboxFixture.bird, notes: "a pair"))
            #expect(mine.owner?.description == OutboxFixture.user && !mine.isOfSystem)
            #expect(try await birds.edit(mine) { $0.notes = "three" }.notes == "three")
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO community_observation (id, owner_id, species_text, source)
                    VALUES ('\(OutboxFixture.id(4))', '\(OutboxFixture.id(5))', 'a tern', '\(OutboxFixture.remote)');
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            let other = RowKey(.communityObservation, OutboxFixture.id(4))
            await #expect(throws: StoreError.ofAnother(other.description)) {
                try await fixture.store.lists.edit(other, [ColumnValue("notes", .text("x"))])
            }
            #expect(try await fixture.store.community.all(isMine: true).map(\.observation.id) == [mine.id])
            #expect(try await fixture.store.community.all(isMine: false).map(\.isMine).filter { $0 }.count == 1)
            try await birds.delete(mine)
            #expect(try await fixture.store.outbox.counts().unsent == 0)
        }
    }

    @Test func `a list is shared once with a user, by its owner alone`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let (birds, friend) = (Repository(fixture.store), OutboxFixture.id(9))
            let list = try await birds.add(Watchlist(title: "Ducks"))
            let share = try await birds.add(WatchlistShare(of: list.id, with: friend))
            #expect(try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: true)).id == share.id)
            #expect(try await fixture.store.lists.shares(of: list.id).map(\.canEdit) == [true])
            #expect(try await fixture.store.outbox.counts().pending == 2)
            await #expect(throws: StoreError.self) {
                try await birds.add(WatchlistShare(of: list.id, with: FeatureID(OutboxFixture.user)!))
            }
            await #expect(throws: StoreError.self) {
                try await fixture.store.lists.unshare(list.id, with: OutboxFixture.id(10))
            }
            try await fixture.store.lists.unshare(list.id, with: friend)
            #expect(try await fixture.store.outbox.counts().pending == 1)
            // As two devices make them: this one's was refused, and the other's came by a sync.
            let own = try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: true))
            let served = OutboxFixture.id(11)
            let columns = "INSERT INTO watchlist_shares (watchlist_id, user_id, source, id, sync_token)"
            let values = "VALUES ('\(list.id)', '\(friend)', '\(OutboxFixture.remote)'"
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                \(columns) \(values), '\(served)', 1);
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            #expect(try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: true)).id == served)
            #expect(try await fixture.store.lists.shares(of: list.id).map(\.id) == [served] && own.id != served)
            try await fixture.sql("\(columns) \(values), '\(OutboxFixture.id(12))', NULL)")
            #expect(try await fixture.store.lists.shares(of: list.id).count == 2)
            try await fixture.store.lists.unshare(list.id, with: friend)
            #expect(try await fixture.store.lists.shares(of: list.id).isEmpty)
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO watchlists (id, owner_id, title, source)
                    VALUES ('\(OutboxFixture.id(6))', '\(friend)', 'Lent', '\(OutboxFixture.remote)');
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            await #expect(throws: StoreError.ofAnother(RowKey(.watchlists, OutboxFixture.id(6)).description)) {
                try await birds.add(WatchlistShare(of: OutboxFixture.id(6), with: OutboxFixture.id(7)))
            }
        }
    }

    @Test func `the profile is made once, where the server has none`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let store = fixture.store
            try await store.account.note(OutboxFixture.account, email: "anna.k@example.org")
            try await store.account.makeProfile()
            #expect(try await fixture.sql("SELECT count(*) FROM users") == ["0"], "the server was not asked yet")
            try await fixture.sql(
                """
                INSERT INTO geoq_remote (name, address, mapping, origin) VALUES ('\(OutboxFixture.remote)', 'a', 'm', 'o');
                INSERT INTO geoq_remote_table (remote, table_name, origin, row_count)
                    VALUES ('\(OutboxFixture.remote)', 'users', '1', 0);
                """)
            // A user who came by another service may have no address.
            let address = "UPDATE geoq_setting SET value = 'X' WHERE name = 'email'"
            try await fixture.sql(address.replacing("'X'", with: "''"))
            try await store.account.makeProfile()
            #expect(try await fixture.sql("SELECT count(*) FROM users") == ["0"], "no name is known")
            try await fixture.sql(address.replacing("X", with: "anna.k@example.org"))
            for _ in 1...2 { try await store.account.makeProfile() }
            #expect(
                try await fixture.sql("SELECT id, name, email FROM users")
                    == ["\"\(OutboxFixture.user)\"|\"anna.k\"|\"anna.k@example.org\""])
            #expect(try await fixture.frozen().count == 1)
            await #expect(throws: (any Error).self, "It ends with its user.") {
                try await fixture.sql("DELETE FROM users")
            }
        }
    }
}
