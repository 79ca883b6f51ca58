import Foundation
import TestSupport
import Testing

/// A `hotspot` whose rows lie on other servers, cut by longitude, beside one server
/// that has all of them.
@Suite(.waits) struct ShardTests {
    static let cuts = ["MINVALUE", "-60", "20", "100", "MAXVALUE"]

    /// Random places, and hard ones: at the poles, on ±180°, on the cuts.
    static func rows(_ generator: inout SeededGenerator) -> [String] {
        var places = (0..<2_000).map { _ in
            (
                Double.random(in: -90...90, using: &generator), Double.random(in: -180...180, using: &generator)
            )
        }
        places += [(90, 0), (90, 130), (-90, -70), (10, 180), (10, -180), (10.01, 179.99), (0, -60), (0, 20), (0, 100)]
        return places.enumerated().map { number, place in
            "(md5('spot \(number)')::uuid, 'Spot \(number)', \(place.0), \(place.1))"
        }
    }

    static func insert(_ rows: [String], where condition: String) -> String {
        """
        INSERT INTO hotspot (id, name, lat, lon)
        SELECT * FROM (VALUES \(rows.joined(separator: ","))) AS v (id, name, lat, lon) WHERE \(condition)
        """
    }

    private static let columns = """
        id uuid NOT NULL, name text NOT NULL, locality text, lat float8, lon float8, location geography(point, 4326),
        image_name text, row_version int, deleted_at timestamptz, created_at timestamptz, updated_at timestamptz
        """

    /// Makes the table of the coordinator, whose part `number` is on `servers[number]`.
    /// Without a limit of its own geoq would wait ten seconds for the shards, which a machine with much to do may need.
    static func coordinator(_ servers: [(cluster: PostgresCluster, database: String)]) -> String {
        var sql = "CREATE EXTENSION postgres_fdw; CREATE TABLE hotspot (\(columns)) PARTITION BY RANGE (lon);"
        for (number, server) in servers.enumerated() {
            sql += """
                CREATE SERVER shard_\(number) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
                    host '\(server.cluster.folder)', dbname '\(server.database)', extensions 'postgis', async_capable 'true',
                    connect_timeout '60');
                CREATE USER MAPPING FOR CURRENT_USER SERVER shard_\(number)
                    OPTIONS (user 'postgres', password_required 'false');
                CREATE FOREIGN TABLE hotspot_\(number) PARTITION OF hotspot
                    FOR VALUES FROM (\(cuts[number])) TO (\(cuts[number + 1]))
                    SERVER shard_\(number) OPTIONS (table_name 'hotspot');
                """
        }
        return sql
    }

    @Test func `a table that lies on several servers is asked like one, and only where it can have hits`() async throws
    {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let rows = Self.rows(&generator)
        try await SyncFixture.run(.repaired) { whole in
            try whole.sql(Self.insert(rows, where: "true") + "; ANALYZE hotspot")
            let made = (1..<Self.cuts.count).map { "shard_\($0)_\(UUID().uuidString.prefix(8).lowercased())" }
            for (number, database) in made.enumerated() {
                try whole.cluster.query("CREATE DATABASE \(database) TEMPLATE repaired_template")
                let (low, high) = (Self.cuts[number], Self.cuts[number + 1])
                let range = [
                    low == "MINVALUE" ? nil : "lon >= \(low)", high == "MAXVALUE" ? nil : "lon < \(high)",
                ].compactMap { $0 }
                try whole.cluster.query(
                    Self.insert(rows, where: range.joined(separator: " AND ")) + "; ANALYZE hotspot", in: database)
            }
            try await SyncFixture.run(.postgis) { cut in
                try cut.sql(Self.coordinator(made.map { (whole.cluster, $0) }))
                var questions = [
                    ["near", "--lat", "10", "--lon", "179.999", "--km", "50"],
                    ["nearest", "--lat", "89.9", "--lon", "5", "-k", "4"],
                    ["near", "--lat", "-89", "--lon", "0", "--km", "900"],
                    ["nearest", "--lat", "0", "--lon", "20", "-k", "6"],
                    ["near", "--lat", "0", "--lon", "-60", "--km", "600"], ["bbox", "--bbox", "170,-20,-170,20"],
                ]
                for _ in 0..<4 {
                    let place = [
                        "--lat", "\(Double.random(in: -80...80, using: &generator))", "--lon",
                        "\(Double.random(in: -180...180, using: &generator))",
                    ]
                    questions += [["near"] + place + ["--km", "1500"], ["nearest"] + place + ["-k", "7"]]
                }
                for question in questions {
                    let one = try GeoqProcess(
                        question + [
                            "--remote", whole.url, "-f", "csv", "--fields", "none",
                        ])
                    let several = try GeoqProcess(
                        question + [
                            "--remote", cut.url, "-f", "csv", "--fields", "none",
                        ])
                    #expect(one.status == 0 && !one.lines.isEmpty, "seed \(seed), \(question): \(one.errors)")
                    #expect(
                        several.output == one.output && several.status == 0,
                        "seed \(seed), \(question): \(several.errors)")
                    guard question[0] == "nearest" else { continue }
                    let explained = try GeoqProcess(["explain"] + question + ["--remote", cut.url])
                    #expect(
                        explained.output.contains(/"statements_a_partition":[12],/),
                        "seed \(seed), \(question): \(explained.output) \(explained.errors)")
                }
                let explained = try GeoqProcess(
                    ["explain", "near", "--lat", "45", "--lon", "60", "--km", "50", "--remote", cut.url])
                #expect(
                    explained.status == 0 && explained.output.contains(#""partitions":4,"partitions_asked":1,"#),
                    "\(explained.output) \(explained.errors)")
                // Places of a geometry: the numbers that are mapped beside it tell which servers may have some.
                let file = cut.folder + "/relation.json"
                try Data(
                    #"""
                    {"hotspot": [{"table": "hotspot", "key": ["id"], "location": "location",
                        "columns": {"name": "name", "lat": "lat", "lon": "lon"}}]}
                    """#.utf8
                ).write(to: URL(filePath: file))
                for (words, count) in [("near --km 50", 1), ("nearest -k 3", 4)] {
                    let question =
                        words.split(separator: " ").map(String.init) + ["--lat", "45", "--lon", "60", "--tables", file]
                    let beside = try GeoqProcess(["explain"] + question + ["--remote", cut.url])
                    #expect(
                        beside.status == 0 && beside.output.contains(#""partitions":4,"#)
                            && (1...count).contains { beside.output.contains("\"partitions_asked\":\($0),") },
                        "\(beside.output) \(beside.errors)")
                    // Ids are made of the database's address.
                    let answers = try [cut.url, whole.url].map { url in
                        try GeoqProcess(question + ["--remote", url, "-f", "csv", "--fields", "none"]).lines
                            .map { $0.dropFirst(36) }
                    }
                    #expect(answers[0] == answers[1] && !answers[0].isEmpty, "\(question)")
                }
            }
            for database in made { _ = try? whole.cluster.query("DROP DATABASE \(database) WITH (FORCE)") }
        }
    }

    @Test func `a server that is gone is an error, and never a part of an answer`() async throws {
        let gone = try PostgresCluster(["fsync=off"])
        try gone.query("CREATE DATABASE shard")
        try gone.query(ServerSchema.auth + ServerSchema.repaired, in: "shard")
        try await SyncFixture.run(.repaired) { here in
            try here.sql(Self.insert(["(md5('a')::uuid, 'A', 0, -100)"], where: "true"))
            try await SyncFixture.run(.postgis) { cut in
                let empty = "shard_\(UUID().uuidString.prefix(8).lowercased())"
                try here.cluster.query("CREATE DATABASE \(empty) TEMPLATE repaired_template")
                let (near, far, other) = ((here.cluster, here.database), (gone, "shard"), (here.cluster, empty))
                try cut.sql(Self.coordinator([near, far, other, other].map { (cluster: $0.0, database: $0.1) }))
                let wide = ["near", "--lat", "0", "--lon", "-100", "--km", "9000", "--remote", cut.url, "-f", "ids"]
                #expect(try GeoqProcess(wide).status == 0)
                try gone.stop()
                for _ in 0..<3 {
                    let run = try GeoqProcess(wide)
                    #expect(
                        run.status == 69 && run.output.isEmpty && !run.errors.isEmpty, "\(run.status): \(run.errors)")
                }
                // What needs only the other servers is answered.
                let here = ["--lat", "0", "--lon", "-100", "--remote", cut.url, "-f", "ids"]
                // Also of a relation, whose keys no index makes unique there.
                let file = cut.folder + "/relation.json"
                try Data(
                    #"{"hotspot": [{"table": "hotspot", "key": ["id"], "columns": {"lat": "lat", "lon": "lon"}}]}"#.utf8
                ).write(to: URL(filePath: file))
                let keyed = try GeoqProcess(["near", "--km", "50"] + here + ["--tables", file])
                #expect(keyed.status == 0 && keyed.lines.count == 1, "\(keyed.errors)")
                for small in [["near", "--km", "50"], ["nearest", "-k", "1"]] {
                    let run = try GeoqProcess(small + here)
                    #expect(run.status == 0 && run.lines.count == 1, "\(small): \(run.errors)")
                }
                // A second row, or one of the places there, may be on the server that is gone.
                let there = ["--lat", "0", "--lon", "0", "--remote", cut.url, "-f", "ids"]
                for needed in [["nearest", "-k", "2"] + here, ["nearest", "-k", "1"] + there] {
                    let run = try GeoqProcess(needed)
                    #expect(run.status == 69 && run.output.isEmpty && !run.errors.isEmpty, "\(needed): \(run.status)")
                }
            }
        }
    }
}
