import Foundation
import Geoq
import GeoqFiles
import GeoqFormats

/// Reads files of areas by Debian's GDAL that geoq does not read itself: its `ogr2ogr`
/// writes them as GeoJSON on WGS 84. GDAL is only looked for when such a file comes.
struct GDALConversion {
    /// The file that `ogr2ogr` has written; it goes with its folder.
    let path: String
    /// Whether the file does not tell the system of its coordinates, and the given one was taken.
    private(set) var isOfGivenSystem = false
    private let folder: URL

    /// Nil for a file that geoq reads itself, or knows nothing about.
    ///
    /// - Parameter srid: the system of the coordinates of a file that does not tell it.
    /// - Throws: `GDALProblem`; `InputError` when there is no room for what GDAL writes.
    init?(_ file: String, srid: Int? = nil) throws {
        guard let options = try Self.options(for: file) else { return nil }
        guard let program = Self.program("ogr2ogr") else { throw GDALProblem(file: file, .notInstalled) }
        (folder, path) = try Self.folder(of: file)
        // What begins with a dash is no option.
        let origin = file.hasPrefix("-") ? "./\(file)" : file
        do {
            var source: [String] = []
            if let srid {
                // ogr2ogr would take it for all layers.
                let tells = try Self.tellsSystem(options, from: origin, of: file)
                if tells == [true, false] { throw GDALProblem(file: file, .someSystems) }
                if tells == [false] {
                    source = Self.source(srid)
                    isOfGivenSystem = true
                }
            }
            try Self.run(program, options + source, from: origin, to: path, of: file)
        } catch {
            remove()
            throw error
        }
    }

    /// What tells GDAL the system of a file's coordinates.
    private static func source(_ srid: Int) -> [String] { ["-s_srs", "EPSG:\(srid)"] }

    /// The parts of a shapefile whose coordinates are in another system, transformed.
    ///
    /// - Parameters:
    ///   - file: what messages call it.
    ///   - srid: the system, when no part tells it.
    /// - Throws: `FileProblem`; `InputError` when there is no room for the parts, or for what GDAL writes; what
    ///   the streams throw.
    init(_ file: String, shapefile parts: [(ending: String, bytes: any ByteStream)], srid: Int? = nil) throws {
        guard let program = Self.program("ogr2ogr") else {
            throw FileProblem(
                file: file,
                reason: "its coordinates are on another system, and are transformed by GDAL, which is not installed: "
                    + "apt install gdal-bin")
        }
        (folder, path) = try Self.folder(of: file)
        let hasSystem = parts.contains { $0.ending == "prj" }
        do {
            for part in parts {
                let copy = try Self.created(folder.appending(path: "areas.\(part.ending)").path, of: file)
                while case let bytes = try part.bytes.bytes(upTo: 1 << 20), !bytes.isEmpty {
                    try Self.append(bytes, to: copy, of: file)
                }
            }
            let given = hasSystem ? nil : srid
            try Self.run(
                program, given.map(Self.source) ?? [], from: folder.appending(path: "areas.shp").path, to: path,
                of: file)
        } catch let problem as GDALProblem {
            remove()
            if hasSystem, case .noSystem = problem.cause {
                throw FileProblem(
                    file: file,
                    reason: "its .prj names no system of coordinates; take it away, and say the system with --srid")
            }
            throw FileProblem(file: file, reason: problem.sentence)
        } catch {
            remove()
            throw error
        }
    }

    /// A new folder, and the name of the file that is written there.
    ///
    /// - Parameter name: what messages call the file that is read; so in those below.
    /// - Throws: `InputError`.
    private static func folder(of name: String) throws -> (URL, path: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "geoq-\(UUID().uuidString)")
        guard mkdir(folder.path, 0o700) == 0 else {
            throw InputError.unreadable(
                name, reason: "no temporary folder can be made: \(String(cString: strerror(errno)))")
        }
        return (folder, folder.appending(path: "areas.geojsonl").path)
    }

    /// A new file in the folder, to be written.
    ///
    /// - Throws: `InputError`.
    private static func created(_ path: String, of name: String) throws -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(name, errno) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// - Throws: `InputError`.
    private static func append(_ bytes: [UInt8], to file: FileHandle, of name: String) throws {
        if let code = writeAll(bytes, to: file.fileDescriptor) { throw unwritable(name, code) }
    }

    private static func unwritable(_ name: String, _ code: Int32) -> InputError {
        .unreadable(name, reason: "its temporary copy cannot be written: \(String(cString: strerror(code)))")
    }

    /// Runs the program, and writes what it says: GDAL ends well on a disk that is full, with a file that is cut.
    ///
    /// - Throws: `GDALProblem` when the program fails; `InputError` when the file cannot be written.
    private static func run(
        _ program: String, _ options: [String] = [], from file: String, to path: String, of name: String
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        // Every digit of a coordinate is kept. A shapefile may come without its index.
        process.arguments =
            [
                "-f", "GeoJSONSeq", "-lco", "RS=NO", "-lco", "COORDINATE_PRECISION=17", "-t_srs", "EPSG:4326",
                "--config", "SHAPE_RESTORE_SHX", "YES",
            ] + options + ["/vsistdout/", file]
        process.standardInput = FileHandle.nullDevice
        let areas = Pipe()
        process.standardOutput = areas
        let saidPath = path + ".errors"
        process.standardError = try created(saidPath, of: name)
        let copy = try created(path, of: name)
        try process.run()
        do {
            while let bytes = try areas.fileHandleForReading.read(upToCount: 1 << 20), !bytes.isEmpty {
                try append([UInt8](bytes), to: copy, of: name)
            }
        } catch {
            process.terminate()
            process.waitUntilExit()
            throw error
        }
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            let said = (try? Data(contentsOf: URL(filePath: saidPath))) ?? Data()
            let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
            throw GDALProblem(file: name, .init(said: lines))
        }
    }

    /// Whether the layers of a file tell the system of their coordinates, as `ogrinfo` says: both when only some do.
    /// Layers without features or without places do not count; of a file that GDAL cannot read nothing is known.
    ///
    /// - Throws: `GDALProblem` when the program is not installed.
    private static func tellsSystem(_ options: [String], from file: String, of name: String) throws -> Set<Bool> {
        guard let program = Self.program("ogrinfo") else { throw GDALProblem(file: name, .notInstalled) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-ro", "-so", "-al"] + options + [file]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let said = Pipe()
        process.standardOutput = said
        try process.run()
        let bytes = try said.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        var tells: Set<Bool> = []
        var (counts, isSystemNext) = (true, false)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if isSystemNext, counts {
                let isSilent = line == "(unknown)" || line.contains("\"Undefined ")
                tells.insert(!isSilent)
            }
            isSystemNext = line.hasPrefix("Layer SRS WKT") || line.hasPrefix("SRS WKT")
            if line.hasPrefix("Layer name: ") { counts = true }
            if line == "Geometry: None" || line == "Feature Count: 0" { counts = false }
        }
        return tells
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// What GDAL is told of a file besides; nil for one that geoq reads itself.
    ///
    /// GeoPackages and other SQLite databases, FlatGeobuf, GML, and MapInfo's files are known by
    /// their first bytes; of MapInfo and of ESRI's folders the name tells.
    /// - Throws: `GDALProblem` for a store of geoq.
    private static func options(for file: String) throws -> [String]? {
        let name = file.lowercased()
        if [".tab", ".mif", ".gdb", ".gdb/"].contains(where: { name.hasSuffix($0) }) {
            // One that is missing is told by its reader.
            return FileManager.default.fileExists(atPath: file) ? [] : nil
        }
        var status = stat()
        // What is read of a pipe here would be lost to its reader.
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let handle = FileHandle(forReadingAtPath: file), let head = try? handle.read(upToCount: 4_096)
        else { return nil }
        if SQLiteHead.begins(head), SQLiteHead.isOfStore(head) { throw GDALProblem(file: file, .store) }
        if SQLiteHead.begins(head) || head.starts(with: [0x66, 0x67, 0x62, 0x03]) {
            return []
        }
        let text = String(decoding: head, as: UTF8.self)
        guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).hasPrefix("<"),
            text.contains("opengis.net/gml"), !text.contains("opengis.net/kml"), !text.contains("<gpx")
        else { return nil }
        // GDAL would leave its notes in a .gfs beside the file.
        return ["-oo", "WRITE_GFS=NO"]
    }

    private static func program(_ name: String) -> String? {
        (Invocation.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
