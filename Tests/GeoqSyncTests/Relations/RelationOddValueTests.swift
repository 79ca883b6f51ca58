import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Values of which PostgreSQL itself would make an error: they stop no table.
@Suite struct RelationOddValueTests {
    @Test func `texts of any collation are read as numbers, days and times`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                #"""
                CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
                CREATE TABLE seen (id integer PRIMARY KEY, species text COLLATE loose, date text COLLATE loose,
                    date_precision text COLLATE loose, count text COLLATE loose, time text COLLATE loose,
                    lat text COLLATE loose, lon text COLLATE "und-x-icu");
                INSERT INTO seen VALUES (1, 'Parus major', '2026-05-01T10:00:00Z', 'day', '3', '10:15:00', '50', ' 7'),
                    (2, 'Parus major', 'May', 'DAY', 'X', '29:15', '51', E'8\u2003'),
                    (3, 'Parus major', '2026-02-30', NULL, NULL, '23:59', '52', E'\u30009');
                """#)
            var wish = RelationProposal.Wish()
            wish.columns = ["date_precision": "date_precision"]
            let report = try await fixture.pull(relation: "seen", wish)
            #expect(report.problem == nil && report.added == 3, "\(report)")
            // What is left empty is counted, and not what is missing.
            let omitted = report.tables[.observation]?.omitted.map(\.words).sorted()
            let expected = [
                #"1 value of count is not a count, such as "X""#,
                #"1 value of date_precision is not day, month or year, such as "DAY""#,
                #"1 value of time is not a time, such as "29:15""#,
                #"2 values of date are not a day, such as "2026-02-30""#,
            ]
            #expect(omitted == expected)
            let found = try await fixture.client(of: "seen", wish).check().map(\.what)
            #expect(Set(found).isSuperset(of: expected), "\(found)")
            let rows = try fixture.local(
                """
                SELECT source_id, coalesce(date, '-'), coalesce(date_precision, '-'), coalesce(count, '-'),
                    coalesce(time, '-'), coalesce(lat, '-') FROM observation ORDER BY source_id
                """)
            #expect(rows == ["1|2026-05-01|day|3|10:15|50.0", "2|-|-|-|-|-", "3|-|-|-|23:59|-"])
            let again = try await fixture.pull(relation: "seen", wish) { $0.verifiesContents = true }
            #expect(again.problem == nil && again.changed == 0, "\(again)")
        }
    }

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

    @Test func `of a table of GBIF the species is the name, without the author`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE occurrence (gbifid bigint PRIMARY KEY, scientificname text, species text, lat float8, lon float8);
                INSERT INTO occurrence VALUES (1, 'Parus major Linnaeus, 1758', 'Parus major', 50, 7);
                """)
            var wish = RelationProposal.Wish()
            wish.table = .observation
            #expect(try await fixture.pull(relation: "occurrence", wish).added == 1)
            #expect(try fixture.local("SELECT scientific_name FROM observation") == ["Parus major"])
        }
    }

    @Test func `numbers that are no place on Earth are told from texts that are no numbers`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE spots (id integer PRIMARY KEY, lat text, lon numeric);
                INSERT INTO spots VALUES (1, '51', 7), (2, '51,5', 7), (3, '91', 7), (4, '51', 187), (5, NULL, 7),
                    (6, '', 7);
                """)
            let findings = try await fixture.client(of: "spots").check()
            let found = try #require(findings.first { $0.what.hasPrefix("5 rows have no place that can be read:") })
            let reasons = [
                "2 beyond its system of coordinates", "1 no coordinates", "1 with a decimal comma", "1 NULL",
            ]
            #expect(reasons.allSatisfy(found.what.contains) && found.remedy == .decimalPoint, "\(findings)")
            #expect(try await fixture.pull(relation: "spots").added == 6)
        }
    }

    @Test func `rows with keys of any collation are fetched by these`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            var wish = RelationProposal.Wish()
            (wish.key, wish.keep) = (["k"], .all)
            let keys = [#"it's "a" \b"#, "ä,{}", "tab\tand\u{1}", "𝄞", ""]
            for (number, collation) in ["default", "POSIX", "und-x-icu"].enumerated() {
                let name = "sites_\(number)"
                let values = keys.map { "('\($0.replacing("'", with: "''"))', 'SRID=4326;POINT(7 51)', 1)" }
                try fixture.sql(
                    """
                    CREATE TABLE \(name) (k text COLLATE "\(collation)" PRIMARY KEY, geom geometry(Point, 4326), n integer);
                    INSERT INTO \(name) VALUES \(values.joined(separator: ", "));
                    CREATE VIEW \(name)_seen AS SELECT * FROM \(name);
                    """)
                #expect(try await fixture.pull(relation: "\(name)_seen", wish).added == keys.count)
                // Only the changed rows of a view are fetched, by their keys.
                try fixture.sql("UPDATE \(name) SET n = 2 WHERE k <> ''")
                let report = try await fixture.pull(relation: "\(name)_seen", wish)
                #expect(report.problem == nil && report.changed == keys.count - 1, "\(collation): \(report)")
                let held = try fixture.local(
                    "SELECT count(*) FROM hotspot WHERE source LIKE '%\(name)_seen' AND kept = '{\"n\":2}'")
                #expect(held == ["\(keys.count - 1)"])
            }
        }
    }

    @Test func `keys that a collation takes as equal are fetched each by its own text`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
                CREATE TABLE plots (k text COLLATE loose, n integer, geom geometry(Point, 4326));
                INSERT INTO plots VALUES ('a', 1, 'SRID=4326;POINT(7 51)'), ('A', 1, 'SRID=4326;POINT(8 51)');
                CREATE VIEW plots_seen AS SELECT * FROM plots;
                """)
            var wish = RelationProposal.Wish()
            (wish.key, wish.keep) = (["k"], .columns(["n": "n"]))
            #expect(try await fixture.pull(relation: "plots_seen", wish).added == 2)
            try fixture.sql("UPDATE plots SET n = 2 WHERE k = 'a' COLLATE \"C\"")
            let report = try await fixture.pull(relation: "plots_seen", wish)
            #expect(report.problem == nil && report.changed == 1, "\(report)")
            let held = try fixture.local("SELECT source_id, kept FROM hotspot ORDER BY source_id")
            #expect(held == [#"A|{"n":1}"#, #"a|{"n":2}"#], "\(held)")
        }
    }

    @Test func `a key of several columns has columns of any collation`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                #"""
                CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
                CREATE TABLE plots (a text COLLATE loose, b text COLLATE "und-x-icu", n integer,
                    geom geometry(Point, 4326), PRIMARY KEY (a, b));
                INSERT INTO plots VALUES ('Ä,1', 'x\y', 1, 'SRID=4326;POINT(7 51)'), ('b', 'ß', 1, NULL);
                CREATE VIEW plots_seen AS SELECT * FROM plots;
                """#)
            var wish = RelationProposal.Wish()
            (wish.key, wish.keep) = (["a", "b"], .columns(["n": "n"]))
            for name in ["plots", "plots_seen"] {
                #expect(try await fixture.pull(relation: name, wish).added == 2)
            }
            try fixture.sql("UPDATE plots SET n = 2 WHERE a = 'b'")
            for name in ["plots", "plots_seen"] {
                let report = try await fixture.pull(relation: name, wish)
                #expect(report.problem == nil && report.changed == 1, "\(name): \(report)")
                let keys = try fixture.local(
                    "SELECT source_id, kept FROM hotspot WHERE source LIKE '% public.\(name)' ORDER BY source_id")
                #expect(keys == [#"b,ß|{"n":2}"#, #"Ä\,1,x\\y|{"n":1}"#], "\(keys)")
            }
        }
    }

    @Test func `numbers that are no counts, and days without an end, are counted where they are left empty`()
        async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE rings (id integer PRIMARY KEY, species text, date timestamptz, count numeric,
                    accuracy real, geom geometry(Point, 4326));
                INSERT INTO rings SELECT n, 'Parus major', '2026-05-01', n, n, 'SRID=4326;POINT(7 51)'
                    FROM generate_series(0, 9) n;
                UPDATE rings SET count = 10 WHERE id = 0;
                UPDATE rings SET count = -1, date = 'infinity' WHERE id = 1;
                UPDATE rings SET count = 1.5, accuracy = -2 WHERE id = 2;
                UPDATE rings SET count = NULL, date = NULL, accuracy = NULL WHERE id = 3;
                """)
            let expected = [
                #"1 value of accuracy is not a finite number of 0 or more, such as "-2""#,
                #"1 value of date is not a day, such as "infinity""#,
                #"2 values of count are not a count, such as "-1""#,
            ]
            let report = try await fixture.pull(relation: "rings")
            #expect(report.added == 10, "\(report)")
            #expect(report.tables[.observation]?.omitted.map(\.words).sorted() == expected)
            let found = try await fixture.client(of: "rings").check().map(\.what)
            #expect(Set(found).isSuperset(of: expected), "\(found)")
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

    @Test func `decimals that no double can hold are no places, and stop nothing`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE grid (id integer PRIMARY KEY, name text, lat numeric, lon numeric);
                INSERT INTO grid VALUES (1, 'good', 50.25, 7), (2, 'huge', 1e400, 7), (3, 'tiny', 1e-400, 7), (4, 'zero', 0, 0),
                    (5, 'infinite', 'Infinity', 7), (6, 'none', 'NaN', 7);
                """)
            let report = try await fixture.pull(relation: "grid")
            #expect(report.problem == nil && report.added == 6, "\(report)")
            #expect(
                try fixture.local("SELECT name, lat FROM hotspot WHERE lat IS NOT NULL ORDER BY name") == [
                    "good|50.25", "zero|0.0",
                ])
            let again = try await fixture.pull(relation: "grid") { $0.verifiesContents = true }
            #expect(again.problem == nil && again.changed == 0, "\(again)")
        }
    }

    @Test(arguments: [TableMapping.Table.ShapePlace.surface, .centroid])
    func `a shape of which PostGIS makes an error, or ends the server, stops no table`(
        shapes: TableMapping.Table.ShapePlace
    ) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE shapes (id integer PRIMARY KEY, name text, geom geometry);
                INSERT INTO shapes SELECT n, 'Shape', ST_SetSRID(shape::geometry, 4326) FROM (VALUES
                    (1, 'MULTILINESTRING(EMPTY,(0 0,2 0,2 2))'), (2, 'MULTIPOINT(EMPTY,3 3)'),
                    (3, 'GEOMETRYCOLLECTION(LINESTRING EMPTY,POINT(4 4))'), (4, 'POLYGON((0 0,4 0,4 4,0 4,0 0))'),
                    (5, 'GEOMETRYCOLLECTION(CURVEPOLYGON EMPTY,POINT(0 0))'), (6, 'MULTICURVE(EMPTY,(0 0,5 5))'),
                    (7, 'MULTISURFACE(CURVEPOLYGON EMPTY,((0 0,1 0,1 1,0 0)))')) AS given (n, shape);
                INSERT INTO shapes VALUES (8, 'Points', ST_SetSRID(ST_Collect(ST_MakePoint(5, 5), ST_MakePoint('NaN', 'NaN')), 4326)),
                    (9, 'Ring', ST_SetSRID(ST_MakePolygon(ST_MakeLine(ARRAY[ST_MakePoint('NaN', 'NaN'), ST_MakePoint(1, 1),
                        ST_MakePoint(2, 1), ST_MakePoint('NaN', 'NaN')])), 4326));
                CREATE TABLE meters AS SELECT id, name, ST_SetSRID(geom, 3857) AS geom FROM shapes;
                ALTER TABLE meters ADD PRIMARY KEY (id);
                """)
            var wish = RelationProposal.Wish()
            wish.shapes = shapes
            for name in ["shapes", "meters"] {
                let report = try await fixture.pull(relation: name, wish)
                #expect(report.problem == nil && report.added == 9, "\(report)")
                #expect(
                    try fixture.local(
                        """
                        SELECT source_id FROM hotspot WHERE source LIKE '% public.\(name)' AND lat IS NOT NULL
                        ORDER BY source_id
                        """) == ["1", "2", "3", "4", "8"])
            }
        }
    }

    @Test func `a column to keep is found however its accents are written`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            // With the accent as a character of its own, as macOS writes names.
            try fixture.sql(
                #"""
                CREATE TABLE pois (id integer PRIMARY KEY, name text, lat float8, lon float8, U&"e\0301lan" text);
                INSERT INTO pois VALUES (1, 'One', 50, 7, 'much');
                """#)
            var wish = RelationProposal.Wish()
            wish.kept = ["\u{E9}lan"]
            let report = try await fixture.pull(relation: "pois", wish)
            #expect(report.problem == nil && report.added == 1, "\(report)")
            #expect(try await fixture.store.features.place("1").feature["\u{E9}lan"] == .text("much"))
        }
    }
}
