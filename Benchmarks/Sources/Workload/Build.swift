public import GeoqIndex

/// From coordinates to a tree that can be asked.
public enum Build {
    public static func build(_ places: [Coordinate]) -> (tree: PackedTree, order: [UInt32]) {
        PackedTree.build(
            coordinates: places, keys: places.indices.map { ItemKey(high: 0, low: UInt64($0)) })
    }
}
