import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// A row that waits is told by words that a person knows it by.
@Suite struct OutboxLabelTests {
    private static let friend = OutboxFixture.id(0xF1)

    @Test func `each kind of row that waits is named`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let birds = Repository(fixture.store)
            let list = try await birds.add(Watchlist(title: "Ducks"))
            let share = try await birds.add(WatchlistShare(of: list.id, with: Self.friend))
            let known = try await birds.add(CommunityObservation(bird: OutboxFixture.bird))
            let words = try await birds.add(CommunityObservation(species: "a gull"))
            let place = try await birds.add(CommunityObservation(bird: nil, place: "Pier"))
            let session = try await birds.add(IdentificationSession(shapeID: "gull-like", place: "Harbor"))
            let nowhere = try await birds.add(IdentificationSession(shapeID: "duck-like"))
            let mark = try await birds.add(IdentificationMark("wing", "bar", in: session.id))
            let result = try await birds.add(IdentificationResult(of: session.id))
            let candidate = try await birds.add(
                IdentificationCandidate(OutboxFixture.bird, of: result.id, rank: 1, confidence: 0.5))
            let named = [
                list.id: "Ducks", share.id: "Ducks, with \(Self.friend)", known.id: "Wren", words.id: "a gull",
                place.id: "Pier", session.id: "Harbor", nowhere.id: "duck-like", mark.id: "wing", result.id: "Harbor",
                candidate.id: "Wren",
            ]
            let items = try await fixture.store.outbox.list()
            #expect(items.count == named.count)
            for item in items { #expect(item.label == named[item.row.id], "\(item.row)") }
        }
    }

    @Test func `a photo is named by its bird, also when its entry was deleted here`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            let photo = OutboxFixture.id(0x61)
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path, source, sync_token)
                    VALUES ('\(photo)', '\(OutboxFixture.id(2))', 'x.jpg', '\(OutboxFixture.remote)', 1);
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                UPDATE observed_bird_photos SET captured_at = '2026-11-20T08:15:00Z';
                """)
            #expect(try await fixture.store.outbox.show(photo)?.label == "Wren")
            try await fixture.sql("DELETE FROM watchlist_entries")
            #expect(try await fixture.store.outbox.show(photo)?.label == "Wren")
            try await fixture.sql("UPDATE geoq_base_watchlist_entries SET nickname = 'Jenny'")
            #expect(try await fixture.store.outbox.show(photo)?.label == "Jenny")
        }
    }

    @Test func `a share that ends is named by its list, also of a list that was deleted`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, title: "Owls")
            let share = OutboxFixture.id(0x51)
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission, source, sync_token)
                    VALUES ('\(share)', '\(OutboxFixture.id(1))', '\(Self.friend)', 'view', '\(OutboxFixture.remote)', 1);
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                DELETE FROM watchlist_shares;
                """)
            let label = "Owls, with \(Self.friend)"
            #expect(try await fixture.store.outbox.show(share)?.label == label)
            try await fixture.sql("DELETE FROM watchlists")
            #expect(try await fixture.store.outbox.show(share)?.label == label)
        }
    }
}
