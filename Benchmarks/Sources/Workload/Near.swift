public import GeoqIndex

/// Items within a radius, nearest first, with distances.
public struct Near: Question {
    public let radius: Distance

    public init(kilometers: Double) {
        radius = .kilometers(kilometers)
    }

    public func hits(_ workload: Workload, at origin: Coordinate) throws -> [Neighbor]? {
        try workload.tree.neighbors(NeighborQuery(origin: origin, radius: radius))
    }
}
