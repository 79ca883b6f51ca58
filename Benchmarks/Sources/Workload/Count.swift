public import GeoqIndex

/// How many items lie within a radius.
public struct Count: Question {
    public let radius: Distance

    public init(kilometers: Double) {
        radius = .kilometers(kilometers)
    }

    public func ask(_ workload: Workload, at origin: Coordinate) throws -> Int {
        var statistics = SearchStatistics()
        return try workload.tree.countNeighbors(NeighborQuery(origin: origin, radius: radius), &statistics)
    }
}
