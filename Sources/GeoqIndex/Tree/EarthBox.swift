#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A box of earth-centered coordinates in meters, as a tree's node has it, seen in
/// longitudes and latitudes.
struct EarthBox {
    var low: EarthPoint
    var high: EarthPoint
}

extension EarthBox {
    /// A node's box.
    init(_ boxes: ColumnView<Float>, group: Int, lane: Int) {
        let (start, stride) = (group * TreeShape.groupStride + lane, TreeShape.fanOut)
        low = EarthPoint(
            x: Double(boxes[start]), y: Double(boxes[start + stride]), z: Double(boxes[start + 2 * stride]))
        high = EarthPoint(
            x: Double(boxes[start + 3 * stride]), y: Double(boxes[start + 4 * stride]),
            z: Double(boxes[start + 5 * stride]))
    }

    /// More than the roundings of points and of all that is computed here.
    private static let slack = 1e-3

    /// A box of longitudes and latitudes that has every coordinate whose point on
    /// the ellipsoid lies in this box.
    ///
    /// **Latitude.** On the ellipsoid z = a(1 − e²) s / √(1 − e² s²) with s = sin φ, so
    /// s² = z² / (a²(1 − e²)² + e² z²), and φ grows with z.
    ///
    /// **Longitude.** It is the angle of (x, y). A rectangle that does not hold the
    /// axis is seen from it under less than a half turn, and its corners are
    /// its outermost points. One that holds the axis has all longitudes.
    ///
    /// **Slack.** The box is widened by 1 mm first. Points lie within 2 nm of their
    /// coordinates. dz/dφ is nowhere more than 6.4·10⁶ m a radian, and no point is
    /// further than that from the axis, so 1 mm is 1.5·10⁻¹⁰ radians of either angle at
    /// least: a hundred thousand times the roundings of the sums, of `asin` and of
    /// `atan2`, which are some 10⁻¹⁵ radians. (At the pole itself, where `asin` is
    /// steep, its argument's rounding is that of a z that differs by 10⁻⁸ m.) The slack
    /// also takes a coordinate at 180° into boxes that touch −180°, and a pole into
    /// all longitudes, since a pole's point lies within 10⁻⁹ m of the axis.
    ///
    /// A box that is empty or not of numbers has all longitudes and latitudes.
    var coordinates: BoundingBox {
        let (low, high) = (low.moved(by: -Self.slack), high.moved(by: Self.slack))
        let everything = BoundingBox(unchecked: -180, -90, 180, 90)
        guard low.x <= high.x, low.y <= high.y, low.z <= high.z else { return everything }
        let (south, north) = (Self.latitude(low.z), Self.latitude(high.z))
        if low.x <= 0, high.x >= 0, low.y <= 0, high.y >= 0 {
            return BoundingBox(unchecked: -180, south, 180, north)
        }
        let (west, east): (Double, Double)
        if low.y > 0 {
            // Seen from the axis: from the right to the left.
            west = atan2(high.x > 0 ? low.y : high.y, high.x)
            east = atan2(low.x < 0 ? low.y : high.y, low.x)
        } else if high.y < 0 {
            west = atan2(low.x < 0 ? high.y : low.y, low.x)
            east = atan2(high.x > 0 ? high.y : low.y, high.x)
        } else if low.x > 0 {
            west = atan2(low.y, low.x)
            east = atan2(high.y, low.x)
        } else {
            // The box lies across the meridian 180.
            west = atan2(high.y, high.x)
            east = atan2(low.y, high.x)
        }
        return BoundingBox(unchecked: Self.degrees(west), south, Self.degrees(east), north)
    }

    private static func latitude(_ z: Double) -> Double {
        let scale = WGS84.equatorialRadius * (1 - WGS84.eccentricitySquared)
        let sine = z / (scale * scale + WGS84.eccentricitySquared * z * z).squareRoot()
        return sine >= 1 ? 90 : sine <= -1 ? -90 : degrees(asin(sine))
    }

    private static func degrees(_ radians: Double) -> Double { radians * (180 / .pi) }
}

extension EarthPoint {
    fileprivate func moved(by meters: Double) -> EarthPoint {
        EarthPoint(x: x + meters, y: y + meters, z: z + meters)
    }
}
