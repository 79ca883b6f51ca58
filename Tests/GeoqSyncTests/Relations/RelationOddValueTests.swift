import GeoqPostgres
import GeoqStore
import GeoqSync
import Testing

/// Values of which PostgreSQL itself would make an error: they stop no table.
@Suite struct RelationOddValueTests {
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
}
