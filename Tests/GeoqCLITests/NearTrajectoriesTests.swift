import Foundation
import TestSupport
import Testing

/// `--layer trajectories` of near, nearest and bbox, and `layer=trajectories` over HTTP.
@Suite(.waits) struct NearTrajectoriesTests {
    private struct Fixture {
        let folder: String
        var environment: [String: String] { ["HOME": folder, "GEOQ_DB": folder + "/birds.sqlite"] }

        func run(_ words: String) throws -> GeoqProcess {
            try GeoqProcess(words.split(separator: " ").map(String.init), environment: environment)
        }
    }

    private static let lakes = "c0000000-0000-4000-8000-000000000002"
    private static let hudson = "c0000000-0000-4000-8000-000000000001"

    /// A guest's store with the ways of an owl and of a tern.
    private static func guest(_ body: (Fixture) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = Fixture(folder: folder)
            try "id,name,lat,lon\n1,Stewart Park,42.46,-76.5\n"
                .write(toFile: folder + "/places.csv", atomically: true, encoding: .utf8)
            #expect(try fixture.run("import \(folder)/places.csv --as hotspots").status == 0)
            #expect(try fixture.run("home set --lat 42.46 --lon -76.5").status == 0)
            let none = try fixture.run("near --km 5 --layer trajectories -e")
            #expect(none.status == 1 && none.errors.contains("geoq sync"), "\(none.errors)")
            let rows = try Tool.sqlite3(
                folder + "/birds.sqlite",
                """
                INSERT INTO bird (id, common_name, scientific_name, source)
                    SELECT 'b0000000-0000-4000-8000-00000000000' || column1, column2, column3,
                        (SELECT name FROM geoq_source LIMIT 1)
                    FROM (VALUES (1, 'Snowy Owl', 'Bubo scandiacus'), (2, 'Arctic Tern', 'Sterna paradisaea'));
                INSERT INTO migration_session (id, bird_id, name, season, start_date, end_date, source)
                    SELECT 'c0000000-0000-4000-8000-00000000000' || column1,
                        'b0000000-0000-4000-8000-00000000000' || column1, column2, 'spring', '2026-03-01', '2026-04-20',
                        (SELECT name FROM geoq_source LIMIT 1)
                    FROM (VALUES (1, 'Up the Hudson'), (2, 'By the lakes'));
                INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon, source)
                    SELECT 'e0000000-0000-4000-8000-00000000000' || column1,
                        'c0000000-0000-4000-8000-00000000000' || column2, column3, column4, column5,
                        (SELECT name FROM geoq_source LIMIT 1)
                    FROM (VALUES (1, 1, 0, 40.7, -74.0), (2, 1, 1, 43.3, -73.6), (3, 2, 0, 41.5, -81.7),
                        (4, 2, 1, 42.46, -76.4), (5, 2, 2, 44.0, -76.0));
                """)
            #expect(rows.status == 0, "\(rows.errors)")
            try body(fixture)
        }
    }

    @Test func `migrations without points, and points without a place, are counted`() async throws {
        try await Self.guest { fixture in
            let questions = ["trajectories", "near --km 300 --layer trajectories"]
            for question in questions { #expect(try !fixture.run(question).errors.contains("left out")) }
            let rows = try Tool.sqlite3(
                fixture.folder + "/birds.sqlite",
                """
                INSERT INTO migration_session (id, bird_id, name, source)
                    SELECT 'c0000000-0000-4000-8000-000000000003', 'b0000000-0000-4000-8000-000000000001', 'Nowhere',
                        (SELECT name FROM geoq_source LIMIT 1);
                INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon, source)
                    SELECT 'e0000000-0000-4000-8000-00000000001' || column1, '\(Self.lakes)', 3 + column1, column2,
                        column3, (SELECT name FROM geoq_source LIMIT 1)
                    FROM (VALUES (1, NULL, -76.0), (2, 91.0, -76.0), (3, 45.0, -75.0));
                """)
            #expect(rows.status == 0, "\(rows.errors)")
            for question in questions {
                let run = try fixture.run(question)
                #expect(run.errors.contains("left out: 1 migration of which no point has a place"), "\(run.errors)")
                #expect(run.errors.contains("left out: 2 points without a place on Earth"), "\(run.errors)")
            }
            let server = try ServeProcess(["--db", fixture.folder + "/birds.sqlite"])
            defer { _ = server.stop() }
            let here = "layer=trajectories&lat=42.46&lon=-76.5"
            for path in ["trajectories", "near?\(here)&km=300", "nearest?\(here)&k=1"] {
                let served = try Tool.run("/usr/bin/curl", ["-sS", "\(server.address)\(path)"])
                let body = served.lines.joined()
                #expect(body.contains(#""migrationsLeftOut":1,"pointsLeftOut":2,"#), "\(path): \(body)")
            }
        }
    }

    @Test func `near, nearest and bbox answer with lines, in every format`() async throws {
        try await Self.guest { fixture in
            let near = try fixture.run("near --lat 42.46 --lon -76.5 --km 300 --layer trajectories -f ndjson")
            let same = try fixture.run("trajectories --lat 42.46 --lon -76.5 --km 300 -f ndjson")
            #expect(near.status == 0 && near.lines.count == 2 && near.output == same.output, "\(near.errors)")
            #expect(near.lines[0].hasPrefix(#"{"name":"By the lakes","distance_m":"#))
            // The way passes nearer than its nearest point.
            let meters = try #require(near.lines[0].firstMatch(of: /"distance_m":([0-9.]+)/)).1
            #expect(try #require(Double(meters)) < 8_200)
            for (words, lines) in [
                ("near --km 20", ["By the lakes"]), ("near --km 300 --nearest 1", ["By the lakes"]),
                ("near --nearest 2", ["By the lakes", "Up the Hudson"]),
                ("near --km 300 --min-km 20", ["Up the Hudson"]),
                ("near --km 300 --species bubo,scandiacus", ["Up the Hudson"]),
                ("near --km 300 --limit 1", ["By the lakes"]), ("nearest -k 1", ["By the lakes"]),
                ("nearest -k 5 --species snowy,owl", ["Up the Hudson"]),
                ("nearest -k 1 --min-km 20", ["Up the Hudson"]),
                // No point of the way is in the box.
                ("bbox --bbox -80,41,-79,43", ["By the lakes"]), ("bbox --bbox -80,43,-79,44", []),
                ("bbox --bbox -82,40,-73,44 --limit 1", ["Up the Hudson"]),
                ("bbox --bbox -82,40,-73,44 --species arctic,tern", ["By the lakes"]),
            ] {
                let arguments = words.split(separator: " ").map { word in
                    word.first?.isLetter == true ? String(word.replacing(",", with: " ")) : String(word)
                }
                let run = try GeoqProcess(
                    arguments + ["--layer", "trajectories", "-f", "csv", "--fields", "none"],
                    environment: fixture.environment)
                let first = run.lines.dropFirst().map { "\($0.prefix { $0 != "," })" }
                #expect(run.status == 0 && first == lines, "\(words): \(run.output)\(run.errors)")
                #expect(run.lines.first == (words.hasPrefix("bbox") ? "name,id" : "name,distance_m,id"), "\(words)")
            }
            let ids = try fixture.run("near --km 300 --layer trajectories -f ids")
            #expect(ids.lines.map { "\($0)" } == [Self.lakes, Self.hudson])
            #expect(try fixture.run("near --km 300 --layer trajectories --count").output == "2\n")
            let table = try fixture.run("near --within 10mi --layer trajectories -f table")
            #expect(table.output.contains("distance") && table.output.contains(" mi  By the lakes"), "\(table.output)")
            let drawn = try fixture.run("near --km 20 --layer trajectories -f geojson --fields points")
            #expect(drawn.output.hasPrefix(#"{"type":"FeatureCollection","features":["#))
            #expect(drawn.output.contains(#""geometry":{"type":"LineString","coordinates":[[-81.7,41.5],"#))
            #expect(drawn.output.contains(#","points":3}"#) && !drawn.output.contains("season"), "\(drawn.output)")
            let sequence = try fixture.run("bbox --bbox -80,41,-79,43 --layer trajectories -f geojsonseq")
            #expect(sequence.output.hasPrefix("\u{1E}{\"type\":\"Feature\",") && sequence.output.hasSuffix("}\n"))
            #expect(try fixture.run("near --km 20 --layer trajectories -f json").output.hasPrefix("[\n{"))
        }
    }

    @Test func `what lines do not have is refused by name, and what is not found is said`() async throws {
        try await Self.guest { fixture in
            for (words, reason) in [
                ("near - --km 1", "takes no -: it answers one center"),
                ("near --km 1 --since 2026-01-01", "no --since"),
                ("near --km 1 --until 2026-01-01", "no --until"), ("near --km 1 --where name='x'", "no --where"),
                ("near --area x.geojson --lat 1 --lon 1", "no --area"),
                ("near --km 1 --brute-force", "no --brute-force"),
                ("near --km 1 --after 0,\(Self.lakes),1", "no --after"),
                ("nearest -k 1 --where name='x'", "no --where"),
                ("bbox --bbox 0,0,1,1 --since 2026-01-01", "no --since"),
                ("near --km 1 --fields color", "no column color in trajectories; columns: common_name"),
                ("near --lat 1 --lon 1 --km 1 --remote postgresql://db/x", "mirror the server to ask for trajectories"),
                ("along 1,1;2,2 --km 1", "'trajectories' is invalid"), ("species --km 1", "'trajectories' is invalid"),
            ] {
                let run = try fixture.run(words + " --layer trajectories")
                #expect(run.status == 64 && run.errors.contains(reason), "\(words): \(run.errors)")
            }
            let far = try fixture.run("near --lat 0 --lon 0 --km 1 --layer trajectories -e")
            #expect(
                far.status == 1 && far.errors.contains("no trajectory of the store passes through the area"),
                "\(far.errors)")
            let wren = try fixture.run("near --km 900 --layer trajectories --species Wren")
            #expect(wren.status == 0 && wren.errors.contains("no trajectory is of Wren"), "\(wren.errors)")
            let tern = try fixture.run("near --lat 0 --lon 0 --km 1 --layer trajectories --species sterna")
            #expect(tern.errors.contains("no trajectory is of sterna"), "\(tern.errors)")
        }
    }

    @Test func `explain tells how many lines were looked at`() async throws {
        try await Self.guest { fixture in
            let near = try fixture.run("explain near --km 20 --layer trajectories -f json")
            #expect(
                near.output.contains(
                    #"{"trajectories":2,"points":5,"exact_distances":5,"edges":2,"hits":1,"open_us":"#),
                "\(near.output)")
            let box = try fixture.run("explain bbox --bbox -80,41,-79,43 --layer trajectories -f json")
            #expect(
                box.output.contains(#""points":5,"exact_distances":0,"edges":2,"hits":1"#), "\(box.output)\(box.errors)"
            )
            let table = try fixture.run("explain nearest -k 1 --layer trajectories -f table")
            #expect(table.output.contains("lines between two points looked at"), "\(table.output)")
        }
    }

    @Test func `over HTTP near and nearest answer as the command does, and keep no tag`() async throws {
        try await Self.guest { fixture in
            let server = try ServeProcess(["--db", fixture.folder + "/birds.sqlite"])
            defer { _ = server.stop() }
            func get(_ path: String, _ options: String...) throws -> String {
                let run = try Tool.run("/usr/bin/curl", ["-sS"] + options + ["\(server.address)\(path)"])
                return run.lines.map { "\($0)\n" }.joined()
            }
            let here = "layer=trajectories&lat=42.46&lon=-76.5"
            for format in ["csv", "ndjson", "geojsonseq", "ids"] {
                let words = "--lat 42.46 --lon -76.5 --layer trajectories -f \(format)"
                #expect(
                    try get("near?\(here)&km=300&f=\(format)") == fixture.run("near --km 300 \(words)").output,
                    "\(format)")
                #expect(
                    try get("nearest?\(here)&k=1&f=\(format)") == fixture.run("nearest -k 1 \(words)").output,
                    "\(format)")
            }
            let near = try get("near?\(here)&km=300&limit=1", "-i")
            #expect(near.contains(#""numberMatched":2,"numberReturned":1,"#), "\(near)")
            #expect(!near.lowercased().contains("etag:") && near.lowercased().contains("cache-control: no-store"))
            let nearest = try get("nearest?\(here)&k=2&min-km=20")
            #expect(nearest.contains(#""numberReturned":1,"#) && nearest.contains("Hudson"), "\(nearest)")
            #expect(!nearest.contains("numberMatched"))
            #expect(try get("near?\(here)&km=300&species=Arctic+Tern&f=ids") == Self.lakes + "\n")
            for (bad, reason) in [
                ("near?\(here)&km=1&since=2026-01-01", "trajectories have none of it"),
                ("near?\(here)&km=1&filter=name%3D'x'", "trajectories have none of it"),
                ("near?\(here)&km=1&area=x", "trajectories have none of it"), ("near?\(here)", "\"km\""),
                ("near?layer=trajectories&km=1", "\"lat\""), ("nearest?\(here)", "\"k\""),
                ("nearest?\(here)&k=1&fields=name", "trajectories have none of it"),
                ("along?route=1,1;2,2&km=1&layer=trajectories", "\"layer\""),
            ] {
                let answer = try get(bad)
                #expect(answer.contains(#""status":400"#) && answer.contains(reason), "\(bad): \(answer)")
            }
        }
    }
}
