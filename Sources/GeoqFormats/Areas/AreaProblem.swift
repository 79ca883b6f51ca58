package import GeoqIndex

/// Which ring of an area, counted as in the file.
package struct AreaRing: Hashable, Sendable, CustomStringConvertible {
    /// 1 is the first polygon. In a shapefile all rings count as one polygon's.
    package var polygon: Int
    /// 1 is the first ring of the polygon.
    package var ring: Int

    package init(polygon: Int, ring: Int) {
        (self.polygon, self.ring) = (polygon, ring)
    }

    /// "ring 2"; from the second polygon on "polygon 3, ring 2".
    package var description: String {
        polygon > 1 ? "polygon \(polygon), ring \(ring)" : "ring \(ring)"
    }
}

/// Why a geometry is no area that can be used.
package enum AreaProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not in the format at all.
    case malformed(String)
    /// A position that is no place on Earth. 1 is the ring's first position.
    case unusablePosition(CoordinateError, position: Int, in: AreaRing)
    /// A ring runs beyond ±180° of longitude, and which way one of its edges goes cannot be told.
    case wideStep(WideRing.WideStep, in: AreaRing)
    /// The last position is not the first one.
    case ringNotClosed(AreaRing, first: Coordinate, last: Coordinate)
    /// A closed ring has four positions at least.
    case ringTooShort(AreaRing, positions: Int)
    /// More than `AreaLimits.positions`.
    case tooManyPositions
    /// Geometries within geometries, deeper than `AreaLimits.depth`.
    case tooDeep
    /// Coordinates that are not on WGS 84, by the name of their system.
    case foreignSystem(String)
    /// A geometry of a type that is not read.
    case unknownGeometry(String)
    /// A polygon with edges that are arcs.
    case curvedEdges(String)
    /// A point or a line, where only an area will do.
    case notAnArea(String)
    /// Bytes or text after the end of the geometry.
    case trailingData
    /// So many rings lie in one another that it cannot be told which is a hole
    /// of which. Only in shapefiles, which do not say it.
    case entangledRings(Int)
    /// A name of more bytes of UTF-8 than are taken.
    case longName(bytes: Int)
    /// A name, or a kind, with the character U+0000, at which SQLite ends a text.
    case nulInName

    /// Where in the area it is; nil when it is about the whole.
    package var place: String? {
        switch self {
        case .unusablePosition(_, let position, let ring): "\(ring), position \(position)"
        case .ringNotClosed(let ring, _, _), .ringTooShort(let ring, _), .wideStep(_, let ring): "\(ring)"
        default: nil
        }
    }

    /// What is wrong, without the place.
    package var reason: String {
        switch self {
        case .malformed(let reason): reason
        case .unusablePosition(let error, _, _): error.description + (Self.isProjected(error) ? Self.projected : "")
        case .wideStep(let step, _): step.description
        case .ringNotClosed(_, let first, let last):
            "the ring is not closed: it begins at lat \(first.latitude), lon \(first.longitude) and ends at "
                + "lat \(last.latitude), lon \(last.longitude)"
        case .ringTooShort(_, let positions):
            "the ring has \(positions) position\(positions == 1 ? "" : "s"); a closed ring has at least 4"
        case .tooManyPositions: "more than \(AreaLimits.positions) positions"
        case .tooDeep: "geometries nested more than \(AreaLimits.depth) deep"
        case .foreignSystem(let name): "coordinates in \(name); convert them to EPSG:4326 first"
        case .unknownGeometry(let name): "\(name) is not read; polygons with straight edges are"
        case .curvedEdges(let name):
            "\(name) is not read; polygons with straight edges are, as PostGIS makes them of it with ST_CurveToLine, and "
                + "ogr2ogr with -nlt CONVERT_TO_LINEAR"
        case .notAnArea(let name): "a \(name) is no area"
        case .trailingData: "more data after the end of the geometry"
        case .entangledRings(let count):
            "its \(count) rings lie in one another in too many ways to tell which is a hole of which"
        case .longName(let bytes):
            "the name has \(bytes) bytes; at most \(ImportRecord.longestName) are taken"
        case .nulInName: "the name or kind has the character U+0000, which no area's may have; take it out of the file"
        }
    }

    private static let projected = "; coordinates of a projection must be converted to degrees (EPSG:4326) first"

    /// Whether a position looks like one in meters: no mistake with degrees gives such numbers.
    private static func isProjected(_ error: CoordinateError) -> Bool {
        switch error {
        case .latitudeOutOfRange(let latitude, let longitude): abs(latitude) > 1000 || abs(longitude) > 1000
        case .longitudeOutOfRange(let longitude): abs(longitude) > 1000
        case .southAboveNorth: false
        }
    }

    /// "ring 2: the ring is not closed: …"
    package var description: String {
        (place.map { "\($0): " } ?? "") + reason
    }

    /// The same as is said of a point.
    init(_ error: PointReadError) {
        switch error {
        case .malformed(let reason): self = .malformed(reason)
        case .notAPoint(let name): self = .unknownGeometry(name)
        case .foreignSystem(let srid): self = .foreignSystem("SRID \(srid)")
        case .trailingData: self = .trailingData
        case .empty, .hasMoreDimensions, .unusable: self = .malformed(error.description)
        }
    }
}

/// A feature that is refused: where it is, and what is wrong.
package struct AreaRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// Which feature of the file; 1 is the first.
    package var number: Int
    /// The line on which it begins; nil in a shapefile.
    package var line: Int?
    package var problem: AreaProblem
    /// The key of the row that it is; nil for a feature of a file.
    package var key: AreaKey?

    package init(file: String, number: Int, line: Int?, problem: AreaProblem, key: AreaKey? = nil) {
        (self.file, self.number, self.line, self.problem) = (file, number, line, problem)
        self.key = key
    }

    /// "parks.geojson: feature 17 (line 30), ring 2: the ring is not closed: …"; "parks: the row with code P-17,
    /// ring 2: …" of a table.
    package var description: String {
        let line = line.map { $0 > 1 ? " (line \($0))" : "" } ?? ""
        let feature = key.map { "\($0)" } ?? "feature \(number)\(line)"
        return "\(file): \(feature)" + (problem.place.map { ", \($0)" } ?? "") + ": \(problem.reason)"
    }
}

/// How much is read at most.
package enum AreaLimits {
    /// Positions of one area.
    package static let positions = 10_000_000
    /// Features of one file.
    package static let features = 1_000_000
    /// Geometries within geometries.
    package static let depth = 8
    /// Bytes of one feature of GeoJSON, of one geometry of WKT, of a whole KML.
    package static let textBytes = 128 << 20
    /// Values of one feature of GeoJSON: a position has three.
    static let values = 16_000_000
    /// Steps to find which ring is a hole of which.
    static let ringSteps = 1_000_000_000
}
