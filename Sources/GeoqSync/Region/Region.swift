public import GeoqIndex

/// The part of the earth whose hotspots are mirrored.
public enum Region: Hashable, Sendable, CustomStringConvertible {
    /// A box, its edges included.
    case box(BoundingBox)
    /// All places at most this far from a place.
    case circle(Coordinate, radius: Distance)

    /// The region as options of the command.
    public var description: String {
        switch self {
        case .box(let box): "--region \(box.west),\(box.south),\(box.east),\(box.north)"
        case .circle(let center, let radius):
            "--near \(center.latitude),\(center.longitude) --km \(radius.meters / 1000)"
        }
    }
}
