import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// The profile, shares, sightings of the community and identifications, as an
/// application reads and writes them.
@Suite struct RepositoryHomeTests {
    private static func with(_ body: (OutboxFixture, Repository) async throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            try await body(fixture, Repository(fixture.store))
        }
    }

    /// The rows of a sequence's first moment.
    private static func rows<Value: Hashable & Sendable>(
        _ moments: AsyncThrowingStream<Repository.Moment<Value>, any Error>
    ) async throws -> [Value] {
        var iterator = moments.makeAsyncIterator()
        let moment = try await iterator.next()
        return try #require(moment, "A sequence begins with the rows that are there.").rows
    }

    @Test func `sightings of the community come newest first`() async throws {
        try await Self.with { _, birds in
            let first = try await birds.add(CommunityObservation(species: "a tern", observedAt: "2026-11-20"))
            let undated = try await birds.add(CommunityObservation(species: "a gull"))
            let last = try await birds.add(CommunityObservation(species: "a duck", observedAt: "2026-11-21T08:00:00Z"))
            #expect(try await Self.rows(birds.communityObservations()).map(\.id) == [last.id, first.id, undated.id])
            #expect(try await birds.edit(undated) { $0.observedAt = "2026-11-22" }.observedAt != nil)
            try await birds.delete(first)
            #expect(try await Self.rows(birds.communityObservations()).map(\.id) == [undated.id, last.id])
        }
    }

    @Test func `shares of a list come by the user`() async throws {
        try await Self.with { _, birds in
            let list = try await birds.add(Watchlist(title: "Ducks"))
            let (near, far) = (OutboxFixture.id(3), OutboxFixture.id(9))
            let share = try await birds.add(WatchlistShare(of: list.id, with: far))
            try await birds.add(WatchlistShare(of: list.id, with: near, canEdit: true))
            let shares = try await Self.rows(birds.shares(of: list.id))
            #expect(shares.map(\.user) == [near, far] && shares.map(\.canEdit) == [true, false])
            try await birds.delete(share)
            #expect(try await Self.rows(birds.shares(of: list.id)).map(\.user) == [near])
        }
    }

    @Test func `the profile is read and changed`() async throws {
        try await Self.with { fixture, birds in
            let account = fixture.store.account
            try await account.note(OutboxFixture.account, email: "anna.k@example.org")
            #expect(try await Self.rows(birds.profile()).isEmpty)
            try await fixture.sql(
                """
                INSERT INTO geoq_remote (name, address, mapping, origin) VALUES ('\(OutboxFixture.remote)', 'a', 'm', 'o');
                INSERT INTO geoq_remote_table (remote, table_name, origin, row_count)
                    VALUES ('\(OutboxFixture.remote)', 'users', '1', 0);
                """)
            try await account.makeProfile()
            let profile = try #require(try await Self.rows(birds.profile()).first)
            #expect(profile.name == "anna.k")
            #expect(try await birds.edit(profile) { $0.name = "Anna" }.name == "Anna")
            #expect(try await Self.rows(birds.profile()).map(\.name) == ["Anna"])
        }
    }

    @Test func `an identification is read, changed and deleted, part by part`() async throws {
        try await Self.with { fixture, birds in
            let session = try await birds.add(IdentificationSession(shapeID: "duck-like"))
            #expect(try await Self.rows(birds.identifications()).isEmpty, "It is not completed.")
            let mark = try await birds.add(IdentificationMark("breast", "streaked", in: session.id))
            let result = try await birds.add(IdentificationResult(of: session.id))
            let candidate = try await birds.add(
                IdentificationCandidate(OutboxFixture.bird, of: result.id, rank: 1, confidence: 0.5))

            #expect(try await birds.edit(session) { $0.isCompleted = true }.isCompleted)
            #expect(try await birds.edit(mark) { $0.variant = "plain" }.variant == "plain")
            #expect(try await birds.edit(result) { $0.bird = OutboxFixture.bird }.bird == OutboxFixture.bird)
            #expect(try await birds.edit(candidate) { $0.confidence = 0.75 }.confidence == 0.75)
            #expect(try await Self.rows(birds.identifications()).map(\.id) == [session.id])
            #expect(try await Self.rows(birds.marks(of: session.id)).map(\.variant) == ["plain"])
            #expect(try await Self.rows(birds.results(of: session.id)).map(\.bird) == [OutboxFixture.bird])
            #expect(try await Self.rows(birds.candidates(of: result.id)).map(\.confidence) == [0.75])

            try await birds.delete(candidate)
            #expect(try await Self.rows(birds.candidates(of: result.id)).isEmpty)
            try await birds.delete(mark)
            #expect(try await Self.rows(birds.marks(of: session.id)).isEmpty)
            try await birds.delete(session)
            #expect(try await Self.rows(birds.results(of: session.id)).isEmpty)
            #expect(try await Self.rows(birds.identifications()).isEmpty)
            #expect(try await fixture.store.outbox.counts().unsent == 0, "Nothing of it was ever sent.")
        }
    }
}
