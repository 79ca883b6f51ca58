public import GeoqIndex

/// The nearest items, in order, with distances.
public struct Nearest: Question {
    public let limit: Int

    public init(_ limit: Int) {
        self.limit = limit
    }

    public func hits(_ workload: Workload, at origin: Coordinate) throws -> [Neighbor]? {
        try workload.tree.neighbors(NeighborQuery(origin: origin, limit: limit))
    }
}
