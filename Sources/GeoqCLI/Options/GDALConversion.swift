import Foundation
import Geoq
import GeoqFiles

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
        folder = FileManager.default.temporaryDirectory.appending(path: "geoq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.appending(path: "areas.geojsonl").path
        let process = Process()
        process.executableURL = URL(filePath: program)
        // Every digit of a coordinate is kept. What begins with a dash is no option.
        process.arguments = [
            "-f", "GeoJSONSeq", "-lco", "RS=NO", "-lco", "COORDINATE_PRECISION=17", "-t_srs", "EPSG:4326", path,
            file.hasPrefix("-") ? "./\(file)" : file,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        do {
            try process.run()
            let said = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            if process.terminationStatus != 0 {
                let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
                throw GDALProblem(
                    file: file, reason: lines.first { $0.hasPrefix("ERROR") } ?? lines.last ?? "it failed")
            }
        } catch {
            remove()
            throw error
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
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue,
            let handle = FileHandle(forReadingAtPath: file), let head = try? handle.read(upToCount: 4_096)
        else { return false }
        if head.starts(with: Array("SQLite format 3\0".utf8)) || head.starts(with: [0x66, 0x67, 0x62, 0x03]) {
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
        let name = TerminalText.neutralized(file, limit: 200)
        guard let reason else { return "\(name) is read by GDAL, which is not installed: apt install gdal-bin" }
        return "\(name) cannot be read by GDAL: \(TerminalText.neutralized(reason, limit: 300))"
    }
}
