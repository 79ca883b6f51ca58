import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Further columns of relations, which come along.
@Suite(.waits) struct KeptColumnTests {
    private static let table = """
        CREATE TABLE pois (id integer PRIMARY KEY, name text, amenity text, ele numeric, open boolean, since date, visits integer,
            tags jsonb, source text, way geometry(Point, 3857));
        INSERT INTO pois SELECT n, 'Poi ' || n, CASE n % 2 WHEN 0 THEN 'hide' ELSE 'tower' END, n * 1.5, n % 3 = 0,
            date '2026-01-01' + n, n, jsonb_build_object('n', n), 'survey',
            st_transform(st_setsrid(st_makepoint(n / 10.0, 50), 4326), 3857) FROM generate_series(1, 40) n;
        """

    private static func wish(_ change: (inout RelationProposal.Wish) -> Void) -> RelationProposal.Wish {
        var wish = RelationProposal.Wish()
        change(&wish)
        return wish
    }

    private static let all = wish { $0.keep = .all }

    private static func relation(_ name: String) -> WildRelation {
        WildRelation(
            name: name, setup: "", key: "t.id::text", latitude: "st_y(st_transform(t.way, 4326))",
            longitude: "st_x(st_transform(t.way, 4326))", wish: all, changes: [])
    }

    /// The text of such a value changes when the object that it names gets another name, of which no row's version tells.
    @Test func `columns that name objects of the catalog are not kept`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE named (id int PRIMARY KEY, rc regclass, rt regtype[], note text, geom geometry(Point, 4326));
                INSERT INTO named VALUES (1, 'named', '{int4}', 'n', st_setsrid(st_makepoint(7, 51), 4326));
                """)
            try await fixture.pull(relation: "named", Self.all)
            let kept = try await fixture.store.features.keptColumns(of: .hotspots).map(\.name)
            #expect(!kept.contains("rc") && !kept.contains("rt"), "\(kept)")
        }
    }

    @Test func `kept columns are typed, and answer questions by their names`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.table)
            try await fixture.pull(relation: "pois", Self.all)
            let features = fixture.store.features
            let kept = try await features.keptColumns(of: .hotspots)
            #expect(
                kept.map { "\($0.name) \($0.type)" } == [
                    "amenity text", "ele real", "open boolean", "since date", "visits integer", "tags text",
                    "kept_source text",
                ])
            let everywhere = Query(.box(.everything), layer: .hotspots)
            func keys(_ filter: String) async throws -> Set<String> {
                var query = everywhere
                query.filter = try PropertyFilter(cql2Text: filter)
                let rows = try await features.rows(answering: query).features
                let scanned = try await features.answer(query, method: .bruteForce).hits.count
                #expect(scanned == rows.count, "\(filter)")
                return Set(rows.compactMap { if case .text(let key)? = $0["source_id"] { key } else { nil } })
            }
            #expect(try await keys("amenity = 'hide'").count == 20)
            #expect(try await keys("ele > 50 AND ele <= 54") == ["34", "35", "36"])
            #expect(try await keys("open = TRUE").count == 13)
            #expect(try await keys("since >= DATE('2026-02-08')") == ["38", "39", "40"])
            #expect(try await keys("visits IN (7, 9)") == ["7", "9"])
            #expect(try await keys("kept_source LIKE 'sur%' AND visits = 1") == ["1"])
            #expect(try await keys("tags LIKE '%12%'") == ["12"])
            let found = try await features.place("6").feature
            #expect(
                found.fields.suffix(7).map(\.value) == [
                    .text("hide"), .real(9), .bool(true), .text("2026-01-07"), .integer(6), .text(#"{"n":6}"#),
                    .text("survey"),
                ])
            await #expect(throws: FilterError.self) { _ = try await keys("absent = 1") }
        }
    }

    @Test func `a row with JSON that nests deeper than SQLite reads keeps all its values`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.table)
            try fixture.sql(
                """
                ALTER TABLE pois ADD COLUMN deep json;
                UPDATE pois SET deep = (repeat('[', 2500) || id || repeat(']', 2500))::json WHERE id = 7;
                """)
            try await fixture.pull(relation: "pois", Self.all)
            var query = Query(.box(.everything), layer: .hotspots)
            for filter in ["visits = 7 AND amenity = 'tower' AND ele = 10.5", "deep LIKE '%[7]%'"] {
                query.filter = try PropertyFilter(cql2Text: filter)
                let rows = try await fixture.store.features.rows(answering: query).features
                let found = try #require(rows.first, "\(filter)")
                #expect(rows.count == 1 && found["source_id"] == .text("7"))
                #expect(found["since"] == .text("2026-01-08") && found["tags"] == .text(#"{"n":7}"#))
                let deep = String(repeating: "[", count: 2500) + "7" + String(repeating: "]", count: 2500)
                #expect(found["deep"] == .text(deep))
                #expect(try await fixture.store.features.answer(query, method: .bruteForce).hits.count == 1)
            }
            #expect(try await fixture.pull(relation: "pois", Self.all).changed == 0)
        }
    }

    @Test func `names that differ in capitals are columns of their own`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE one (id integer PRIMARY KEY, "Type" text, ele integer, geom geometry(Point, 4326));
                CREATE TABLE two (id integer PRIMARY KEY, type text, "ELE" text, geom geometry(Point, 4326));
                INSERT INTO one VALUES (1, 'upper', 5, 'SRID=4326;POINT(7 51)');
                INSERT INTO two VALUES (2, 'lower', 'high', 'SRID=4326;POINT(7 51)');
                """)
            try await fixture.pull(relation: "one", Self.all)
            try await fixture.pull(relation: "two", Self.all)
            let features = fixture.store.features
            func values(_ key: String) async throws -> [FieldValue] {
                try await features.place(key).feature.fields.suffix(4).map(\.value)
            }
            #expect(try await features.keptColumns(of: .hotspots).map(\.name) == ["Type", "ele", "type", "ELE"])
            #expect(try await values("1") == [.text("upper"), .integer(5), .null, .null])
            #expect(try await values("2") == [.null, .null, .text("lower"), .text("high")])
            for (filter, keys) in [
                (#""Type" = 'upper'"#, ["1"]), ("type = 'lower'", ["2"]), ("type = 'upper'", []), ("ele > 4", ["1"]),
                (#""ELE" = 'high' AND "Type" IS NULL"#, ["2"]), (#""Type" LIKE 'u%'"#, ["1"]),
                (#"CASEI(type) = CASEI('LOWER')"#, ["2"]), (#""Type" IN ('lower', 'upper')"#, ["1"]),
            ] as [(String, [String])] {
                var query = Query(.box(.everything), layer: .hotspots)
                query.filter = try PropertyFilter(cql2Text: filter)
                let rows = try await features.rows(answering: query).features
                #expect(rows.map { $0["source_id"] ?? .null } == keys.map { .text($0) }, "\(filter)")
                let scanned = try await features.answer(query, method: .bruteForce).hits.count
                #expect(scanned == keys.count, "\(filter)")
            }
        }
    }

    @Test func `two columns of a relation are not kept under names that differ in capitals alone`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.table)
            let relation = try await PostgresRemote(fixture.url).relation(named: "pois")
            let wish = Self.wish { $0.keep = .columns(["kind": "amenity", "KIND": "tags"]) }
            let refused = #expect(throws: SyncError.self) { _ = try RelationProposal(relation, wish) }
            #expect(refused?.message.contains("KIND and as kind, which differ in capitals alone") == true)
        }
    }

    @Test func `times with a zone are compared as moments`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE DOMAIN clock AS timestamp(3);
                CREATE TABLE visits (id integer PRIMARY KEY, seen timestamptz, note text, wall clock,
                    geom geometry(Point, 4326));
                INSERT INTO visits SELECT n, timestamptz '2024-01-01 00:30+02' + n * interval '1 hour', '2024-01-01',
                    timestamp '2023-12-31 22:30' + n * interval '1 hour', 'SRID=4326;POINT(7 51)'
                    FROM generate_series(0, 3) n;
                """)
            try await fixture.pull(relation: "visits", Self.all)
            for (filter, count) in [
                ("seen < DATE('2024-01-01')", 2), ("seen >= '2024-01-01T02:30:00+02:00'", 2),
                ("seen = '2023-12-31T22:30:00Z'", 1), ("seen > '2023-12-31 22:30'", 3), ("note = '2024-01-01'", 4),
                ("wall < DATE('2024-01-01')", 2), ("wall = '2023-12-31 24:30'", 0), ("wall = '2023-12-31 22:30'", 1),
                ("wall >= '2024-01-01 00:30:00.0+02'", 2), ("wall < '2023-12-31 24:00'", 2),
            ] {
                var query = Query(.box(.everything), layer: .hotspots)
                query.filter = try PropertyFilter(cql2Text: filter)
                #expect(try await fixture.store.features.answer(query).hits.count == count, "\(filter)")
                #expect(
                    try await fixture.store.features.answer(query, method: .bruteForce).hits.count == count, "\(filter)"
                )
            }
            var query = Query(.box(.everything), layer: .hotspots)
            query.filter = try PropertyFilter(cql2Text: "note = DATE('2024-01-01')")
            let refused = query
            await #expect(throws: FilterError.self) { _ = try await fixture.store.features.answer(refused) }
        }
    }

    @Test func `a number that is a part of the key is taken for no count`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE records (ring text, n integer, taxon text, seen_on date, geom geometry(Point, 4326),
                    PRIMARY KEY (ring, n));
                CREATE TABLE counts (id integer PRIMARY KEY, n integer, taxon text, seen_on date, geom geometry(Point, 4326));
                """)
            let remote = try PostgresRemote(fixture.url)
            let keyed = try RelationProposal(try await remote.relation(named: "records"))
            #expect(keyed.names.key == ["ring", "n"] && keyed.names.columns["count"] == nil, "\(keyed.words)")
            #expect(keyed.names.columns["scientific_name"] == "taxon", "\(keyed.words)")
            let counted = try RelationProposal(try await remote.relation(named: "counts"))
            #expect(counted.names.columns["count"] == "n", "\(counted.words)")
            var wish = RelationProposal.Wish()
            wish.columns = ["count": "n"]
            let said = try RelationProposal(try await remote.relation(named: "records"), wish)
            #expect(said.names.columns["count"] == "n", "\(said.words)")
        }
    }

    @Test func `numbers of many digits are kept, and that answers round them is said`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sums (id integer PRIMARY KEY, free numeric, wide numeric(20, 4), narrow numeric(15, 2),
                    small numeric(3, 1), big bigint, geom geometry(Point, 4326));
                INSERT INTO sums VALUES (1, 123456789012345678.25, 1234567890123456.7891, 1234567890123.45, 9.5,
                    9007199254740993, 'SRID=4326;POINT(7 51)');
                """)
            let proposal = try RelationProposal(
                try await PostgresRemote(fixture.url).relation(named: "sums"), Self.all)
            #expect(
                proposal.words.hasSuffix("; answers round free, wide (numeric) beyond 15 digits"), "\(proposal.words)")
            let findings = try await fixture.client(of: "sums", Self.all).check()
            #expect(findings.contains { $0.what == "free, wide may have more than 15 digits" }, "\(findings)")
            try await fixture.pull(relation: "sums", Self.all)
            #expect(
                try fixture.local("SELECT kept FROM hotspot") == [
                    #"{"free":123456789012345678.25,"wide":1234567890123456.7891,"narrow":1234567890123.45,"small":9.5,"big":9007199254740993}"#
                ])
            let row = try await fixture.store.features.place("1").feature
            #expect(row["narrow"] == .real(1_234_567_890_123.45) && row["big"] == .integer(9_007_199_254_740_993))
        }
    }

    @Test func `names that geoq has are given others, and what cannot be kept is said`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                Self.table
                    + """
                    ALTER TABLE pois ADD COLUMN "Lat" text DEFAULT 'x', ADD COLUMN "quo""te" text DEFAULT 'q',
                        ADD COLUMN photo bytea, ADD COLUMN "AMENITY" text DEFAULT 'upper';
                    """)
            let proposal = try RelationProposal(
                try await PostgresRemote(fixture.url).relation(named: "pois"), Self.all)
            #expect(
                proposal.words.hasSuffix(
                    """
                    keeps amenity, ele, open, since, visits, tags, source as kept_source, Lat as kept_Lat, quo"te as quo_te, \
                    AMENITY as kept_AMENITY; leaves out photo (bytea); answers round ele (numeric) beyond 15 digits
                    """), "\(proposal.words)")
            try await fixture.pull(relation: "pois", Self.all)
            let row = try await fixture.store.features.place("1").feature
            #expect(
                row["kept_Lat"] == .text("x") && row["quo_te"] == .text("q") && row["kept_AMENITY"] == .text("upper"))
            var chosen = Self.wish { $0.kept = ["amenity", "source"] }
            try await fixture.pull(relation: "pois", chosen)
            #expect(
                try await fixture.store.features.keptColumns(of: .hotspots).map(\.name) == ["amenity", "kept_source"])
            chosen = Self.wish { $0.keep = .columns(["origin": "source"]) }
            try await fixture.pull(relation: "pois", chosen)
            #expect(try await fixture.store.features.place("1").feature["origin"] == .text("survey"))
            for (name, words) in [("photo", "is of type bytea, which cannot be kept"), ("none", "has no column none")] {
                await #expect("\(name)") {
                    try await fixture.pull(relation: "pois", Self.wish { $0.kept = [name] })
                } throws: { "\($0)".contains(words) }
            }
            await #expect {
                try await fixture.pull(relation: "pois", Self.wish { $0.keep = .columns(["lat": "ele"]) })
            } throws: { "\($0)" == "ele cannot be kept as lat, which is a name of geoq's own" }
        }
    }

    @Test(arguments: [
        ("ALTER TABLE pois ADD COLUMN fee text DEFAULT 'yes'", "kept fee has come"),
        ("ALTER TABLE pois DROP COLUMN amenity", "kept amenity is gone"),
        ("ALTER TABLE pois RENAME amenity TO kind", "kept amenity is gone, kept kind has come"),
        (
            "ALTER TABLE pois RENAME amenity TO tmp; ALTER TABLE pois RENAME source TO amenity; ALTER TABLE pois RENAME tmp TO source",
            "kept amenity is another column, kept kept_source is another column"
        ),
        (
            "ALTER TABLE pois ALTER visits TYPE text USING visits || ' times'",
            "kept visits is of type text, and was int4"
        ),
    ])
    func `a kept column that is defined otherwise heals`(change: String, words: String) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.table)
            try await fixture.pull(relation: "pois", Self.all)
            let relation = Self.relation("public.pois")
            #expect(try fixture.keptDifferences(relation) == [])
            try fixture.sql(change)
            let report = try await fixture.pull(relation: "pois", Self.all)
            #expect(report.tables[.hotspot]?.redefined == words && report.changed == 40)
            #expect(try fixture.differences(relation) == [])
            let again = try await fixture.pull(relation: "pois", Self.all)
            #expect(again.changed == 0 && again.tables[.hotspot]?.redefined == nil)
        }
    }

    @Test func `a chosen column that is gone stops the table and removes nothing`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.table)
            let wish = Self.wish { $0.kept = ["amenity"] }
            let client = try await fixture.client(of: "pois", wish)
            _ = try await client.pull()
            try fixture.sql("ALTER TABLE pois DROP COLUMN amenity")
            let report = try await client.pull()
            #expect(
                report.problem?.message == "public.pois has no column amenity, which is to be kept"
                    && report.removed == 0)
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE kept IS NOT NULL") == ["40"])
        }
    }

    @Test func `a program that changes a kept value is corrected, and a relation without any loses them`() async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.table)
            try await fixture.pull(relation: "pois", Self.all)
            try fixture.local("UPDATE hotspot SET kept = 'no JSON' WHERE source_id = '3'")
            var query = Query(.box(.everything), layer: .hotspots)
            query.filter = try PropertyFilter(cql2Text: "amenity = 'tower'")
            #expect(try await fixture.store.features.answer(query).hits.count == 19, "a damaged value is none")
            #expect(try await fixture.pull(relation: "pois", Self.all).changed == 1)
            #expect(try await fixture.store.features.answer(query).hits.count == 20)
            #expect(try await fixture.pull(relation: "pois").changed == 40)
            #expect(try await fixture.store.features.keptColumns(of: .hotspots).isEmpty)
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE kept IS NOT NULL") == ["0"])
        }
    }

    @Test func `relations that keep a name share it`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                Self.table
                    + """
                    CREATE TABLE parks (id integer PRIMARY KEY, name text, visits numeric, amenity integer, geom geometry(Point, 4326));
                    INSERT INTO parks VALUES (1, 'Park', 2.5, 7, 'SRID=4326;POINT(1 1)');
                    """)
            try await fixture.pull(relation: "pois", Self.all)
            try await fixture.pull(relation: "parks", Self.all)
            let kept = try await fixture.store.features.keptColumns(of: .hotspots)
            #expect(
                kept.first { $0.name == "visits" }?.type == .real && kept.first { $0.name == "amenity" }?.type == .text)
            var query = Query(.box(.everything), layer: .hotspots)
            query.filter = try PropertyFilter(cql2Text: "visits < 3")
            #expect(try await fixture.store.features.answer(query).hits.count == 3)
            query.filter = try PropertyFilter(cql2Text: "amenity = '7'")
            #expect(try await fixture.store.features.answer(query).hits.count == 1)
            // All mirrors at once are what each is by itself.
            let mirrors = try await fixture.store.mirror.all()
            #expect(mirrors.count == 2 && mirrors.allSatisfy { $0.tables[.hotspot] != nil })
            for mirror in mirrors {
                var single = try #require(try await fixture.store.mirror.state(named: mirror.name))
                #expect((single.daysSinceVerified == nil) == (mirror.daysSinceVerified == nil))
                single.daysSinceVerified = mirror.daysSinceVerified
                #expect(single == mirror)
            }
        }
    }

    @Test func `more columns than SQLite gives are refused before rows are read`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            for (name, columns) in [("one", 0..<1_000), ("two", 900..<1_900), ("three", 1_850..<1_960)] {
                let list = columns.map { "c\($0) integer" }.joined(separator: ", ")
                try fixture.sql(
                    """
                    CREATE TABLE \(name) (id integer PRIMARY KEY, geom geometry(Point, 4326), \(list));
                    INSERT INTO \(name) (id, geom, c\(columns.upperBound - 1)) VALUES (1, 'SRID=4326;POINT(7 51)', 5);
                    """)
            }
            try await fixture.pull(relation: "one", Self.all)
            // A hundred names are those of the first relation.
            try await fixture.pull(relation: "two", Self.all)
            let refused = await #expect(throws: SyncError.self) {
                try await fixture.pull(relation: "three", Self.all)
            }
            #expect(refused?.message.contains("would keep 1960 columns of its table hotspot") == true)
            #expect(try await fixture.store.mirror.all().count == 2)
            try await fixture.pull(relation: "three", Self.wish { $0.keep = .columns(["last": "c1959"]) })
            // Each has its row, and all of them are shown.
            let rows = try await fixture.store.features.rows(answering: Query(.box(.everything), layer: .hotspots))
            #expect(rows.features.count == 3 && rows.features.contains { $0["last"] == .integer(5) })
            try fixture.sql("UPDATE one SET c0 = 1")
            #expect(try await fixture.pull(relation: "one", Self.all).changed == 1)
        }
    }
}
