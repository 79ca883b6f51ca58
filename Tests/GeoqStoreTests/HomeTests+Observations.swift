import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The own observations that are counted beside presence.
extension HomeTests {
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
}
