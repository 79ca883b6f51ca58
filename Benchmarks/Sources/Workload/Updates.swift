public import Geoq
public import GeoqIndex

/// A workload's places as a snapshot, and changes to lay over it: a third each
/// inserts, moves and deletes, some of them at the places of the questions.
public struct Updates: Sendable {
    public static let changeCount = 10_000

    public let before: Snapshot
    /// With the changes pending.
    public let after: Snapshot
    private let changes: SnapshotChanges

    public init(_ workload: Workload) throws {
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: workload.places.count)
        builder.begin(.observations, expecting: 0)
        for (row, place) in workload.places.enumerated() {
            builder.add(Self.id(row), LayerRow(coordinate: place, name: "Place \(row)"), to: .hotspots)
        }
        before = Snapshot(builder, stamp: Self.stamp(1))
        changes = Self.changes(workload)
        after = try before.applying(changes, stamp: Self.stamp(2))
    }

    /// From changes to a snapshot that can be asked.
    public func apply() throws -> Int {
        try before.applying(changes, stamp: Self.stamp(2)).count(of: .hotspots)
    }

    private static func changes(_ workload: Workload) -> SnapshotChanges {
        let places = workload.places
        var changes = SnapshotChanges()
        for number in 0..<changeCount {
            // Rows all over the file; a new place is beside another row's
            // place.
            let row = number * places.count / changeCount
            let other = places[(row + places.count / 2) % places.count]
            let place = Geodesic.direct(from: other, bearing: Double(number % 360), distance: .kilometers(1))
            switch number % 3 {
            case 0: changes.remove(id(row), from: .hotspots)
            case 1: changes.set(id(row), LayerRow(coordinate: place, name: "Moved \(row)"), in: .hotspots)
            default:
                let added = LayerRow(coordinate: place, name: "New \(number)")
                changes.set(id(places.count + number), added, in: .hotspots)
            }
        }
        return changes
    }

    private static func id(_ row: Int) -> FeatureID {
        FeatureID(key: ItemKey(high: 0, low: UInt64(row)))
    }

    private static func stamp(_ version: Int64) -> IndexStamp {
        IndexStamp(store: ItemKey(high: 0, low: 1), version: version)
    }
}

/// The nearest items, or those within a radius, in order, with distances, while
/// changes are pending.
public struct PendingQuestion: Question {
    private let tree: LayeredTree
    private let limit: Int?
    private let radius: Distance?

    public init(_ snapshot: Snapshot, nearest limit: Int) {
        (tree, self.limit, radius) = (snapshot.tree(of: .hotspots), limit, nil)
    }

    public init(_ snapshot: Snapshot, kilometers: Double) {
        (tree, limit, radius) = (snapshot.tree(of: .hotspots), nil, .kilometers(kilometers))
    }

    public func hits(_ workload: Workload, at origin: Coordinate) throws -> [Neighbor]? {
        var statistics = SearchStatistics()
        return try tree.neighbors(NeighborQuery(origin: origin, limit: limit, radius: radius), &statistics)
    }
}
