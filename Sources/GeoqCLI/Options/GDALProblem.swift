import Geoq

/// GDAL is not there, or cannot read a file.
struct GDALProblem: Error, CustomStringConvertible {
    let file: String
    let cause: Cause

    enum Cause: Equatable {
        case notInstalled
        /// It is a store of geoq's.
        case store
        /// Nothing tells in which system the coordinates are.
        case noSystem
        /// Some layers tell in which system their coordinates are, and others do not.
        case someSystems
        /// It cannot transform the coordinates from their system to WGS 84.
        case noWay
        /// Anything else, in the words of GDAL.
        case other(String)

        // A GeoPackage calls the system so that it does not know.
        private static let wordsOfNoSystem = ["source layer has no", "\"Undefined Cartesian SRS\""]
        private static let wordsOfNoWay = [
            "createOperations", "Cannot find coordinate operations", "Failed to create coordinate transformation",
        ]

        /// - Parameter lines: what it said.
        init(said lines: [String]) {
            func have(_ words: [String]) -> Bool {
                lines.contains { line in words.contains { line.contains($0) } }
            }
            if have(Self.wordsOfNoSystem) {
                self = .noSystem
            } else if have(Self.wordsOfNoWay) {
                self = .noWay
            } else {
                // Behind such a line it says what failed, and then which drivers it has.
                let failure = lines.drop { !$0.hasPrefix("FAILURE") }.dropFirst().first
                self = .other(lines.first { $0.hasPrefix("ERROR") } ?? failure ?? lines.last ?? "it failed")
            }
        }
    }

    init(file: String, _ cause: Cause) {
        (self.file, self.cause) = (file, cause)
    }

    var description: String {
        "\(TerminalText.neutralized(file, limit: 200)) \(sentence)"
    }

    /// The same without the file.
    var sentence: String {
        switch cause {
        case .store:
            "is a store of geoq, with areas and points of several kinds: write its areas with geoq export areas, or one with geoq areas show, and take that file"
        case .notInstalled: "is read by GDAL, which is not installed: apt install gdal-bin"
        case .noSystem:
            "does not tell the system of its coordinates; say it with geoq areas add --srid, such as --srid 4326 for longitude and latitude on WGS 84"
        case .someSystems:
            "has layers that tell the system of their coordinates, and others that do not; --srid is for the latter alone: write them to a file of their own, ogr2ogr -f GPKG x.gpkg FILE LAYER"
        case .noWay:
            "cannot be read by GDAL: it knows no way from the system of the coordinates to WGS 84; convert them to EPSG:4326 first"
        case .other(let reason): "cannot be read by GDAL: \(TerminalText.neutralized(reason, limit: 300))"
        }
    }
}
