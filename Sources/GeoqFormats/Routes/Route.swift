package import GeoqIndex

/// A way that was traveled or is to be: the positions of each of its segments, in the order
/// of travel.
package struct Route: Equatable, Sendable {
    /// Each has two positions at least.
    package var segments: [[Coordinate]]
    package var format: RouteFormat
    /// What was left out, in words.
    package var notes: [String] = []

    package var positionCount: Int { segments.reduce(0) { $0 + $1.count } }
}

/// A form of routes that is read.
package enum RouteFormat: String, Hashable, Sendable, CaseIterable {
    /// Tracks and routes (GPX 1.0 and 1.1, topografix.com/gpx.asp).
    case gpx
    /// LineString and MultiLineString of RFC 7946, also one a line or after record separators
    /// (RFC 8142).
    case geoJSON = "geojson"
    /// LineString of OGC 07-147r2, and Google's gx:Track.
    case kml
    /// LINESTRING and MULTILINESTRING (OGC 06-103r4).
    case wkt
    /// `LAT,LON;LAT,LON;…`, or one a line.
    case positions
    /// Google's encoded polyline.
    case polyline
}

/// Why something is no route.
package struct RouteProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that it is in; nil for a text that is no file.
    package var file: String?
    /// Where in the text it is: "line 12", "position 3"; nil when it is about the whole.
    package var place: String?
    package var reason: String
    /// Whether another precision of an encoded polyline may help.
    package var mayBePrecision = false

    init(_ reason: String, at place: String? = nil) {
        (self.reason, self.place) = (reason, place)
    }

    package var description: String { [file, place, reason].compactMap { $0 }.joined(separator: ": ") }

    /// The same at a place, unless it has one already.
    func at(_ place: String) -> RouteProblem {
        var problem = self
        problem.place = self.place.map { "\(place), \($0)" } ?? place
        return problem
    }
}

/// How much is read at most.
package enum RouteLimits {
    /// Positions of all segments together.
    package static let positions = 1_000_000
    /// Bytes of a file.
    package static let bytes = 128 << 20
    /// Values of one feature of GeoJSON: a position has three, or four.
    static let values = 8_000_000
    /// Geometries within geometries.
    static let depth = 8
}
