import Foundation
import TestSupport
import Testing

/// What users of other tools expect of the answers of a command line.
@Suite(.waits) struct CommandLineAnswerTests {
    private static let here = CommandLineTests.here
    private static let sightings = CommandLineTests.sightings

    // MARK: - Answers

    @Test func `a place at the center, and a way from a pole, have no bearing`() async throws {
        try await withStore { db in
            let here = ["near", "--lat", "42.44063", "--lon", "-76.49661", "--km", "1", "--db", db]
            let lines = try GeoqProcess(here)
            #expect(lines.output.contains(#""distance_m":0,"bearing_deg":null"#), "\(lines.output)")
            let table = try GeoqProcess(here + ["-f", "table"])
            #expect(table.lines[1].split(separator: " ").prefix(3) == ["0.00", "km", "Ithaca"], "\(table.output)")
            let csv = try GeoqProcess(here + ["-f", "csv", "--fields", "none"])
            #expect(csv.lines[1].hasSuffix(",0,"), "\(csv.output)")
        }
        let pole = try GeoqProcess(["dist", "--from", "90,0", "--to", "-90,5"])
        #expect(pole.output.contains(#""initial_bearing_deg":null,"final_bearing_deg":null"#))
        let away = try GeoqProcess(["dist", "--from", "-90,0", "--to", "1,2"])
        #expect(
            away.output.contains(#""initial_bearing_deg":null,"final_bearing_deg":"#)
                && !away.output.hasSuffix("null}\n"))
    }

    @Test func `a length is shown in the unit in which it was given`() async throws {
        try await withStore { db in
            let near = ["near", "-f", "table", "--db", db] + Self.here
            for (length, first) in [
                (["--within", "5mi"], " 0.18 mi"), (["--within", "800m", "--unit", "km"], " 0.29 km"),
                (["--km", "5"], " 0.29 km"),
            ] {
                let run = try GeoqProcess(near + length)
                #expect(run.lines[1].hasPrefix(first), "\(run.output)")
            }
        }
    }

    @Test func `an obscured point is marked in a table, and in every other answer`() async throws {
        try await withStore { db in
            let near = ["near", "--km", "60", "--layer", "observations", "--db", db] + Self.here
            let table = try GeoqProcess(near + ["-f", "table"])
            let titles = table.lines[0].split(separator: " ").map(String.init)
            #expect(titles.contains("±") && titles.contains("withheld"), "\(table.output)")
            let blurred = try #require(table.lines.first { $0.contains("Anas") })
            #expect(blurred.contains("62.5 km") && blurred.contains("coordinates"), "\(table.output)")
            let hidden = try #require(table.lines.first { $0.contains("Corvus") })
            #expect(hidden.contains(" ?  "), "a place that is withheld, no one knows how much: \(table.output)")
            // Also when no column was asked for.
            #expect(try GeoqProcess(near + ["-f", "table", "--fields", "none"]).output.contains("62.5 km"))
            for format in ["json", "ndjson", "geojson", "geojsonseq"] {
                let answer = try GeoqProcess(near + ["-f", format]).output
                #expect(answer.contains(#""uncertainty_m":62500"#) && answer.contains(#""withheld":"coordinates""#))
            }
            #expect(try GeoqProcess(near + ["-f", "csv"]).lines[0].contains(",uncertainty_m,"))
            // Sharp places need no such columns.
            let sharp = try GeoqProcess(near + ["-f", "table", "--species", "Parus major"])
            #expect(sharp.lines.count == 2 && !sharp.output.contains("±"), "\(sharp.output)")
        }
    }

    @Test func `a store whose other layer holds the answer says so`() async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            #expect(
                try GeoqProcess(["import", "-", "--as", "observations", "--db", db], input: Self.sightings).status == 0)
            let hint = "nothing found: there are no hotspots; 3 observations here: --layer observations\n"
            for question in [
                ["near", "--km", "100"] + Self.here, ["nearest", "-k", "3"] + Self.here,
                ["bbox", "--bbox", "-78,42,-76,43"], ["near", "--km", "100", "--where", "locality = 'x'"] + Self.here,
            ] {
                for format in [[], ["-f", "table"]] {
                    let run = try GeoqProcess(question + format + ["--db", db])
                    #expect(run.status == 0 && run.errors == hint, "\(question): \(run.errors)")
                }
            }
            let far = try GeoqProcess(["near", "--lat", "1", "--lon", "2", "--km", "5", "--db", db])
            #expect(far.errors == "nothing found: there are no hotspots\n")
            let place = try GeoqProcess(["near", "--at", "Sapsucker Woods", "--km", "5", "--db", db])
            #expect(place.status == 66 && place.errors.contains("there are no hotspots"), "\(place.errors)")
            #expect(place.errors.contains("3 observations: --layer observations"))
            let found = try GeoqProcess(["find", "Sapsucker", "--db", db])
            #expect(found.errors == "nothing found: there are no hotspots; 3 observations: --layer observations\n")
        }
        try await withStore { db in
            let near = try GeoqProcess(["near", "--lat", "42.6", "--lon", "-76.9", "--km", "5", "--db", db])
            #expect(near.errors == "nothing found; 1 observation here: --layer observations\n")
        }
    }

    @Test func `a command says also in a pipe that it found nothing`() async throws {
        try await withStore { db in
            #expect(try GeoqProcess(["find", "Xyzzy", "--db", db]).errors == "nothing found\n")
            #expect(
                try GeoqProcess(["near", "--lat", "1", "--lon", "2", "--km", "3", "--db", db]).errors
                    == "nothing found\n")
            let match = ["match", "--lat", "1", "--lon", "2", "--db", db]
            #expect(try GeoqProcess(match).errors.hasPrefix("no watchlists"))
            #expect(try GeoqProcess(["rules", "add", "Ducks", "--km", "5", "--db", db] + Self.here).status == 0)
            #expect(try GeoqProcess(match).errors == "nothing found\n")
            let stream = try GeoqProcess(["match", "-", "--db", db], input: "species,lat,lon\nAnas,1,2\n")
            #expect(stream.status == 0 && stream.errors == "nothing found\n", "\(stream.errors)")
        }
    }

    @Test func `CSV has its header also when nothing was found`() async throws {
        try await withStore { db in
            let store = ["-f", "csv", "--db", db]
            let south = ["--lat", "-60", "--lon", "9"]
            let rule = ["rules", "add", "Ducks", "--km", "5", "--db", db] + Self.here
            #expect(try GeoqProcess(rule).status == 0)
            let names =
                "watchlist,title,priority,certainty,distance_m,inside_m,location_rule,species_by,species_rule,"
                + "date_fit,days_inside,date_rule"
            let species =
                "common_name,scientific_name,observations,last_seen,last_seen_from,last_seen_precision,nearest_m"
            let line = "line,sighting,scientific_name,common_name,lat,lon,date,"
            let stream = ["match", "-"]
            let square = "POLYGON((8 -61,9 -61,9 -60,8 -61))"
            let questions: [(words: [String], input: String, header: String)] = [
                (["match"] + south, "", names), (stream, "species,lat,lon\nAnas,-60,9\n", line + names),
                (["match", "--all", "--area", square], "", "sighting,name,lat,lon," + names),
                (["species", "--km", "1"] + south, "", species),
                (["species", "--km", "1", "--layer", "entries"] + south, "", "bird_id," + species),
                (["areas", "list"], "", "name,kind,edges,pole,positions,source,id"),
                (["areas", "of"] + south, "", "name,kind,edge_m,source,id"),
                (
                    ["entry", "list", "Ducks"], "",
                    "id,common_name,scientific_name,bird_id,nickname,status,notes,added_at,observed_at,observed_by,"
                        + "place,lat,lon,priority,waits,row_version,last_synced_at"
                ),
            ]
            for (words, input, header) in questions {
                let run = try GeoqProcess(words + store, input: input)
                #expect(run.status == 0 && run.output == header + "\n", "\(words): \(run.output) \(run.errors)")
            }
            // With a hit it is the same header.
            let hit = try GeoqProcess(["match"] + Self.here + store)
            #expect(hit.lines.count == 2 && hit.lines.first == Substring(names), "\(hit.output)")
            let seen = try GeoqProcess(stream + store, input: "species,lat,lon\nAnas,42.44,-76.5\n")
            #expect(seen.lines.first == Substring(line + names), "\(seen.output)")
            #expect(try GeoqProcess(["match", "--count"] + south + store).output == "0\n")
        }
    }

    @Test func `where the next page begins can be read from a file`() async throws {
        try await withStore { db in
            let next = (db as NSString).deletingLastPathComponent + "/next"
            var (ids, after) = ([Substring](), [String]())
            for _ in 0..<5 {
                let page = try GeoqProcess(
                    ["near", "--km", "100", "-f", "ids", "--limit", "1", "--next", next, "--db", db] + Self.here + after
                )
                ids += page.lines
                let token = try String(contentsOfFile: next, encoding: .utf8).trimmingCharacters(in: .newlines)
                if token.isEmpty { break }
                #expect(page.errors == "next page: --after \(token)\n")
                after = ["--after", token]
            }
            #expect(ids.count == 3 && Set(ids).count == 3)
            // A descriptor is written to where it is: its file keeps what it has.
            let script =
                "exec > '\(next)'; \"$0\" \"$@\" --next /dev/stdout; \"$0\" \"$@\" --next /dev/fd/3 3>> '\(next)'"
            let words = ["near", "--km", "100", "-f", "ids", "--limit", "1", "--db", db] + Self.here
            _ = try Tool.run("/bin/bash", ["-c", script, GeoqProcess.executable.path] + words)
            let lines = try String(contentsOfFile: next, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 4 && lines[0] == ids[0] && lines[2] == ids[0], "\(lines)")
            #expect(lines.count == 4 && lines[1] == lines[3] && lines[1].contains(","), "\(lines)")
            let remote = ["near", "--km", "9", "--limit", "1", "--next", next, "--remote", "host=127.0.0.1 port=1"]
            let server = try GeoqProcess(remote + Self.here)
            #expect(server.status == 64 && server.errors.contains("--next"), "\(server.errors)")
            let full = try GeoqProcess(
                ["near", "--km", "100", "--limit", "1", "--next", "/dev/full", "--db", db] + Self.here)
            #expect(full.status == 74 && full.errors.contains("/dev/full cannot be written"), "\(full.errors)")
            #expect(try GeoqProcess(["near", "--km", "1", "--next", next] + Self.here).status == 64)
            // The store is no file to write to.
            for wrong in [db, ""] {
                let run = try GeoqProcess(
                    ["near", "--km", "9", "--limit", "1", "--next", wrong, "--db", db] + Self.here)
                #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("--next"), "\(run.errors)")
            }
            let log = try GeoqProcess(["serve", "--access-log", db, "--port", "0", "--db", db])
            #expect(log.status == 64 && log.errors.contains("--access-log: \(db) is a database"), "\(log.errors)")
            let picture = try GeoqProcess(["photo", "profile", "--output", db, "--db", db])
            #expect(picture.status == 64 && picture.errors.contains("--output: \(db) is a data"), "\(picture.errors)")
            let rejects = try GeoqProcess(["import", "/nowhere.csv", "--rejects", db, "--db", db + ".new"])
            #expect(rejects.status == 64 && rejects.errors.contains("--rejects: \(db) is a d"), "\(rejects.errors)")
            #expect(try GeoqProcess(["near", "--km", "9", "--count", "--db", db] + Self.here).status == 0)
        }
    }

    // MARK: - Tables

    @Test(arguments: [80, 60, 40, 24])
    func `a table fits its terminal, and no date and no distance is cut`(columns: Int) async throws {
        try await withStore { db in
            let near = ["near", "--km", "100", "--layer", "observations", "--db", db] + Self.here
            let wide = try TerminalRun(near, columns: 300, environment: ["NO_COLOR": "1"])
            #expect(!wide.screen.contains("…") && !wide.screen.contains("not shown"), "\(wide.screen)")
            let run = try TerminalRun(near, terminal: [.output], columns: columns, environment: ["NO_COLOR": "1"])
            #expect(run.lines.allSatisfy { $0.count <= columns }, "\(run.screen)")
            for text in ["2024-05-03", "2024-06-12", "0.29 km", "62.5 km"] {
                #expect(run.screen.contains(text), "\(columns): \(run.screen)")
            }
            // Columns that were left out are reported once, and the id is the
            // first of them.
            let said = run.errors.split(separator: "\n")
            #expect(said.count == 1 && said[0].hasPrefix("not shown, for want of room: "), "\(run.errors)")
            #expect(said[0].contains("id"), "\(run.errors)")
            #expect(!run.screen.contains("42.44063"), "then the coordinates")
        }
    }

    @Test func `at 80 columns hotspots keep whole names and lose the id`() async throws {
        try await withStore { db in
            let run = try TerminalRun(
                ["near", "--km", "100", "--db", db] + Self.here, terminal: [.output], columns: 80,
                environment: ["NO_COLOR": "1"])
            #expect(run.lines[1].contains("Ithaca") && !run.screen.contains("…"), "\(run.screen)")
            #expect(run.screen.contains("-76.49661"), "\(run.screen)")
            #expect(run.errors == "not shown, for want of room: id; -f csv has all\n")
        }
    }

    private func withStore(_ body: (String) async throws -> Void) async throws {
        try await CommandLineTests().withStore(body)
    }
}
