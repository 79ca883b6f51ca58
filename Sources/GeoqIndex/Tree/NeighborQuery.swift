/// A question for the items around a place: within a radius, the nearest, a
/// ring, a page of any of these.
///
/// The answer is in ascending (distance, key): nearest first, ties by
/// `ItemKey`. It is the same set in the same order as a scan with
/// `Geodesic.inverse` over all items.
package struct NeighborQuery: Sendable {
    /// The center; any coordinate, poles and the date line included.
    package var origin: Coordinate
    /// Only the first hits, at most this many; nil for all.
    package var limit: Int?
    /// Items exactly this far away are included; nil for no bound. Half the
    /// Earth or more means everything.
    package var radius: Distance?
    /// Only items at least this far away; an item exactly this far is included.
    package var minimum: Distance?
    /// Only items that come after this one in the answer's order.
    package var after: Cursor?
    /// Only items that pass; applied inside the search, so that a limit of *k*
    /// gives the *k* nearest that pass.
    package var filter: ItemFilter
    /// Can stop the search before its end; nil when nothing can.
    package var interruption: Interruption?

    package init(origin: Coordinate, limit: Int? = nil, radius: Distance? = nil, minimum: Distance? = nil) {
        self.init(origin: origin, limit: limit, radius: radius, minimum: minimum, after: nil)
    }

    /// The same for items that pass a filter.
    package init(
        origin: Coordinate, limit: Int? = nil, radius: Distance? = nil, minimum: Distance? = nil, filter: ItemFilter
    ) {
        self.init(origin: origin, limit: limit, radius: radius, minimum: minimum, after: nil, filter: filter)
    }

    /// The same for what comes after an item.
    package init(
        origin: Coordinate, limit: Int? = nil, radius: Distance? = nil, minimum: Distance? = nil, after: Cursor?,
        filter: ItemFilter = .everything
    ) {
        precondition(limit ?? 0 >= 0, "A limit is zero or more.")
        (self.origin, self.limit, self.radius) = (origin, limit, radius)
        (self.minimum, self.after, self.filter) = (minimum, after, filter)
    }

    /// An item's place in the answer's order.
    package struct Cursor: Hashable, Sendable {
        /// The distance by `Geodesic.inverse`, to the last bit.
        package var distance: Distance
        package var key: ItemKey

        package init(distance: Distance, key: ItemKey) {
            (self.distance, self.key) = (distance, key)
        }
    }
}

/// An item and how far away it is.
public struct Neighbor: Hashable, Sendable {
    /// The item's position in the tree.
    public let position: Int
    /// Within 1 µm of `Geodesic.inverse`.
    public let distance: Distance
}
