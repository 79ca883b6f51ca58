import Foundation
import Geoq
import GeoqFiles
import GeoqFormats

/// Reads files of areas by Debian's GDAL that geoq does not read itself: its `ogr2ogr`
/// writes them as GeoJSON on WGS 84. GDAL is only looked for when such a file comes.
struct GDALConversion {
    /// The file that `ogr2ogr` has written; it goes with its folder.
    let path: String
    private let folder: URL

    /// Nil for a file that geoq reads itself, or knows nothing about.
    ///
    /// - Throws: `GDALProblem`.
    init?(_ file: String) throws {
        guard Self.isMeant(file) else { return nil }
        guard let program = Self.program else { throw GDALProblem(file: file, reason: nil) }
        (folder, path) = try Self.folder()
        do {
            // What begins with a dash is no option.
            try Self.run(program, from: file.hasPrefix("-") ? "./\(file)" : file, to: path, of: file)
        } catch {
            remove()
            throw error
        }
    }

    /// The parts of a shapefile whose coordinates are in another system, transformed.
    ///
    /// - Parameter file: what messages call it.
    /// - Throws: `FileProblem`; what the streams throw.
    init(_ file: String, shapefile parts: [(ending: String, bytes: any ByteStream)]) throws {
        guard let program = Self.program else {
            throw FileProblem(
                file: file,
                reason: "its coordinates are on another system, and are transformed by GDAL, which is not installed: "
                    + "apt install gdal-bin")
        }
        (folder, path) = try Self.folder()
        do {
            for part in parts {
                let copy = folder.appending(path: "areas.\(part.ending)")
                try Data().write(to: copy)
                let handle = try FileHandle(forWritingTo: copy)
                defer { try? handle.close() }
                while case let bytes = try part.bytes.bytes(upTo: 1 << 20), !bytes.isEmpty {
                    try handle.write(contentsOf: bytes)
                }
            }
            try Self.run(program, from: folder.appending(path: "areas.shp").path, to: path, of: file)
        } catch let problem as GDALProblem {
            remove()
            throw FileProblem(file: file, reason: problem.sentence)
        } catch {
            remove()
            throw error
        }
    }

    /// A new folder, and the name of the file that is written there.
    private static func folder() throws -> (URL, path: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "geoq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return (folder, folder.appending(path: "areas.geojsonl").path)
    }

    /// - Parameter name: what messages call the file.
    /// - Throws: `GDALProblem` when the program fails.
    private static func run(_ program: String, from file: String, to path: String, of name: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        // Every digit of a coordinate is kept. A shapefile may come without its index.
        process.arguments = [
            "-f", "GeoJSONSeq", "-lco", "RS=NO", "-lco", "COORDINATE_PRECISION=17", "-t_srs", "EPSG:4326",
            "--config", "SHAPE_RESTORE_SHX", "YES", path, file,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
            throw GDALProblem(file: name, reason: lines.first { $0.hasPrefix("ERROR") } ?? lines.last ?? "it failed")
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// GeoPackages and other SQLite databases, FlatGeobuf, GML, and MapInfo's files, by
    /// their first bytes; of MapInfo and of ESRI's folders the name tells.
    private static func isMeant(_ file: String) -> Bool {
        let name = file.lowercased()
        if [".tab", ".mif", ".gdb", ".gdb/"].contains(where: { name.hasSuffix($0) }) { return true }
        var status = stat()
        // What is read of a pipe here would be lost to its reader.
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let handle = FileHandle(forReadingAtPath: file), let head = try? handle.read(upToCount: 4_096)
        else { return false }
        if SQLiteHead.begins(head) || head.starts(with: [0x66, 0x67, 0x62, 0x03]) {
            return true
        }
        let text = String(decoding: head, as: UTF8.self)
        return text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("<") && text.contains("opengis.net/gml")
            && !text.contains("opengis.net/kml") && !text.contains("<gpx")
    }

    private static var program: String? {
        (Invocation.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/ogr2ogr" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// GDAL is not there, or cannot read a file.
struct GDALProblem: Error, CustomStringConvertible {
    let file: String
    /// What it said; nil when it is not installed.
    let reason: String?

    var description: String {
        "\(TerminalText.neutralized(file, limit: 200)) \(sentence)"
    }

    /// The same without the file.
    var sentence: String {
        guard let reason else { return "is read by GDAL, which is not installed: apt install gdal-bin" }
        return "cannot be read by GDAL: \(TerminalText.neutralized(reason, limit: 300))"
    }
}

/// Transforms the shapefiles of an input, and keeps what was transformed until all is read.
final class ShapefileConversions {
    private var conversions: [GDALConversion] = []

    /// - Throws: `FileProblem`.
    func transform(_ file: String, _ parts: [(ending: String, bytes: any ByteStream)]) throws -> any ByteStream {
        let conversion = try GDALConversion(file, shapefile: parts)
        conversions.append(conversion)
        let input = try openInput(conversion.path)
        guard let member = input.members.first else {
            throw FileProblem(file: file, reason: "there is nothing in it")
        }
        return try input.open(member)
    }

    func remove() {
        for conversion in conversions { conversion.remove() }
    }
}
