import Foundation
import GeoqStore
import TestSupport
import Testing

/// The commands of the home place, presence, shares, the community and
/// identifications, for a guest.
@Suite(.waits, .serialized) struct HomeCommandTests {
    private static let bird = "b0000000-0000-4000-8000-000000000001"

    /// A store of a guest with two hotspots, a bird, and its presence at one of them.
    private static func guest(_ body: (GuestFixture) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = GuestFixture(folder: folder)
            try "id,name,lat,lon\n1,Stewart Park,42.46,-76.5\n2,Far Pond,43.6,-77.9\n"
                .write(toFile: folder + "/places.csv", atomically: true, encoding: .utf8)
            try Store.putBlank(folder + "/birds.sqlite")
            #expect(try fixture.run("import", folder + "/places.csv", "--as", "hotspots").status == 0)
            try fixture.sql(
                """
                INSERT INTO bird (id, common_name, scientific_name, source)
                    SELECT '\(bird)', 'Snowy Owl', 'Bubo scandiacus', name FROM geoq_source LIMIT 1;
                WITH RECURSIVE n (week) AS (SELECT 1 UNION ALL SELECT week + 1 FROM n WHERE week < 53)
                INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                    SELECT printf('d0000000-0000-4000-8000-%012d', week), h.id, '\(bird)', week, week / 64.0, h.source
                    FROM n, hotspot AS h WHERE h.name = 'Stewart Park';
                """)
            try body(fixture)
        }
    }

    private struct GuestFixture {
        let folder: String

        func run(_ words: String...) throws -> GeoqProcess { try run(words) }

        func run(_ words: [String]) throws -> GeoqProcess {
            try GeoqProcess(words, environment: ["HOME": folder, "GEOQ_DB": folder + "/birds.sqlite"])
        }

        func sql(_ statement: String) throws {
            let run = try Tool.sqlite3(folder + "/birds.sqlite", statement)
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func `the home place is asked about where none is given, and that is said`() async throws {
        try await Self.guest { fixture in
            for words in [["near", "--km", "5"], ["nearest", "-k", "1"], ["species", "--km", "5"], ["areas", "of"]] {
                let run = try GeoqProcess(
                    words, environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 64 && run.errors.contains("geoq home set"), "\(words) \(run.errors)")
            }
            #expect(try fixture.run("home", "show", "-e").status == 1)
            let nothing: [(String, [Substring])] = [("json", ["[]"]), ("csv", ["name,lat,lon"]), ("ndjson", [])]
            for (format, lines) in nothing {
                #expect(try fixture.run("home", "show", "-f", format).lines == lines)
            }
            #expect(try fixture.run("home", "set", "--at", "stewart park").status == 0)
            let near = try fixture.run("near", "--km", "5", "-f", "csv")
            #expect(near.status == 0 && near.output.contains("Stewart Park"), "\(near.errors)")
            #expect(near.errors.contains("at home, stewart park (42.46, -76.5)"), "\(near.errors)")
            #expect(try fixture.run("nearest", "-k", "1").output.contains("Stewart Park"))
            #expect(try fixture.run("explain", "near", "--km", "5").status == 0)
            // A center that is given is the one that is asked about.
            let other = try fixture.run("near", "--at", "Far Pond", "--km", "5")
            #expect(other.output.contains("Far Pond") && !other.errors.contains("home"), "\(other.errors)")
            #expect(try fixture.run("home", "set", "--lat", "43.6", "--lon", "-77.9", "--name", "the pond").status == 0)
            #expect(try fixture.run("home").output.contains(#"{"name":"the pond","lat":43.6,"lon":-77.9}"#))
            #expect(try fixture.run("home", "clear").status == 0)
            #expect(try fixture.run("near", "--km", "5").status == 64)
        }
    }

    @Test func `home is the center within an area as well, and a missing radius is what is told`() async throws {
        try await Self.guest { fixture in
            #expect(try fixture.run("home", "set", "--at", "Stewart Park").status == 0)
            let near = "POLYGON ((-77 42, -76 42, -76 43, -77 43, -77 42))"
            for words in [
                ["near", "--within", "5mi"], ["near", "--nearest", "2"], ["nearest", "-k", "2"],
                ["species", "--km", "5"], ["explain", "near", "--km", "5"],
            ] {
                let run = try GeoqProcess(
                    words + ["--area", near, "-f", "csv"],
                    environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 0 && run.errors.contains("at home, Stewart Park"), "\(words) \(run.errors)")
                #expect(!run.output.contains("Far Pond"))
            }
            // An area alone is a question about the area.
            let whole = "POLYGON ((-79 42, -76 42, -76 44, -79 44, -79 42))"
            let all = try fixture.run("near", "--area", whole, "-f", "ids")
            #expect(all.lines.count == 2 && !all.errors.contains("home"), "\(all.errors)")
            for line in ["near", "species", "explain near", "explain species"] {
                let run = try GeoqProcess(
                    line.split(separator: " ").map(String.init),
                    environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 64 && run.errors.contains("Give a radius"), "\(line) \(run.errors)")
            }
            let server = try fixture.run("near", "--km", "5", "--remote", "host=/nowhere")
            #expect(server.status == 64 && server.errors.contains("--remote does not ask"), "\(server.errors)")
        }
    }

    @Test func `presence is told by week, beside the own observations`() async throws {
        try await Self.guest { fixture in
            let list = try fixture.run("list", "add", "Owls")
            #expect(list.status == 0, "\(list.errors)")
            for day in ["2025-05-14T16:00:00Z", "2026-05-13T16:00:00Z", "2026-01-07T16:00:00Z"] {
                let entry = try fixture.run(
                    "entry", "add", "Owls", "Snowy Owl", "--observed", day, "--lat", "42.4601", "--lon", "-76.5")
                #expect(entry.status == 0, "\(entry.errors)")
            }
            let week = try fixture.run("presence", "--at", "Stewart Park", "--week", "20", "-f", "ndjson")
            #expect(
                week.output == """
                    {"common_name":"Snowy Owl","scientific_name":"Bubo scandiacus","bird_id":"\(Self.bird)",\
                    "week":20,"likelihood":0.3125,"observations":2,"last_seen":"2026-05-13"}

                    """, "\(week.output)\(week.errors)")
            let year = try fixture.run("presence", "--lat", "42.46", "--lon", "-76.501", "-f", "ndjson")
            #expect(year.lines.count == 53 && year.errors.contains("at Stewart Park"), "\(year.errors)")
            #expect(year.lines.filter { $0.contains(#""observations":0"#) }.count == 51)
            let table = try fixture.run("presence", "--at", "Stewart Park", "-f", "table")
            #expect(table.output.contains("▁▁▁▂▂▂▂▃▃▃▃▄▄▄▄▅▅▅▅▆▆▆▆▇▇▇▇"), "\(table.output)")
            #expect(table.output.contains("week 53") && table.output.contains("83 %"), "\(table.output)")
            // Of hotspots at one place the one that is named tells, and the names of the store's birds stand beside.
            try fixture.sql(
                """
                INSERT INTO hotspot (id, name, lat, lon, source) SELECT 'ffffffff-0000-4000-8000-000000000001',
                    'Stewart Park', lat, lon, source FROM hotspot WHERE name = 'Stewart Park';
                INSERT INTO bird (id, common_name, scientific_name, source) SELECT
                    'ffffffff-0000-4000-8000-000000000002', 'Ruddy Duck', 'Oxyura jamaicensis', source FROM bird LIMIT 1;
                INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source) SELECT
                    'ffffffff-0000-4000-8000-000000000003', 'ffffffff-0000-4000-8000-000000000001',
                    'ffffffff-0000-4000-8000-000000000002', 2, 0.5, source FROM bird LIMIT 1;
                """)
            let first = try fixture.run("near", "--lat", "42.46", "--lon", "-76.5", "--km", "1", "-f", "ndjson").lines
                .compactMap { $0.firstMatch(of: /"id": ?"([^"]+)"/)?.1 }.first { !$0.hasPrefix("ffff") }
            let other = "ffffffff-0000-4000-8000-000000000001"
            let duck = try fixture.run("presence", "--at", other, "-f", "ndjson")
            #expect(
                duck.lines.first?.contains("Ruddy Duck") == true && !duck.errors.contains("nearest"), "\(duck.errors)")
            #expect(
                duck.lines.filter { $0.contains(Self.bird) && $0.contains("Snowy Owl") }.count == 2,
                "The own entries have the bird's id and name: \(duck.output)")
            let owl = try fixture.run("presence", "--at", String(try #require(first)), "--week", "2", "-f", "ndjson")
            #expect(owl.output.contains("Snowy Owl") && !owl.output.contains("Ruddy Duck"), "\(owl.output)")
            let unknown = try fixture.run("presence", "--at", other, "--week", "40")
            #expect(unknown.errors.contains("nothing is known there of week 40"), "\(unknown.errors)")
            let nothing = try fixture.run("presence", "--at", "Far Pond", "-e")
            #expect(nothing.status == 1 && nothing.output.isEmpty && nothing.errors.contains("presence"))
            #expect(
                try fixture.run("presence", "--at", "Far Pond", "-f", "csv").output
                    == "common_name,scientific_name,bird_id,week,likelihood,observations,last_seen\n")
            #expect(try fixture.run("presence", "--at", "Far Pond", "--km", "200").lines.count == 54)
            #expect(try fixture.run("presence", "--at", "Far Pond", "--week", "54").status == 64)
            // Words to choose from, which are never sent.
            #expect(try fixture.run("identify", "shapes", "-f", "csv").lines == ["shape_id,birds"])
            try fixture.sql("UPDATE bird SET shape_id = 'owl-like' WHERE id = '\(Self.bird)'")
            #expect(try fixture.run("identify", "shapes", "-f", "csv").lines == ["shape_id,birds", "owl-like,1"])
            let marks = try fixture.run("identify", "marks", "-f", "csv").lines
            #expect(marks.contains("wing bars,two") && marks.count == Set(marks).count)
            for words in [["identify", "show"], ["photo", "show"], ["photo", "list"]] {
                let empty = try GeoqProcess(
                    words + [""], environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(empty.status == 64 && empty.errors.contains("The id is empty"), "\(words) \(empty.errors)")
            }
        }
    }

    @Test func `on a narrow terminal names stay whole, and a bar stands for more weeks`() async throws {
        try await Self.guest { fixture in
            func seen(_ columns: Int) throws -> TerminalRun {
                try TerminalRun(
                    ["presence", "--at", "Stewart Park"], terminal: [.output], columns: columns,
                    environment: [
                        "HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite", "NO_COLOR": "1",
                    ])
            }
            let wide = try seen(120)
            #expect(wide.screen.contains("Bubo scandiacus  ▁▁▁▂▂▂▂▃▃▃▃▄▄▄▄▅▅▅▅▆▆▆▆▇▇▇▇ "), "\(wide.screen)")
            let usual = try seen(80)
            #expect(usual.screen.contains("Snowy Owl    ▁▁▂▂▂▃▃▄▄▄▅▅▅▆▆▇▇▇ "), "\(usual.screen)")
            #expect(usual.screen.contains("week 53"), "\(usual.screen)")
            try fixture.sql("UPDATE bird SET common_name = 'Northern Rough-winged Swallow'")
            let long = try seen(80)
            #expect(long.screen.contains("Northern Rough-winged Swallow  ▁▂▂▃▃▄▄▅▅▆▆▇▇▇ "), "\(long.screen)")
            #expect(long.lines.allSatisfy { $0.count <= 80 }, "\(long.screen)")
            #expect(long.errors.contains("not shown, for want of room: scientific_name, peak"), "\(long.errors)")
        }
    }

    @Test func `an observation by a common name counts beside the bird of this name`() async throws {
        try await Self.guest { fixture in
            try """
            id,lat,lon,scientific_name,common_name,date
            1,42.46,-76.5,,snowy owl,2026-05-13
            2,42.46,-76.5,Snowy Owl,,2026-05-13
            3,42.46,-76.5,Bubo scandiacus,Schneeeule,2026-05-13
            4,42.46,-76.5,,a gull,

            """.write(toFile: fixture.folder + "/seen.csv", atomically: true, encoding: .utf8)
            let seen = try fixture.run("import", fixture.folder + "/seen.csv", "--as", "observations")
            #expect(seen.status == 0, "\(seen.errors)")
            let week = try fixture.run("presence", "--at", "Stewart Park", "--week", "20", "-f", "ndjson")
            #expect(week.lines.count == 1 && week.output.contains(#""observations":3"#), "\(week.output)")
            #expect(
                week.errors.contains("1 of your observations has no day, or no name, and is left out"), "\(week.errors)"
            )
            let words = [
                "near", "--at", "Stewart Park", "--km", "1", "--layer", "observations", "--count", "--species",
            ]
            for name in ["Snowy Owl", "Bubo scandiacus"] {
                let count = try GeoqProcess(
                    words + [name], environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(count.lines == ["3"], "\(name) \(count.output)\(count.errors)")
            }
        }
    }

    /// The records of the year are those of its weeks: a bird that was seen in a week in which it is
    /// not to be expected has the names and the id that it has in the others.
    @Test func `a week tells what the whole year tells of it, by the command and over HTTP`() async throws {
        try await Self.guest { fixture in
            try fixture.sql("DELETE FROM hotspot_species_presence WHERE week BETWEEN 11 AND 30")
            try """
            id,lat,lon,scientific_name,common_name,date
            1,42.46,-76.5,,snowy owl,2026-05-13
            2,42.46,-76.5,Bubo scandiacus,,2026-01-07
            3,42.46,-76.5,Turdus merula,Blackbird,2026-01-07
            4,42.46,-76.5,Turdus merula,,2026-05-13

            """.write(toFile: fixture.folder + "/seen.csv", atomically: true, encoding: .utf8)
            let seen = try fixture.run("import", fixture.folder + "/seen.csv", "--as", "observations")
            #expect(seen.status == 0, "\(seen.errors)")
            let year = try fixture.run("presence", "--at", "Stewart Park", "-f", "ndjson").lines
            let owl = #""scientific_name":"Bubo scandiacus","bird_id":"\#(Self.bird)","week":20,"likelihood":null"#
            #expect(year.contains { $0.contains(owl) }, "\(year)")
            let server = try ServeProcess(["--db", fixture.folder + "/birds.sqlite"])
            defer { _ = server.stop() }
            for week in [2, 3, 11, 20, 31, 53] {
                // Which bird comes first may differ: the likeliest of the week, or of the year.
                let expected = year.filter { $0.contains(#""week":\#(week),"#) }.map { "\($0)" }.sorted()
                let told = try fixture.run("presence", "--at", "Stewart Park", "--week", "\(week)", "-f", "ndjson")
                #expect(told.lines.map { "\($0)" }.sorted() == expected, "week \(week) \(told.errors)")
                let query = "\(server.address)presence?lat=42.46&lon=-76.5&week=\(week)&f=ndjson"
                let served = try Tool.run("/usr/bin/curl", ["-sSf", query])
                #expect(served.lines.map { "\($0)" }.sorted() == expected, "week \(week) \(served.errors)")
            }
        }
    }

    @Test func `presence over HTTP is what the command tells, byte by byte`() async throws {
        try await Self.guest { fixture in
            #expect(try fixture.run("list", "add", "Owls").status == 0)
            let entry = try fixture.run(
                "entry", "add", "Owls", "Snowy Owl", "--observed", "2026-05-13T16:00:00Z", "--lat", "42.4601", "--lon",
                "-76.5")
            #expect(entry.status == 0, "\(entry.errors)")
            let server = try ServeProcess(["--db", fixture.folder + "/birds.sqlite"])
            defer { _ = server.stop() }
            for (words, query, format) in [
                (["--at", "Stewart Park"], "lat=42.46&lon=-76.5", "ndjson"),
                (["--at", "Stewart Park", "--week", "20"], "lat=42.46&lon=-76.5&week=20", "csv"),
                (["--at", "Far Pond", "--km", "200"], "lat=43.6&lon=-77.9&km=200", "ndjson"),
                (["--at", "Far Pond"], "lat=43.6&lon=-77.9", "ndjson"),
            ] {
                let command = try GeoqProcess(
                    ["presence"] + words + ["-f", format],
                    environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                let http = try Tool.run("/usr/bin/curl", ["-sSf", "\(server.address)presence?\(query)&f=\(format)"])
                #expect(command.status == 0 && http.status == 0, "\(command.errors)\(http.errors)")
                let (told, served) = (command.lines.map { "\($0)" }, http.lines.map { "\($0)" })
                #expect(told == served, "\(words)")
            }
        }
    }

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

    @Test func `sightings and shares of a guest are kept, listed and deleted`() async throws {
        try await Self.guest { fixture in
            let known = try fixture.run(
                "community", "add", "Bubo scandiacus", "--at", "Stewart Park", "--observed", "2026-11-20")
            #expect(known.status == 0 && known.lines.count == 1 && known.errors.isEmpty, "\(known.errors)")
            let words = try fixture.run("community", "add", "a large gull")
            #expect(words.status == 0 && words.errors.contains("kept as words"))
            try fixture.sql(
                """
                INSERT INTO community_observation (id, source_type, species_text, source)
                    SELECT 'd0000000-0000-4000-8000-000000000009', 'system', 'a seed', name FROM geoq_source LIMIT 1
                """)
            #expect(try fixture.run("community", "list").lines.count == 3)
            let mine = try fixture.run("community", "list", "--mine")
            #expect(mine.lines.count == 2 && mine.lines[0].contains(#""common_name":"Snowy Owl""#), "\(mine.output)")
            #expect(mine.lines[0].contains(#""place":"Stewart Park""#) && mine.lines[0].contains(#""by":"you""#))
            let seed = try fixture.run("community", "delete", "d0000000-0000-4000-8000-000000000009")
            #expect(seed.status == 64 && seed.errors.contains("can only be read"), "\(seed.errors)")
            #expect(try fixture.run("community", "delete", String(known.lines[0])).status == 0)
            #expect(try fixture.run("community", "list", "--mine").lines.count == 1)
            let wrong = try fixture.run("community", "add", "a gull", "--observed", "yesterday")
            #expect(wrong.status == 64 && wrong.errors.contains("--observed"), "\(wrong.errors)")

            let friend = "c0000000-0000-4000-8000-000000000001"
            #expect(try fixture.run("list", "add", "Owls").status == 0)
            let share = try fixture.run("list", "share", "Owls", friend)
            #expect(share.status == 0 && share.lines.count == 1, "\(share.errors)")
            #expect(try fixture.run("list", "share", "Owls", friend, "--can", "edit").lines == share.lines)
            let shares = try fixture.run("list", "shares", "Owls")
            #expect(shares.lines == [#"{"user_id":"\#(friend)","can":"edit","id":"\#(share.lines[0])"}"#])
            #expect(try fixture.run("list", "share", "Owls", "ann@example.org").status == 64)
            #expect(try fixture.run("list", "unshare", "Owls", friend).status == 0)
            #expect(try fixture.run("list", "unshare", "Owls", friend).status == 66)
            #expect(try fixture.run("list", "shares", "Owls", "-e").status == 1)
        }
    }

    @Test func `what was seen is told in one line, whatever the place is called`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["rules", "add", "Owls", "--shape", "owl-like", "--db", db]).status == 0)
            let id = "10000000-0000-4000-8000-000000000001"
            let made = try Tool.sqlite3(
                db,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO identification_session (id, location_display_name, is_completed, source)
                    VALUES ('\(id)', 'the pond' || char(10) || 'below', 1, 'shell');
                """)
            #expect(made.status == 0, "\(made.errors)")
            let shown = try GeoqProcess(["identify", "show", id, "-f", "table", "--db", db])
            #expect(shown.status == 0 && shown.errors.hasPrefix("at the pond below"), "\(shown.errors)")
        }
    }

    @Test func `a candidate whose rank and confidence are not known has neither`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["rules", "add", "Owls", "--shape", "owl-like", "--db", db]).status == 0)
            let id = "10000000-0000-4000-8000-000000000001"
            let made = try Tool.sqlite3(
                db,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO bird (id, common_name, source) VALUES ('\(Self.bird)', 'Snowy Owl', 'shell');
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(id)', 1, 'shell');
                INSERT INTO identification_result (id, session_id, source)
                    VALUES ('30000000-0000-4000-8000-000000000001', '\(id)', 'shell');
                INSERT INTO identification_candidate (id, result_id, bird_id, source) VALUES
                    ('40000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', '\(Self.bird)', 'shell');
                """)
            #expect(made.status == 0, "\(made.errors)")
            let shown = try GeoqProcess(["identify", "show", id, "-f", "ndjson", "--db", db])
            #expect(shown.output.contains(#""confidence":null,"rank":null,"#), "\(shown.output)")
            let cells = try GeoqProcess(["identify", "show", id, "-f", "csv", "--db", db])
            #expect(cells.lines.count == 2 && cells.lines[1].contains("\(Self.bird),,,false,"), "\(cells.output)")
        }
    }

    /// SQLite lets any program write them, and an infinite number has no text in JSON.
    @Test func `a candidate whose confidence is no finite number comes last, and ends no command`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["rules", "add", "Owls", "--shape", "owl-like", "--db", db]).status == 0)
            let (id, result) = ("10000000-0000-4000-8000-000000000001", "30000000-0000-4000-8000-000000000001")
            let candidates = ["9e999", "0.25", "'high'", "x'ff'", "-9e999", "0.5"].enumerated().map { number, value in
                "('40000000-0000-4000-8000-00000000000\(number)', '\(result)', '\(Self.bird)', \(value), 'shell')"
            }
            let made = try Tool.sqlite3(
                db,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO bird (id, common_name, source) VALUES ('\(Self.bird)', 'Snowy Owl', 'shell');
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(id)', 1, 'shell');
                INSERT INTO identification_result (id, session_id, source) VALUES ('\(result)', '\(id)', 'shell');
                INSERT INTO identification_candidate (id, result_id, bird_id, confidence, source)
                    VALUES \(candidates.joined(separator: ", "));
                """)
            #expect(made.status == 0, "\(made.errors)")
            for format in ["ndjson", "json", "csv", "table"] {
                let show = try GeoqProcess(["identify", "show", id, "-f", format, "--db", db])
                #expect(show.status == 0, "\(format): \(show.errors.prefix(300))")
            }
            let lines = try GeoqProcess(["identify", "show", id, "-f", "ndjson", "--db", db]).lines
            #expect(lines.count == 6 && lines[0].contains(#""confidence":0.5,"#), "\(lines)")
            #expect(lines[1].contains(#""confidence":0.25,"#), "\(lines)")
            #expect(lines[2...].allSatisfy { $0.contains(#""confidence":null,"#) }, "\(lines)")
            #expect(try GeoqProcess(["identify", "list", "--db", db]).status == 0)
        }
    }

    @Test func `a likelihood or confidence beyond 0 to 1 is shown in the table as in JSON, and told`() async throws {
        try await Self.guest { fixture in
            let (id, result) = ("10000000-0000-4000-8000-000000000001", "30000000-0000-4000-8000-000000000001")
            try fixture.sql(
                """
                UPDATE hotspot_species_presence SET likelihood = CASE week WHEN 20 THEN 1.5 ELSE -0.5 END;
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(id)', 1, 'shell');
                INSERT INTO identification_result (id, session_id, source) VALUES ('\(result)', '\(id)', 'shell');
                INSERT INTO identification_candidate (id, result_id, bird_id, confidence, source)
                    VALUES ('40000000-0000-4000-8000-000000000001', '\(result)', '\(Self.bird)', 1.5, 'shell');
                """)
            for (week, percent, likelihood) in [("20", "150 %", "1.5"), ("21", "-50 %", "-0.5")] {
                let words = ["presence", "--at", "Stewart Park", "--week", week]
                let table = try fixture.run(words + ["-f", "table"])
                #expect(table.output.contains(percent), "\(table.output)")
                let line = try fixture.run(words + ["-f", "ndjson"])
                #expect(line.output.contains("\"likelihood\":\(likelihood),"), "\(line.output)")
                for run in [table, line] {
                    #expect(run.errors.contains("1 bird has a likelihood that is not from 0 to 1"), "\(run.errors)")
                }
            }
            for format in ["table", "ndjson"] {
                let shown = try fixture.run("identify", "show", id, "-f", format)
                #expect(shown.output.contains("1.5"), "\(shown.output)")
                let words = "1 candidate has a confidence that is not from 0 to 1"
                #expect(shown.errors.contains(words), "\(shown.errors)")
            }
        }
    }

    @Test func `lists and their entries are shown, with the ids that other commands take`() async throws {
        try await Self.guest { fixture in
            #expect(try fixture.run("list", "list", "-e").status == 1)
            #expect(
                try fixture.run(
                    "list", "add", "Owls", "--start", "2026-11-01", "--lat", "42.46", "--lon", "-76.5", "--km", "2.5"
                ).status == 0)
            #expect(try fixture.run("list", "add", "Gulls").status == 0)
            let added = try fixture.run("entry", "add", "Owls", "snowy owl", "--notes", "on the pier")
            let id = try #require(added.lines.first)
            let lists = try fixture.run("list", "list", "-f", "csv")
            #expect(
                lists.lines.map { $0.split(separator: ",", maxSplits: 1)[1] } == [
                    "title,type,place,start_date,end_date,lat,lon,radius_km,entries,waits,cover,right,owner_id,shared_with,row_version,last_synced_at",
                    "Gulls,,,,,,,,0,pendingOwner,,own,,0,0,",
                    "Owls,,,2026-11-01,,42.46,-76.5,2.5,1,pendingOwner,,own,,0,0,",
                ], "\(lists.output)")
            let entries = try fixture.run("entry", "list", "owls", "-f", "table")
            #expect(
                entries.output.contains("Snowy Owl") && entries.output.contains("on the pier")
                    && entries.output.contains(id), "\(entries.output)")
            #expect(
                try fixture.run("entry", "list", "Owls").output.contains(#""id":"\#(id)","common_name":"Snowy Owl""#))
            #expect(try fixture.run("entry", "list", "Gulls", "-e").status == 1)
            // A day is the day at the place: Apia is 13 hours before UTC, New York 5 behind.
            for (lat, lon, moment) in [
                ("42.46", "-76.5", "2026-12-20T17:00:00Z"), ("-13.83", "-171.77", "2026-12-19T23:00:00Z"),
                ("", "", "2026-12-20T12:00:00Z"),
            ] {
                let words = ["entry", "add", "Gulls", "Snowy Owl", "--observed", "2026-12-20"]
                let place = lat.isEmpty ? [] : ["--lat", lat, "--lon", lon]
                let run = try GeoqProcess(
                    words + place, environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                let seen = try #require(run.lines.first)
                #expect(
                    try fixture.run("entry", "list", "Gulls").output.contains(#""observed_at":"\#(moment)""#), "\(seen)"
                )
                #expect(try fixture.run("entry", "delete", String(seen)).status == 0)
            }
            #expect(try fixture.run("entry", "list", "Ducks").status == 66)
            #expect(try fixture.run("entry", "delete", String(id)).status == 0)
            #expect(try fixture.run("entry", "list", "Owls").output.isEmpty)
        }
    }
}
