import Foundation
import TestSupport
import Testing

/// Presence by week, on a terminal, over HTTP, and beside the own observations.
extension HomeCommandTests {
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
}
