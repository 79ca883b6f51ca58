import Foundation
import TestSupport
import Testing

/// What people mistype, and the sentence that helps them on.
@Suite(.waits) struct MistakeTests {
    private static let here = ["--lat", "42.44", "--lon", "-76.5"]

    /// Arguments that no store is needed to refuse.
    @Test(arguments: [
        ("near --lat 42.44 --km 5", "--lat and --lon go together; --lon is missing"),
        ("near --lat 42,44 --lon -76,5 --km 5", "write decimals with a point, such as 42.44"),
        ("near --lat 42.44 --lon 76.5W --km 5", "south and west with a minus: -76.5"),
        ("near --lat -176.5 --lon 42.44 --km 5", "lat -176.5 out of range −90…90; did you swap lat and lon?"),
        ("near --lat 42.44 --lon -76.5 --km 5mi", "--within takes a length with its unit"),
        ("near --lat 42.44 --lon -76.5 --within 5", "\"5\" has no unit; write 5km, 5mi"),
        ("near --lat 42.44 --lon -76.5 --within -5mi", "\"-5mi\" is negative"),
        ("near --lat 42.44 --lon -76.5 --km 5 --min-km -1", "--min-km -1 is negative"),
        ("near 42.44 -76.5 --km 5", "A center is --lat and --lon, or --at a hotspot"),
        ("near --at _ --km 5", "--at needs a name or an id"),
        ("near --at Ithaca --km 5 --since 2026", "write a day as yyyy-mm-dd"),
        ("near --at Ithaca --km 5 --since 2026-02-01 --until 2026-01-01", "lies before --since"),
        ("list add Ducks --lat 1 --lon 2 --km nan", "write a number of kilometers, such as 2.5"),
        ("list edit Ducks --km 0x10", "write a number of kilometers, such as 2.5"),
        ("photo check --hours 0x10", "write a number of hours, 0 or more"),
        ("photo check --hours -1", "write a number of hours, 0 or more"),
        ("list edit Ducks --title _", "Give the watchlist a title"), ("find \u{A0}", "Give a name"),
        ("home set --lat 1 --lon 2 --name _", "--name needs a name"),
        ("import a.csv --as observations --species _", "'--species <name>': give the name of a species"),
        ("near --at Ithaca --km 5 --layer observations --species \u{A0}", "give the name of a species"),
        ("rules add Ducks --species _", "give the name of a species"),
        ("rules sightings Ducks --species _", "give the name of a species"),
        ("match --lat 1 --lon 2 --species _", "give the name of a species"),
        ("entry add Ducks _", "give the name of a species"),
        ("near --at --km 5", "Missing value for '--at"),
        ("nearest --at Ithaca", "'-k <count>'"), ("nearest --at Ithaca -k -3", "-k"),
        ("dist --from 42.44 --to 1,2", "with a comma between: 42.44,-76.5"),
        ("dist --from 42.44,-76.5 --to 136,103", "lat 136.0 out of range −90…90"),
        ("bbox --bbox -77,42,-76", "give west,south,east,north in degrees"),
        ("trajectories --bbox 1,50,2,40", "'1,50,2,40' is invalid for '--bbox <west,south,east,north>': south 50"),
        ("species --at Ithaca --km 5 -f geojson", "one of 'table', 'json', 'ndjson' or 'csv'"),
        ("export hotspots -f table", "one of 'geojson', 'geojsonseq', 'csv' or 'ndjson'"),
        ("explain near --at Ithaca --km 5mi", "--within takes a length with its unit"),
        ("explain find Ithaca", "Give a near, nearest, bbox, along, species, match or export command"),
        ("explain species --at Ithaca", "Give a radius: --km or --within."),
        ("explain export hotspots --area x --area y", "--area is given 2 times"),
        ("shard plan host=x --parts nan", "'--parts <count>': it must be a whole number, 1 or more"),
        ("presence --at Ithaca --week nan", "'--week <number>': it must be a whole number, 1 to 53"),
        ("presence --at Ithaca --week 54", "a year has the weeks 1 to 53"),
        ("entry add Ducks Owl --priority x", "'--priority <number>': it must be a whole number, such as 3 or -1"),
        ("entry edit 1 --priority 1.5", "'--priority <number>': it must be a whole number"),
        ("rules add Ducks --species Owl --priority _", "'--priority <number>': it must be a whole number"),
        ("sync host=x --table t --srid nan", "'--srid <number>': it must be the number of a system of coordinates"),
        ("areas add a.shp --srid EPSG:4326", "'--srid <number>': it must be the number of a system of coordinates"),
        ("photo usage --project --quota x", "'--quota <size>': write a number of bytes with its unit, such as 1GB"),
        ("conflicts show x", "'<number>': it must be a whole number, such as 3"),
        ("conflicts dismiss 3 x", "it must be a whole number, such as 3"),
        ("species --at Ithaca --km 5 --layer hotspots", "one of 'observations' and 'entries'"),
        ("photo cover Ducks a.jpg -f json", "--format is for what is known of the picture"),
        ("photo profile --clear -e", "--exit-status is for what is known of the picture"),
        ("import a.csv --as birds --dates dmy", "--dates is for observations and watchlists, and has no use for birds"),
        ("explain near --at Ithaca --km 5 -e", "what a question costs, and has no answer for --exit-status"),
        ("explain bbox --bbox 1,2,3,4 --limit 1 --next a", "and has no answer for --next"),
        ("explain near --at Ithaca --km 5 --count", "and has no answer for --count"),
        ("explain nearest --at Ithaca -k 5 --fields name", "and has no answer for --fields"),
        ("explain near --at Ithaca --km 5 --unit mi", "and has no answer for --unit"),
        ("explain species --at Ithaca --km 5 -e", "and has no answer for --exit-status"),
        ("explain match --all --exit-status", "and has no answer for --exit-status"),
        ("near --at Ithaca --km 5 --where a=1 --where b=2", "--where is given 2 times; join the conditions with AND"),
        ("rules hotspots Ducks --where a=1 --where b=2", "--where is given 2 times"),
        ("rules sightings Ducks --where a=1 --where b=2 --where c=3", "--where is given 3 times"),
        ("nearest --at Ithaca -k 5 --species Owl --species Auk", "--species is given 2 times; ask for one species"),
        ("rules sightings Ducks --species Owl --species Auk", "--species is given 2 times"),
        ("import a.csv --as hotspots --map lat=A,lat=B", "--map names lat twice"),
        ("match a.csv --map lat=A,lon=B --map lat=C", "--map names lat twice"),
        ("explain near --at Ithaca --km 5 --brute-force", "and has no answer for --brute-force"),
        ("explain nearest --at Ithaca -k 5 --brute-force", "and has no answer for --brute-force"),
        ("explain bbox --bbox 1,2,3,4 --brute-force", "and has no answer for --brute-force"),
        ("explain along 1,2;3,4 --km 5 --brute-force", "and has no answer for --brute-force"),
        ("explain match --all --count", "and has no answer for --count"),
        ("explain match --all --unit mi", "and has no answer for --unit"),
        ("explain species --at Ithaca --km 5 --unit mi", "and has no answer for --unit"),
        ("explain species --lat 1 --lon 2 --km 5 --remote host=x", "a store's answer; --remote has none here"),
        ("sync postgresql://host/gis --conflict last-write", "A PostgreSQL server is mirrored, and nothing is sent"),
        ("near --lat 42.44 --lon -76.5 --km 5 --remote _", "The server's URL is empty"),
        ("sync _ --watch", "The server's URL is empty"), ("prove _", "The server's URL is empty"),
        ("prove _ --table sites", "The server's URL is empty"),
        ("neer --at Ithaca --km 5", "There is no command 'neer'. Did you mean near?"),
        ("frobnicate", "There is no command 'frobnicate'."),
    ])
    func `a wrong argument is told what it should be`(line: String, words: String) throws {
        // "_" stands for an empty word.
        let arguments = line.split(separator: " ").map { $0 == "_" ? "" : String($0) }
        let run = try GeoqProcess(arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test(arguments: [["-f", "json"], ["--format", "geojson"], ["--format=ndjson"]])
    func `a wrong argument is JSON where the answer would be`(format: [String]) throws {
        let run = try GeoqProcess(["near", "--lat", "91", "--lon", "2", "--km", "3"] + format)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(
            run.errors
                == #"{"error":"lat 91.0 out of range −90…90; did you swap lat and lon?","exit_code":64}"# + "\n")
        let plain = try GeoqProcess(["near", "--lat", "91", "--lon", "2", "--km", "3", "-f", "csv"])
        #expect(plain.status == 64 && plain.errors.hasPrefix("geoq: lat 91.0"))
    }

    @Test func `a draft whose list is gone is told to go to another list, and goes there`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            for words in [["list", "add", "Ducks"], ["draft", "add", "Ducks", "Dodo"]] {
                #expect(try GeoqProcess(words + ["--db", db]).status == 0)
            }
            let before = try GeoqProcess(["draft", "list", "--db", db])
            #expect(before.errors == "")
            let deleted = try GeoqProcess(["list", "delete", "Ducks", "--db", db])
            #expect(deleted.status == 0 && deleted.errors.contains("1 draft is of a list that is gone"), "\(deleted)")
            let list = try GeoqProcess(["draft", "list", "-f", "ndjson", "--db", db])
            #expect(list.lines.count == 1)
            #expect(list.errors.contains("geoq draft edit ID --list LIST"), "\(list.errors)")
            let id = try #require(list.output.firstMatch(of: /"id": ?"([^"]+)"/)?.1)
            #expect(try GeoqProcess(["list", "add", "Geese", "--db", db]).status == 0)
            let moved = try GeoqProcess(["draft", "edit", String(id), "--list", "Geese", "--db", db])
            #expect(moved.status == 0, "\(moved.errors)")
            func place(_ words: String...) throws -> [Bool] {
                let edit = try GeoqProcess(["draft", "edit", String(id), "--db", db] + words)
                #expect(edit.status == 0, "\(edit.errors)")
                let shown = try GeoqProcess(["draft", "list", "-f", "ndjson", "--db", db]).output
                return [shown.contains("Lake"), shown.contains("3.5")]
            }
            #expect(try place("--place", "Lake", "--lat", "3.5", "--lon", "4") == [true, true])
            #expect(try place("--no-place") == [false, false])
            // What waits for a login is no change that could be exported.
            let export = try GeoqProcess(["outbox", "export", "--all", "--db", db])
            #expect(export.output.isEmpty && export.errors.contains("for a login"), "\(export)")
            #expect(try GeoqProcess(["draft", "list", "--db", db]).errors == "")
        }
    }

    @Test func `birds of one name that a draft may mean are told apart`() async throws {
        try await withFolder { folder in
            let (db, file) = (folder + "/birds.sqlite", folder + "/birds.csv")
            try "common_name,scientific_name\nGreat Auk,Pinguinus impennis\nGreat Auk,Pinguinus alca\nAuklet,Aethia\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
            for words in [
                ["import", file, "--as", "birds"], ["list", "add", "Ducks"], ["draft", "add", "Ducks", "auk"],
                ["draft", "add", "Ducks", "great auk"],
            ] {
                #expect(try GeoqProcess(words + ["--db", db]).status == 0)
            }
            let list = try GeoqProcess(["draft", "list", "-f", "ndjson", "--db", db])
            for line in list.lines {
                #expect(line.contains("Great Auk (Pinguinus impennis)"), "\(line)")
                #expect(line.contains("Great Auk (Pinguinus alca)"), "\(line)")
            }
            #expect(list.lines.count == 2 && list.lines[0].contains("Auklet") && !list.output.contains("Aethia"))
        }
    }

    @Test func `a misspelt name is guessed`() async throws {
        try await withStore { db in
            let place = try GeoqProcess(["near", "--at", "Ithica", "--km", "5", "-f", "table", "--db", db])
            #expect(place.status == 66 && place.errors == "geoq: no hotspot is called Ithica; did you mean Ithaca?\n")
            let found = try GeoqProcess(["find", "Cortlnd", "-f", "table", "--db", db])
            #expect(found.status == 0 && found.errors == "nothing found; did you mean Cortland?\n")
            let unlike = try GeoqProcess(["find", "Xyzzy", "-f", "table", "--db", db])
            #expect(unlike.errors == "nothing found\n")
            let sightings = ["--layer", "observations", "-f", "table", "--db", db]
            let species = try GeoqProcess(["near", "--km", "9", "--species", "Graet Tit"] + Self.here + sightings)
            #expect(
                species.status == 0
                    && species.errors
                        == "nothing found: no observation is of Graet Tit; did you mean Great Tit?\n"
            )
            // Known, but not there.
            let elsewhere = try GeoqProcess(["near", "--km", "1", "--species", "Great Tit"] + Self.here + sightings)
            #expect(elsewhere.errors == "nothing found\n")
            let none = try GeoqProcess(["near", "--km", "60", "--limit", "0", "--db", db] + Self.here)
            #expect(none.errors == "--limit 0 asks for no hits; --count tells how many there are\n")
        }
    }

    @Test func `latitude and longitude that are swapped get a hint when there is something`() async throws {
        try await withStore { db in
            let swapped = ["--lat", "-76.5", "--lon", "42.44", "-f", "table", "--db", db]
            let hint = "nothing found; did you swap lat and lon? The other way round there are"
            let near = try GeoqProcess(["near", "--km", "60"] + swapped)
            #expect(near.status == 0 && near.errors == "\(hint) 2\n")
            #expect(try GeoqProcess(["near", "--km", "5"] + swapped).errors == "\(hint) 1\n")
            let box = ["bbox", "--bbox", "42,-77,43,-76", "-f", "table", "--db", db]
            #expect(try GeoqProcess(box).errors == "\(hint) 2\n")
            let nowhere = ["near", "--lat", "10", "--lon", "20", "--km", "5", "-f", "table", "--db", db]
            #expect(try GeoqProcess(nowhere).errors == "nothing found\n")
        }
    }

    @Test func `what is no store, and what is no source, is said`() async throws {
        try await withStore { db in
            let folder = (db as NSString).deletingLastPathComponent
            let stats = try GeoqProcess(["stats", "--db", folder, "-f", "table"])
            #expect(stats.status == 65)
            #expect(stats.errors.hasPrefix("geoq: \(folder) is not a store of geoq: it is no regular file"))
            let export = try GeoqProcess(["export", "hotspots", "--source", "nope", "-f", "csv", "--db", db])
            #expect(export.status == 66 && export.output.isEmpty)
            #expect(export.errors == "geoq: no source named nope; list them with: geoq sources list\n")
        }
    }

    @Test func `many centers make one table, with what a person wants to see`() async throws {
        try await withStore { db in
            let run = try GeoqProcess(
                ["near", "-", "--km", "60", "-f", "table", "--db", db], input: "42.44,-76.5,home\n42.6,-76.2\n")
            #expect(run.lines.first?.hasPrefix("center  distance  bearing  name      locality") == true)
            #expect(run.lines.dropFirst().map { $0.prefix { $0 != " " } } == ["home", "home", "2", "2"])
        }
    }

    /// Found by a hundred thousand random command lines.
    @Test func `a source's name is harmless in a message, and explain gives help however it is asked`() async throws {
        try await withStore { db in
            let row = "id,name,lat,lon\n1,Here,1,2\n"
            let name = "tab\there\u{1B}[2J"
            let imported = try GeoqProcess(
                ["import", "-", "--as", "hotspots", "--source", name, "--db", db], input: row)
            #expect(imported.status == 0, "\(imported.errors)")
            let removed = try GeoqProcess(["sources", "remove", name, "--db", db])
            #expect(removed.errors == "1 row of tab here\u{241B}[2J removed\n")
        }
        for asked in [["--help="], ["--help"]] {
            let help = try GeoqProcess(["explain", "nearest", "--lat", "90", "--lon", "0", "-k", "1"] + asked)
            #expect(help.status == 0 && help.errors.isEmpty && help.output.contains("nearest --lat"), "\(asked)")
        }
    }

    private static let store = SharedStore("mistakes") { db in
        let places = """
            id,name,locality,lat,lon
            1,Ithaca,US-NY,42.44063,-76.49661
            2,Cortland,US-NY,42.60118,-76.18048

            """
        let sightings = "id,common_name,date,lat,lon\n1,Great Tit,2024-05-03,42.6,-76.2\n"
        for (kind, text) in [("hotspots", places), ("observations", sightings)] {
            let run = try GeoqProcess(["import", "-", "--as", kind, "--db", db, "--source", "mine"], input: text)
            try #require(run.status == 0, "\(run.errors)")
        }
    }

    private func withStore(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            try Self.store.copy(to: db)
            try await body(db)
        }
    }
}
