import TestSupport
import Testing

/// The ways of migrations, by the command and over HTTP.
extension HomeCommandTests {
    @Test func `trajectories are told near a place, in a box and all, and over HTTP the same`() async throws {
        try await Self.guest { fixture in
            let none = try fixture.run("trajectories", "-e")
            #expect(none.status == 1 && none.errors.contains("geoq sync"), "\(none.errors)")
            try fixture.sql(
                """
                INSERT INTO migration_session (id, bird_id, name, season, start_date, end_date, source)
                    SELECT 'c0000000-0000-4000-8000-00000000000' || column1, '\(Self.bird)', column2, 'spring',
                        '2026-03-01', '2026-04-20', (SELECT name FROM geoq_source LIMIT 1)
                    FROM (VALUES (1, 'Up the Hudson'), (2, 'By the lakes'));
                INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon, source)
                    SELECT 'e0000000-0000-4000-8000-00000000000' || column1,
                        'c0000000-0000-4000-8000-00000000000' || column2, column3, column4, column5,
                        (SELECT name FROM geoq_source LIMIT 1)
                    FROM (VALUES (1, 1, 0, 40.7, -74.0), (2, 1, 1, 43.3, -73.6), (3, 2, 0, 41.5, -81.7),
                        (4, 2, 1, 42.46, -76.4), (5, 2, 2, 44.0, -76.0));
                """)
            let near = try fixture.run("trajectories", "--at", "Stewart Park", "--km", "300", "-f", "ndjson")
            #expect(near.lines.count == 2 && near.lines[0].contains(#"{"name":"By the lakes","distance_m":"#))
            #expect(try fixture.run("trajectories", "--at", "Stewart Park", "--km", "20").lines.count == 1)
            let all = try fixture.run("trajectories", "-f", "csv")
            #expect(all.lines.map { $0.prefix { $0 != "," } } == ["name", "By the lakes", "Up the Hudson"])
            // No point of the way is in the box.
            let box = try fixture.run("trajectories", "--bbox", "-80,41,-79,43", "--lines")
            #expect(box.output.contains(#""type":"LineString","coordinates":[[-81.7,41.5]"#), "\(box.output)")
            #expect(!box.output.contains("Hudson"))
            for words in [
                ["--at", "Stewart Park"], ["--bbox", "1,2,3"], ["--bbox", "0,0,1,1", "--km", "1"],
                ["--lines", "-f", "csv"],
            ] {
                let run = try GeoqProcess(
                    ["trajectories"] + words,
                    environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 64, "\(words)")
            }
            let server = try ServeProcess(["--db", fixture.folder + "/birds.sqlite"])
            defer { _ = server.stop() }
            func get(_ query: String) throws -> [String] {
                let run = try Tool.run("/usr/bin/curl", ["-sS", "\(server.address)trajectories?\(query)"])
                return run.lines.map { "\($0)" }
            }
            #expect(try get("lat=42.46&lon=-76.5&km=300&f=ndjson") == near.lines.map { "\($0)" })
            #expect(try get("f=csv") == all.lines.map { "\($0)" })
            #expect(try get("bbox=-80,41,-79,43").joined().contains(#""numberMatched":1,"#))
            #expect(try get("limit=1").joined().contains(#""numberMatched":2,"numberReturned":1,"#))
            for bad in ["lat=42", "km=3", "lat=1&lon=1", "bbox=0,0,1,1&lat=1&lon=1&km=1", "bbox=x", "k=1"] {
                #expect(try get(bad).joined().contains(#""status":400"#), "\(bad)")
            }
        }
    }
}
