import Foundation
import GeoqStore
import TestSupport
import Testing

/// The command as a process: arguments, pipes, exit codes.
@Suite(.waits) struct CommandTests {
    @Test func `a pipe gets one JSON object a line, with the hit's own fields`() async throws {
        try await withStore { db in
            let near = try GeoqProcess(["near", "--db", db, "--lat", "42.44", "--lon", "-76.5", "--km", "60"])
            #expect(near.status == 0 && near.errors.isEmpty)
            #expect(near.lines.count == 5)
            let first = try #require(near.lines.first)
            #expect(first.contains(#""name":"Ithaca","lat":42.44063,"lon":-76.49661,"distance_m":287.5648,"#))
            #expect(first.contains(#""bearing_deg":75.913964"#) && first.contains(#""source_id":"5122432""#))
        }
    }

    @Test func `brute force and the index say the same`() async throws {
        try await withStore { db in
            for question in [
                ["near", "--lat", "-89.9", "--lon", "0", "--km", "9000"],
                ["near", "--lat", "10", "--lon", "179.99", "--km", "3000", "--min-km", "500"],
                ["nearest", "--lat", "52.5", "--lon", "13.4", "-k", "100"],
                ["bbox", "--bbox", "170,-50,-170,10"],
            ] {
                let indexed = try GeoqProcess(question + ["--db", db])
                let scanned = try GeoqProcess(question + ["--db", db, "--brute-force"])
                #expect(indexed.status == 0 && !indexed.output.isEmpty)
                #expect(indexed.output == scanned.output, "\(question)")
            }
        }
    }

    @Test(arguments: [
        ["near", "--at", "Ithaca", "--km", "200"], ["bbox", "--bbox", "-80,42,-75,44"],
        ["near", "--at", "Ithaca", "--km", "400", "--nearest", "35"], ["nearest", "--at", "Ithaca", "-k", "23"],
        ["nearest", "--at", "Ithaca", "-k", "23", "--brute-force"],
    ])
    func `pages follow each other without a gap`(question: [String]) async throws {
        try await withStore { db in
            let question = question + ["--db", db, "-f", "ids"]
            let whole = try GeoqProcess(question).lines
            var pages: [Substring] = []
            var after: [String] = []
            for _ in 0..<100 {
                let page = try GeoqProcess(question + ["--limit", "11"] + after)
                pages += page.lines
                guard let cursor = page.errors.split(separator: " ").last, page.lines.count == 11 else { break }
                after = ["--after", String(cursor.trimmingPrefix { $0 == "\n" }).trimmingCharacters(in: .newlines)]
            }
            #expect(whole.count > 20 && pages == whole)
        }
    }

    @Test func `many centers are read from standard input`() async throws {
        try await withStore { db in
            let run = try GeoqProcess(
                ["near", "-", "--nearest", "1", "--fields", "none", "--db", db],
                input: "lat,lon,name\n42.44,-76.5,home\n{\"lat\":52.52,\"lon\":13.4}\nnonsense\n")
            #expect(run.status == 65)
            #expect(run.errors.contains("standard input: line 4: no coordinates"))
            #expect(run.lines.count == 2)
            #expect(run.output.contains(#""name":"Ithaca""#) && run.output.contains(#""center":"home""#))
        }
    }

    @Test func `every format is written`() async throws {
        try await withStore { db in
            let question = ["near", "--db", db, "--lat", "42.44", "--lon", "-76.5", "--km", "60", "-f"]
            #expect(try GeoqProcess(question + ["table"]).lines[0].hasPrefix("distance  bearing  name"))
            #expect(
                try GeoqProcess(question + ["csv"]).lines[0]
                    == "id,name,lat,lon,distance_m,bearing_deg,locality,source,source_id")
            // What each hit has anyway may be named, too.
            let twice = try GeoqProcess(question + ["ndjson", "--fields", "source_id,source,source_id"])
            let once = try GeoqProcess(question + ["ndjson", "--fields", "source_id,source"])
            #expect(twice.output == once.output && once.status == 0, "\(twice.output)")
            let some = try GeoqProcess(question + ["csv", "--fields", "name,distance_m,source_id"])
            #expect(some.lines[0] == "id,name,lat,lon,distance_m,bearing_deg,source_id", "\(some.errors)")
            #expect(try GeoqProcess(question + ["geojsonseq"]).output.first == "\u{1E}")
            let geojson = try JSONSerialization.jsonObject(
                with: Data(try GeoqProcess(question + ["geojson"]).output.utf8))
            #expect(((geojson as? [String: Any])?["features"] as? [Any])?.count == 5)
            let json = try JSONSerialization.jsonObject(with: Data(try GeoqProcess(question + ["json"]).output.utf8))
            #expect((json as? [Any])?.count == 5)
            #expect(try GeoqProcess(question + ["ids", "--count"]).output == "5\n")
        }
    }

    @Test func `what goes wrong is one sentence and an exit code`() async throws {
        try await withStore { db in
            func expect(_ arguments: [String], _ status: Int32, _ words: String) throws {
                let run = try GeoqProcess(arguments)
                #expect(
                    run.status == status && (words.isEmpty || run.errors.contains(words)),
                    "\(arguments): \(run.status) \(run.errors)")
                #expect(run.output.isEmpty)
            }
            let here = ["--lat", "0", "--lon", "0"]
            try expect(
                ["near"] + here + ["--km", "1", "--db", "/nowhere/x.sqlite"], 66, "no store at /nowhere/x.sqlite")
            try expect(
                ["near", "--db", db, "--lat", "95", "--lon", "0", "--km", "1"], 64, "lat 95.0 out of range −90…90")
            try expect(["near", "--db", db] + here, 64, "Give a radius")
            try expect(["near", "--db", db, "--km", "-3"] + here, 64, "--km -3 is negative")
            try expect(
                ["near", "--db", db, "--km", "1", "--where", "nam = 'x'", "-f", "table"] + here, 64, "did you mean")
            try expect(
                ["near", "--db", db, "--km", "1", "--fields", "localty"] + here, 64,
                "no column localty in hotspots; did you mean locality? columns: ")
            try expect(
                ["near", "--db", db, "--km", "1", "--species", "X", "-f", "json"] + here, 64, #""exit_code":64"#)
            try expect(["near", "--db", db, "--km", "1", "-e", "-f", "ids"] + ["--lat", "0", "--lon", "-140"], 1, "")
            try expect(["import", "/nowhere.csv", "--as", "hotspots", "--db", db], 66, "no file at /nowhere.csv")
            try expect(
                ["import", "HTTPS://example.org/a.csv", "--as", "hotspots", "--db", db], 66,
                "HTTPS://example.org/a.csv is an address, and not a file; download it first")
            try expect(["import", db, "--as", "hotspots", "--db", db], 65, "a.sqlite")
        }
    }

    @Test func `an import through a pipe keeps results off standard output`() async throws {
        try await withFolder { folder in
            let run = try GeoqProcess(
                ["import", "-", "--as", "hotspots", "--db", folder + "/b.sqlite", "--source", "mine"],
                input: "name,lat,lon\nPond,1,2\nBad,91,2\n")
            #expect(run.status == 0 && run.output.isEmpty)
            #expect(run.errors.contains("1 added, 0 changed, 0 unchanged, 1 rejected"))
            #expect(run.errors.contains("line 3: lat 91"))
        }
    }

    @Test func `explain, dist, doctor and index tell what they know`() async throws {
        try await withStore { db in
            let explain = try GeoqProcess([
                "explain", "nearest", "--lat", "42.44", "--lon", "-76.5", "-k", "10", "--db", db,
            ])
            #expect(explain.status == 0 && explain.output.contains(#""hits":10"#), "\(explain.errors)")
            let distance = try GeoqProcess(["dist", "--from", "40.64,-73.78", "--to", "1.36,103.99"])
            #expect(distance.output.contains("15347512.9405"))
            #expect(try GeoqProcess(["doctor", "--db", db]).status == 0)
            #expect(try GeoqProcess(["index", "verify", "--db", db]).status == 0)
            var bytes = try Data(contentsOf: URL(filePath: db + ".index"))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: db + ".index"))
            let damaged = try GeoqProcess(["index", "verify", "--db", db])
            #expect(damaged.status == 65 && damaged.errors.contains("damaged"))
        }
    }

    /// Kill -9 at random moments of an import: the store is what it was before
    /// or what it is after.
    @Test func `an import that is killed loses nothing, fifty times`() async throws {
        let seed: UInt64 = 91
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            let small = folder + "/small.csv"
            try "id,name,lat,lon\n1,Pond,1,2\n".write(toFile: small, atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["import", small, "--as", "hotspots", "--db", db]).status == 0)
            let all = try String(contentsOf: Checkout.root.appending(path: "data/airports.csv"), encoding: .utf8)
            let airports = folder + "/airports.csv"
            try all.split(separator: "\n").prefix(3001).joined(separator: "\n")
                .write(toFile: airports, atomically: true, encoding: .utf8)
            // How long one takes here and now, into a store that is there: kills come before its end and after it.
            try Store.putBlank(folder + "/b.sqlite")
            let start = ContinuousClock.now
            let whole = try GeoqProcess(["import", airports, "--as", "hotspots", "--db", folder + "/b.sqlite", "-q"])
            #expect(whole.status == 0, "\(whole.errors)")
            let longest = (ContinuousClock.now - start) * 2
            var outcomes: Set<Int> = []
            for _ in 0..<50 {
                let process = Process()
                process.executableURL = GeoqProcess.executable
                process.arguments = ["import", airports, "--as", "hotspots", "--db", db, "-q"]
                process.standardError = FileHandle.nullDevice
                try process.run()
                // Not Task.sleep: other tests keep its threads busy.
                usleep(UInt32(longest / .microseconds(1) * Double.random(in: 0...1, using: &generator)))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let near = try GeoqProcess(["near", "--db", db, "--lat", "1", "--lon", "2", "--km", "1", "-f", "ids"])
                #expect(near.status == 0 && near.lines.count == 1, "\(near.errors)")
                let stats = try GeoqProcess(["stats", "--db", db])
                let isAfter = stats.output.contains(#""hotspots":3001,"#)
                let hotspots = isAfter ? 2 : stats.output.contains(#""hotspots":1,"#) ? 1 : 0
                #expect(hotspots > 0, "\(stats.output)")
                outcomes.insert(hotspots)
                if isAfter { try GeoqProcess(["sources", "remove", "airports", "--db", db]) }
            }
            #expect(outcomes == [1, 2], "kills came before and after the commit")
            #expect(try GeoqProcess(["doctor", "--db", db]).status == 0)
        }
    }

    private func withStore(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            try CityStore.copy(to: db)
            try await body(db)
        }
    }
}
