import Foundation
import GeoqSync
import TestSupport
import Testing

/// What `geoq shard plan` prints, run by psql on databases of one server, and asked
/// beside the database that was planned.
@Suite(.waits) struct ShardPlanTests {
    private static let psql = PostgresCluster.binaries + "/psql -X"

    /// The plan of a database, in a file.
    private struct Plan {
        let file: String
        let planned: String

        init(_ run: GeoqProcess, of planned: String, in folder: String) throws {
            (file, self.planned) = (folder + "/plan.sql", planned)
            try Data(run.output.utf8).write(to: URL(filePath: file))
        }

        func makeShard(_ number: Int, _ url: String, send: Int? = nil) throws {
            try Self.bash(
                "\(ShardPlanTests.psql) -v send=\(send ?? number) -f \(file) '\(planned)' | \(ShardPlanTests.psql) -v shard=\(number) -f \(file) '\(url)'"
            )
        }

        func makeCoordinator(_ url: String) throws { try Self.bash("\(ShardPlanTests.psql) -f \(file) '\(url)'") }

        @discardableResult
        func check(_ url: String) throws -> String {
            try Self.bash("\(ShardPlanTests.psql) -v check=1 -f \(file) '\(url)'")
        }

        @discardableResult
        private static func bash(_ text: String) throws -> String {
            try PostgresCluster.run(["/bin/bash", "-c", text], asUser: false)
        }
    }

    private static func names(_ count: Int) -> [String] {
        (1...count).map { "shard_\($0)_\(UUID().uuidString.prefix(8).lowercased())" }
    }

    /// Runs a test with databases for shards.
    private static func withShards(
        _ count: Int, on cluster: PostgresCluster, _ body: ([String]) async throws -> Void
    ) async throws {
        let made = names(count)
        for database in made { try cluster.query("CREATE DATABASE \(database)") }
        let result: Result<Void, any Error>
        do { result = .success(try await body(made)) } catch { result = .failure(error) }
        for database in made { _ = try? cluster.query("DROP DATABASE \(database) WITH (FORCE)") }
        try result.get()
    }

    private static func answer(_ question: [String], _ url: String, _ options: [String] = []) throws -> GeoqProcess {
        try GeoqProcess(question + ["--remote", url, "-f", "csv", "--fields", "none"] + options)
    }

    @Test func `what is planned answers like the database that was planned`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var rows = (0..<1_200).map { _ in
            (Double.random(in: -90...90, using: &generator), Double.random(in: -180...180, using: &generator))
        }
        rows += [(90, 0), (-90, -70), (10, 180), (10, -180), (10.01, 179.99)]
        let values = rows.enumerated().map { number, place in
            "(md5('spot \(number)')::uuid, 'Spot \(number)', \(place.0), \(place.1))"
        }
        try await SyncFixture.run(.repaired) { whole in
            try whole.sql("INSERT INTO hotspot (id, name, lat, lon) VALUES \(values.joined(separator: ","))")
            try whole.sql("INSERT INTO hotspot (id, name) VALUES (md5('nowhere')::uuid, 'Nowhere'); ANALYZE hotspot")
            try await Self.withShards(4, on: whole.cluster) { shards in
                let urls = shards.map { whole.cluster.url($0) }
                let run = try GeoqProcess(
                    ["shard", "plan", whole.url, "--parts", "4"] + urls.flatMap { ["--shard", $0] })
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.errors.contains("1 row without a lon stays out of the shards"), "\(run.errors)")
                let plan = try Plan(run, of: whole.url, in: whole.folder)
                for (index, url) in urls.enumerated() { try plan.makeShard(index + 1, url) }
                try await SyncFixture.run(.empty) { coordinator in
                    try plan.makeCoordinator(coordinator.url)
                    #expect(try plan.check(coordinator.url).contains("4 shards have the rows of the plan, 1205 in all"))
                    // The parts are of about the same size.
                    let counts = try shards.map { try whole.cluster.query("SELECT count(*) FROM hotspot", in: $0) }
                    #expect(counts.allSatisfy { (250...350).contains(Int($0) ?? 0) }, "\(counts)")

                    var questions = [
                        ["near", "--lat", "10", "--lon", "179.999", "--km", "50"],
                        ["nearest", "--lat", "89.9", "--lon", "5", "-k", "4"],
                        ["bbox", "--bbox", "170,-20,-170,20"], ["bbox", "--bbox", "-30,-40,40,10"],
                    ]
                    for _ in 0..<3 {
                        let place = [
                            "--lat", "\(Double.random(in: -80...80, using: &generator))", "--lon",
                            "\(Double.random(in: -180...180, using: &generator))",
                        ]
                        questions += [["near"] + place + ["--km", "1800"], ["nearest"] + place + ["-k", "7"]]
                    }
                    for question in questions {
                        let one = try Self.answer(question, whole.url)
                        let several = try Self.answer(question, coordinator.url)
                        #expect(one.status == 0 && !one.lines.isEmpty, "seed \(seed), \(question): \(one.errors)")
                        #expect(
                            several.output == one.output && several.status == 0,
                            "seed \(seed), \(question): \(several.errors)")
                    }

                    // A shard refuses rows of other longitudes, and computes places.
                    #expect(throws: (any Error).self) {
                        try whole.cluster.query(
                            """
                            INSERT INTO hotspot (id, name, lat, lon, row_version, created_at, updated_at)
                            VALUES (md5('x')::uuid, 'X', 0, 170, 1, now(), now())
                            """,
                            in: shards[0])
                    }
                    try whole.cluster.query(
                        """
                        INSERT INTO hotspot (id, name, lat, lon, row_version, created_at, updated_at)
                        VALUES (md5('x')::uuid, 'X', 0, -179, 1, now(), now())
                        """, in: shards[0])
                    let found = try Self.answer(
                        ["near", "--lat", "0", "--lon", "-179", "--km", "0.001"], coordinator.url, ["--count"])
                    #expect(found.output == "1\n", "\(found.errors)")
                    // Now there are more rows than were planned.
                    Self.expectFailure("shard 1 has", try plan.check(coordinator.url))
                }
            }
        }
    }

    /// Where a table has numbers and points, the shards have the places that the planned server answers with.
    @Test func `points beside numbers are computed where the numbers are the places, and copied where they are not`()
        async throws
    {
        try await SyncFixture.run(.postgis) { whole in
            try whole.sql(
                """
                CREATE TABLE hotspot (id uuid PRIMARY KEY, name text, lat float8, lon float8, geom geometry(Point, 4326));
                INSERT INTO hotspot SELECT md5(n::text)::uuid, 'Spot ' || n, n % 80, n FROM generate_series(-100, 99) n;
                CREATE TABLE exact (id integer PRIMARY KEY, x float8, y float8, lat numeric(7,4), lon numeric(7,4),
                    geom geometry(Point, 4326) GENERATED ALWAYS AS (ST_SetSRID(ST_MakePoint(x, y), 4326)) STORED);
                INSERT INTO exact (id, x, y, lat, lon) SELECT n, n / 7.0, n / 11.0, n / 11.0, n / 7.0
                    FROM generate_series(1, 200) n;
                """)
            let file = whole.folder + "/exact.json"
            try Data(
                #"""
                {"hotspot": [{"table": "exact", "key": ["id"], "location": "geom", "columns": {"lat": "lat", "lon": "lon"}}]}
                """#.utf8
            ).write(to: URL(filePath: file))
            let plans = [
                ([], "computed on the shards, from lat and lon"), (["--tables", file], "the shards have copies"),
            ]
            for (tables, note) in plans {
                try await Self.withShards(2, on: whole.cluster) { shards in
                    let urls = shards.map { whole.cluster.url($0) }
                    let run = try GeoqProcess(
                        ["shard", "plan", whole.url, "--parts", "2"] + tables + urls.flatMap { ["--shard", $0] })
                    #expect(run.status == 0 && run.errors.contains(note), "\(run.errors)")
                    let plan = try Plan(run, of: whole.url, in: whole.folder)
                    for (index, url) in urls.enumerated() { try plan.makeShard(index + 1, url) }
                    try await SyncFixture.run(.empty) { coordinator in
                        try plan.makeCoordinator(coordinator.url)
                        try plan.check(coordinator.url)
                        let question = ["near", "--lat", "9", "--lon", "12", "--km", "1500"]
                        let answers = try [whole.url, coordinator.url].map { url in
                            // Ids of a relation are made of the database's address.
                            try Self.answer(question, url, tables).lines.map { $0.dropFirst(36) }
                        }
                        #expect(answers[0] == answers[1] && answers[0].count > 9, "\(tables)")
                        guard tables.isEmpty else { return }
                        // A coordinator that knows nothing of how its shards came by their points, as one of a
                        // plan that copied them, and a part of its own.
                        try coordinator.sql("ALTER TABLE hotspot ALTER COLUMN geom DROP EXPRESSION")
                        let note = "geom is not computed from lat and lon"
                        #expect(try await coordinator.client().check().contains { $0.what == note })
                        try whole.cluster.query("ALTER TABLE hotspot ALTER COLUMN geom DROP EXPRESSION", in: shards[1])
                        try whole.cluster.query("UPDATE hotspot SET geom = NULL WHERE lon = 12", in: shards[1])
                        #expect(
                            try Self.answer(question, coordinator.url, []).lines.map { $0.dropFirst(36) } == answers[0])
                    }
                }
            }
        }
    }

    private static func expectFailure<Value>(
        _ words: String, _ body: @autoclosure () throws -> Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { _ = try body() }
        #expect("\(error.map { "\($0)" } ?? "")".contains(words), sourceLocation: sourceLocation)
    }

    @Test func `a step that goes wrong leaves nothing behind, and a check says what is wrong`() async throws {
        try await SyncFixture.run(.repaired) { whole in
            try whole.sql(
                """
                INSERT INTO hotspot (id, name, lat, lon)
                SELECT md5(n::text)::uuid, 'Spot ' || n, n % 80, n FROM generate_series(-100, 99) n
                """)
            try await Self.withShards(2, on: whole.cluster) { shards in
                let urls = shards.map { whole.cluster.url($0) }
                let run = try GeoqProcess(
                    ["shard", "plan", whole.url, "--parts", "2"] + urls.flatMap { ["--shard", $0] })
                let plan = try Plan(run, of: whole.url, in: whole.folder)
                // The rows of another shard, and a number that no shard has.
                Self.expectFailure("geoq_shard", try plan.makeShard(1, urls[0], send: 2))
                Self.expectFailure("shards have the numbers 1 to 2", try plan.makeShard(3, urls[0]))
                // A row that was removed since the plan.
                try whole.sql("DELETE FROM hotspot WHERE lon = -100")
                Self.expectFailure("these are not the rows that were planned", try plan.makeShard(1, urls[0]))
                let left = try whole.cluster.query("SELECT to_regclass('hotspot') IS NULL", in: shards[0])
                #expect(left == "t")
                try whole.sql(
                    "INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('-100')::uuid, 'Spot -100', -20, -100)")
                try whole.sql("UPDATE hotspot SET lat = 1 WHERE lon = -50")
                Self.expectFailure("these are not the rows that were planned", try plan.makeShard(1, urls[0]))
                try whole.sql("UPDATE hotspot SET lat = -50 WHERE lon = -50")
                try plan.makeShard(1, urls[0])
                // A row that moves to a part that was sent already, and another in its stead.
                try whole.sql(
                    """
                    UPDATE hotspot SET lon = -99.5 WHERE lon = 99;
                    INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', 19, 99)
                    """)
                Self.expectFailure("these are not the rows that were planned", try plan.makeShard(2, urls[1]))
                try whole.sql("DELETE FROM hotspot WHERE name = 'New'; UPDATE hotspot SET lon = 99 WHERE lon = -99.5")
                try plan.makeShard(2, urls[1])
                try await SyncFixture.run(.empty) { coordinator in
                    try plan.makeCoordinator(coordinator.url)
                    try plan.check(coordinator.url)
                    try whole.cluster.query("UPDATE hotspot SET lat = 1 WHERE lon = -50", in: shards[0])
                    Self.expectFailure("shard 1 has other rows than the plan", try plan.check(coordinator.url))
                    try whole.cluster.query("UPDATE hotspot SET lat = -50 WHERE lon = -50", in: shards[0])
                    // The same id on two shards.
                    try whole.cluster.query("UPDATE hotspot SET id = md5('99')::uuid WHERE lon = -100", in: shards[0])
                    Self.expectFailure("two shards have a row", try plan.check(coordinator.url))
                    try whole.cluster.query("UPDATE hotspot SET id = md5('-100')::uuid WHERE lon = -100", in: shards[0])
                    try plan.check(coordinator.url)
                    // A server that may not use PostGIS's functions there.
                    try coordinator.sql("ALTER SERVER geoq_shard_1 OPTIONS (DROP extensions)")
                    Self.expectFailure("not asked by distance", try plan.check(coordinator.url))
                    try coordinator.sql("ALTER SERVER geoq_shard_1 OPTIONS (ADD extensions 'postgis')")
                    try coordinator.sql("ALTER DATABASE \(coordinator.database) SET enable_partition_pruning = off")
                    Self.expectFailure("enable_partition_pruning", try plan.check(coordinator.url))
                    // A row that has come past the CHECK.
                    try coordinator.sql("ALTER DATABASE \(coordinator.database) RESET ALL")
                    try whole.cluster.query(
                        "ALTER TABLE hotspot DROP CONSTRAINT geoq_shard; UPDATE hotspot SET lon = 50 WHERE lon = -50",
                        in: shards[0])
                    Self.expectFailure("shard 1 has longitudes from -100 to 50", try plan.check(coordinator.url))
                }
            }
        }
    }

    @Test func `a table of another form is planned with what differs said`() async throws {
        try await SyncFixture.run(.postgis) { whole in
            try whole.sql(
                #"""
                CREATE TYPE mood AS ENUM ('calm', 'it''s loud');
                CREATE SCHEMA "Bird's";
                CREATE TABLE "Bird's"."my ""places""" (
                    id uuid NOT NULL, title text NOT NULL, y numeric, "x:long" numeric, kind mood, tags text[]);
                INSERT INTO "Bird's"."my ""places"""
                    SELECT md5(n::text)::uuid, 'Spot ' || n, n % 80, n / 10.0, 'it''s loud', '{a,"b c"}'
                    FROM generate_series(-1000, 999) n;
                """#)
            let tables = whole.folder + "/tables.json"
            let mapping = #"""
                { "hotspot": { "table": "Bird's.my \"places\"",
                    "columns": { "name": "title", "lat": "y", "lon": "x:long" } } }
                """#
            try Data(mapping.utf8).write(to: URL(filePath: tables))
            try await Self.withShards(2, on: whole.cluster) { shards in
                let urls = [
                    whole.cluster.url(shards[0]),
                    "postgresql://postgres:hunter2@/\(shards[1])?host=\(whole.cluster.folder)",
                ]
                let run = try GeoqProcess(
                    ["shard", "plan", whole.url, "--parts", "2", "--tables", tables]
                        + urls.flatMap { ["--shard", $0] })
                #expect(run.status == 0, "\(run.errors)")
                #expect(!(run.output + run.errors).contains("hunter2"))
                #expect(run.output.contains("password 'PASSWORD OF postgres ON SHARD 1'"))
                #expect(run.errors.contains("passwords of --shard are left out"), "\(run.errors)")
                #expect(run.errors.contains("kind is of type public.mood, and text on the shards"), "\(run.errors)")
                #expect(run.errors.contains("the shards get a column location"), "\(run.errors)")
                #expect(
                    run.errors.contains("x:long is of type numeric, and double precision on the shards"),
                    "\(run.errors)")
                let plan = try Plan(run, of: whole.url, in: whole.folder)
                for (index, url) in urls.enumerated() { try plan.makeShard(index + 1, url) }
                try await SyncFixture.run(.empty) { coordinator in
                    try plan.makeCoordinator(coordinator.url)
                    try plan.check(coordinator.url)
                    let kept = try coordinator.sql(
                        #"SELECT DISTINCT kind, tags FROM "Bird's"."my ""places""" WHERE "x:long" IN (-100, 99.9)"#)
                    #expect(kept == #"it's loud|{a,"b c"}"#)
                    for question in [
                        ["near", "--lat", "0", "--lon", "0", "--km", "900"],
                        ["nearest", "--lat", "30", "--lon", "0", "-k", "9"],
                    ] {
                        let one = try Self.answer(question, whole.url, ["--tables", tables])
                        let two = try Self.answer(question, coordinator.url, ["--tables", tables])
                        #expect(one.status == 0 && !one.lines.isEmpty, "\(one.errors)")
                        #expect(two.output == one.output && two.status == 0, "\(two.errors)")
                    }
                    // A shard that cannot have a row is left out, though the planned table has decimals, and
                    // also where the coordinator's table is mapped as one of any form.
                    let relation = whole.folder + "/relation.json"
                    let keyed = #"""
                        { "hotspot": [{ "table": "Bird's.my \"places\"", "key": ["id"],
                            "columns": { "name": "title", "lat": "y", "lon": "x:long" } }] }
                        """#
                    try Data(keyed.utf8).write(to: URL(filePath: relation))
                    for file in [tables, relation] {
                        let explained = try GeoqProcess(
                            [
                                "explain", "near", "--lat", "0", "--lon", "60", "--km", "50", "--remote",
                                coordinator.url, "--tables", file,
                            ])
                        #expect(
                            explained.status == 0
                                && explained.output.contains(#""partitions":2,"partitions_asked":1,"#),
                            "\(file): \(explained.output) \(explained.errors)")
                    }
                    // The column that the plan adds finds the nearest of any relation.
                    let nearest = try GeoqProcess(
                        [
                            "explain", "nearest", "--lat", "30", "--lon", "0", "-k", "9", "--remote",
                            coordinator.url, "--tables", relation,
                        ])
                    #expect(
                        nearest.status == 0 && nearest.output.contains(/"statements_a_partition":[12],/),
                        "\(nearest.output) \(nearest.errors)")
                }
            }
        }
    }

    @Test func `what cannot be planned is refused with the reason`() async throws {
        func refusal(_ url: String, _ options: [String] = []) throws -> (status: Int32, errors: String) {
            let run = try GeoqProcess(["shard", "plan", url, "--parts", "3"] + options)
            #expect(run.output.isEmpty, "\(run.output)")
            return (run.status, run.errors)
        }
        func expect(_ words: String, _ status: Int32, _ run: (status: Int32, errors: String)) {
            #expect(run.status == status && run.errors.contains(words), "\(run)")
        }
        try await SyncFixture.run(.repaired) { whole in
            expect("too few longitudes of public.hotspot differ for 3 parts", 65, try refusal(whole.url))
            try whole.sql(
                "INSERT INTO hotspot (id, name, lat, lon) SELECT md5(n::text)::uuid, 'S', 0, 7 FROM generate_series(1, 9) n"
            )
            expect("too few longitudes", 65, try refusal(whole.url))
            try whole.sql("UPDATE hotspot SET lon = abs(hashtext(id::text)) % 100")
            let run = try GeoqProcess(["shard", "plan", whole.url, "--parts", "2"])
            #expect(run.status == 0 && run.output.contains("host 'shard-2.example.org'"), "\(run.errors)")
            expect(
                "row-level security", 65,
                try {
                    try whole.sql("ALTER TABLE hotspot ENABLE ROW LEVEL SECURITY")
                    return try refusal(whole.url)
                }())
            let shard = ["--shard", "dbname=a", "--shard", "dbname=b", "--shard"]
            expect("the same address", 64, try refusal(whole.url, shard + ["user=x dbname=a"]))
            expect(
                "options has no place in a foreign server", 64,
                try refusal(whole.url, shard + ["dbname=c options=-cx=y"]))
            expect("names its database", 64, try refusal(whole.url, shard + ["host=c"]))
            expect("Give --shard once for each", 64, try refusal(whole.url, ["--shard", "dbname=a"]))
        }
        try await SyncFixture.run(.empty) { whole in
            expect("no table hotspot", 65, try refusal(whole.url))
            try whole.sql(
                """
                CREATE EXTENSION postgis;
                CREATE TABLE hotspot (id uuid, name text, location geography(point, 4326))
                """)
            expect("GENERATED ALWAYS AS (ST_X(\"location\"::geometry)) STORED", 65, try refusal(whole.url))
            // The advice is run as it stands, and then there is a plan.
            try whole.sql(
                """
                CREATE TABLE osm (gid bigint PRIMARY KEY, name text, way geometry(Point, 3857));
                INSERT INTO osm SELECT n, 'P', st_transform(st_setsrid(st_makepoint(n / 10.0, 51), 4326), 3857)
                    FROM generate_series(1, 90) n;
                CREATE TABLE meters (gid bigint PRIMARY KEY, e text, n float8, y float8);
                """)
            let file = whole.folder + "/osm.json"
            func write(_ relations: String) throws {
                try Data("{\"hotspot\": [\(relations)]}".utf8).write(to: URL(filePath: file))
            }
            try write(
                #"{"table": "osm", "key": ["gid"], "location": "way"}, {"table": "meters", "key": ["gid"], "srid": 25832, "columns": {"lat": "n", "lon": "y"}}"#
            )
            expect("choose one with --table", 65, try refusal(whole.url, ["--tables", file]))
            expect("in SRID 25832", 65, try refusal(whole.url, ["--tables", file, "--table", "meters"]))
            let advice = try refusal(whole.url, ["--tables", file, "--table", "osm"])
            expect("(ST_Y(ST_Transform(\"way\"::geometry, 4326))) STORED", 65, advice)
            let statement = try #require(advice.errors.firstMatch(of: /ALTER TABLE .*? STORED, .*? STORED/))
            try whole.sql(String(statement.0))
            #expect(try whole.sql("SELECT round(max(lon)::numeric, 6) FROM osm") == "9.000000")
            try write(#"{"table": "osm", "key": ["gid"], "columns": {"lat": "lat", "lon": "lon"}}"#)
            let plan = try GeoqProcess(["shard", "plan", whole.url, "--parts", "3", "--tables", file])
            #expect(plan.status == 0 && plan.output.contains("ADD PRIMARY KEY (\"gid\")"), "\(plan.errors)")
            // Beside the geometry, which stays the place.
            try write(
                #"{"table": "osm", "key": ["gid"], "location": "way", "columns": {"lat": "lat", "lon": "lon"}}"#)
            let beside = try GeoqProcess(["shard", "plan", whole.url, "--parts", "3", "--tables", file])
            #expect(beside.status == 0 && beside.output.contains("PARTITION BY RANGE (\"lon\")"), "\(beside.errors)")
            try whole.sql(
                """
                ALTER TABLE osm ALTER COLUMN lat DROP EXPRESSION, ALTER COLUMN lon DROP EXPRESSION;
                UPDATE osm SET lon = lon + 0.001 WHERE gid = 7; UPDATE osm SET lon = lon + 0.00001 WHERE gid = 8
                """)
            expect("1 row of public.osm with a place elsewhere", 65, try refusal(whole.url, ["--tables", file]))
            try write(#"{"table": "meters", "key": ["gid"], "columns": {"lat": "n", "lon": "e"}}"#)
            expect("meters.e is of type text", 65, try refusal(whole.url, ["--tables", file]))
        }
        let many = try GeoqProcess(["shard", "plan", "dbname=x", "--parts", "65"])
        #expect(many.status == 64 && many.errors.contains("--parts is from 2 to 64"))
    }
}
