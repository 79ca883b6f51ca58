public import GeoqIndex

/// The part of the earth whose hotspots are mirrored.
public enum Region: Hashable, Sendable, CustomStringConvertible {
    /// Its edges included.
    case box(BoundingBox)
    /// What is at most so far from a place.
    case circle(Coordinate, radius: Distance)

    /// As options of the command.
    public var description: String {
        switch self {
        case .box(let box): "--region \(box.west),\(box.south),\(box.east),\(box.north)"
        case .circle(let center, let radius):
            "--near \(center.latitude),\(center.longitude) --km \(radius.meters / 1000)"
        }
    }
}
