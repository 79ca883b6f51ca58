import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What users of other tools expect of a command line, and what they mistype.
@Suite(.waits) struct CommandLineTests {
    static let here = ["--lat", "42.44", "--lon", "-76.5"]

    // MARK: - Words

    @Test(arguments: [
        ("near --at Ithaca --km 40 --limt 3", "Unknown option '--limt'. Did you mean '--limit'?"),
        ("near --foo", "Unknown option '--foo'."), ("near --lat x --lon y --limt 3", "Did you mean '--limit'?"),
        ("nearest --lat 1 --lon 2 -k 3 --limt 3", "Did you mean '--limit'?"),
        ("near -limit 3", "Did you mean '--limit'?"),
        ("explain near --lat 1 --lon 2 --limt 3", "Did you mean '--limit'?"),
        ("near --latitude 3", "Did you mean '--lat'?"),
        ("sync run --wach", "Did you mean '--watch'?"), ("rules --fromat csv", "Did you mean '--format'?"),
        ("rules foo", "There is no command 'rules foo'."), ("rules shw x", "Did you mean rules show?"),
        ("sources lst", "Did you mean sources list?"), ("index verfy", "Did you mean index verify?"),
        ("sync stauts", "Did you mean sync status?"), ("help foo", "There is no command 'foo'."),
        ("help rules shw", "Did you mean rules show?"), ("help neer", "Did you mean near?"),
        ("--db x near", "Options come after the command."),
    ])
    func `a misspelt word is named, before any other complaint`(line: String, words: String) throws {
        let run = try GeoqProcess(line.split(separator: " ").map(String.init))
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("geoq: ") && run.errors.contains(words), "\(run.errors)")
    }

    @Test(arguments: [
        ("near --lat 1 --lon 2 --km 0x10", "write a number of kilometers"),
        ("near --lat 1 --lon 1e300 --km 3", "lon 1e+300 out of range −180…180"),
        ("near --lat nan --lon 2 --km 3", "write a plain number"),
        ("near --lat 1 --lon inf --km 3", "write degrees as a decimal number"),
        ("near --lat 1 --lon 361 --km 3", "lon 361 out of range"), ("dist --from 1,2 --to 0,1e308", "out of range"),
        ("dist --from 1,2 --to 0x1,2", "with a comma between"), ("bbox --bbox 0x1,2,3,4", "give west,south,east,north"),
        ("near --lat 1 --lon 2 --km 1e15", "no two places on Earth are farther apart than 20004 km"),
        ("near --lat 1 --lon 2 --km -3", "--km -3 is negative"),
        ("near --lat 1 --lon 2 --km 5 --min-km 10", "nothing lies between"),
        ("nearest --lat 1 --lon 2 -k -1", "it must be a whole number, 1 or more"),
        ("nearest --lat 1 --lon 2 -k 0", "it must be a whole number, 1 or more"),
        ("near --lat 1 --lon 2 --nearest -1", "it must be a whole number, 1 or more"),
        ("near --lat 1 --lon 2 --km 3 --limit -1", "it must be a whole number, 0 or more"),
        ("near --lat 1 --lon 2 --km 3 --limit 1e3", "it must be a whole number, 0 or more"),
        ("bench --queries -1", "it must be a whole number, 1 or more"),
        ("bench --seed -1", "it must be a whole number from 0"),
        ("match --lat 1 --lon 2 --uncertainty -5", "write a number of meters"),
        ("match --lat 1 --lon 2 --uncertainty 0x5", "write a number of meters"),
    ])
    func `numbers are as strict as in files`(line: String, words: String) throws {
        let run = try GeoqProcess(line.split(separator: " ").map(String.init))
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(words) && !run.errors.contains("Missing value"), "\(run.errors)")
    }

    @Test func `a word that is not UTF-8 is refused, and not read with other letters`() throws {
        let script = "exec \"$0\" list add \"$(printf 'Gr\\374n')\""
        let run = try Tool.run("/bin/sh", ["-c", script, GeoqProcess.executable.path])
        #expect(run.status == 64 && run.errors.contains("word 3 of the command line is not UTF-8"), "\(run.errors)")
    }

    @Test func `an empty name of a store is a mistake, and makes none`() throws {
        for arguments in [["stats", "--db", ""], ["import", "x.csv", "--as", "hotspots", "--db", ""]] {
            let run = try GeoqProcess(arguments)
            #expect(run.status == 64 && run.errors.hasPrefix("geoq: --db is empty"), "\(run.errors)")
        }
        let run = try GeoqProcess(["stats"], environment: ["GEOQ_DB": ""])
        #expect(run.status == 64 && run.errors.hasPrefix("geoq: GEOQ_DB is empty"), "\(run.errors)")
        // --db goes before it.
        #expect(try GeoqProcess(["stats", "--db", "/nowhere/x"], environment: ["GEOQ_DB": ""]).status == 66)
    }

    @Test func `a longitude is wrapped once around the Earth`() async throws {
        try await withStore { db in
            let near = try GeoqProcess(["near", "--lat", "42.44", "--lon", "283.5", "--km", "5", "--count", "--db", db])
            #expect(near.output == "1\n")
        }
    }

    @Test func `short options may be joined, as POSIX has it`() async throws {
        try await withStore { db in
            let apart = try GeoqProcess(["nearest", "-k", "2", "-f", "ids", "-e", "--db", db] + Self.here)
            let joined = try GeoqProcess(["nearest", "-k2", "-efids", "--db", db] + Self.here)
            #expect(apart.lines.count == 2 && joined.output == apart.output, "\(joined.errors)")
            #expect(try GeoqProcess(["explain", "nearest", "-k2", "--db", db] + Self.here).status == 0)
        }
    }

    @Test func `-V tells the version, --json-usage the commands`() throws {
        let version = try GeoqProcess(["--version"]).output
        #expect(try GeoqProcess(["-V"]).output == version && !version.isEmpty)
        let usage = try JSONSerialization.jsonObject(with: Data(try GeoqProcess(["--json-usage"]).output.utf8))
        #expect(((usage as? [String: Any])?["command"] as? [String: Any])?["commandName"] as? String == "geoq")
        let near = try GeoqProcess(["near", "--json-usage"])
        #expect(near.status == 0 && near.output.contains(#""commandName" : "near""#))
    }

    @Test(arguments: ["-5", "20"]) func `help is whole, however narrow it is to be`(columns: String) throws {
        let help = try GeoqProcess(["help", "dist"], environment: ["COLUMNS": columns])
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.status == 0 && words.contains("--from <lat,lon> Where it begins."), "\(help.errors)")
        #expect(!words.contains("--within"), "\(words)")
    }

    @Test func `errors are JSON where a JSON format was asked for by name, and sentences in a pipe`() async throws {
        try await withStore { db in
            let place = ["near", "--at", "Nowhere at all", "--km", "5", "--db", db]
            #expect(try GeoqProcess(place).errors.hasPrefix("geoq: no hotspot"))
            #expect(try GeoqProcess(place + ["-f", "csv"]).errors.hasPrefix("geoq: no hotspot"))
            for format in [["-f", "json"], ["-f", "ndjson"], ["--format=geojson"]] {
                #expect(try GeoqProcess(place + format).errors.hasPrefix(#"{"error":"no hotspot"#))
            }
            // A command without -f obeys the variable.
            let missing = ["import", "/nowhere.csv", "--as", "hotspots", "--db", db]
            #expect(try GeoqProcess(missing).errors.hasPrefix("geoq: no file"))
            let json = try GeoqProcess(missing, environment: ["GEOQ_FORMAT": "json"])
            #expect(json.status == 66 && json.errors.hasPrefix(#"{"error":"no file"#), "\(json.errors)")
        }
    }

    @Test func `a command's own words cannot command the terminal, nor fill it`() async throws {
        try await withStore { db in
            for arguments in [
                ["near", "--\u{1B}[2Jfoo"], ["\u{1B}]0;x\u{7}"], ["near", "x\u{9B}31m"], ["help", "\u{202E}x"],
                ["near", "--lat", "\u{1B}[2J", "--lon", "2", "--km", "3"], ["stats", "--db", "/nowhere/\u{1B}[2J"],
            ] {
                let run = try GeoqProcess(arguments)
                #expect(run.status == 64 || run.status == 66)
                let isHarmful = run.errors.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
                }
                #expect(!isHarmful, "\(run.errors.debugDescription)")
            }
            let long = String(repeating: "a", count: 100_000)
            for arguments in [
                ["near", "--at", long, "--km", "1"], ["rules", "show", long], ["sources", "remove", long],
            ] {
                let run = try GeoqProcess(arguments + ["--db", db])
                #expect(run.status == 66 && run.errors.utf8.count < 3_000, "\(run.errors.utf8.count)")
            }
        }
    }

    @Test(arguments: [
        ("name != 'x'", "found \"!=\", expected <>"), ("name == 'x'", "found \"==\", expected ="),
        ("name ILIKE 'x%'", "CASEI(column) LIKE CASEI('mill%')"),
    ])
    func `operators of other languages are translated`(condition: String, words: String) throws {
        let run = try GeoqProcess(["near", "--km", "1", "--where", condition] + Self.here)
        #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
    }

    // MARK: - Many centers

    @Test func `centers are read as geoq and gazetteers write them`() async throws {
        try await withStore { db in
            func centers(_ input: String, _ command: [String] = ["near", "-", "--km", "60"]) throws -> [String] {
                let run = try GeoqProcess(command + ["--fields", "none", "-f", "csv", "--db", db], input: input)
                #expect(run.status == 0, "\(run.errors)")
                return run.lines.dropFirst().map { String($0.split(separator: ",").last ?? "") }
            }
            #expect(try centers("lon,lat\n-76.5,42.44\n") == ["2", "2"])
            #expect(try centers("id,name,lat,lon\nL1,\"a, b\",42.44,-76.5\n") == ["L1", "L1"])
            #expect(try centers("name,Longitude,Latitude\nhome,-76.5,42.44\n") == ["home", "home"])
            #expect(try centers("# mine\n42.44,-76.5,home\n") == ["home", "home"])
            #expect(try centers(#"{"lat":42.44,"lon":-76.5,"label":"home"}"# + "\n") == ["home", "home"])
            // Its own answers, in every format that says where a hit is.
            for format in ["csv", "ndjson", "json", "geojson", "geojsonseq"] {
                let own = try GeoqProcess(["nearest", "-k", "1", "-f", format, "--db", db] + Self.here)
                let hits = try centers(own.output, ["nearest", "-", "-k", "2"])
                #expect(hits.count == 2 && Set(hits).count == 1 && hits[0].count == 36, "\(format): \(hits)")
            }
            #expect(try centers(#"[{"lat":42.44,"lon":-76.5},{"lat":42.6,"lon":-76.2}]"#).count == 4)
        }
    }

    @Test func `what is no center is said with its reason, and a center without hits is named`() async throws {
        try await withStore { db in
            let input = "42.44,-76.5,home\n91,0,north\n10,20,\"a, b\"\n42.44;x\n"
            let run = try GeoqProcess(["near", "-", "--km", "60", "-f", "ids", "--db", db], input: input)
            #expect(run.status == 65 && run.lines.count == 2)
            #expect(run.errors.contains("standard input: line 2: lat 91.0 out of range −90…90"), "\(run.errors)")
            #expect(run.errors.contains("line 4: "))
            #expect(run.errors.contains("nothing found around 1 of 2 centers: a, b; --count tells of each"))
            let counts = try GeoqProcess(
                ["near", "-", "--km", "60", "--count", "--db", db], input: "42.44,-76.5,home\n10,20\n")
            #expect(counts.status == 0)
            #expect(
                counts.output
                    == #"{"center":"home","lat":42.44,"lon":-76.5,"count":2}"# + "\n"
                    + #"{"center":"2","lat":10,"lon":20,"count":0}"# + "\n")
            let swapped = try GeoqProcess(["near", "-", "--km", "60", "--db", db], input: "-76.5,142\n-176,42\n")
            #expect(swapped.errors.contains("line 2: lat -176.0 out of range −90…90; did you swap lat and lon?"))
            // Rows below a header that geoq does not understand are not
            // guessed.
            let foreign = try GeoqProcess(
                ["near", "-", "--km", "60", "--db", db], input: "id,Breite,Lon\n1,42.4,-76.5\n")
            #expect(foreign.status == 65 && foreign.output.isEmpty)
            #expect(foreign.errors.contains("names no columns lat and lon, but id, Breite, Lon"), "\(foreign.errors)")
            let none = try GeoqProcess(["near", "-", "--km", "60", "--db", db], input: "")
            #expect(none.status == 0 && none.output.isEmpty)
            #expect(none.errors.contains("standard input has no centers"), "\(none.errors)")
        }
    }

    @Test func `no message is lost in a pipe that does not wait`() async throws {
        try await withStore { db in
            let process = GeoqProcess.prepared(["near", "-", "--km", "1", "--db", db])
            let (input, errors) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            let end = fcntl(errors.fileHandleForWriting.fileDescriptor, F_DUPFD_CLOEXEC, 0)
            try #require(end >= 0 && fcntl(end, F_SETFL, O_NONBLOCK) == 0)
            try process.run()
            let wrong = String(repeating: "91,0\n", count: 3_000)
            try input.fileHandleForWriting.write(contentsOf: Data("42.44,-76.5\n\(wrong)".utf8))
            try input.fileHandleForWriting.close()
            let isFull = try await eventually {
                var room = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
                return poll(&room, 1, 0) == 0
            }
            close(end)
            let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            let lines = said.split(separator: "\n").filter { $0.contains("out of range") }
            #expect(isFull && lines.count == 3_000 && process.terminationStatus == 65, "\(lines.count)")
        }
    }

    @Test func `every center is answered before the next is read`() async throws {
        try await withStore { db in
            let process = GeoqProcess.prepared(["near", "-", "--km", "1", "-f", "ids", "--db", db])
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput, process.standardError) = (
                input, output, FileHandle.nullDevice
            )
            try process.run()
            for _ in 0..<3 {
                try input.fileHandleForWriting.write(contentsOf: Data("42.44,-76.5\n".utf8))
                #expect(output.fileHandleForReading.availableData.count == 37)
            }
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    // MARK: - The same digits everywhere

    @Test func `a hit has the same digits in every format, and over HTTP`() async throws {
        try await withStore { db in
            let server = try ServeProcess(["--db", db])
            defer { _ = server.stop() }
            for place in [
                ("42.44", "-76.5"), ("42.44063", "-76.49661"), ("-42.3", "103.2"), ("90", "0"), ("42.4406", "-76.4966"),
            ] {
                let (lat, lon) = place
                let question = ["near", "--lat", lat, "--lon", lon, "--km", "30000", "--fields", "none", "--db", db]
                let web = try await URLSession.shared.data(
                    from: try #require(URL(string: server.address + "near?lat=\(lat)&lon=\(lon)&km=30000"))
                ).0
                let command = Data(try GeoqProcess(question + ["-f", "geojson"]).output.utf8)
                let (theirs, ours) = (try Self.digits(ofGeoJSON: web), try Self.digits(ofGeoJSON: command))
                #expect(ours.count == 3 && ours == theirs, "\(place)")
                let csv = try GeoqProcess(question + ["-f", "csv"]).lines.dropFirst().map {
                    $0.split(separator: ",", omittingEmptySubsequences: false).suffix(2).map(String.init)
                }
                #expect(csv == ours, "\(place)")
                let lines = try GeoqProcess(question + ["-f", "ndjson"]).lines.map { Self.digits(of: String($0)) }
                #expect(lines == ours, "\(place)")
            }
        }
    }

    /// Distance and bearing of each feature, as they are written; an empty text
    /// for a null.
    private static func digits(ofGeoJSON data: Data) throws -> [[String]] {
        String(decoding: data, as: UTF8.self).split(separator: "\n").filter { $0.contains(#""distance_m":"#) }
            .map { digits(of: String($0)) }
    }

    private static func digits(of line: String) -> [String] {
        ["distance_m", "bearing_deg"].map { name in
            let value = line.components(separatedBy: "\"\(name)\":").last?.prefix { !",}".contains($0) } ?? ""
            return value == "null" ? "" : String(value)
        }
    }

    // MARK: - The store

    static let sightings = """
        id,species,date,lat,lon,count,place,uncertainty_m,withheld
        1,Parus major,2024-05-03,42.44063,-76.49661,2,Sapsucker Woods Sanctuary and Wilson Trail,,
        2,Anas acuta,2024-06-12,42.5,-76.5,1,Salmon Creek,62500,coordinates
        3,Corvus corax,2024-06,42.6,-76.9,1,Seneca Lake,,exact place

        """

    private static let store = SharedStore("lines") { db in
        let places = """
            id,name,locality,lat,lon
            1,Ithaca,US-NY,42.44063,-76.49661
            2,Cortland,US-NY,42.60118,-76.18048
            3,Binghamton,US-NY,42.09869,-75.91797

            """
        for (kind, text) in [("hotspots", places), ("observations", sightings)] {
            let run = try GeoqProcess(["import", "-", "--as", kind, "--db", db, "--source", "mine"], input: text)
            try #require(run.status == 0, "\(run.errors)")
        }
    }

    func withStore(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            try Self.store.copy(to: db)
            try await body(db)
        }
    }
}
