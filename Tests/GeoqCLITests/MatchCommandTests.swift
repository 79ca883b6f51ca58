import Foundation
import TestSupport
import Testing

/// `geoq match`, as a user runs it.
@Suite(.waits) struct MatchCommandTests {
    private static let lists = """
        {"id":"00000000-0000-4000-8000-00000000000a","title":"Pond","lat":42.48,"lon":-76.45,"radius_km":5}
        {"id":"00000000-0000-4000-8000-00000000000b","title":"Tits","bird_id":"00000000-0000-4000-8000-000000000001","rules":[{"rule_type":"location","parameters_json":"{\\"lat\\":42.5,\\"lon\\":-76.45,\\"radius_km\\":5}","priority":2}]}
        {"id":"00000000-0000-4000-8000-00000000000c","title":"Winter","shape_id":"tit-like","start":"--11-01","end":"--02-28"}
        """

    @Test func `a sighting's matches come by priority, then distance, with their reasons`() async throws {
        try await withStore { db in
            let place = ["match", "--lat", "42.48", "--lon", "-76.45"]
            let tit = try RulesCommandTests.geoq(db, place + ["--species", "great tit", "--date", "2026-12-24"])
            #expect(Self.titles(tit) == ["Tits", "Pond", "Winter"])
            #expect(tit.lines[0].contains(#""priority":2,"certainty":"certain","distance_m":2221."#))
            #expect(tit.lines[0].contains(#""inside_m":2778."#) && tit.lines[0].contains(#""species_by":"bird""#))
            #expect(tit.lines[2].contains(#""location_rule":null,"species_by":"shape""#))
            #expect(tit.lines[2].contains(#""date_fit":"inside","days_inside":53"#))
            #expect(try Self.titles(RulesCommandTests.geoq(db, place)) == ["Pond"])
            let open = try RulesCommandTests.geoq(db, place + ["--unknown", "matches"])
            #expect(Self.titles(open) == ["Tits", "Pond", "Winter"])
            #expect(
                open.lines[0].contains(#""certainty":"possible""#) && open.lines[1].contains(#""certainty":"certain""#))
            let vague = try RulesCommandTests.geoq(db, place + ["--uncertainty", "5001"])
            #expect(vague.output.contains(#""certainty":"possible""#))
            let north = ["match", "--lat", "42.53", "--lon", "-76.45", "--near-miss", "1km"]
            let missed = try RulesCommandTests.geoq(db, north)
            #expect(Self.titles(missed) == ["Pond"] && missed.output.contains(#""certainty":"near-miss""#))
            #expect(missed.output.contains(#""inside_m":-5"#))
            #expect(try RulesCommandTests.geoq(db, "match", "--lat", "0", "--lon", "0", "-e").status == 1)
            let table = try RulesCommandTests.geoq(db, place + ["-f", "table"])
            #expect(table.lines.count == 2 && table.output.contains("5.00 km"))
        }
    }

    @Test func `mistakes are told`() async throws {
        try await withStore { db in
            for (arguments, words) in [
                ([], "Give a sighting"), (["x.csv", "--all"], "Give a sighting"),
                (["--all", "--new"], "goes with a file"), (["--all", "--map", "lat=Y"], "--map goes with a file"),
                (["--lat", "1", "--lon", "2", "--near-miss", "2"], "--near-miss"),
                (["--lat", "1", "--lon", "2", "--uncertainty=-1"], "write a number of meters"),
                (["-", "--follow"], "--follow is for files"),
                (["x.csv", "--follow", "-f", "table"], "--follow has no end, and so no table; choose ndjson or csv"),
            ] {
                let run = try RulesCommandTests.geoq(db, ["match"] + arguments)
                #expect(run.status == 64 && run.errors.contains(words), "\(arguments): \(run.errors)")
            }
            #expect(try RulesCommandTests.geoq(db, "match", "missing.csv").status == 66)
        }
    }

    @Test func `sightings of any format are matched line by line, bad ones told`() async throws {
        let table = """
            id,species,lat,lon,date,uncertainty_m
            1,Parus major,42.48,-76.45,2026-12-24,
            2,Parus major,42.48,-76.45,2026-12-24,
            3,Parus major,42.48,-76.45,2026-12-25,9000
            4,Parus major,99,-76.45,2026-12-25,
            5,Anas crecca,10,10,2026-05-01,
            """
        try await withStore { db in
            let run = try RulesCommandTests.geoq(db, ["match", "-"], input: table)
            #expect(run.status == 0 && run.errors.contains("line 5: lat 99.0 out of range"))
            #expect(run.lines.count == 9)
            #expect(run.lines[0].hasPrefix(#"{"line":2,"sighting":"1","scientific_name":"Parus major","#))
            #expect(
                run.lines[0].contains(
                    #""date":"2026-12-24","watchlist":"00000000-0000-4000-8000-00000000000b","title":"Tits""#))
            #expect(run.lines[6].contains(#""certainty":"possible""#))
            let new = try RulesCommandTests.geoq(db, ["match", "-", "--new"], input: table)
            #expect(new.lines.count == 6)
            #expect(!new.output.contains(#""sighting":"2""#))
            let places = "name,lat,lon\nMill Pond,42.48,-76.45\n"
            #expect(try Self.titles(RulesCommandTests.geoq(db, ["match", "-"], input: places)) == ["Pond"])
            let named = "Ort,Breite,Weite\nMill Pond,42.48,-76.45\n"
            let unread = try RulesCommandTests.geoq(db, ["match", "-"], input: named)
            #expect(unread.status == 65 && unread.errors.contains("name them with --map lat="), "\(unread.errors)")
            for map in [["--map", "lat=Breite,lon=Weite"], ["--map", "lat=Breite", "--map", "lon=Weite"]] {
                let mapped = try RulesCommandTests.geoq(db, ["match", "-"] + map, input: named)
                #expect(Self.titles(mapped) == ["Pond"], "\(mapped)")
            }
            let json = #"{"lat":42.48,"lon":-76.45,"scientific_name":"Parus major","date":"2026-12-24"}"#
            #expect(try RulesCommandTests.geoq(db, ["match", "-", "--count"], input: json).output == "3\n")
            // A line is what the fields of one record are.
            let one = try RulesCommandTests.geoq(db, ["match", "-"], input: json + "\n")
            let csv = try RulesCommandTests.geoq(db, ["match", "-", "-f", "csv"], input: json + "\n")
            #expect(csv.lines.count == 4 && one.lines.count == 3)
            let asked = try GeoqProcess(
                ["match", "-", "--db", db], input: json + "\n", environment: ["GEOQ_FORMAT": "csv"])
            #expect(asked.output == csv.output)
            let names = csv.lines[0].split(separator: ",").map(String.init)
            for (line, row) in zip(one.lines, csv.lines.dropFirst()) {
                let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                #expect(Set(object.keys) == Set(names))
                #expect(row.hasSuffix(",\(object["date_rule"] as? String ?? "")"))
            }
        }
    }

    @Test func `rows without a place are skipped, and counted`() async throws {
        let header = "id,observed_on,scientific_name,common_name,latitude,longitude,coordinates_obscured\n"
        let (hidden, seen) = (
            "1,2026-05-01,Parus major,Great Tit,,,true\n", "2,2026-05-01,Anas crecca,Teal,42.48,-76.45,false\n"
        )
        let told = "1 skipped: without coordinates, as the format allows (obscured, private, specimen)\n"
        try await withStore { db in
            let none = try RulesCommandTests.geoq(db, ["match", "-"], input: header + hidden)
            #expect(none.status == 0 && none.errors == told + "nothing found\n", "\(none.errors)")
            let one = try RulesCommandTests.geoq(db, ["match", "-"], input: header + hidden + seen)
            #expect(one.status == 0 && Self.titles(one) == ["Pond"] && one.errors == told, "\(one.errors)")
            let refused = try RulesCommandTests.geoq(
                db, ["match", "-"], input: header + hidden + seen.replacing("42.48", with: "99"))
            #expect(refused.status == 65 && refused.errors.contains(told), "\(refused.errors)")
        }
    }

    /// Each match is written before the next line arrives.
    @Test(arguments: [
        ("", #"{"lat":42.48,"lon":-76.45,"id":"a"}"#, #"{"lat":42.48,"lon":-76.45,"id":"b"}"#),
        ("id,lat,lon,date\n", "a,42.48,-76.45,2026-05-01", "b,42.48,-76.45,2026-05-01"),
    ])
    func `a match is out before the next sighting is in`(header: String, first: String, second: String) async throws {
        try await withStore { db in
            let process = GeoqProcess.prepared(["match", "-", "--db", db])
            let (source, out) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (source, out)
            try process.run()
            for (line, id) in [(header + first, "a"), (second, "b")] {
                try source.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
                // Blocks until the match arrives; if the command did not flush,
                // for ever.
                let text = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
                #expect(text.hasSuffix("}\n") && text.contains(#""sighting":"\#(id)""#), "\(text)")
            }
            try source.fileHandleForWriting.close()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test func `a file that grows is followed`() async throws {
        try await withStore { db in
            let path = db + ".ndjson"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            // A table would wait for the end.
            let process = GeoqProcess.prepared(
                ["match", path, "--follow", "--db", db], environment: ["GEOQ_FORMAT": "table"])
            let (out, err) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (out, err)
            try process.run()
            for id in ["a", "b"] {
                let line = #"{"lat":42.48,"lon":-76.45,"id":"\#(id)"}"#
                // A line that is not whole waits for its end.
                try file.write(contentsOf: Data(line.prefix(20).utf8))
                usleep(300_000)
                try file.write(contentsOf: Data((line.dropFirst(20) + "\n").utf8))
                let text = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
                #expect(text.hasSuffix("}\n") && text.contains(#""sighting":"\#(id)""#), "\(text)")
            }
            // It is cut, and another file takes its name: each is read from its beginning.
            try file.truncate(atOffset: 0)
            try file.seek(toOffset: 0)
            for id in ["c", "d"] {
                let line = #"{"lat":42.48,"lon":-76.45,"id":"\#(id)"}"# + "\n"
                if id == "c" {
                    try file.write(contentsOf: Data(line.utf8))
                } else {
                    try Data(line.utf8).write(to: URL(filePath: path), options: .atomic)
                }
                let text = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
                #expect(text.hasSuffix("}\n") && text.contains(#""sighting":"\#(id)""#), "\(text)")
            }
            #expect(process.isRunning)
            process.terminate()
            process.waitUntilExit()
            let said = String(decoding: try err.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            #expect(said.components(separatedBy: "was cut or replaced while it was followed").count == 3, "\(said)")
        }
    }

    @Test func `a reader that has seen enough ends it quietly`() async throws {
        try await withStore { db in
            let shell = Process()
            // Programs that start tests may ignore the signal, and then so would
            // the shell.
            shell.executableURL = URL(filePath: "/usr/bin/env")
            shell.arguments = [
                "--default-signal=PIPE", "/bin/bash", "-c",
                """
                for i in $(seq 5000); do echo '{"lat":42.48,"lon":-76.45}'; done \
                | "$0" match - --db "$1" | head -n 1 | wc -l; echo "${PIPESTATUS[1]}"
                """, GeoqProcess.executable.path, db,
            ]
            let (out, err) = (Pipe(), Pipe())
            (shell.standardOutput, shell.standardError) = (out, err)
            try shell.run()
            let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            let errors = String(decoding: try err.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(text == "1\n141\n" && errors.isEmpty, "\(text) \(errors)")
        }
    }

    @Test func `all stored sightings are joined with all lists`() async throws {
        try await withStore { db in
            let rows = """
                id,species,lat,lon,date,uncertainty_m
                1,Parus major,42.48,-76.45,2026-12-24,9000
                2,Anas crecca,42.48,-76.45,2026-12-24,
                3,Anas crecca,10,10,2026-12-24,
                """
            try RulesCommandTests.geoq(db, "import", "-", "--as", "observations", input: rows)
            let all = try RulesCommandTests.geoq(db, "match", "--all")
            #expect(Self.titles(all) == ["Pond", "Pond", "Tits", "Winter"])
            #expect(all.lines.count { $0.contains(#""certainty":"possible""#) } == 2)
            let asked = try GeoqProcess(["match", "--all", "--db", db], environment: ["GEOQ_FORMAT": "csv"])
            #expect(asked.lines.count == 5 && asked.lines[0].contains(",title,"), "\(asked)")
            #expect(try RulesCommandTests.geoq(db, "match", "--all", "--count").output == "4\n")
            let listed = try RulesCommandTests.geoq(db, "rules", "sightings", "pond")
            #expect(listed.lines.count == 2 && listed.lines.count { $0.contains(#""certainty":"possible""#) } == 1)
        }
    }

    private static func titles(_ run: GeoqProcess) -> [String] {
        run.lines.map { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["title"] as? String ?? "?"
        }
    }

    private static let store = SharedStore("matches") { db in
        try RulesCommandTests.geoq(
            db, "import", "-", "--as", "birds",
            input: """
                id,common_name,scientific_name,shape_id
                00000000-0000-4000-8000-000000000001,Great Tit,Parus major,tit-like

                """)
        let run = try RulesCommandTests.geoq(db, "import", "-", "--as", "watchlists", input: lists)
        try #require(run.status == 0 && run.errors.contains("8 added"), "\(run.errors)")
    }

    private func withStore(_ body: (_ db: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            try Self.store.copy(to: db)
            try await body(db)
        }
    }
}
