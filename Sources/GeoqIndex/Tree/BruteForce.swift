/// The oracle: it answers the same questions by asking `geod_inverse` about
/// every item. It is slow, and short enough to check by reading.
package struct BruteForce: Sendable {
    private let coordinates: [Coordinate]
    private let keys: [ItemKey]

    /// - Parameters: items by position.
    package init(coordinates: [Coordinate], keys: [ItemKey]) {
        precondition(coordinates.count == keys.count, "Each coordinate has one key.")
        (self.coordinates, self.keys) = (coordinates, keys)
    }

    /// The items of a tree, by its positions.
    package init(_ tree: PackedTree) throws(IndexError) {
        var (coordinates, keys): ([Coordinate], [ItemKey]) = ([], [])
        for position in 0..<tree.count {
            coordinates.append(try tree.coordinate(at: position))
            keys.append(try tree.key(at: position))
        }
        self.init(coordinates: coordinates, keys: keys)
    }

    /// What `PackedTree.neighbors(_:)` must give, with the distances of
    /// `geod_inverse`.
    ///
    /// - Complexity: O(*n* log *n*), *n* geodesics.
    package func neighbors(_ query: NeighborQuery) throws(IndexError) -> [Neighbor] {
        var found: [Neighbor] = []
        let radius = query.radius?.meters ?? .infinity
        for position in coordinates.indices {
            guard try query.filter.accepts(position) else { continue }
            let meters = Geodesic.meters(from: query.origin, to: coordinates[position])
            guard radius >= Distance.halfTheEarth.meters || meters <= radius else { continue }
            if let minimum = query.minimum, meters < minimum.meters { continue }
            if let after = query.after, (meters, keys[position]) <= (after.distance.meters, after.key) { continue }
            found.append(Neighbor(position: position, distance: Distance(meters: meters)))
        }
        found.sort { ($0.distance.meters, keys[$0.position]) < ($1.distance.meters, keys[$1.position]) }
        return Array(found.prefix(query.limit ?? .max))
    }

    /// What `PackedTree.positions(in:)` must give: every item is asked about, and for
    /// an area every edge.
    package func positions(
        in shape: Shape, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything
    ) throws(IndexError) -> [Int] {
        var found: [Int] = []
        for position in coordinates.indices where shape.scannedContains(coordinates[position]) {
            if let key, keys[position] <= key { continue }
            if try filter.accepts(position) { found.append(position) }
        }
        found.sort { keys[$0] < keys[$1] }
        return Array(found.prefix(limit ?? .max))
    }
}
