import Foundation
import Geoq
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqFiles
@testable import GeoqStore

/// Compressed files and archives: read whole, or refused.
@Suite struct PackedInputTests {
    private static func rows(_ range: Range<Int>) -> Data {
        Data(("id,name,lat,lon\n" + range.map { "\($0),Place \($0),10.5,\($0)\n" }.joined()).utf8)
    }

    private func write(_ bytes: Data, _ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: path))
    }

    /// What an import takes, or the sentence that refuses it.
    private func outcome(of path: String, in folder: String) async throws -> String {
        let store = try Store.blank(folder + "/\(UUID().uuidString).sqlite")
        do {
            let report = try await store.imports.run(path, as: .hotspots)
            return "\(report.added) of \(report.sources.joined(separator: ","))"
        } catch let error as InputError {
            #expect(try await store.health.statistics().hotspots == 0)
            return "\(error)"
        } catch let error as FileProblem {
            #expect(try await store.health.statistics().hotspots == 0)
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("gz", "gzip.compress(sys.stdin.buffer.read())"), ("bz2", "bz2.compress(sys.stdin.buffer.read())"),
        ("xz", "lzma.compress(sys.stdin.buffer.read())"),
        ("csv.gz.gz", "gzip.compress(gzip.compress(sys.stdin.buffer.read()))"),
    ])
    func `every compression is read, and a cut one refused`(ending: String, expression: String) async throws {
        try await withFolder { folder in
            let packed = try Packed.bytes(Self.rows(0..<150), python: expression)
            let path = folder + "/birds.\(ending)"
            try write(packed, path)
            #expect(try await outcome(of: path, in: folder) == "150 of birds")
            for lost in [1, 9, packed.count / 2] {
                try write(packed.dropLast(lost), path)
                let refusal = try await outcome(of: path, in: folder)
                #expect(refusal.hasPrefix("birds.\(ending) is damaged or cut short: "), "\(refusal)")
            }
        }
    }

    @Test(arguments: ["gzip", "bz2", "lzma"])
    func `a compressed file of nothing is empty, and not damaged`(module: String) throws {
        let packed = try Packed.bytes(Data(), python: "\(module).compress(b'')")
        let stream = try Packing.unpacked(ByteArray(Array(packed)), name: "a")
        #expect(try readFirst(of: stream, 10).isEmpty)
        #expect(try readFirst(of: stream, 10).isEmpty)
    }

    @Test func `a gzip file's checksum and length are checked, of each of its members`() async throws {
        try await withFolder { folder in
            let first = try Packed.gzip(Self.rows(0..<100))
            let second = try Packed.gzip(Data("100,More,1,2\n".utf8))
            let path = folder + "/a.csv.gz"
            try write(first + second, path)
            #expect(try await outcome(of: path, in: folder) == "101 of a")
            try write(first + second + Data(count: 512), path)
            #expect(try await outcome(of: path, in: folder) == "101 of a", "zeros are padding")
            for (name, end, reason) in [
                ("first", first.count, "its bytes do not have the checksum that it gives"),
                ("second", first.count + second.count, "its bytes do not have the checksum that it gives"),
                ("length", first.count + second.count + 4, "it does not have the length that it gives"),
            ] {
                var damaged = first + second
                damaged[damaged.startIndex + end - 8] ^= 1
                try write(damaged, path)
                #expect(
                    try await outcome(of: path, in: folder) == "a.csv.gz is damaged or cut short: \(reason)", "\(name)")
            }
            try write(first + Data("rest".utf8), path)
            #expect(
                try await outcome(of: path, in: folder)
                    == "a.csv.gz is damaged or cut short: there are other bytes behind its end")
        }
    }

    /// One bit of a stored block: only the checksum tells.
    @Test func `a changed digit in a stored block refuses the file`() async throws {
        try await withFolder { folder in
            var packed = try Packed.bytes(
                Self.rows(0..<100), python: "gzip.compress(sys.stdin.buffer.read(), compresslevel=0)")
            let place = try #require(packed.range(of: Data("10.5,42".utf8)))
            packed[place.lowerBound] = UInt8(ascii: "0")
            try write(packed, folder + "/a.csv.gz")
            #expect(try await outcome(of: folder + "/a.csv.gz", in: folder).hasPrefix("a.csv.gz is damaged"))
        }
    }

    @Test(arguments: ["w", "w:gz", "w:bz2", "w:xz"])
    func `a tar archive is read file by file`(mode: String) async throws {
        try await withFolder { folder in
            let bytes = try Packed.tar(
                [
                    ("b.csv", Self.rows(0..<5)), ("sub/a.csv.gz", try Packed.gzip(Self.rows(5..<8))),
                    ("notes.pdf", Data("%PDF-1.4".utf8)),
                ], mode: mode)
            try write(bytes, folder + "/all.tgz")
            #expect(try await outcome(of: folder + "/all.tgz", in: folder) == "8 of b,a")
        }
    }

    /// libarchive has dropped names in letters that the process's locale lacks, and geoq the files with them.
    @Test func `a file of any name is read from an archive`() async throws {
        try await withFolder { folder in
            let files: [(name: String, content: Data)] = [
                ("Vögel.csv", Self.rows(0..<3)), ("鳥.csv", Self.rows(3..<5)), ("a.csv", Self.rows(5..<6)),
            ]
            for (ending, bytes) in [("zip", try Packed.zip(files)), ("tar", try Packed.tar(files))] {
                try write(bytes, "\(folder)/all.\(ending)")
                #expect(try await outcome(of: "\(folder)/all.\(ending)", in: folder) == "6 of Vögel,鳥,a", "\(ending)")
            }
            // A name that says that it is UTF-8, and is none.
            var bytes = try Packed.zip(files)
            while let name = bytes.firstRange(of: Data("Vögel".utf8)) {
                bytes.replaceSubrange(name, with: [0x56, 0xFF, 0xFF, 0x67, 0x65, 0x6C])
            }
            try write(bytes, folder + "/wrong.zip")
            #expect(try await outcome(of: folder + "/wrong.zip", in: folder).hasPrefix("6 of "))
        }
    }

    @Test func `an archive gives a file whose path leads upwards, and no hidden one`() async throws {
        try await withFolder { folder in
            let files: [(name: String, content: Data)] = [
                ("a.csv", Self.rows(0..<3)), ("../b.csv", Self.rows(3..<5)), ("./c/../d.csv", Self.rows(5..<6)),
                (".git/e.csv", Self.rows(6..<7)), ("__MACOSX/._a.csv", Self.rows(7..<8)),
            ]
            try write(try Packed.zip(files), folder + "/all.zip")
            #expect(try await outcome(of: folder + "/all.zip", in: folder) == "6 of a,b,d")
        }
    }

    @Test func `archives in archives are read, to a depth`() async throws {
        try await withFolder { folder in
            var bytes = try Packed.zip([("a.csv", Self.rows(0..<3)), ("b.csv", Self.rows(3..<5))])
            for level in 1...3 {
                bytes = try Packed.zip([("inner\(level).zip", bytes), ("c\(level).csv", Self.rows(0..<1))])
                try write(bytes, folder + "/outer\(level).zip")
            }
            #expect(try await outcome(of: folder + "/outer1.zip", in: folder) == "6 of a,b,c1")
            #expect(try await outcome(of: folder + "/outer2.zip", in: folder) == "7 of a,b,c1,c2")
            let store = try Store.blank(folder + "/deep.sqlite")
            let report = try await store.imports.run(folder + "/outer3.zip", as: .hotspots)
            let left = report.files.filter { $0.leftOut != nil }
            #expect(left.isEmpty && report.added == 8)
            let deeper = try Packed.zip([("inner4.zip", bytes), ("c4.csv", Self.rows(0..<1))])
            try write(deeper, folder + "/outer4.zip")
            let deep = try await Store.blank(folder + "/deeper.sqlite").imports.run(
                folder + "/outer4.zip", as: .hotspots)
            #expect(deep.files.compactMap(\.leftOut?.description) == ["an archive within 3 others; unpack it first"])
        }
    }

    @Test func `an empty zip, and two files of one name`() async throws {
        try await withFolder { folder in
            try write(try Packed.zip([]), folder + "/e.zip")
            #expect(try await outcome(of: folder + "/e.zip", in: folder) == "e.zip: there is nothing in it")
            try write(try Packed.tar([("a.csv", Self.rows(0..<1)), ("a.csv", Self.rows(1..<2))]), folder + "/two.tar")
            #expect(
                try await outcome(of: folder + "/two.tar", in: folder)
                    == "two.tar is damaged or cut short: it has two files called a.csv")
        }
    }

    @Test func `a file that grows without end when it is unpacked is stopped`() throws {
        final class Endless: ByteStream {
            func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
                buffer.initializeMemory(as: UInt8.self, repeating: 0x41)
                return buffer.count
            }
        }
        let packed = CountedStream(ByteArray([1, 2, 3]))
        _ = try readFirst(of: packed, 3)
        let stream = BoundedStream(Endless(), name: "b.xz", unquestioned: 10_000) { packed.bytesRead }
        #expect(try readFirst(of: stream, 10_000).count == 10_000)
        #expect(throws: InputError.expandsTooMuch("b.xz", times: 1_100)) { _ = try readFirst(of: stream, 1) }
    }

    @Test func `a file that a short archive has for a very long one is stopped`() async throws {
        try await withFolder { folder in
            let zip = try Packed.bytes(
                Data(),
                python: "(lambda b, z: (z.writestr('a.csv', bytes(20_000_000)), z.close(), b.getvalue())[2])"
                    + "(*(lambda b: (b, zipfile.ZipFile(b, 'w', zipfile.ZIP_BZIP2)))(io.BytesIO()))")
            try write(zip, folder + "/all.zip")
            let input = try ArchiveInput(path: folder + "/all.zip", name: "all.zip", unquestioned: 1_000_000)
            let stream = try input.open("a.csv")
            #expect(throws: InputError.expandsTooMuch("all.zip/a.csv", times: 1_100)) {
                _ = try readFirst(of: stream, 20_000_000)
            }
            let whole = try ArchiveInput(path: folder + "/all.zip", name: "all.zip")
            #expect(try readFirst(of: whole.open("a.csv"), 20_000_000).count == 20_000_000)
        }
    }

    @Test func `an archive whose files are too long only together is stopped`() async throws {
        try await withFolder { folder in
            // Each file has less than is asked about, and is some fifty bytes in the archive.
            let zip = try Packed.bytes(
                Data(),
                python: "(lambda b, z: ([z.writestr('%d.csv' % i, bytes(900_000)) for i in range(30)], z.close(), "
                    + "b.getvalue())[2])(*(lambda b: (b, zipfile.ZipFile(b, 'w', zipfile.ZIP_BZIP2)))(io.BytesIO()))")
            try write(zip, folder + "/all.zip")
            func readAll(_ input: ArchiveInput) throws -> Int {
                try input.members.reduce(0) { $0 + (try readFirst(of: input.open($1), 1_000_000).count) }
            }
            let input = try ArchiveInput(path: folder + "/all.zip", name: "all.zip", unquestioned: 1_000_000)
            let reason =
                "its files together become more than 1100 times as long as it is; unpack it first if that is right"
            #expect(throws: InputError.unreadable("all.zip", reason: reason)) { _ = try readAll(input) }
            let whole = try ArchiveInput(path: folder + "/all.zip", name: "all.zip")
            #expect(try readAll(whole) == 27_000_000)
        }
    }

    @Test func `archives in an archive that are too long only together are stopped`() async throws {
        try await withFolder { folder in
            // Each archive has one file of less than is asked about.
            let zip = try Packed.bytes(
                Data(),
                python: "(lambda pack: pack([('%d.zip' % i, pack([('a.csv', bytes(900_000))])) for i in range(30)]))"
                    + "(lambda files: (lambda b, z: ([z.writestr(n, d) for n, d in files], z.close(), b.getvalue())[2])"
                    + "(*(lambda b: (b, zipfile.ZipFile(b, 'w', zipfile.ZIP_BZIP2)))(io.BytesIO())))")
            try write(zip, folder + "/all.zip")
            func readAll(_ input: ArchiveInput) throws -> Int {
                try input.members.reduce(0) { count, member in
                    let inner = try #require(try input.archive(in: member))
                    return count + (try readFirst(of: inner.open("a.csv"), 1_000_000).count)
                }
            }
            let input = try ArchiveInput(path: folder + "/all.zip", name: "all.zip", unquestioned: 1_000_000)
            let reason =
                "its files together become more than 1100 times as long as it is; unpack it first if that is right"
            #expect(throws: InputError.unreadable("all.zip", reason: reason)) { _ = try readAll(input) }
            let whole = try ArchiveInput(path: folder + "/all.zip", name: "all.zip")
            #expect(try readAll(whole) == 27_000_000)
        }
    }

    @Test func `a folder takes what a single file may be, and names what it leaves out`() async throws {
        try await withFolder { folder in
            let place = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"P"}}"#
            let api = #"[{"locId":"L1","locName":"Mill Pond","countryCode":"XX","lat":42.48,"lng":-76.45}]"#
            let files: [(String, Data)] = [
                ("a.geojson", Data(#"{"type":"FeatureCollection","features":[\#(place)]}"#.utf8)),
                ("b.geojson", Data(#"{"type":"FeatureCollection","features":[\#(place)]}"#.utf8)),
                ("c.ndjson", Data("\(place)\n\(place)\n".utf8)), ("d.json", Data(api.utf8)),
                ("e.csv.gz", try Packed.gzip(Self.rows(0..<4))), ("f/g.csv", Self.rows(0..<3)),
                ("h.csv", Data("name;lat;lon\nH;1,5;2,5\n".utf8)), ("i.pdf", Data("%PDF-1.4\n".utf8)),
                ("j.json", Data(#"{"a":1}"#.utf8)), ("k.csv", Data("p,q\n1,2\n".utf8)),
                ("l.csv", Data("submission id,latitude,longitude,common name\nS1,1,2,Robin\n".utf8)),
            ]
            for (name, content) in files { try write(content, "\(folder)/in/\(name)") }
            let store = try Store.blank(folder + "/a.sqlite")
            let report = try await store.imports.run(folder + "/in", as: .hotspots)
            #expect(report.added == 13)
            #expect(report.files.map(\.name) == files.map { "in/\($0.0)" })
            #expect(report.files.map(\.taken) == [1, 1, 2, 1, 4, 3, 1, 0, 0, 0, 0])
            #expect(
                report.files.map(\.format).prefix(7) == [
                    "geojson", "geojson", "geojsonseq", "ebird-json", "places", "places", "places",
                ])
            let left = report.files.suffix(4).map { $0.leftOut?.description ?? "" }
            #expect(left[0] == "this is a PDF, not a data file")
            #expect(left[1] == "its one row cannot be read: no coordinates")
            #expect(left[2].hasPrefix("no known format: found the columns p, q and miss lat, lon and name"))
            #expect(left[3].contains("holds observations, not hotspots"))
            #expect(report.rejected == 0, "rows of a file that is left out are not counted")
            // The same as an archive, and as files one by one: the same rows.
            let zip = try Packed.zip(files.map { ($0.0, $0.1) })
            try write(zip, folder + "/in.zip")
            #expect(try await store.imports.run(folder + "/in.zip", as: .hotspots).unchanged == 13)
            let alone = try await store.imports.run(
                files.prefix(7).map { "\(folder)/in/\($0.0)" }, ImportSettings(.hotspots))
            #expect(alone.unchanged == 13 && alone.files.count == 7)
        }
    }

    @Test func `a damaged file of several is left out, and refuses all once rows of it were taken`() async throws {
        try await withFolder { folder in
            func write(_ name: String, _ rows: Range<Int>) throws {
                var packed = try Packed.gzip(Self.rows(rows))
                packed[packed.endIndex - 8] ^= 1
                try self.write(packed, "\(folder)/in/\(name)")
            }
            try self.write(Self.rows(0..<3), folder + "/in/a.csv")
            try write("b.csv.gz", 3..<9)
            let zip = try Packed.zip([("x.csv", Self.rows(0..<3)), ("y.csv", Self.rows(3..<6))])
            try self.write(zip.prefix(zip.count / 2), folder + "/in/c.zip")
            try self.write(Self.rows(9..<11), folder + "/in/d.csv")
            let report = try await Store.blank(folder + "/a.sqlite").imports.run(folder + "/in", as: .hotspots)
            #expect(report.added == 5)
            let left = report.files.compactMap { file in file.leftOut.map { "\(file.name): \($0)" } }
            #expect(left.count == 2, "\(left)")
            let reason = "it is damaged or cut short: its bytes do not have the checksum that it gives"
            #expect(left.first == "in/b.csv.gz: \(reason)")
            #expect(left.last?.hasPrefix("in/c.zip: it is damaged or cut short: ") == true, "\(left)")
            // Its rows are not taken for removed ones.
            var settings = ImportSettings(.hotspots)
            (settings.source, settings.replace) = ("s", true)
            let store = try Store.blank(folder + "/s.sqlite")
            try self.write(Self.rows(0..<9), folder + "/before.csv")
            _ = try await store.imports.run(folder + "/before.csv", settings)
            let replaced = try await store.imports.run(folder + "/in", settings)
            #expect(replaced.added == 2 && replaced.removed == 0 && replaced.missing == 6, "\(replaced)")
            // Longer than what is looked at to find the format.
            try write("e.csv.gz", 100..<20_000)
            #expect(
                try await outcome(of: folder + "/in", in: folder)
                    == "in/e.csv.gz is damaged or cut short: its bytes do not have the checksum that it gives")
        }
    }

    @Test func `a damaged file of an archive is left out, and those behind it are read`() async throws {
        try await withFolder { folder in
            var zip = try Packed.zip([
                ("a.csv", Self.rows(0..<3)), ("b.csv", Self.rows(3..<9)), ("c.csv", Self.rows(9..<11)),
            ])
            let name = try #require(zip.firstRange(of: Data("b.csv".utf8)))
            zip[name.upperBound + 20] ^= 0xFF
            try write(zip, folder + "/all.zip")
            let store = try Store.blank(folder + "/a.sqlite")
            let report = try await store.imports.run(folder + "/all.zip", as: .hotspots)
            #expect(report.added == 5)
            let left = report.files.filter { $0.leftOut != nil }
            #expect(left.map(\.name) == ["all.zip/b.csv"])
            #expect(left.first?.leftOut?.description.hasPrefix("it is damaged or cut short: ") == true, "\(left)")
        }
    }

    @Test func `a damaged file does not keep the others from telling what their rows are`() async throws {
        try await withFolder { folder in
            let bird = Data("Submission ID,Common Name,Latitude,Longitude,Date\nS1,Robin,1,2,2026-01-01\n".utf8)
            try write(bird, folder + "/in/a.csv")
            var packed = try Packed.gzip(Self.rows(0..<3))
            packed[packed.endIndex - 8] ^= 1
            try write(packed, folder + "/in/b.csv.gz")
            try write(bird, folder + "/in/c.csv")
            let report = try await Store.blank(folder + "/a.sqlite").imports.run(folder + "/in", ImportSettings())
            #expect(report.kind == .observations && report.files.compactMap(\.leftOut).count == 1)
        }
    }

    @Test(arguments: [
        ("31.12.2020", true), ("1.2.2020", true), ("12/31/2020", true), ("01-02-2020 07:30", true), ("12.5", false),
        ("42.4871,-76.4512", false), ("2020-12-31", false), ("1.10.3", false), ("10.0.0.1", false),
    ])
    func `a pipe is kept for dates whose order must be found`(field: String, isKept: Bool) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("name,date\nA,\(field)\n".utf8))
        try pipe.fileHandleForWriting.close()
        let input = try withExtendedLifetime(pipe) {
            try PipeInput.open(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", InputPatience())
        }
        #expect(input.canBeReadAgain == isKept)
    }

    @Test func `what is no file in a folder is named`() async throws {
        try await withFolder { folder in
            try write(Self.rows(0..<2), folder + "/in/a.csv")
            #expect(mkfifo(folder + "/in/pipe", 0o600) == 0)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/in/link", withDestinationPath: folder + "/in/sub")
            let deep = (1...10).map { "d\($0)" }.joined(separator: "/")
            try write(Self.rows(2..<3), folder + "/in/\(deep)/deep.csv")
            let report = try await Store.blank(folder + "/a.sqlite").imports.run(folder + "/in", as: .hotspots)
            #expect(report.added == 2)
            let left = Dictionary(
                uniqueKeysWithValues: report.files.compactMap { file in file.leftOut.map { (file.name, $0.description) }
                })
            #expect(
                left == [
                    "in/pipe": "a pipe or a device", "in/link": "a link to nothing",
                    "in/\(deep)": "a folder within 10 others",
                ])
        }
    }

    @Test func `the files of a shapefile are those of its name, first in its very letters`() async throws {
        try await withFolder { folder in
            let files = ["Parks.dbf", "Parks.shp", "parks.dbf", "parks.shp", "PARKS.prj", "Parks.txt"]
            for file in files { try write(Data(), "\(folder)/\(file)") }
            // Some file systems take names that differ in case for one.
            guard try FileManager.default.contentsOfDirectory(atPath: folder).count == files.count else { return }
            #expect(
                try FolderInput(shapefile: folder + "/Parks.shp").members == ["PARKS.prj", "Parks.dbf", "Parks.shp"])
            #expect(
                try FolderInput(shapefile: folder + "/parks.shp").members == ["PARKS.prj", "parks.dbf", "parks.shp"])
            // What another shapefile has is not this one's, which lacks it.
            try FileManager.default.removeItem(atPath: folder + "/Parks.dbf")
            #expect(try FolderInput(shapefile: folder + "/Parks.shp").members == ["PARKS.prj", "Parks.shp"])
        }
    }

    @Test func `what is no file in an archive is named`() async throws {
        try await withFolder { folder in
            let members = [
                "('a.csv', {'size': len(c)})", "('sub', {'type': tarfile.DIRTYPE})",
                "('link.csv', {'type': tarfile.SYMTYPE, 'linkname': 'a.csv'})",
                "('other.csv', {'type': tarfile.LNKTYPE, 'linkname': 'a.csv'})",
                "('pipe', {'type': tarfile.FIFOTYPE})",
            ].joined(separator: ", ")
            let tar = try Packed.bytes(
                Self.rows(0..<2),
                python: "(lambda b, z, c: ([(lambda i: ([setattr(i, k, v) for k, v in more.items()], "
                    + "z.addfile(i, io.BytesIO(c))))(tarfile.TarInfo(name)) for name, more in [\(members)]], "
                    + "z.close(), b.getvalue())[2])(*(lambda b: (b, tarfile.open(fileobj=b, mode='w'), "
                    + "sys.stdin.buffer.read()))(io.BytesIO()))")
            try write(tar, folder + "/all.tar")
            let report = try await Store.blank(folder + "/a.sqlite").imports.run(folder + "/all.tar", as: .hotspots)
            #expect(report.added == 2)
            let left = report.files.compactMap { file in file.leftOut.map { "\(file.name): \($0)" } }
            #expect(
                left.suffix(3) == [
                    "all.tar/link.csv: a link", "all.tar/other.csv: a link", "all.tar/pipe: a pipe or a device",
                ])
        }
    }
}

/// Bytes of a test.
private final class ByteArray: ByteStream {
    private var rest: [UInt8]

    init(_ bytes: [UInt8]) {
        rest = bytes
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest.removeFirst(count)
        return count
    }
}
