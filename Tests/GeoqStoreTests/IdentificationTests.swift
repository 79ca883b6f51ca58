import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Identifications: the whole of one belongs together, of any owner.
@Suite struct IdentificationTests {
    /// A session with a mark, a result and candidates, as an application makes it.
    ///
    /// - Returns: the ids, parents first.
    private static func make(_ store: Store, confidences: [Double], isCompleted: Bool = true) async throws -> [RowKey] {
        let birds = Repository(store)
        let session = try await birds.add(
            IdentificationSession(
                shapeID: "duck-like", place: "the pond", observedAt: "2026-11-20", isCompleted: isCompleted))
        let mark = try await birds.add(IdentificationMark("breast", "streaked", in: session.id))
        let result = try await birds.add(IdentificationResult(of: session.id))
        var keys = [
            RowKey(.identificationSession, session.id), RowKey(.identificationMark, mark.id),
            RowKey(.identificationResult, result.id),
        ]
        for (rank, confidence) in confidences.enumerated() {
            let candidate = try await birds.add(
                IdentificationCandidate(OutboxFixture.bird, of: result.id, rank: rank, confidence: confidence))
            keys.append(RowKey(.identificationCandidate, candidate.id))
        }
        return keys
    }

    private static func addBird(_ store: Store) async throws {
        try await store.write { db in
            try db.execute(sql: "INSERT OR IGNORE INTO geoq_source VALUES ('shell', 'file')")
            try db.execute(
                sql: "INSERT OR IGNORE INTO bird (id, common_name, source) VALUES (?, 'Wren', 'shell')",
                arguments: [OutboxFixture.bird.description])
        }
    }

    @Test func `the surest candidate comes first, then the oldest, then the lowest id`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let keys = try await Self.make(fixture.store, confidences: [])
            let rows = (1...200).map { number in
                (
                    id: OutboxFixture.id(Int.random(in: 1...1_000_000, using: &generator) * 1_000 + number),
                    confidence: Double(Int.random(in: 0...4, using: &generator)) / 4,
                    at: "2026-11-0\(Int.random(in: 1...5, using: &generator))T00:00:00Z"
                )
            }
            for row in rows {
                try await fixture.sql(
                    """
                    INSERT INTO identification_candidate (id, result_id, bird_id, rank, confidence, created_at, source)
                    VALUES ('\(row.id)', '\(keys[2].id)', '\(OutboxFixture.bird)', 1, \(row.confidence), '\(row.at)',
                        '\(OutboxFixture.remote)')
                    """)
            }
            let expected = rows.sorted {
                ($1.confidence, $0.at, $0.id.description) < ($0.confidence, $1.at, $1.id.description)
            }.map(\.id)
            let whole = try await fixture.store.identifications.session(keys[0].id)
            #expect(whole.candidates.map(\.id) == expected, "seed \(seed)")
            var moments = Repository(fixture.store).candidates(of: keys[2].id).makeAsyncIterator()
            #expect(try await moments.next()?.rows.map(\.id) == expected, "seed \(seed)")
        }
    }

    @Test func `the surest candidate comes first, whichever result of a session it is of`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let keys = try await Self.make(fixture.store, confidences: [0.5, 0.1])
            let birds = Repository(fixture.store)
            let second = try await birds.add(IdentificationResult(of: keys[0].id))
            for (rank, confidence) in [0.9, 0.3].enumerated() {
                try await birds.add(
                    IdentificationCandidate(OutboxFixture.bird, of: second.id, rank: rank, confidence: confidence))
            }
            let whole = try await fixture.store.identifications.session(keys[0].id)
            #expect(whole.candidates.map(\.confidence) == [0.9, 0.5, 0.3, 0.1])
            // With a result go its candidates.
            try await birds.delete(second)
            let rest = try await fixture.store.identifications.session(keys[0].id)
            #expect(rest.candidates.map(\.confidence) == [0.5, 0.1])
        }
    }

    @Test func `of one day the last that was made comes first, and what a row does not say stays unknown`() async throws
    {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            var sessions: [FeatureID] = []
            for month in 1...5 {
                let keys = try await Self.make(fixture.store, confidences: [])
                sessions.insert(keys[0].id, at: 0)
                try await fixture.sql(
                    """
                    UPDATE identification_session SET created_at = '2026-0\(month)-20T10:00:00.000000Z'
                        WHERE id = '\(keys[0].id)';
                    INSERT INTO identification_candidate (id, result_id, bird_id, source)
                        VALUES ('\(OutboxFixture.id(100 + month))', '\(keys[2].id)', '\(OutboxFixture.bird)',
                            '\(OutboxFixture.remote)')
                    """)
            }
            let history = try await fixture.store.identifications.history(isCompleted: true)
            #expect(history.map(\.session.id) == sessions)
            #expect(history.allSatisfy { $0.candidates.map(\.confidence) == [nil] })
            #expect(history.allSatisfy { $0.candidates.map(\.rank) == [nil] })
        }
    }

    @Test func `a guest's identifications become the account's, whole and once`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await Self.addBird(store)
            let keys = try await Self.make(store, confidences: [0.25, 0.75])
            let seen = try await Repository(store).add(CommunityObservation(species: "a gull"))
            #expect(try await store.identifications.history(isCompleted: true).count == 1)
            try await store.write { db in
                // The project has the bird.
                try db.execute(
                    sql: "INSERT INTO geoq_source VALUES (?, 'remote')", arguments: [OutboxFixture.remote])
                try db.execute(sql: "UPDATE bird SET source = ?", arguments: [OutboxFixture.remote])
            }
            #expect(try await store.account.note(OutboxFixture.account) == keys.count + 1)
            #expect(try await store.account.note(OutboxFixture.account) == 0)
            let batch = try #require(try await store.outbox.nextBatch(now: 0))
            #expect(batch.allSatisfy { $0.kind == .insert && $0.state == .ready })
            #expect(Set(batch.map(\.row)) == Set(keys + [RowKey(.communityObservation, seen.id)]))
            // Parents come first.
            let positions = Dictionary(uniqueKeysWithValues: batch.enumerated().map { ($1.row, $0) })
            #expect(positions[keys[0]]! < positions[keys[1]]! && positions[keys[0]]! < positions[keys[2]]!)
            #expect(keys.dropFirst(3).allSatisfy { positions[$0]! > positions[keys[2]]! })
            for key in [keys[0], RowKey(.communityObservation, seen.id)] {
                let values = batch[positions[key]!].values
                #expect(values.contains(ColumnValue("owner_id", .text(OutboxFixture.user))), "\(key)")
            }
            #expect(try await store.identifications.history(isCompleted: true).map(\.session.id) == [keys[0].id])
        }
    }

    @Test func `history shows the completed sessions of the present user alone`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let keys = try await Self.make(fixture.store, confidences: [1])
            let going = try await Self.make(fixture.store, confidences: [], isCompleted: false)
            try await fixture.sql(
                """
                INSERT INTO identification_session (id, owner_id, is_completed, source)
                    VALUES ('\(OutboxFixture.id(1))', '\(OutboxFixture.id(2))', 1, '\(OutboxFixture.remote)');
                INSERT INTO geoq_source VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(OutboxFixture.id(3))', 1, 'shell');
                """)
            let history = fixture.store.identifications
            #expect(try await history.history(isCompleted: true).map(\.session.id) == [keys[0].id])
            #expect(
                Set(try await history.history(isCompleted: false).map(\.session.id)) == [keys[0].id, going[0].id])
            await #expect(throws: StoreError.self) { _ = try await history.session(OutboxFixture.id(1)) }
        }
    }

    @Test func `a deleted session takes its parts along, and what a parent holds up is not sent`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            let keys = try await Self.make(fixture.store, confidences: [0.5])
            _ = try await fixture.store.outbox.nextBatch(now: fixture.now)
            try await fixture.sql(
                "UPDATE geoq_operation SET state = 'dead' WHERE table_name = 'identification_session'")
            #expect(try await fixture.store.outbox.nextBatch(now: fixture.now) == nil, "all wait for the session")
            try await fixture.sql(
                "UPDATE geoq_operation SET state = 'ready' WHERE table_name = 'identification_session'")
            try await fixture.push()
            #expect(try await fixture.store.outbox.counts().unsent == 0)
            #expect(Set(fixture.server.rows.keys).isSuperset(of: keys))
            try await fixture.store.lists.delete(keys[0])
            #expect(try await fixture.sql("SELECT count(*) FROM identification_candidate") == ["0"])
            #expect(try await fixture.frozen() == ["delete \(keys[0]) "], "only the top of the tree is sent")
        }
    }

    @Test func `a session tells whether all of it is at the project`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            func status() async throws -> RowStatus? {
                try await fixture.store.identifications.history(isCompleted: true).first?.status
            }
            let keys = try await Self.make(fixture.store, confidences: [0.5])
            #expect(try await status() == .pendingCreate)
            try await fixture.push()
            #expect(try await status() == nil)
            // A part of it, the last one in the order, is enough.
            try await fixture.sql("UPDATE identification_candidate SET confidence = 0.75 WHERE id = '\(keys[3].id)'")
            #expect(try await status() == .pendingUpdate)
            #expect(try await fixture.store.identifications.session(keys[0].id).status == .pendingUpdate)
            try await fixture.push()
            #expect(try await status() == nil)
        }
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await Self.addBird(store)
            _ = try await Self.make(store, confidences: [])
            #expect(try await store.identifications.history(isCompleted: true).map(\.status) == [.pendingOwner])
        }
    }

    @Test func `values that a server refuses are refused here`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let birds = Repository(fixture.store)
            let keys = try await Self.make(fixture.store, confidences: [])
            await #expect(throws: StoreError.self) {
                try await birds.add(
                    IdentificationCandidate(OutboxFixture.bird, of: keys[2].id, rank: 1, confidence: 1.5))
            }
            await #expect(throws: StoreError.self) {
                try await birds.add(
                    IdentificationCandidate(OutboxFixture.id(8), of: keys[2].id, rank: 1, confidence: 1))
            }
            await #expect(throws: StoreError.self) { try await birds.add(IdentificationMark("", "x", in: keys[0].id)) }
            await #expect(throws: StoreError.self) {
                try await birds.add(IdentificationMark("breast", "x", in: OutboxFixture.id(8)))
            }
        }
    }
}
