public import GeoqIndex

/// The part of the earth whose hotspots are mirrored.
public enum Region: Hashable, Sendable, CustomStringConvertible {
    /// A box, its edges included.
    case box(BoundingBox)
    /// All places at most this far from a place.
    case circle(Coordinate, radius: Distance)

    /// In degrees and kilometers.
    public var description: String {
        switch self {
        case .box(let box):
            "longitudes \(box.west) to \(box.east), latitudes \(box.south) to \(box.north)"
        case .circle(let center, let radius):
            "\(radius.meters / 1000) km around \(center.latitude), \(center.longitude)"
        }
    }
}
