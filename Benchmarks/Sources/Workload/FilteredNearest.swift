public import GeoqIndex

/// The nearest of one species of 400, in order, with distances.
public struct FilteredNearest: Question {
    public let limit: Int

    public init(_ limit: Int) {
        self.limit = limit
    }

    public func hits(_ workload: Workload, at origin: Coordinate) throws -> [Neighbor]? {
        let filter = ItemFilter([.oneOf(workload.species, workload.chosenSpecies)])
        return try workload.tree.neighbors(NeighborQuery(origin: origin, limit: limit, filter: filter))
    }
}
