/// A region of the earth that a tree can be asked about: which items lie in it.
///
/// The edge belongs to each of them. A tree asks all shapes through one search
/// (`ShapeSearch`), so each answers alike: in ascending `ItemKey`, exactly as a
/// scan of all items does.
public enum Shape: Hashable, Sendable {
    /// All places at most a radius away from a center, by `geod_inverse`.
    case circle(Circle)
    /// All places between two parallels and two meridians, by their numbers.
    case box(BoundingBox)
    /// Polygons with holes.
    case area(Area)
    /// All places at most a width away from a line.
    case corridor(Corridor)
}

extension Shape {
    /// Whether a place lies in the shape.
    ///
    /// - Complexity: O(1) for a circle or a box; that of `Area.contains(_:)` or
    ///   `Corridor.contains(_:)` for the others.
    public func contains(_ coordinate: Coordinate) -> Bool {
        switch self {
        case .circle(let circle): circle.contains(coordinate)
        case .box(let box): box.contains(coordinate)
        case .area(let area): area.contains(coordinate)
        case .corridor(let corridor): corridor.contains(coordinate)
        }
    }

    /// The same without an index, by a look at every part: the oracle.
    func scannedContains(_ coordinate: Coordinate) -> Bool {
        switch self {
        case .circle(let circle):
            circle.isEverywhere || Geodesic.meters(from: circle.center, to: coordinate) <= circle.radius.meters
        case .box(let box): box.contains(coordinate)
        case .area(let area): area.scannedContains(coordinate)
        case .corridor(let corridor): corridor.scannedContains(coordinate)
        }
    }
}
