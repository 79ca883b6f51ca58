import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import Testing

/// Texts and names, whatever their collation is and however they are written.
extension RelationOddValueTests {
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
