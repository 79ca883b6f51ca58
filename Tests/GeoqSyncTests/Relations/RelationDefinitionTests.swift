import Foundation
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Definitions that change how the rows of a relation read, although none was written.
@Suite(.waits) struct RelationDefinitionTests {
    private static func wish(_ change: (inout RelationProposal.Wish) -> Void) -> RelationProposal.Wish {
        var wish = RelationProposal.Wish()
        change(&wish)
        return wish
    }

    // The numbers are what `atttypmod` has in PostgreSQL 15.
    @Test(
        arguments: [
            ("varchar(24)", "varchar(20)"), ("_varchar(24)", "_varchar(20)"), ("bpchar(5)", "bpchar(1)"),
            ("numeric(655366)", "numeric(10,2)"), ("numeric(655364)", "numeric(10,0)"),
            ("numeric(657410)", "numeric(10,-2)"), ("timestamptz(3)", "timestamptz(3)"), ("bit(8)", "bit(8)"),
            ("geometry(point,3857)", "geometry(point,3857)"), ("text", "text"),
        ])
    func `a length or a precision is told as SQL writes it`(type: String, words: String) {
        func definitions(_ type: String) -> ColumnDefinitions {
            ColumnDefinitions(["name": ColumnDefinitions.Column(name: "name", number: "2", type: type, values: "")])
        }
        let changes = definitions("json").changes(since: definitions(type))
        #expect(changes == "name is of type json, and was \(words)")
    }

    private static func system(_ number: Int, zone: Int) -> String {
        """
        INSERT INTO spatial_ref_sys (srid, auth_name, auth_srid, srtext, proj4text)
        VALUES (\(number), NULL, NULL, NULL, '+proj=utm +zone=\(zone) +datum=WGS84 +units=m +no_defs')
        ON CONFLICT (srid) DO UPDATE SET proj4text = excluded.proj4text;
        """
    }

    @Test func `a system of coordinates that is defined otherwise moves the places`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                \(Self.system(990_001, zone: 32))
                CREATE TABLE sites (id integer PRIMARY KEY, geom geometry(Point, 990001));
                INSERT INTO sites SELECT n, st_setsrid(st_makepoint(500000 + n, 5500000), 990001) FROM generate_series(1, 20) n;
                CREATE TABLE pairs (id integer PRIMARY KEY, x float8, y float8);
                INSERT INTO pairs SELECT n, 500000 + n, 5500000 FROM generate_series(1, 20) n;
                """)
            let pair = Self.wish {
                ($0.srid, $0.columns) = (990_001, ["lat": "y", "lon": "x"])
            }
            for (name, wish) in [("sites", RelationProposal.Wish()), ("pairs", pair)] {
                #expect(try await fixture.pull(relation: name, wish).added == 20)
                #expect(try await fixture.pull(relation: name, wish).tables[.hotspot]?.redefined == nil)
            }
            #expect(try fixture.local("SELECT DISTINCT round(lon) FROM hotspot") == ["9.0"])
            try fixture.sql(Self.system(990_001, zone: 33))
            for (name, wish) in [("sites", RelationProposal.Wish()), ("pairs", pair)] {
                let report = try await fixture.pull(relation: name, wish)
                #expect(report.tables[.hotspot]?.redefined == "SRID 990001 was defined anew")
                #expect(report.changed == 20, "\(name): \(report)")
                #expect(try await fixture.pull(relation: name, wish).tables[.hotspot]?.redefined == nil)
            }
            #expect(try fixture.local("SELECT DISTINCT round(lon) FROM hotspot") == ["15.0"])
        }
    }

    @Test func `a relation that a sync left as it was is compared at the next, for that reason`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, lat float8, lon float8);
                CREATE TABLE more () INHERITS (sites);
                INSERT INTO sites SELECT n, n, n FROM generate_series(1, 20) n;
                """)
            #expect(try await fixture.pull(relation: "sites").added == 20)
            let before = try await fixture.store.mirror.status().first
            // The key of the parent is not unique among its children.
            try fixture.sql("INSERT INTO more VALUES (7, 50, 50)")
            let part = Region.box(try BoundingBox(west: 0, south: 0, east: 5, north: 5))
            let stopped = try await fixture.pull(relation: "sites") { $0.region = part }
            #expect(stopped.tables[.hotspot]?.stopped?.message.contains("not unique") == true, "\(stopped)")
            let left = try await fixture.store.mirror.status().first
            #expect(left?.problem?.contains("not unique") == true && left?.failedAt != nil, "\(left as Any)")
            #expect(left?.syncedAt == before?.syncedAt && left?.digestedAt == before?.digestedAt, "no row was read")
            #expect(left?.region == nil, "its rows are of everywhere")
            try fixture.sql("DELETE FROM more")
            let report = try await fixture.pull(relation: "sites")
            let mended = try await fixture.store.mirror.status().first
            #expect(mended?.problem == nil && mended?.failedAt == nil && mended?.syncedAt != before?.syncedAt)
            #expect(report.tables[.hotspot]?.redefined == "the last sync left it as it was", "\(report)")
            #expect(report.added + report.changed + report.removed == 0)
        }
    }

    // One transaction wrote the rows of both parts, as a restored dump does: they have the same ids and versions.
    @Test(arguments: [
        (
            "PARTITION BY LIST (id)", "ALTER TABLE sites ATTACH PARTITION %@ FOR VALUES IN (1, 2)",
            "ALTER TABLE sites DETACH PARTITION %@"
        ), ("", "ALTER TABLE %@ INHERIT sites", "ALTER TABLE %@ NO INHERIT sites"),
    ])
    func `a partition that is exchanged is found`(kind: String, attach: String, detach: String) async throws {
        try await SyncFixture.run(.empty) { fixture in
            func attaching(_ name: String) -> String { attach.replacing("%@", with: name) }
            func detaching(_ name: String) -> String { detach.replacing("%@", with: name) }
            try fixture.sql(
                """
                BEGIN;
                CREATE TABLE sites (id integer PRIMARY KEY, name text, lat float8, lon float8) \(kind);
                CREATE TABLE former (LIKE sites INCLUDING ALL); CREATE TABLE later (LIKE sites INCLUDING ALL);
                INSERT INTO former VALUES (1, 'Pond', 1, 1), (2, 'Lake', 2, 2);
                INSERT INTO later VALUES (1, 'Pond', 1, 1), (2, 'Marsh', 2, 2);
                \(attaching("former"));
                COMMIT;
                """)
            #expect(try await fixture.pull(relation: "sites").added == 2)
            try fixture.sql("\(detaching("former")); \(attaching("later"))")
            let report = try await fixture.pull(relation: "sites")
            #expect(report.tables[.hotspot]?.redefined == "partitions or child tables were exchanged", "\(report)")
            #expect(report.changed == 1 && report.added + report.removed == 0, "\(report)")
            #expect(try fixture.local("SELECT name FROM hotspot ORDER BY name") == ["Marsh", "Pond"])
            // One that only goes leaves no row to compare.
            try fixture.sql(detaching("later"))
            let gone = try await fixture.pull(relation: "sites")
            #expect(gone.tables[.hotspot]?.redefined == nil && gone.removed == 2, "\(gone)")
            // One that only comes is read.
            try fixture.sql(attaching("former"))
            let come = try await fixture.pull(relation: "sites")
            #expect(come.tables[.hotspot]?.redefined == nil && come.added == 2, "\(come)")
            #expect(try fixture.local("SELECT name FROM hotspot ORDER BY name") == ["Lake", "Pond"])
        }
    }

    @Test func `a definition keeps every name, and tells which partitions were exchanged`() {
        func definitions(_ number: String, _ heirs: Set<String>) -> ColumnDefinitions {
            let column = ColumnDefinitions.Column(name: "a\tb", number: number, type: "my\ttype", values: "")
            var definitions = ColumnDefinitions(["kept a\tb": column])
            definitions.heirs = heirs
            return ColumnDefinitions(definitions.text)
        }
        let before = definitions("2", ["10", "11"])
        #expect(definitions("2", ["11", "10"]).changes(since: before) == nil)
        #expect(definitions("2", ["10", "11", "12"]).changes(since: before) == nil)
        #expect(definitions("2", ["11"]).changes(since: before) == nil)
        #expect(definitions("2", []).changes(since: before) == nil)
        let exchanged = "partitions or child tables were exchanged"
        #expect(definitions("2", ["11", "12"]).changes(since: before) == exchanged)
        #expect(definitions("3", ["11", "12"]).changes(since: before) == "kept a b is another column, \(exchanged)")
    }

    @Test func `a system that is added brings the places at the next sync`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE mixed (id integer PRIMARY KEY, geom geometry);
                INSERT INTO mixed VALUES (1, 'SRID=4326;POINT(7 51)'), (2, 'SRID=990002;POINT(500000 5500000)');
                """)
            #expect(try await fixture.pull(relation: "mixed").tables[.hotspot]?.outcome.unplaced == 1)
            try fixture.sql(Self.system(990_002, zone: 32))
            let report = try await fixture.pull(relation: "mixed")
            #expect(report.tables[.hotspot]?.redefined == "SRID 990002 has come")
            #expect(report.changed == 1)
            #expect(try await fixture.store.mirror.status().map(\.withoutPlace) == [0])
        }
    }

    @Test(arguments: [
        ("size[]", "ARRAY['small']::size[]"), ("pair", "ROW(1, 'small')::pair"),
        ("pair[]", "ARRAY[ROW(1, 'small')]::pair[]"),
        ("two", "'small'"), ("span", "'[small,big]'"), ("size", "'small'"),
    ])
    func `a label that is renamed within any type is found`(type: String, value: String) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TYPE size AS ENUM ('small', 'big'); CREATE TYPE pair AS (n integer, s size);
                CREATE DOMAIN one AS size; CREATE DOMAIN two AS one; CREATE TYPE span AS RANGE (subtype = size);
                CREATE TABLE boxes (id integer PRIMARY KEY, value \(type), geom geometry(Point, 4326));
                INSERT INTO boxes SELECT n, \(value), 'SRID=4326;POINT(7 51)' FROM generate_series(1, 12) n;
                """)
            let wish = Self.wish { $0.keep = .all }
            try await fixture.pull(relation: "boxes", wish)
            #expect(try await fixture.pull(relation: "boxes", wish).tables[.hotspot]?.redefined == nil)
            try fixture.sql("ALTER TYPE size RENAME VALUE 'small' TO 'tiny'")
            let report = try await fixture.pull(relation: "boxes", wish)
            #expect(report.tables[.hotspot]?.redefined == "kept value was defined anew")
            #expect(report.changed == 12)
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE kept LIKE '%tiny%'") == ["12"])
            if type.hasPrefix("pair") {
                try fixture.sql("ALTER TYPE pair RENAME ATTRIBUTE n TO number")
                #expect(try await fixture.pull(relation: "boxes", wish).changed == 12)
            }
        }
    }

    @Test func `a domain over a domain is what it is of in the end`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE DOMAIN place AS geometry(Point, 3857); CREATE DOMAIN spot AS place; CREATE DOMAIN nest AS spot;
                CREATE DOMAIN number AS float8; CREATE DOMAIN code AS number;
                CREATE TABLE nests (id integer PRIMARY KEY, geom nest);
                INSERT INTO nests VALUES (1, st_transform('SRID=4326;POINT(7 51)'::geometry, 3857));
                CREATE TABLE coded (code code PRIMARY KEY, geom geometry(Point, 4326));
                """)
            let proposal = try RelationProposal(try await PostgresRemote(fixture.url).relation(named: "nests"))
            #expect(proposal.words.contains("places of geom, point in SRID 3857"), "\(proposal.words)")
            #expect(try await fixture.pull(relation: "nests").added == 1)
            #expect(try fixture.local("SELECT round(lat) || ' ' || round(lon) FROM hotspot") == ["51.0 7.0"])
            let error = await #expect(throws: SyncError.self) {
                try await fixture.pull(relation: "coded", Self.wish { $0.key = ["code"] })
            }
            #expect(error?.message == "public.coded.code is of type float8, which identifies no rows")
        }
    }

    @Test func `texts of a fixed length are kept without their blanks`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE fixed (id integer PRIMARY KEY, kind char(8), kinds char(4)[], geom geometry(Point, 4326));
                INSERT INTO fixed VALUES (1, 'hide', '{a,bc}', 'SRID=4326;POINT(7 51)');
                """)
            try await fixture.pull(relation: "fixed", Self.wish { $0.keep = .all })
            #expect(try fixture.local("SELECT kept FROM hotspot") == [#"{"kind":"hide","kinds":["a","bc"]}"#])
            let file = fixture.folder + "/fixed.json"
            try Data(
                #"{"hotspot": [{"table": "public.fixed", "key": ["id"], "location": "geom", "keep": ["kind"]}]}"#.utf8
            )
            .write(to: URL(filePath: file))
            let near = ["near", "--lat", "51", "--lon", "7", "--km", "1", "--where", "kind = 'hide'", "-f", "ids"]
            let here = try GeoqProcess(near + ["--db", fixture.store.path])
            let there = try GeoqProcess(near + ["--remote", fixture.url, "--tables", file])
            #expect(here.lines.count == 1 && here.output == there.output, "\(here) \(there)")
        }
    }
}
