import GeoqPostgres
import GeoqStore
import GeoqSync
import Testing

/// Rows that say that nothing was seen, or that they are deleted.
extension RelationOddValueTests {
    @Test func `an observation of none is left out, and comes and goes with its count`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE seen (id integer PRIMARY KEY, species text, date date, count text, lat float8, lon float8);
                INSERT INTO seen VALUES (1, 'Parus major', '2026-11-01', '0', 50, 7),
                    (2, 'Parus major', '2026-10-01', '3', 50, 7), (3, 'Parus major', '2026-10-02', NULL, 50, 7),
                    (4, 'Parus major', '2026-10-03', 'X', 50, 7);
                """)
            var wish = RelationProposal.Wish()
            wish.table = .observation
            func ids() throws -> [String] { try fixture.local("SELECT source_id FROM observation ORDER BY source_id") }
            let first = try await fixture.pull(relation: "seen", wish)
            #expect(try first.problem == nil && ids() == ["2", "3", "4"], "\(first)")
            try fixture.sql("UPDATE seen SET count = CASE id WHEN 1 THEN '5' ELSE '0' END WHERE id < 3")
            let second = try await fixture.pull(relation: "seen", wish)
            #expect(try second.problem == nil && ids() == ["1", "3", "4"], "\(second)")
            let again = try await fixture.pull(relation: "seen", wish) { $0.verifiesContents = true }
            #expect(again.problem == nil && again.added + again.changed + again.removed == 0, "\(again)")
        }
    }

    @Test func `a status that says absent leaves a row out, and one that says present keeps a count of 0`() async throws
    {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE occurrence (gbifid bigint PRIMARY KEY, species text, individualcount text,
                    lat float8, lon float8);
                INSERT INTO occurrence VALUES (1, 'Parus major', '2', 50, 7), (2, 'Parus major', '0', 50, 7),
                    (3, 'Parus major', NULL, 50, 7), (4, 'Parus major', '0', 50, 7), (5, 'Parus major', '1', 50, 7);
                """)
            var wish = RelationProposal.Wish()
            wish.table = .observation
            func ids() throws -> [String] { try fixture.local("SELECT source_id FROM observation ORDER BY source_id") }
            _ = try await fixture.pull(relation: "occurrence", wish)
            #expect(try ids() == ["1", "3", "5"])
            // A column that comes changes what rows say, although none was written.
            try fixture.sql("ALTER TABLE occurrence ADD \"occurrenceStatus\" varchar(10) DEFAULT 'ABSENT'")
            let absent = try await fixture.pull(relation: "occurrence", wish)
            #expect(try absent.problem == nil && ids() == [], "\(absent)")
            try fixture.sql(
                """
                UPDATE occurrence SET "occurrenceStatus" = CASE gbifid WHEN 2 THEN 'PRESENT' WHEN 3 THEN 'present'
                    WHEN 4 THEN ' ' WHEN 5 THEN NULL ELSE 'Absent' END
                """)
            let some = try await fixture.pull(relation: "occurrence", wish)
            #expect(try some.problem == nil && ids() == ["2", "3", "5"], "\(some)")
            let again = try await fixture.pull(relation: "occurrence", wish) { $0.verifiesContents = true }
            #expect(again.problem == nil && again.added + again.changed + again.removed == 0, "\(again)")
        }
    }

    @Test(arguments: [
        ("boolean NOT NULL DEFAULT false", "true", "true"), ("boolean", "true", "true"),
        ("timestamptz NOT NULL DEFAULT 'infinity'", "now()", "a value"),
        ("date DEFAULT 'infinity'", "now()", "a value"),
        ("timestamp", "now()", "a value"),
    ])
    func `a column marks deleted rows by true, or by a time that is not infinity`(
        type: String, mark: String, words: String
    ) async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, lat float8, lon float8, gone \(type));
                INSERT INTO sites (id, name, lat, lon) VALUES (1, 'One', 50, 7), (2, 'Two', 51, 7), (3, 'Three', 52, 7);
                UPDATE sites SET gone = \(mark) WHERE id = 2;
                """)
            var wish = RelationProposal.Wish()
            (wish.table, wish.columns) = (.hotspot, ["deleted_at": "gone"])
            func ids() throws -> [String] { try fixture.local("SELECT source_id FROM hotspot ORDER BY source_id") }
            let first = try await fixture.pull(relation: "sites", wish)
            #expect(try first.problem == nil && ids() == ["1", "3"], "\(first)")
            // A mirror of an earlier geoq has another definition, and all of it is compared.
            #expect(try fixture.local("SELECT definition FROM geoq_remote_table").joined().contains("living"))
            try fixture.sql(
                "UPDATE sites SET gone = DEFAULT WHERE id = 2; UPDATE sites SET gone = \(mark) WHERE id = 1")
            let second = try await fixture.pull(relation: "sites", wish)
            #expect(try second.problem == nil && ids() == ["2", "3"], "\(second)")
            let again = try await fixture.pull(relation: "sites", wish) { $0.verifiesContents = true }
            #expect(again.problem == nil && again.added + again.changed + again.removed == 0, "\(again)")
            let relation = try await PostgresRemote(fixture.url).relation(named: "sites")
            let told = try RelationProposal(relation, wish).words
            #expect(told.contains("rows with \(words) in gone, which say that they are deleted, are left out"))
        }
    }

    @Test func `a column that cannot mark deleted rows is refused`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, lat float8, lon float8, gone text DEFAULT 'no');
                INSERT INTO sites VALUES (1, 'One', 50, 7);
                """)
            var wish = RelationProposal.Wish()
            (wish.table, wish.columns) = (.hotspot, ["deleted_at": "gone"])
            let refusal = await #expect(throws: SyncError.self) { try await fixture.pull(relation: "sites", wish) }
            #expect(refusal?.message.contains("which does not say whether a row is deleted") == true)
        }
    }
}
