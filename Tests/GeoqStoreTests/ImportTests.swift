import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import TestSupport
import Testing

/// What an import promises: no row is lost, none comes twice, none is guessed.
@Suite struct ImportTests {
    private static let places = """
        id,name,lat,lon
        A,Mill Pond,42.48,-76.45
        B,Old Marsh,42.51,-76.40
        C,Heron Landing,42.39,196.2

        """

    @Test func `a second import changes nothing, a changed file only what differs`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/places.csv"
            try Self.places.write(toFile: path, atomically: true, encoding: .utf8)
            let first = try await store.imports.run(path, as: .hotspots)
            #expect((first.added, first.changed, first.unchanged, first.rejected) == (2, 0, 0, 1))
            #expect(first.source == "places" && first.isStored)
            let version = try await store.snapshot().version
            let second = try await store.imports.run(path, as: .hotspots)
            #expect((second.added, second.changed, second.unchanged, second.rejected) == (0, 0, 2, 1))
            #expect(try await store.snapshot().version == version)

            let changed = "id,name,lat,lon\nA,Mill Pond,42.49,-76.45\nD,New Hide,42.4,-76.5\n"
            try changed.write(toFile: path, atomically: true, encoding: .utf8)
            var settings = ImportSettings(.hotspots)
            let third = try await store.imports.run(path, settings)
            #expect((third.added, third.changed, third.unchanged, third.missing) == (1, 1, 0, 1))
            settings.replace = true
            let fourth = try await store.imports.run(path, settings)
            #expect((fourth.unchanged, fourth.removed) == (2, 1))
            let names = try await store.features.hotspots(named: "", limit: 10).map { $0["name"] }
            #expect(names == [.text("Mill Pond"), .text("New Hide")])
        }
    }

    @Test func `a row whose source has a zero byte is refused, and the others are taken`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/places.ndjson"
            let rows = ["a\\u0000b", "a", "a\\u0000"].enumerated().map { number, source in
                let id = "0b6f0a3e-0000-5000-8000-00000000000\(number)"
                return #"{"id":"\#(id)","source":"\#(source)","source_id":"1","name":"Mill","lat":42,"lon":-76}"#
            }
            try rows.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
            let report = try await store.imports.run(path, as: .hotspots)
            #expect(report.added == 1 && report.sources == ["a"])
            #expect(
                report.problems.map(\.description)
                    == [1, 3].map {
                        "places.ndjson: line \($0): source has the character U+0000"
                    })
        }
    }

    @Test func `a bad row is told with its place, and strict stores nothing`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/places.csv"
            try Self.places.write(toFile: path, atomically: true, encoding: .utf8)
            var settings = ImportSettings(.hotspots)
            settings.strict = true
            settings.rejectsPath = folder + "/rejects.csv"
            let report = try await store.imports.run(path, settings)
            #expect(!report.isStored)
            #expect(try await store.health.statistics().hotspots == 0)
            let problem = try #require(report.problems.first)
            #expect(problem.line == 4 && problem.column == "lon" && problem.value == "196.2")
            #expect("\(problem)".hasPrefix("places.csv: line 4: lon 196.2 out of range −180…180"))
            let rejects = try String(contentsOfFile: folder + "/rejects.csv", encoding: .utf8)
            #expect(rejects.contains("\"C,Heron Landing,42.39,196.2\""))
            settings.strict = false
            settings.dryRun = true
            let dry = try await store.imports.run(path, settings)
            #expect(dry.added == 2 && !dry.isStored)
            #expect(try await store.health.statistics().hotspots == 0)
            // A quotation mark with an accent behind it is one, and is doubled.
            try "id,name,lat,lon\nC,\"a\"\"\u{301}b\",42,196\n".write(toFile: path, atomically: true, encoding: .utf8)
            settings.dryRun = false
            #expect(try await store.imports.run(path, settings).rejected == 1)
            let accented = try String(contentsOfFile: folder + "/rejects.csv", encoding: .utf8)
            #expect(accented.hasSuffix("\"C,\"\"a\"\"\"\"\u{301}b\"\",42,196\"\n"), "\(accented)")
        }
    }

    @Test func `sources whose names differ by the form of Unicode alone are two, in one file as well`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            // As an export has them.
            let path = folder + "/places.ndjson"
            func write(_ count: Int) throws {
                let lines = (0..<count).map { number in
                    let source = number % 2 == 0 ? "Caf\u{E9}" : "Cafe\u{301}"
                    return #"{"id":"0000000\#(number)-0000-4000-8000-000000000000","name":"A","lat":42,"lon":-76,"#
                        + #""source":"\#(source)","source_id":"\#(number / 2)"}"# + "\n"
                }
                try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
            }
            try write(4)
            #expect(try await store.imports.run(path, as: .hotspots).added == 4)
            try write(2)
            var settings = ImportSettings(.hotspots)
            settings.replace = true
            let report = try await store.imports.run(path, settings)
            #expect((report.unchanged, report.removed, report.sources.count) == (2, 2, 2))
        }
    }

    @Test func `a file without rows removes none, and tells what it does not have`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/a.sqlite")
            let path = folder + "/places.csv"
            try Self.places.write(toFile: path, atomically: true, encoding: .utf8)
            try await store.imports.run(path, as: .hotspots)
            try "id,name,lat,lon\n".write(toFile: path, atomically: true, encoding: .utf8)
            var settings = ImportSettings(.hotspots)
            for replaces in [false, true] {
                settings.replace = replaces
                let report = try await store.imports.run(path, settings)
                #expect((report.missing, report.removed) == (2, 0))
                #expect(report.notes.contains { $0.hasPrefix("nothing was removed") } == replaces, "\(report.notes)")
            }
            #expect(try await store.health.statistics().hotspots == 2)
        }
    }

    /// The other file is read, so rows are taken; and the spoiled one may be the one that had those that are missing.
    @Test func `a file of a folder that is spoiled takes no rows away`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/a.sqlite")
            let (parts, header) = (folder + "/parts", "id,name,lat,lon\n")
            try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
            func write(_ text: String, _ name: String) throws {
                try text.write(toFile: "\(parts)/\(name)", atomically: true, encoding: .utf8)
            }
            try write(header + "1,A,42,-76\n2,B,43,-76\n", "a.csv")
            try write(header + "3,C,44,-76\n4,D,45,-76\n", "b.csv")
            var settings = ImportSettings(.hotspots)
            (settings.replace, settings.source) = (true, "s")
            #expect(try await store.imports.run(parts, settings).added == 4)
            for text in ["", header, "\0\0\0\0", "<html><body>503</body></html>\n", "id,title\n3,C\n"] {
                try write(text, "b.csv")
                let report = try await store.imports.run(parts, settings)
                #expect((report.missing, report.removed) == (2, 0), "\(text): \(report.notes)")
                #expect(report.notes.contains { $0.hasPrefix("nothing was removed: ") && $0.contains("b.csv") })
            }
            // A document that comes with a download keeps nothing.
            try FileManager.default.removeItem(atPath: parts + "/b.csv")
            try write("Read me first.\n", "README.txt")
            #expect(try await store.imports.run(parts, settings).removed == 2)
        }
    }

    @Test func `rejected rows go into a file of their own, and through a link into its file`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/a.sqlite")
            let path = folder + "/places.csv"
            try Self.places.write(toFile: path, atomically: true, encoding: .utf8)
            let (files, other) = (FileManager.default, folder + "/other.csv")
            try files.createSymbolicLink(atPath: other, withDestinationPath: path)
            for rejects in [path, other, store.path] {
                var settings = ImportSettings(.hotspots)
                settings.rejectsPath = rejects
                let refused = settings
                await #expect(throws: StoreError.self, "\(rejects)") {
                    _ = try await store.imports.run(path, refused)
                }
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.places)
            var full = ImportSettings(.hotspots)
            full.rejectsPath = "/dev/full"
            let toFull = full
            let reason = "refused rows cannot be written: No space left on device"
            await #expect(throws: StoreError.failed(path: "/dev/full", reason: reason)) {
                _ = try await store.imports.run(path, toFull)
            }
            let link = folder + "/link.csv"
            try files.createSymbolicLink(atPath: link, withDestinationPath: folder + "/rejects.csv")
            var settings = ImportSettings(.hotspots)
            settings.rejectsPath = link
            #expect(try await store.imports.run(path, settings).rejected == 1)
            #expect(try files.destinationOfSymbolicLink(atPath: link) == folder + "/rejects.csv")
            #expect(try String(contentsOfFile: folder + "/rejects.csv", encoding: .utf8).contains("Heron Landing"))
        }
    }

    /// The first row was compared with the store and the last one won: a file
    /// that ended differently counted as unchanged, and the index went on
    /// answering with what was there before.
    /// A process that imports again and again would run out of descriptors.
    @Test(arguments: [
        ImportKind.hotspots: "id,name,lat,lon\nA,Mill Pond,42.48,-76.45\n",
        .observations: "id,species,lat,lon,date\n1,Mallard,42.48,-76.45,2026-05-14\n",
    ])
    func `a file is closed when its import ends`(kind: ImportKind, rows: String) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/rows.csv"
            try rows.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run([path, path], ImportSettings(kind)).added == 1)
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let open = descriptors.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
            #expect(open.contains { $0.hasPrefix(folder) }, "The store is open.")
            #expect(!open.contains { $0 == path })
        }
    }

    @Test func `an id that comes twice counts by what it is in the end`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/places.csv"
            func took(_ rows: String) async throws -> [Int] {
                try "id,name,lat,lon\n\(rows)\n".write(toFile: path, atomically: true, encoding: .utf8)
                let report = try await store.imports.run(path, as: .hotspots)
                return [report.added, report.changed, report.unchanged, report.repeated]
            }
            #expect(try await took("A,Hide,10,10") == [1, 0, 0, 0])
            _ = try await store.snapshot()
            #expect(try await took("A,Hide,10,10\nA,Pond,20,20") == [0, 1, 0, 1])
            let moved = try await store.snapshot()
            let there = try moved.answer(.near(Coordinate(latitude: 20, longitude: 20), within: .meters(1)))
            #expect(there.map(\.name) == ["Pond"])
            #expect(try await took("A,Hide,10,10\nA,Pond,20,20") == [0, 0, 1, 1])
            #expect(try await store.snapshot().version == moved.version, "the same file again changes nothing")
            #expect(try await took("A,Pond,20,20\nB,New,1,1\nB,Newer,1,1\nA,Pond,20,20") == [1, 0, 1, 2])
        }
    }

    @Test func `rows without an id keep their number, equal ones too`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/nameless.csv"
            let rows = "name,lat,lon\nHide,1,2\nHide,1,2\nHide,1,2\nPond,3,4\n"
            try rows.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run(path, as: .hotspots).added == 4)
            let again = try await store.imports.run(path, as: .hotspots)
            #expect((again.added, again.changed, again.unchanged) == (0, 0, 4))
        }
    }

    @Test(arguments: [OutputFormat.geojson, .geojsonseq, .csv, .ndjson])
    func `an export is imported again without loss`(format: OutputFormat) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/seen.csv"
            let rows = """
                id,scientific_name,common_name,count,date,lat,lon,place
                1,Parus major,Great Tit,3,2026-05-03,42.48,-76.45,"Mill ""Old"" Pond, north"
                2,Grus grus,,,2014,42.51,-76.4,
                3,,,X,,-0.5,180,Ünïcode ☃

                """
            try rows.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run(path, as: .observations).added == 3)
            let first = try await Self.export(store, .observations, format)
            let copyPath = folder + "/copy"
            try Data(first).write(to: URL(filePath: copyPath))
            let copy = try Store.blank(folder + "/b.sqlite")
            let report = try await copy.imports.run(copyPath, as: .observations)
            #expect(report.added == 3 && report.rejected == 0, "\(report)")
            #expect(try await Self.export(copy, .observations, format) == first)
        }
    }

    /// A NUL inside a text, and ids that no 64-bit number holds.
    @Test(arguments: [OutputFormat.geojson, .geojsonseq, .csv, .ndjson])
    func `what JSON can say and SQLite's C strings cannot comes back whole`(format: OutputFormat) async throws {
        try await withFolder { folder in
            let path = folder + "/a.ndjson"
            let rows = """
                {"id": 18446744073709551616, "name": "Mill\\u0000Pond", "lat": 1, "lon": 2}
                {"id": 18446744073709551617, "name": "Marsh", "lat": 1, "lon": 2}

                """
            try rows.write(toFile: path, atomically: true, encoding: .utf8)
            let store = try Store.blank(folder + "/a.sqlite")
            #expect(try await store.imports.run(path, as: .hotspots).added == 2)
            let first = try await Self.export(store, .hotspots, format)
            let text = String(decoding: first, as: UTF8.self)
            #expect(text.contains(format == .csv ? "Mill\0Pond" : #"Mill\u0000Pond"#), "\(text)")
            #expect(text.contains(format == .csv ? "18446744073709551617" : #""18446744073709551617""#), "\(text)")
            let copyPath = folder + "/copy"
            try Data(first).write(to: URL(filePath: copyPath))
            let copy = try Store.blank(folder + "/b.sqlite")
            #expect(try await copy.imports.run(copyPath, as: .hotspots).added == 2)
            #expect(try await Self.export(copy, .hotspots, format) == first)
        }
    }

    @Test func `zip, gzip and plain files give the same rows`() async throws {
        try await withFolder { folder in
            let plain = folder + "/places.csv"
            try Self.places.write(toFile: plain, atomically: true, encoding: .utf8)
            try Self.run("/usr/bin/gzip", ["-k", plain], in: folder)
            try Self.run("/usr/bin/python3", ["-m", "zipfile", "-c", "places.zip", "places.csv"], in: folder)
            for name in ["places.csv", "places.csv.gz", "places.zip"] {
                let store = try Store.blank(folder + "/\(name).sqlite")
                let report = try await store.imports.run(folder + "/" + name, as: .hotspots)
                #expect((report.added, report.rejected) == (2, 1), "\(name)")
                #expect(report.source == "places")
            }
        }
    }

    @Test func `a source is listed and taken back`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/places.csv"
            try Self.places.write(toFile: path, atomically: true, encoding: .utf8)
            try await store.imports.run(path, as: .hotspots)
            let source = try #require(try await store.imports.sources().first)
            #expect(source.name == "places" && source.rows == 2 && source.lastFile == "places.csv")
            #expect(try await store.imports.removeSource("places") == 2)
            #expect(try await store.imports.sources().isEmpty)
            #expect(try await store.snapshot().count(of: .hotspots) == 0)
            await #expect(throws: StoreError.noSuchSource("places")) { try await store.imports.removeSource("places") }
            // Another program's row names a source that it has not made.
            let insert = "INSERT INTO bird (id, common_name, source) VALUES ('a', 'Wren', 'me')"
            #expect(try Tool.sqlite3(store.path, insert).errors.isEmpty)
            #expect(try await store.imports.removeSource("me") == 1)
        }
    }

    @Test func `the tables in a folder come in whole`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            for (kind, count) in [(ImportKind.hotspots, 81), (.observations, 701), (.birds, 7)] {
                let report = try await store.imports.run(Excerpts.path + "/mapppd", as: kind)
                #expect(report.added == count, "\(kind): \(report)")
            }
        }
    }

    @Test(.enabled(if: SharedData.isPresent, "needs ../shared/data"))
    func `real archives and folders come in whole`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let counts: [(String, ImportKind, Int)] = [
                ("mapppd", .hotspots, 729), ("mapppd", .observations, 5321), ("dwca-isu-birds", .observations, 2524),
                ("dwca-fefo-tetraonidae", .observations, 7442), ("gbif-galapagos-penguin-ccby", .observations, 1088),
                ("camtrap-dp-example", .observations, 29),
            ]
            for (name, kind, count) in counts {
                let report = try await store.imports.run(SharedData.path + "/" + name, as: kind)
                #expect(report.added == count, "\(name): \(report)")
            }
        }
    }

    private static func export(_ store: Store, _ kind: ImportKind, _ format: OutputFormat) async throws -> [UInt8] {
        let bytes = Collector()
        try await store.exports.write(kind, as: format) { bytes.append($0) }
        return bytes.bytes
    }

    private static func run(_ tool: String, _ arguments: [String], in folder: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}

/// Bytes that another thread hands over.
private final class Collector: @unchecked Sendable {
    private let lock = NSLock()
    private var collected: [UInt8] = []
    var bytes: [UInt8] { lock.withLock { collected } }
    func append(_ more: [UInt8]) { lock.withLock { collected += more } }
}
