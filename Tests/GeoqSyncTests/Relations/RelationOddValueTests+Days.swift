import GeoqPostgres
import GeoqStore
import GeoqSync
import Testing

/// Columns of days and times.
extension RelationOddValueTests {
    @Test func `observations without a column of days are told, and the view that makes one of its parts`() async throws
    {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE seen (id integer PRIMARY KEY, species text, year integer, month bigint, day smallint,
                    lat float8, lon float8);
                INSERT INTO seen VALUES (1, 'Parus major', 2026, 5, 3, 50, 7);
                CREATE TABLE heard (id integer PRIMARY KEY, species text, lat float8, lon float8);
                INSERT INTO heard VALUES (1, 'Parus major', 50, 7);
                """)
            var wish = RelationProposal.Wish()
            wish.table = .observation
            let missing = "no day: no column of dates was found"
            let view = """
                CREATE VIEW "public"."seen_days" AS SELECT *, make_date("year", "month"::integer, "day") \
                AS date FROM "public"."seen"
                """
            let remote = try PostgresRemote(fixture.url)
            let told = try RelationProposal(try await remote.relation(named: "seen"), wish).words
            #expect(told.contains("\(missing), and a view has one: \(view)"), "\(told)")
            let found = try await fixture.client(of: "seen", wish).check().filter(\.isLoss)
            #expect(found.first?.what == missing && found.first?.cost.hasSuffix(view) == true, "\(found)")
            let other = try await fixture.client(of: "heard", wish).check().filter(\.isLoss)
            #expect(other.map(\.what) == [missing] && other.first?.remedy == .mapColumn, "\(other)")
            try fixture.sql(view)
            wish.key = ["id"]
            #expect(try await fixture.pull(relation: "seen_days", wish).added == 1)
            #expect(try fixture.local("SELECT date FROM observation") == ["2026-05-03"])
        }
    }

    @Test func `that a time with a zone counts on its day in UTC is said`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE zoned (id integer PRIMARY KEY, species text, seen_at timestamptz, geom geometry(Point, 4326));
                CREATE TABLE plain (id integer PRIMARY KEY, species text, seen_at timestamp, geom geometry(Point, 4326));
                """)
            let remote = try PostgresRemote(fixture.url)
            let zoned = try RelationProposal(try await remote.relation(named: "zoned"))
            #expect(zoned.words.contains("; date = seen_at (its day in UTC); "), "\(zoned.words)")
            let plain = try RelationProposal(try await remote.relation(named: "plain"))
            #expect(plain.words.contains("; date = seen_at; "), "\(plain.words)")
        }
    }

    @Test func `a text of a month, a year or a range of days is read as such`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE spans (id integer PRIMARY KEY, species text, eventdate text, lat float8, lon float8);
                INSERT INTO spans SELECT n, 'Parus major', date, 50, 7 FROM unnest(ARRAY['2024-02', '2024',
                    '2024-05-03T10:00:00/2024-05-09', '2023-12-31/2024-02', '2024-05-09/2024-05-03', '2024-02-30/2024-03',
                    '2024-05-03/', 'spring']) WITH ORDINALITY AS d (date, n);
                """)
            var wish = RelationProposal.Wish()
            (wish.table, wish.columns) = (.observation, ["date": "eventdate"])
            let report = try await fixture.pull(relation: "spans", wish)
            #expect(report.problem == nil && report.added == 8, "\(report)")
            let rows = try fixture.local(
                "SELECT date, date_end, date_precision FROM observation WHERE date IS NOT NULL ORDER BY source_id")
            #expect(
                rows == [
                    "2024-02-01|2024-02-29|month", "2024-01-01|2024-12-31|year", "2024-05-03|2024-05-09|day",
                    "2023-12-31|2024-02-29|month",
                ])
            let again = try await fixture.pull(relation: "spans", wish) { $0.verifiesContents = true }
            #expect(again.problem == nil && again.changed == 0, "\(again)")
        }
    }
}
