import Foundation
import Geoq
import TestSupport
import Testing

/// What a person at a terminal sees, and what a pipe gets.
@Suite(.waits, .serialized) struct TerminalTests {
    private static let near = ["near", "--lat", "42.44", "--lon", "-76.5", "--km", "60"]

    @Test func `a terminal gets a table, a pipe one JSON object a line`() async throws {
        try await withPlaces { db in
            let question = Self.near + ["--db", db]
            let seen = try TerminalRun(question, environment: ["NO_COLOR": "1"])
            #expect(seen.status == 0 && seen.lines.count == 4)
            #expect(seen.lines[0].hasPrefix("distance  bearing  name"))
            #expect(seen.lines[1].hasPrefix(" 0.29 km    E 76°  Ithaca"))
            // The same content in a pipe, also when messages go to a terminal.
            let piped = try TerminalRun(question, terminal: [.errors])
            #expect(piped.screen.isEmpty)
            #expect(piped.output.split(separator: "\n").count == 3)
            #expect(piped.output.hasPrefix(#"{"id":""#))
            // A table that goes to a terminal while messages go to a pipe.
            let table = try TerminalRun(question, terminal: [.output], environment: ["NO_COLOR": "1"])
            #expect(table.screen == seen.screen && table.errors.isEmpty)
        }
    }

    @Test func `-f goes before GEOQ_FORMAT, and that before the terminal`() async throws {
        try await withPlaces { db in
            let question = Self.near + ["--db", db]
            let csv = ["GEOQ_FORMAT": "csv"]
            #expect(try TerminalRun(question, environment: csv).screen.hasPrefix("id,name,lat,lon,"))
            #expect(try GeoqProcess(question, environment: csv).output.hasPrefix("id,name,lat,lon,"))
            #expect(try GeoqProcess(question + ["-f", "geojson"], environment: csv).output.hasPrefix(#"{"type":"#))
            #expect(try TerminalRun(question + ["-f", "ndjson"], environment: csv).screen.hasPrefix(#"{"id":"#))
            // An empty variable counts as not set; a format for features does
            // not suit an answer without features.
            #expect(try GeoqProcess(question, environment: ["GEOQ_FORMAT": ""]).output.hasPrefix(#"{"id":"#))
            #expect(
                try GeoqProcess(["stats", "--db", db], environment: ["GEOQ_FORMAT": "geojson"]).output
                    .hasPrefix(#"{"store":"#))
            let wrong = try GeoqProcess(question, environment: ["GEOQ_FORMAT": "xml"])
            #expect(wrong.status == 64 && wrong.output.isEmpty)
            #expect(wrong.errors.contains("GEOQ_FORMAT is 'xml'; it can be table, json,"))
        }
    }

    @Test func `only a terminal that can has the header in bold`() async throws {
        try await withPlaces { db in
            let question = Self.near + ["--db", db]
            let bold = try TerminalRun(question)
            #expect(bold.screen.hasPrefix("\u{1B}[1mdistance"))
            #expect(bold.screen.filter { $0 == "\u{1B}" }.count == 2)
            for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
                #expect(try !TerminalRun(question, environment: environment).screen.contains("\u{1B}"))
            }
            // An empty NO_COLOR says nothing (no-color.org).
            #expect(try TerminalRun(question, environment: ["NO_COLOR": ""]).screen == bold.screen)
            #expect(try !GeoqProcess(question + ["-f", "table"]).output.contains("\u{1B}"))
        }
    }

    @Test func `an import shows rate and time left on a terminal, and takes them away`() async throws {
        try await withFolder { folder in
            let cities = Checkout.root.appending(path: "data/cities15000.csv").path
            func arguments(_ name: String) -> [String] {
                ["import", cities, "--as", "hotspots", "--db", "\(folder)/\(name).sqlite"]
            }
            let seen = try TerminalRun(arguments("seen"), terminal: [.errors])
            #expect(seen.status == 0 && seen.output.isEmpty)
            let states = seen.screen.components(separatedBy: "\r\u{1B}[K").dropFirst()
            let line = /\d+ rows, \d+ a second, \d+ %, \d+ s left/
            #expect(states.count > 2)
            #expect(states.dropLast().allSatisfy { $0.wholeMatch(of: line) != nil }, "\(states)")
            #expect(states.last?.hasPrefix("cities15000.csv (geonames)") == true)
            // Messages that go to a pipe or a dumb terminal have only the
            // summary.
            for hidden in [
                try TerminalRun(arguments("pipe"), terminal: [.output]).errors,
                try TerminalRun(arguments("dumb"), terminal: [.errors], environment: ["TERM": "dumb"]).screen,
            ] {
                #expect(hidden.hasPrefix("cities15000.csv (geonames)") && !hidden.contains("a second"))
            }
            #expect(try TerminalRun(arguments("quiet") + ["-q"]).screen.isEmpty)
            // On a narrow terminal it stays one line.
            let narrow = try TerminalRun(arguments("narrow"), terminal: [.errors], columns: 30)
            let shown = narrow.screen.components(separatedBy: "\r\u{1B}[K").dropFirst().dropLast()
            #expect(shown.count > 1 && shown.allSatisfy { $0.count < 30 && $0.hasSuffix("…") }, "\(shown)")
        }
    }

    @Test func `what is in a name or a message never commands the terminal`() async throws {
        let evil = "Po\u{1B}]0;evil\u{07}nd\u{9B}31m\u{202E}\u{7F}\u{08}"
        try await withFolder { folder in
            let (db, file) = (folder + "/a.sqlite", folder + "/evil.csv")
            try "id,name,lat,lon,\(evil)\n1,\(evil),42.44,-76.5,x\n2,\(evil),\(evil),0,x\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
            var screens = [try TerminalRun(["import", file, "--as", "hotspots", "--db", db, "-q"]).screen]
            screens.append(
                try TerminalRun(["import", file, "--as", "hotspots", "--db", db], terminal: [.output]).errors)
            let store = ["--db", db]
            for arguments in [
                Self.near + ["--fields", "none"], ["near", "--at", "1", "--km", "1"], ["find", "po"],
                ["find", evil + "x"], ["near", "--at", evil + "x", "--km", "1"],
                Self.near + ["--layer", "observations", "--species", evil], Self.near + ["-f", "json"],
                ["near", "--at", evil, "--km", "1", "-f", "json"], ["sources", "remove", evil],
                Self.near + ["-f", "csv"], ["export", "hotspots", "-f", "csv"],
            ] {
                screens.append(try TerminalRun(arguments + store, environment: ["NO_COLOR": "1"]).screen)
            }
            for screen in screens {
                #expect(!screen.isEmpty)
                let bad = screen.unicodeScalars.filter {
                    $0.value < 0x20 && $0 != "\n" && $0 != "\r" || (0x7F...0x9F).contains($0.value)
                }
                #expect(bad.filter { $0 != "\r" }.isEmpty, "\(screen.debugDescription)")
            }
            // A program that reads CSV or JSON gets the same name.
            #expect(try GeoqProcess(Self.near + ["-f", "csv"] + store).output.contains(evil))
            let json = try GeoqProcess(Self.near + ["--fields", "none"] + store).output
            #expect(json.contains(#""name":"Po\u001b]0;evil\u0007nd\u009b31m"#))
        }
    }

    @Test func `no date, no id and no path is cut on a narrow terminal`() async throws {
        try await withPlaces { db in
            let park = """
                {"type":"Feature","properties":{"name":"Park"},"geometry":{"type":"Polygon",\
                "coordinates":[[[-77,42],[-76,42],[-76,43],[-77,43],[-77,42]]]}}
                """
            let added = try GeoqProcess(
                ["areas", "add", "-", "--source", "a source with a long name", "--db", db], input: park)
            #expect(added.status == 0, "\(added.errors)")
            let seen = try GeoqProcess(
                ["community", "add", "Bubo scandiacus", "--at", "Ithaca", "--observed", "2026-11-20", "--db", db])
            #expect(seen.status == 0, "\(seen.errors)")
            func run(_ words: [String], _ columns: Int) throws -> TerminalRun {
                try TerminalRun(
                    words + ["--db", db], terminal: [.output], columns: columns, environment: ["NO_COLOR": "1"])
            }
            for words in [["areas", "list"], ["areas", "of", "--at", "42.5,-76.5"]] {
                let areas = try run(words, 80)
                #expect(areas.lines.count == 2 && !areas.screen.contains("…"), "\(areas.screen)")
                #expect(areas.errors == "not shown, for want of room: id; -f csv has all\n")
            }
            let list = try run(["community", "list"], 40)
            #expect(list.screen.contains(#/2026-11-20T\d\d:00:00Z/#), "\(list.screen)")
            #expect(list.lines.allSatisfy { $0.count <= 40 }, "\(list.screen)")
            let stats = try run(["stats"], 20)
            #expect(stats.lines.contains { $0.hasPrefix("store ") && $0.hasSuffix("/a.sqlite") }, "\(stats.screen)")
        }
    }

    private func withPlaces(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            let places = """
                id,name,locality,lat,lon
                1,Ithaca,US-NY,42.44063,-76.49661
                2,Cortland,US-NY,42.60118,-76.18048
                3,Elmira,US-NY,42.0898,-76.80773

                """
            let run = try GeoqProcess(
                ["import", "-", "--as", "hotspots", "--db", db, "--source", "mine"], input: places)
            #expect(run.status == 0, "\(run.errors)")
            try await body(db)
        }
    }
}
