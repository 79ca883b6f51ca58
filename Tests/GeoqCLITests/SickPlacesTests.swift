import Foundation
import TestSupport
import Testing

/// Folders that cannot be written, disks that are full, files that are damaged.
@Suite(.waits) struct SickPlacesTests {
    @Test func `an index that does not fit on the disk is an error, and questions go on`() async throws {
        try await withStore { folder, store in
            try FileManager.default.removeItem(atPath: store + ".index")
            // No file may be larger than 64 KiB: as on a full disk, in the middle of it.
            let limited = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\""
            let build = try Tool.run(
                "/bin/bash", ["-c", limited, GeoqProcess.executable.path, "index", "build", "--db", store])
            #expect(build.status == 74, "\(build.errors)")
            #expect(build.errors.contains("birds.sqlite.index: it cannot be written"), "\(build.errors)")
            #expect(!build.errors.contains("34006"))
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!files.contains { $0.contains(".index") }, "\(files)")
            let near = try Tool.run(
                "/bin/bash", ["-c", limited, GeoqProcess.executable.path] + Self.near(store))
            #expect(near.status == 0 && near.lines.count == 5, "\(near.errors)")
        }
    }

    @Test(arguments: ["near --at Ithaca --km 5", "doctor"])
    func `a store that needs more files than may be open is told so`(line: String) async throws {
        try await withStore { _, store in
            let words = line.split(separator: " ").map(String.init) + ["--db", store]
            let limited = "ulimit -n 9; exec \"$0\" \"$@\""
            let run = try Tool.run("/bin/bash", ["-c", limited, GeoqProcess.executable.path] + words)
            let said = run.errors + run.lines.joined()
            #expect(run.status != 0 && said.contains("no more than 9 files open"), "\(said)")
            #expect(!said.contains("damaged"))
        }
    }

    /// The libraries of the network ended the program by a signal.
    @Test(arguments: [("whoami", 16), ("serve --port 0", 16), ("serve --port 0", 100)])
    func `a program with a network that may open too few files says so before it begins`(line: String, limit: Int)
        async throws
    {
        try await withStore { _, store in
            let words = line.split(separator: " ").map(String.init) + ["--db", store]
            let run = try Tool.run(
                "/bin/bash", ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", GeoqProcess.executable.path] + words)
            #expect(run.status == 74, "\(run.errors)")
            let sentence = "geoq: this program may have no more than \(limit) files open; raise the limit (ulimit -n)\n"
            #expect(run.errors == sentence)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "needs gdal-bin"))
    func `areas that GDAL reads are refused where what it writes does not fit on the disk`() async throws {
        try await withFolder { folder in
            let features = (0..<2_000).map { number in
                """
                {"type":"Feature","properties":{"name":"\(number)"},"geometry":{"type":"Polygon",\
                "coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}
                """
            }
            try "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
                .write(toFile: folder + "/many.geojson", atomically: true, encoding: .utf8)
            let many = folder + "/many.gpkg"
            let made = try Tool.run("/usr/bin/ogr2ogr", ["-f", "GPKG", many, folder + "/many.geojson"])
            try #require(made.status == 0, "\(made.errors)")
            let limited = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\""
            let words = ["areas", "add", many, "--db", folder + "/birds.sqlite"]
            let full = try Tool.run("/bin/bash", ["-c", limited, GeoqProcess.executable.path] + words)
            #expect(full.status == 74, "\(full.errors)")
            #expect(full.errors.contains("many.gpkg cannot be read: its temporary copy cannot be written: File too"))
            let nowhere = try GeoqProcess(words, environment: ["TMPDIR": folder + "/nowhere"])
            #expect(nowhere.status == 74 && nowhere.errors.contains("no temporary folder can be made: No such file"))
            #expect(try GeoqProcess(words).errors.contains("2000 added"))
        }
    }

    @Test func `an archive from a pipe that does not fit on the disk is told in words`() async throws {
        try await withFolder { folder in
            let archive = folder + "/archive.zip"
            try Data([0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 7, count: 200_000)).write(to: URL(filePath: archive))
            let limited = "trap '' XFSZ; ulimit -f 64; cat \"$1\" | \"$0\" areas add - --source s --db \"$2\""
            let full = try Tool.run(
                "/bin/bash",
                ["-c", limited, GeoqProcess.executable.path, archive, folder + "/birds.sqlite"])
            #expect(full.status == 74, "\(full.errors)")
            #expect(full.errors.contains("its temporary copy cannot be written: File too large\n"), "\(full.errors)")
        }
    }

    @Test func `a store in a folder that cannot be written is read`() async throws {
        try await withStore { folder, store in
            // The last to close it takes the log and its memory away.
            _ = try Tool.sqlite3(store, "PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + suffix) }
            func isWritable(_ isSo: Bool) throws {
                for (path, mode) in [(folder, 0o755), (store, 0o644)] {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: isSo ? mode : mode & 0o555], ofItemAtPath: path)
                }
            }
            try isWritable(false)
            defer { try? isWritable(true) }
            for arguments in [Self.near(store), ["stats", "--db", store], ["doctor", "--db", store]] {
                let run = try GeoqProcess.asNobody(arguments)
                #expect(run.status == 0, "\(arguments): \(run.errors)")
            }
            #expect(try GeoqProcess.asNobody(Self.near(store)).lines.count == 5)
            let write = try GeoqProcess.asNobody(["rules", "add", "List", "--species", "Parus major", "--db", store])
            #expect(write.status == 74 && write.errors.contains("cannot be written"), "\(write.errors)")
            // Changes in a log that cannot be read are not ignored.
            try isWritable(true)
            try Data(count: 100).write(to: URL(filePath: store + "-wal"))
            try isWritable(false)
            let withLog = try GeoqProcess.asNobody(Self.near(store))
            #expect(withLog.status == 74 && withLog.errors.contains("birds.sqlite-wal"), "\(withLog.errors)")
        }
    }

    private static let canMount =
        (try? Tool.run("/usr/bin/unshare", ["-rm", "/usr/bin/mount", "-t", "tmpfs", "none", "/mnt"]).status) == 0

    @Test(.enabled(if: canMount, "no folder of this machine can be made small"))
    func `a store on a full disk is read, and is not called damaged`() async throws {
        try await withStore { folder, store in
            _ = try Tool.sqlite3(store, "PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm", ".index"] { try? FileManager.default.removeItem(atPath: store + suffix) }
            let script = """
                mkdir "$1/full" && mount -t tmpfs -o size=40m none "$1/full" && cd "$1/full" && cp "$2" s.sqlite
                head -c 50m /dev/zero > rest 2> /dev/null
                "$0" near --at 52.52,13.405 --nearest 5 --db s.sqlite; echo "near $?"
                "$0" doctor --db s.sqlite; echo "doctor $?"
                rm rest; echo > s.sqlite-wal
                head -c 50m /dev/zero > rest 2> /dev/null
                "$0" near --at 52.52,13.405 --nearest 5 --db s.sqlite; echo "with a log $?"
                "$0" doctor --db s.sqlite; echo "doctor $?"
                """
            let run = try Tool.run(
                "/usr/bin/unshare", ["-rm", "/bin/bash", "-c", script, GeoqProcess.executable.path, folder, store])
            for line in ["near 0", "doctor 0", "with a log 74", "doctor 65"] {
                #expect(run.lines.contains(line), "\(run.lines) \(run.errors)")
            }
            #expect(!run.errors.contains("The file is damaged"), "\(run.errors)")
            #expect(run.errors.contains("s.sqlite-wal, which SQLite can read only where it can keep 32 kB beside it"))
        }
    }

    @Test func `a stream that is closed is an error, and nothing else is taken for it`() async throws {
        try await withStore { _, store in
            func run(_ arguments: [String], _ closed: String) throws -> Tool.Run {
                // A process that takes another file for its input waits for ever.
                let words = ["-k", "1", "20", "/bin/bash", "-c", "exec \"$0\" \"$@\" \(closed)"]
                return try Tool.run("/usr/bin/timeout", words + [GeoqProcess.executable.path] + arguments)
            }
            let centers = try run(["near", "-", "--km", "5", "--db", store], "<&-")
            #expect(centers.status == 74 && centers.errors.contains("standard input"), "\(centers.errors)")
            let hits = try run(Self.near(store), "<&- >&-")
            #expect(hits.status == 74 && hits.errors.contains("the result cannot be written"), "\(hits.errors)")
            #expect(try run(Self.near(store), "<&- 2>&-").lines.count == 5)
        }
    }

    @Test func `a home that cannot be written is named`() async throws {
        try await withFolder { folder in
            let input = folder + "/a.csv"
            try "id,name,lat,lon\n1,Pond,1,2\n".write(toFile: input, atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(
                atPath: folder + "/home", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
            let run = try GeoqProcess.asNobody(
                ["import", input, "--as", "hotspots"], environment: ["HOME=\(folder)/home", "XDG_DATA_HOME="])
            #expect(run.status == 74 && run.errors.contains(folder + "/home/.local/share/geoq"), "\(run.errors)")
        }
    }

    @Test func `pictures in a folder that cannot be written stay, and that is said`() async throws {
        try await withFolder { folder in
            let (store, birds, picture) = (folder + "/birds.sqlite", folder + "/birds.csv", folder + "/a.png")
            try "id,common_name\n1,Wren\n".write(toFile: birds, atomically: true, encoding: .utf8)
            try PhotoFixture.png.write(to: URL(filePath: picture))
            func geoq(_ words: String...) throws -> String {
                let run = try GeoqProcess(words + ["--db", store])
                #expect(run.status == 0, "\(run.errors)")
                return run.lines.first.map(String.init) ?? ""
            }
            _ = try geoq("import", birds, "--as", "birds")
            _ = try geoq("list", "add", "Garden")
            _ = try geoq("list", "add", "Pond")
            let (entry, other) = (try geoq("entry", "add", "Garden", "Wren"), try geoq("entry", "add", "Pond", "Wren"))
            let photo = try geoq("photo", "add", entry, picture)
            for entry in [entry, other] { _ = try geoq("photo", "add", entry, picture) }
            _ = try geoq("photo", "cover", "Pond", picture)
            func setMode(_ mode: Int, _ path: String) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasSuffix(".photos") {
                try setMode(0o666, folder + "/" + name)
            }
            try setMode(0o777, folder)
            try setMode(0o555, store + ".photos")
            defer { try? setMode(0o777, store + ".photos") }
            func isSaid(_ count: Int, _ run: Tool.Run) -> Bool {
                run.errors.contains("files that no photo has, and that cannot be removed: \(count) (")
                    && run.errors.contains(".photos/") && run.errors.contains(": Permission denied)")
            }
            for (number, words) in [
                ["photo", "delete", photo], ["photo", "cover", "Pond", "--clear"], ["entry", "delete", entry],
                ["list", "delete", "Pond"],
            ].enumerated() {
                let run = try GeoqProcess.asNobody(words + ["--db", store])
                #expect(run.status == 0 && isSaid(number + 1, run), "\(run)")
            }
            let check = try GeoqProcess.asNobody(["photo", "check", "--mend", "--db", store])
            #expect(check.status == 65 && isSaid(4, check), "\(check)")
            try setMode(0o777, store + ".photos")
            let mended = try GeoqProcess.asNobody(["photo", "check", "--mend", "--db", store])
            #expect(mended.status == 0 && mended.errors.contains("removed files that no photo has: 4"), "\(mended)")
        }
    }

    @Test func `doctor tells of a damaged store what is sound, what is not, and what helps`() async throws {
        try await withStore { folder, store in
            _ = try Tool.sqlite3(store, "PRAGMA wal_checkpoint(TRUNCATE)")
            // The pages of one table, beyond its first.
            let pages = try Tool.sqlite3(
                store, "SELECT pageno FROM dbstat WHERE name = 'hotspot' AND pagetype = 'leaf' LIMIT 5 OFFSET 200")
            let file = try FileHandle(forUpdating: URL(filePath: store))
            for page in pages.lines {
                try file.seek(toOffset: UInt64(page)! * 4096 - 4096)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
            }
            try file.close()
            #expect(pages.lines.count == 5, "\(pages.errors)")
            let doctor = try GeoqProcess(["doctor", "--db", store])
            #expect(doctor.status == 65)
            for table in ["bird", "observation", "watchlists", "geoq_source"] {
                #expect(doctor.lines.contains { $0.contains("\"table \(table)\"") && $0.contains("ok") }, "\(table)")
            }
            let hotspots = doctor.lines.first { $0.contains("\"table hotspot\"") }
            #expect(hotspots?.contains("rows can be read, then") == true, "\(doctor.output)")
            let ways = [
                "geoq export hotspots -f geojson --db '\(store)' >", "sqlite3 '\(store)' .recover", "copy from before",
            ]
            for way in ways {
                #expect(doctor.errors.contains(way), "\(doctor.errors)")
            }
            // Not even a header is left.
            try Data(repeating: 7, count: 9_000).write(to: URL(filePath: store))
            let hopeless = try GeoqProcess(["doctor", "--db", store])
            #expect(hopeless.status == 65 && hopeless.lines.contains { $0.contains("\"file\"") }, "\(hopeless.output)")
            #expect(hopeless.output.contains("it is not an SQLite database"), "\(hopeless.output)")
            #expect(hopeless.errors.contains("Choose another file with --db"), "\(hopeless.errors)")
            #expect(hopeless.errors.contains("copy from before"))
            #expect(!hopeless.errors.contains("damaged"))
        }
    }

    @Test func `doctor, index verify and --brute-force find an index of other rows`() async throws {
        try await withStore { folder, store in
            let other = folder + "/other.sqlite"
            // An index whose every byte is sound, of another place and another name.
            _ = try Tool.sqlite3(store, "VACUUM INTO '\(other)'")
            _ = try Tool.sqlite3(
                other, "UPDATE hotspot SET name = 'Elsewhere', lat = 42.45 WHERE name = 'Cortland'")
            #expect(try GeoqProcess(["index", "build", "--db", other]).status == 0)
            let stamp = try Tool.sqlite3(other, "SELECT version, token FROM geoq_store").lines[0].split(separator: "|")
            _ = try Tool.sqlite3(
                store, "UPDATE geoq_store SET version = \(stamp[0]), token = \(stamp[1])")
            _ = try Tool.run("/bin/cp", [other + ".index", store + ".index"])
            let doctor = try GeoqProcess(["doctor", "--db", store])
            #expect(doctor.status == 65 && doctor.output.contains("in the index at 42.45"), "\(doctor.output)")
            let verify = try GeoqProcess(["index", "verify", "--db", store])
            #expect(verify.status == 65 && verify.errors.contains("differs from the rows"), "\(verify.errors)")
            #expect(verify.errors.contains("geoq index build"))
            let wrong = try GeoqProcess(Self.near(store) + ["--fields", "none"])
            let right = try GeoqProcess(Self.near(store) + ["--brute-force", "--fields", "none"])
            #expect(wrong.output != right.output)
            let count = try GeoqProcess(Self.near(store) + ["--brute-force", "--count"])
            #expect(count.output == "5\n")
            for command in [["near", "-", "--km", "1"], ["nearest", "-", "-k", "1", "--area", Self.aroundCortland]] {
                let many = try GeoqProcess(
                    command + ["--brute-force", "--count", "--db", store], input: "42.60118,-76.18048\n")
                #expect(many.output.contains("\"count\":1}"), "\(command): \(many)")
            }
            #expect(try GeoqProcess(["index", "build", "--db", store]).status == 0)
            #expect(try GeoqProcess(Self.near(store) + ["--fields", "none"]).output == right.output)
            #expect(try GeoqProcess(["index", "verify", "--db", store]).status == 0)
            #expect(try GeoqProcess(["doctor", "--db", store]).status == 0)
        }
    }

    private static let aroundCortland = "POLYGON ((-76.2 42.58, -76.16 42.58, -76.16 42.62, -76.2 42.62, -76.2 42.58))"

    private static func near(_ store: String) -> [String] {
        ["near", "--lat", "42.44", "--lon", "-76.5", "--km", "60", "--db", store]
    }

    func withStore(_ body: (_ folder: String, _ store: String) throws -> Void) async throws {
        try await withFolder { folder in
            let store = folder + "/birds.sqlite"
            try CityStore.copy(to: store)
            try body(folder, store)
        }
    }
}
