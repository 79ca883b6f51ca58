import Foundation
public import GeoqIndex

/// Items in a box of longitudes and latitudes, by id.
public struct Box: Question {
    /// Half of its height, and of its width at its own latitude.
    public let halfKilometers: Double

    public init(halfKilometers: Double) {
        self.halfKilometers = halfKilometers
    }

    public func positions(_ workload: Workload, at origin: Coordinate) throws -> [Int]? {
        var statistics = SearchStatistics()
        return try workload.tree.positions(in: .box(box(around: origin)), &statistics)
    }

    public func ask(_ workload: Workload, at origin: Coordinate) throws -> Int {
        try positions(workload, at: origin)?.count ?? 0
    }

    /// The peers make the same box by the same steps.
    public func box(around origin: Coordinate) throws -> BoundingBox {
        let height = halfKilometers / 111.2
        let width = min(height / cos(origin.latitude * .pi / 180), 180)
        return try BoundingBox(
            west: max(origin.longitude - width, -180), south: max(origin.latitude - height, -90),
            east: min(origin.longitude + width, 180), north: min(origin.latitude + height, 90))
    }
}
