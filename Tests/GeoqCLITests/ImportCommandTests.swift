import Foundation
import TestSupport
import Testing

/// `geoq import`: the files that it reads, its messages, and the files that it
/// leaves.
@Suite(.waits) struct ImportCommandTests {
    private static let rows = "id,name,lat,lon\n" + (0..<3_000).map { "\($0),Place \($0),1,2\n" }.joined()

    /// Runs a line of bash with `$geoq` as the command.
    private func bash(_ line: String, in folder: String) throws -> (output: String, errors: String, status: Int32) {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", line]
        shell.currentDirectoryURL = URL(filePath: folder)
        shell.environment = ProcessInfo.processInfo.environment.merging(
            ["geoq": GeoqProcess.executable.path, "GEOQ_DB": folder + "/a.sqlite"]) { $1 }
        let (out, err) = (Pipe(), Pipe())
        (shell.standardOutput, shell.standardError) = (out, err)
        shell.standardInput = FileHandle.nullDevice
        try shell.run()
        let text = try out.fileHandleForReading.readToEnd() ?? Data()
        let words = try err.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), String(decoding: words, as: UTF8.self), shell.terminationStatus)
    }

    private func write(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// An earlier version opened each input three times, and each opening took
    /// a part of the pipe.
    @Test(arguments: [
        "$geoq import <(cat p.csv) --as hotspots --source mine", "cat p.csv | $geoq import /dev/stdin --as hotspots",
        "$geoq import /dev/stdin --as hotspots < p.csv", "$geoq import <(gzip -c p.csv) --as hotspots --source mine",
        "mkfifo mine; cat p.csv > mine & $geoq import mine --as hotspots",
        "$geoq import /dev/fd/7 7< <(cat p.csv) --as hotspots --source mine",
        "python3 -m zipfile -c p.zip p.csv && $geoq import <(cat p.zip) --as hotspots --source mine",
    ])
    func `a pipe given as a path loses no row`(line: String) async throws {
        try await withFolder { folder in
            try write(Self.rows, folder + "/p.csv")
            let run = try bash(line, in: folder)
            #expect(run.status == 0 && run.errors.contains("3000 added"), "\(run.errors)")
            #expect(try bash("$geoq export hotspots -f csv | tail -n +2 | wc -l", in: folder).output == "3000\n")
        }
    }

    @Test func `rows that stay are told without the option that is given`() async throws {
        try await withFolder { folder in
            try write("id,name,lat,lon\n1,A,1,2\n2,B,1,2\n3,C,1,2\n", folder + "/p.csv")
            #expect(try bash("$geoq import p.csv --as hotspots", in: folder).status == 0)
            try write("id,name,lat,lon\n1,A,1,2\n1,A,1,2\n3,C,x,2\n", folder + "/p.csv")
            let kept = try bash("$geoq import p.csv --as hotspots", in: folder)
            #expect(kept.errors.contains("  1 id came again; the last row won\n"), "\(kept.errors)")
            let refused = "  2 of p are not among the good rows of this file and stay"
            #expect(kept.errors.contains(refused + " (--replace removes them)\n"), "\(kept.errors)")
            let replaced = try bash("$geoq import p.csv --as hotspots --replace", in: folder)
            #expect(replaced.errors.contains(refused + "\n  nothing was removed: "), "\(replaced.errors)")
            try write("id,name,lat,lon\n1,A,1,2\n3,C,1,2\n", folder + "/p.csv")
            let good = try bash("$geoq import p.csv --as hotspots", in: folder)
            let one = "  1 of p is not in this file and stays (--replace removes it)\n"
            #expect(good.errors.contains(one), "\(good.errors)")
            let gone = try bash("$geoq import p.csv --as hotspots --replace", in: folder)
            #expect(gone.errors.contains("  1 removed: ") && !gone.errors.contains("stay"), "\(gone.errors)")
        }
    }

    @Test func `rejected rows are not written over a file that is read`() async throws {
        try await withFolder { folder in
            try write(Self.rows, folder + "/p.csv")
            let run = try bash("$geoq import p.csv --as hotspots --rejects ./p.csv", in: folder)
            #expect(
                run.status == 64 && run.errors.contains("--rejects: ./p.csv is a file that is read; name another file"),
                "\(run.errors)")
            #expect(try String(contentsOfFile: folder + "/p.csv", encoding: .utf8) == Self.rows)
        }
    }

    @Test func `a pipe without a name asks for its source, unless the format has one`() async throws {
        try await withFolder { folder in
            try write(Self.rows, folder + "/p.csv")
            let nameless = try bash("$geoq import <(cat p.csv) --as hotspots", in: folder)
            #expect(nameless.status == 64)
            #expect(
                nameless.errors.contains(
                    "is a pipe, which has no name for the source of its rows; name it with --source"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/a.sqlite"))
            try write("geonameid,name,latitude,longitude\n1,A,1,2\n", folder + "/g.csv")
            let known = try bash("$geoq import <(cat g.csv)", in: folder)
            #expect(known.status == 0 && known.errors.contains("(geonames) as hotspots of geonames: 1 added"))
        }
    }

    @Test func `a FIFO that gives nothing is told of, and can be interrupted`() async throws {
        try await withFolder { folder in
            #expect(mkfifo(folder + "/birds", 0o600) == 0)
            let process = GeoqProcess.prepared(
                ["import", folder + "/birds", "--as", "hotspots", "--db", folder + "/a.sqlite"])
            let words = Pipe()
            process.standardError = words
            try process.run()
            let first = words.fileHandleForReading.availableData
            #expect(String(decoding: first, as: UTF8.self) == "geoq: waiting for \(folder)/birds\n")
            #expect(kill(process.processIdentifier, SIGINT) == 0)
            let rest = try words.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(String(decoding: rest, as: UTF8.self) == "geoq: interrupted; nothing stored\n")
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["birds"], "no store is left")
        }
    }

    @Test func `match reads a pipe as an import does`() async throws {
        try await withFolder { folder in
            try write("id,species,lat,lon\n1,Robin,1,2\n2,Wren,1,2\nx,Wren,95,2\n", folder + "/s.csv")
            try write(#"{"title":"Here","lat":1,"lon":2,"radius_km":5}"#, folder + "/w.json")
            #expect(try bash("$geoq import w.json --as watchlists", in: folder).status == 0)
            let file = try bash("$geoq match s.csv", in: folder)
            let pipe = try bash("$geoq match <(cat s.csv)", in: folder)
            let packed = try bash("$geoq match <(gzip -c s.csv)", in: folder)
            #expect(file.output.split(separator: "\n").count == 2)
            #expect(file.output == pipe.output && file.output == packed.output)
            #expect(file.status == 0, "two of three rows were read")
            #expect(try bash("head -1 s.csv | cat - <(tail -1 s.csv) | $geoq match -", in: folder).status == 65)
        }
    }

    @Test(arguments: [
        ("import nowhere.csv --as hotspots", 66), ("import bad.pdf --as hotspots", 65),
        ("import bad.csv --as hotspots", 65), ("import - --as hotspots < /dev/null", 65),
        ("import p.csv --as hotspots --dry-run", 0), ("import p.csv bad.pdf --as hotspots", 65),
        ("import empty.json --as hotspots", 0), ("import p.csv", 64),
        ("import p.csv bad.csv --as hotspots --strict", 65),
    ])
    func `what stores nothing leaves no store`(line: String, status: Int) async throws {
        try await withFolder { folder in
            try write(Self.rows, folder + "/p.csv")
            try write("%PDF-1.4\n", folder + "/bad.pdf")
            try write("id,name,lat,lon\n1,A,95,2\n", folder + "/bad.csv")
            try write("[]", folder + "/empty.json")
            let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            let run = try bash("$geoq \(line)", in: folder)
            #expect(run.status == Int32(status), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before, "\(run.errors)")
            let near = try bash("$geoq near --lat 1 --lon 2 --km 5 -f table", in: folder)
            #expect(near.status == 66 && near.errors.contains("no store at"))
            // A store that existed before stays.
            #expect(try bash("$geoq import p.csv --as hotspots", in: folder).status == 0)
            _ = try bash("$geoq \(line)", in: folder)
            #expect(try bash("$geoq near --lat 1 --lon 2 --km 5 --count", in: folder).output == "3000\n")
        }
    }

    @Test func `several files are one import, with a line for each`() async throws {
        try await withFolder { folder in
            try write("id,name,lat,lon\n1,A,1,2\n2,B,95,2\n", folder + "/one.csv")
            try write(#"[{"name":"C","lat":1,"lon":2}]"#, folder + "/two.json")
            let run = try bash("$geoq import one.csv two.json --as hotspots", in: folder)
            #expect(run.status == 0)
            let lines = run.errors.split(separator: "\n")
            #expect(lines[0].hasPrefix("geoq: one.csv: line 3: lat 95.0 out of range"))
            #expect(
                lines.dropFirst() == [
                    "one.csv (places): 1 row, 1 rejected", "two.json (json): 1 row",
                    "one.csv, two.json (several formats) as hotspots of 2 sources: 2 added, 0 changed, 0 unchanged, 1 rejected",
                ])
            let sources = try bash("$geoq sources list -f csv", in: folder).output
            #expect(sources.contains("one,hotspots,1,") && sources.contains("two,hotspots,1,"))
        }
    }

    @Test func `rows of one source in two files count together`() async throws {
        try await withFolder { folder in
            try write("id,name,lat,lon\n1,A,1,2\n2,B,1,2\n", folder + "/a.csv")
            try write("id,name,lat,lon\n3,C,1,2\n", folder + "/b.csv")
            let line = "$geoq import a.csv b.csv --as hotspots --source s --replace"
            #expect(try bash(line, in: folder).errors.contains("3 added"))
            #expect(try bash(line, in: folder).errors.contains("3 unchanged"))
            let fewer = try bash("$geoq import b.csv --as hotspots --source s --replace", in: folder)
            #expect(fewer.errors.contains("2 removed"))
        }
    }

    @Test func `the layer is not asked for where the format knows it`() async throws {
        try await withFolder { folder in
            try write("Submission ID,Common Name,Latitude,Longitude,Date\nS1,Robin,1,2,2026-01-01\n", folder + "/m.csv")
            let run = try bash("$geoq import m.csv", in: folder)
            #expect(
                run.status == 0 && run.errors.contains("m.csv (ebird-personal) as observations of myebird: 1 added"))
            try write("id,name,lat,lon\n1,A,1,2\n", folder + "/p.csv")
            let unknown = try bash("$geoq import p.csv", in: folder)
            #expect(unknown.status == 64)
            #expect(unknown.errors.contains("its format does not tell what its rows are"))
            #expect(unknown.errors.contains("say it with --as"))
            _ = try bash("$geoq import p.csv --as hotspots; $geoq export hotspots -f csv > back.csv", in: folder)
            #expect(try bash("$geoq import back.csv", in: folder).errors.contains("1 unchanged"))
        }
    }

    @Test func `files of two layers are both named, and what no format reads is not asked for its layer`() async throws
    {
        try await withFolder { folder in
            try write("Submission ID,Common Name,Latitude,Longitude,Date\nS1,Robin,1,2,2026-01-01\n", folder + "/m.csv")
            try write("<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>", folder + "/w.gpx")
            let both = try bash("$geoq import w.gpx m.csv", in: folder)
            #expect(both.status == 64, "\(both.errors)")
            #expect(both.errors == "geoq: w.gpx has hotspots, and m.csv has observations; import one after the other\n")
            try write("id,name,lat,lon\n1,A,1,2\n", folder + "/p.csv")
            #expect(
                try bash("$geoq import m.csv p.csv", in: folder).errors.hasPrefix("geoq: p.csv: its format does not"))
            try write("<html><body>503</body></html>", folder + "/page.csv")
            #expect(try bash("$geoq import page.csv", in: folder).errors.contains("this is a web page (HTML)"))
            let empty = try bash("mkdir none; $geoq import none", in: folder)
            #expect(empty.status == 65 && empty.errors == "geoq: none: there is nothing in it\n", "\(empty.errors)")
        }
    }

    @Test func `an encrypted archive is called encrypted`() async throws {
        try await withFolder { folder in
            // A zip's only member, stored, with the bit of its flags that says encrypted.
            var zip = Data([0x50, 0x4B, 3, 4, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 4))
            zip += Data([14, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]) + Data("a.csv".utf8) + Data(count: 14)
            let start = zip.count
            zip += Data([0x50, 0x4B, 1, 2, 20, 0, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 4))
            zip += Data([14, 0, 0, 0, 2, 0, 0, 0, 5, 0] + [UInt8](repeating: 0, count: 16)) + Data("a.csv".utf8)
            let length = zip.count - start
            zip += Data([0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, UInt8(length), 0, 0, 0, UInt8(start), 0, 0, 0, 0, 0])
            try zip.write(to: URL(filePath: folder + "/e.zip"))
            let run = try bash("$geoq import e.zip --as hotspots", in: folder)
            #expect(run.status == 65 && run.errors.contains("e.zip is encrypted; unpack it"), "\(run.errors)")
        }
    }

    @Test func `lists and rules are counted apart`() async throws {
        try await withFolder { folder in
            try write(
                #"[{"title":"A","lat":1,"lon":2,"radius_km":3},{"title":"B","scientific_name":"Parus major"}]"#,
                folder + "/w.json")
            let run = try bash("$geoq import w.json", in: folder)
            #expect(run.errors.contains("lists: 2 added") && run.errors.contains("rules: 2 added"), "\(run.errors)")
        }
    }

    @Test func `an interrupted import clears its line and leaves nothing`() async throws {
        try await withFolder { folder in
            let slow = try await SlowImport(into: folder + "/a.sqlite", rows: 0..<4_000)
            #expect(kill(slow.id, SIGINT) == 0)
            let end = try slow.end()
            #expect(slow.wasSignalled && end.status == SIGINT)
            #expect(end.errors == "geoq: interrupted; nothing stored\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
