import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// A draft becomes an entry when one bird fits, with the hotspot that is near;
/// never the first of several.
@Suite struct DraftTests {
    private static func fixture(_ body: (OutboxFixture, FeatureID) async throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            try await fixture.sql(
                """
                INSERT INTO bird (id, common_name, scientific_name, source) VALUES
                    ('0000000b-0000-4000-8000-000000000001', 'Common Goldeneye', 'Bucephala clangula', '\(OutboxFixture.remote)'),
                    ('0000000b-0000-4000-8000-000000000002', 'Barrow''s Goldeneye', 'Bucephala islandica', '\(OutboxFixture.remote)'),
                    ('0000000b-0000-4000-8000-000000000003', 'Green-winged Teal', 'Anas crecca', '\(OutboxFixture.remote)');
                INSERT INTO hotspot (id, name, lat, lon, source) VALUES
                    ('0000000c-0000-4000-8000-000000000001', 'Stewart Park', 42.46, -76.5, '\(OutboxFixture.remote)'),
                    ('0000000c-0000-4000-8000-000000000002', 'Far Away', 42.5, -76.5, '\(OutboxFixture.remote)');
                """)
            let list = try await Repository(fixture.store).add(Watchlist(title: "Ducks"))
            try await body(fixture, list.id)
        }
    }

    private static func place(_ latitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: -76.5)
    }

    @Test func `an application keeps drafts, sees what may be meant, and gets entries of them`() async throws {
        try await Self.fixture { fixture, list in
            let birds = Repository(fixture.store)
            func now() async throws -> [Draft] {
                for try await moment in birds.drafts() { return moment.rows }
                return []
            }
            let draft = Draft(species: "Goldeneye", on: list)
            try await birds.add(draft)
            #expect(try await birds.settleDrafts() == [])
            #expect(try await now().map(\.candidates.count) == [2])
            await #expect(throws: StoreError.invalidValue(column: "id", reason: "a draft stays what it is")) {
                _ = try await birds.edit(draft) { $0.id = .random() }
            }
            #expect(try await birds.edit(draft) { $0.species = "Bucephala islandica" }.candidates == [])
            // Added again, as by a retry: what was written since stays.
            let again = StoreError.invalidValue(column: "id", reason: "there is such a draft or entry")
            await #expect(throws: again) { try await birds.add(draft) }
            #expect(try await now().map(\.species) == ["Bucephala islandica"])
            #expect(try await birds.settleDrafts() == [draft.id])
            #expect(try await now() == [])
            await #expect(throws: again) { try await birds.add(draft) }
            #expect(try await birds.settleDrafts() == [])
            try await birds.add(Draft(species: "Eider", on: list))
            try await birds.delete(try #require(try await now().first))
            #expect(try await now() == [])
        }
    }

    @Test func `one bird makes an entry with the draft's id, and the nearest hotspot within a kilometer`() async throws
    {
        try await Self.fixture { fixture, list in
            let drafts = fixture.store.drafts
            let near = Draft(
                species: "  common GOLDENEYE ", on: list, coordinate: try Self.place(42.4689), observedAt: "2026-11-20",
                notes: "a pair")
            let far = Draft(species: "teal", on: list, coordinate: try Self.place(42.4691))
            let named = Draft(species: "Anas crecca", on: list, place: "stewart park")
            let worded = Draft(species: "wren", on: list, place: "My pond", coordinate: try Self.place(42.46))
            for draft in [near, far, named, worded] { try await drafts.add(draft) }
            let report = try await drafts.settle()
            #expect(Set(report.entries) == Set([near, far, named, worded].map(\.id)) && report.left == 0)
            func row(_ draft: Draft) async throws -> [String] {
                try await fixture.sql(
                    """
                    SELECT coalesce(location_display_name, '-'), coalesce(lat, '-'), coalesce(observation_date, '-'),
                        coalesce(notes, '-') FROM watchlist_entries WHERE id = '\(draft.id)'
                    """)
            }
            #expect(try await row(near) == [#""Stewart Park"|42.4689|"2026-11-20T17:00:00Z"|"a pair""#])
            #expect(try await row(far) == [#""-"|42.4691|"-"|"-""#])
            #expect(try await row(named) == [#""stewart park"|42.46|"-"|"-""#])
            #expect(try await row(worded) == [#""My pond"|42.46|"-"|"-""#])
            // The entries are to be sent.
            #expect(try await fixture.store.outbox.counts().pending == 5)
        }
    }

    @Test func `hotspots of one name give a place only if all are at one`() async throws {
        try await Self.fixture { fixture, list in
            try await fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('twins', 'file');
                INSERT INTO hotspot (id, name, lat, lon, source) SELECT '\(OutboxFixture.id(0x71))', 'Stewart Park', lat, lon, 'twins'
                    FROM hotspot WHERE name = 'Stewart Park';
                INSERT INTO hotspot (id, name, lat, lon, source) VALUES
                    ('\(OutboxFixture.id(0x72))', 'Town Park', 1, 1, 'twins'),
                    ('\(OutboxFixture.id(0x73))', 'Town Park', 2, 2, 'twins');
                """)
            let drafts = fixture.store.drafts
            let twin = Draft(species: "Wren", on: list, place: "stewart park")
            let several = Draft(species: "Wren", on: list, place: "Town park")
            let unknown = Draft(species: "Dodo", on: list, place: "Town Park")
            for draft in [twin, several, unknown] { try await drafts.add(draft) }
            let report = try await drafts.settle()
            #expect(report.entries == [twin.id, several.id] && report.withoutPlace == [several.id] && report.left == 1)
            let places = try await fixture.sql(
                """
                SELECT location_display_name, coalesce(lat, '-') FROM watchlist_entries
                WHERE id IN ('\(twin.id)', '\(several.id)') ORDER BY location_display_name COLLATE NOCASE
                """)
            #expect(places == [#""stewart park"|42.46"#, #""Town park"|"-""#])
        }
    }

    @Test func `several birds are candidates, and one is chosen by its name`() async throws {
        try await Self.fixture { fixture, list in
            let drafts = fixture.store.drafts
            let draft = Draft(species: "goldeneye", on: list)
            let stranger = Draft(species: "Great Auk", on: list)
            try await drafts.add(draft)
            try await drafts.add(stranger)
            #expect(try await drafts.settle() == DraftReport(entries: [], left: 2))
            let all = try await drafts.all()
            #expect(all.map { $0.candidates.count } == [2, 0])
            // A bird that a sync brings is found at the next look.
            try await fixture.sql(
                "INSERT INTO bird (id, common_name, source) VALUES ('0000000b-0000-4000-8000-000000000009', 'Great Auk', '\(OutboxFixture.remote)')"
            )
            #expect(try await drafts.settle().entries == [stranger.id])
            try await drafts.edit(draft.id) { $0.species = "Bucephala islandica" }
            #expect(try await drafts.all().map(\.candidates) == [[]])
            #expect(try await drafts.settle().entries == [draft.id])
            #expect(try await drafts.count() == 0)
        }
    }

    @Test func `a bird is chosen by its id where its names do not tell it from another`() async throws {
        try await Self.fixture { fixture, list in
            let drafts = fixture.store.drafts
            let draft = Draft(species: "great auk", on: list)
            try await drafts.add(draft)
            try await fixture.sql(
                """
                INSERT INTO bird (id, common_name, source) VALUES
                    ('0000000b-0000-4000-8000-000000000008', 'Great Auk', '\(OutboxFixture.remote)'),
                    ('0000000b-0000-4000-8000-000000000009', 'Great Auk', '\(OutboxFixture.remote)')
                """)
            #expect(try await drafts.settle().left == 1)
            let chosen = try #require(try await drafts.all().first?.candidates.last)
            try await drafts.edit(draft.id) { $0.species = chosen.description }
            #expect(try await drafts.settle().entries == [draft.id])
            let bird = try await fixture.value(RowKey(.watchlistEntries, draft.id), "bird_id")
            #expect(bird == chosen.description)
        }
    }

    @Test func `a bird that only a file has is a candidate beside the account's, and a twin is not`() async throws {
        try await Self.fixture { fixture, list in
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO bird (id, common_name, scientific_name, source) VALUES
                    ('0000000b-0000-4000-8000-000000000004', 'Teal', 'ANAS CRECCA', 'birds.csv'),
                    ('0000000b-0000-4000-8000-000000000005', 'Cinnamon Teal', 'Spatula cyanoptera', 'birds.csv');
                """)
            let drafts = fixture.store.drafts
            let several = Draft(species: "tea", on: list)
            let twin = Draft(species: "anas crecca", on: list)
            for draft in [several, twin] { try await drafts.add(draft) }
            #expect(try await drafts.settle().entries == [twin.id])
            #expect(
                try await drafts.all().map { $0.candidates.map(\.description) } == [
                    ["0000000b-0000-4000-8000-000000000003", "0000000b-0000-4000-8000-000000000005"]
                ])
        }
    }

    @Test func `a bird whose name has words that only begin as the draft's is a candidate alone`() async throws {
        try await Self.fixture { fixture, list in
            let drafts = fixture.store.drafts
            let begun = Draft(species: "a teal", on: list)
            let whole = Draft(species: "anas teal", on: list)
            for draft in [begun, whole] { try await drafts.add(draft) }
            #expect(try await drafts.settle().entries.isEmpty)
            #expect(try await drafts.all().map(\.candidates).map(\.count) == [0, 0])
            try await drafts.edit(begun.id) { $0.species = "g teal" }
            #expect(try await drafts.settle().entries.isEmpty)
            #expect(
                try await drafts.all().first?.candidates.map(\.description) == ["0000000b-0000-4000-8000-000000000003"])
            try await drafts.edit(begun.id) { $0.species = "winged teal" }
            #expect(try await drafts.settle().entries == [begun.id])
        }
    }

    @Test func `drafts keep the order in which they were made, also when the clock goes back`() async throws {
        try await Self.fixture { fixture, list in
            for name in ["First", "Second", "Third"] {
                try await fixture.store.drafts.add(Draft(species: name, on: list))
                if name == "First" {
                    try await fixture.sql("UPDATE geoq_draft SET created_at = '2999-12-31T23:59:59.999Z'")
                }
            }
            let kept = try await fixture.store.drafts.all().map(\.species)
            #expect(kept == ["First", "Second", "Third"])
        }
    }

    @Test func `a draft outlives its list, and is refused without one`() async throws {
        try await Self.fixture { fixture, list in
            let drafts = fixture.store.drafts
            try await drafts.add(Draft(species: "Wren", on: list))
            try await fixture.sql("DELETE FROM watchlists")
            let draft = try #require(try await drafts.all().first)
            let report = try await drafts.settle()
            #expect(report.entries == [] && report.left == 1)
            #expect(report.refused == [draft.id], "The bird is known, and the list is gone.")
            await #expect(throws: StoreError.self) { try await drafts.add(Draft(species: "Wren", on: list)) }
            await #expect(throws: StoreError.self) { try await drafts.delete(list) }
            try await drafts.delete(draft.id)
            #expect(try await drafts.count() == 0)
        }
    }

    @Test func `a logout takes the drafts`() async throws {
        try await Self.fixture { fixture, list in
            try await fixture.store.drafts.add(Draft(species: "a bird of the secret pond", on: list))
            _ = try await fixture.store.account.erase(OutboxFixture.remote)
            #expect(try await fixture.store.drafts.count() == 0)
        }
    }

    @Test func `a name of a place that no entry takes keeps no draft, and no other one waiting`() async throws {
        try await Self.fixture { fixture, list in
            let store = fixture.store
            let long = String(repeating: "a", count: 1_001)
            let reason = "it has 1001 bytes; at most 1000 are taken"
            var draft = Draft(species: "Green-winged Teal", on: list)
            draft.place = long
            await #expect(throws: StoreError.invalidValue(column: "place", reason: reason)) {
                try await store.drafts.add(draft)
            }
            // As an earlier geoq kept it.
            draft.place = nil
            try await store.drafts.add(draft)
            try await fixture.sql("UPDATE geoq_draft SET place = '\(long)'")
            // And one that is near a hotspot of a remote with such a name.
            try await fixture.sql("UPDATE hotspot SET name = '\(long)' WHERE name = 'Stewart Park'")
            var near = Draft(species: "Bucephala islandica", on: list)
            near.coordinate = try Self.place(42.46)
            try await store.drafts.add(near)
            let report = try await store.drafts.settle()
            #expect(report.refused == [draft.id] && report.entries == [near.id] && report.left == 1, "\(report)")
        }
    }
}
