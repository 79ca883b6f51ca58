import GeoqSync

/// What the type modifier of a `geometry` or `geography` column says about its
/// values (`TYPMOD_GET_SRID` and `TYPMOD_GET_TYPE` in liblwgeom.h, PostGIS 3).
struct PlaceType: Equatable {
    /// 0 when values may have any SRID.
    let srid: Int
    /// 1 for points, 0 when values may be of any kind.
    let kind: Int

    private static let names = [
        "geometry", "point", "line", "polygon", "multipoint", "multiline", "multipolygon", "collection",
    ]

    /// - Parameter modifier: `atttypmod`, not negative.
    init(modifier: Int) {
        let bits = Int32(truncatingIfNeeded: modifier)
        srid = Int(((bits & 0x0FFF_FF00) - (bits & 0x1000_0000)) >> 8)
        kind = Int((bits & 0x0000_00FC) >> 2)
    }

    /// Whether every value is a point in degrees on WGS 84.
    var isSure: Bool { srid == 4326 && kind == 1 }

    /// Kinds beyond those that `words` has, by which earlier mirrors have noted how columns are defined.
    private static let others = [
        8: "circular string", 9: "compound curve", 10: "curve polygon", 11: "multicurve", 12: "multisurface",
        13: "polyhedral surface", 14: "triangle", 15: "TIN",
    ]

    /// The kind of its values.
    var kindName: String {
        Self.names.indices.contains(kind) ? Self.names[kind] : Self.others[kind] ?? "kind \(kind)"
    }

    var words: String { "\(Self.names.indices.contains(kind) ? Self.names[kind] : "kind \(kind)"),\(srid)" }

    /// Why no value can be a place; nil when some can.
    var obstacle: String? {
        if srid != 0, srid != 4326 {
            return "is in SRID \(srid); 4326 is needed, such as a generated column ST_Transform(…, 4326)"
        }
        if kind > 1 {
            let name = Self.names.indices.contains(kind) ? Self.names[kind] : "another kind"
            return "is of type \(name); points are needed, such as a generated column ST_Centroid(…)"
        }
        return nil
    }
}
