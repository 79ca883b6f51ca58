import Geoq
import GeoqFormats
import GeoqIndex

/// Where the hits of a question lie: how far from its center and in which direction, or how far along its
/// route, how far from it and on which side. Hits inside an area have no such measure.
enum HitMeasure {
    case around(RoundedGeodesics)
    case along(Corridor)
    /// Inside an area whose edges run so.
    case inside(Area.Edges)

    /// - Precondition: a question about a box is about all inside an area.
    init(_ query: Query) {
        switch query.area {
        case .around(let center, _): self = .around(RoundedGeodesics(from: center))
        case .along(let corridor): self = .along(corridor)
        case .box:
            guard let area = query.inside else { preconditionFailure("Hits inside a box are written as items.") }
            self = .inside(area.edges)
        }
    }

    /// The names of its fields.
    var names: [String] {
        switch self {
        case .around: ["distance_m", "bearing_deg"]
        case .along: ["along_m", "offset_m", "side"]
        case .inside: []
        }
    }

    /// The name of a hit and these fields.
    func fields(of hit: Hit) -> [Feature.Field] {
        switch self {
        case .around(let ways): hit.fields(from: ways)
        case .along(let corridor): hit.fields(along: corridor)
        case .inside: hit.fields(from: nil)
        }
    }

    /// Appends the fields behind other members of an object.
    func append(_ hit: Hit, to bytes: inout [UInt8]) {
        switch self {
        case .around(let ways):
            let way = ways.inverse(to: hit.coordinate)
            bytes.append(#","distance_m":"#)
            bytes.appendJSON(way.meters)
            bytes.append(#","bearing_deg":"#)
            if let bearing = way.initialBearing { bytes.appendJSON(bearing) } else { bytes.append("null") }
        case .along(let corridor):
            for field in hit.fields(along: corridor).dropFirst() {
                bytes.append(",")
                bytes.appendJSONKey(field.name)
                bytes.appendJSON(field.value)
            }
        case .inside: break
        }
    }

    /// What holds for every distance and every set of hits around a center: they are those of
    /// `geod_inverse`, which is good to 15 nm; distances are written to the
    /// micrometer.
    static let exactness: JSONValue = [
        "surface": "WGS 84 ellipsoid", "method": "Karney (2013), geod_inverse",
        "distance_error_m": 5.2e-7, "set": "exact",
    ]

    /// The same along a route, whose feet are found to 10⁻⁷ m (`Corridor.foot(of:)`).
    private static let exactnessAlong: JSONValue = [
        "surface": "WGS 84 ellipsoid", "method": "Karney (2013), geod_inverse and its least along geodesics",
        "offset_error_m": 6e-7, "set": "exact",
    ]

    /// The same inside an area: no rounding puts a place on the wrong side of a drawn edge, and
    /// `Area` says how well geodesic edges are known.
    private static func exactness(inside edges: Area.Edges) -> JSONValue {
        switch edges {
        case .drawn: ["edges": "straight in longitude and latitude", "boundary_error_m": 0, "set": "exact"]
        case .geodesic: ["edges": "geodesics of the WGS 84 ellipsoid", "boundary_error_m": 5e-8, "set": "exact"]
        }
    }

    /// What holds for the hits, as a member of the collection.
    var exactness: [UInt8] {
        switch self {
        case .around: Self.member
        case .along: Self.memberAlong
        case .inside(let edges): Self.written(Self.exactness(inside: edges))
        }
    }

    private static let member = written(exactness)
    private static let memberAlong = written(exactnessAlong)

    private static func written(_ value: JSONValue) -> [UInt8] {
        var bytes = Array(#","exactness":"#.utf8)
        bytes.appendJSON(value)
        return bytes
    }
}
