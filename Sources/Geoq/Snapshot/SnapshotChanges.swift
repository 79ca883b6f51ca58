package import GeoqIndex

/// Changes to rows since a snapshot was taken. Of several changes to one row
/// the last counts.
package struct SnapshotChanges: Sendable {
    /// By key; nil for a removed row.
    fileprivate var rows: [Layer: [ItemKey: LayerRow?]] = [:]
    /// By key; nil for a bird that is gone.
    fileprivate var birds: [ItemKey: BirdName?] = [:]

    package init() {}

    /// How many rows have changed.
    package var count: Int { rows.values.reduce(birds.count) { $0 + $1.count } }

    /// Notes that a row was removed, or has no place any more. The snapshot
    /// need not have it.
    package mutating func remove(_ id: FeatureID, from layer: Layer) {
        rows[layer, default: [:]].updateValue(nil, forKey: id.key)
    }

    /// Notes a row that is new, or of which any value has changed.
    package mutating func set(_ id: FeatureID, _ row: LayerRow, in layer: Layer) {
        rows[layer, default: [:]].updateValue(row, forKey: id.key)
    }

    /// Notes that a bird was removed, or is marked as deleted.
    package mutating func removeBird(_ id: FeatureID) {
        birds.updateValue(nil, forKey: id.key)
    }

    /// Notes a bird that is new, or whose names may have changed.
    package mutating func set(_ bird: Bird) {
        birds.updateValue(BirdName(bird), forKey: bird.id.key)
    }
}

extension Snapshot {
    /// The snapshot with changes laid over it. Only a small tree is built, of
    /// the rows added since the index was built; answers are exact all the
    /// same.
    ///
    /// - Parameter stamp: the store and the version that have these rows.
    /// - Throws: `IndexError.damaged` when bytes of the index are damaged.
    /// - Complexity: a nanosecond or two for each feature of the layers that
    ///   changed, and O(*m* log *m*) for the *m* changes since the index was
    ///   built.
    package func applying(_ changes: SnapshotChanges, stamp: IndexStamp) throws(IndexError) -> Snapshot {
        var layers = layers
        for (layer, rows) in changes.rows where !rows.isEmpty {
            layers[layer] = try self.layer(layer).applying(rows, layer)
        }
        return Snapshot(layers: layers, birds: birds.applying(changes.birds), stamp: stamp)
    }

    /// How many features were removed or added since the index was built, and how
    /// many birds have changed; a feature that moved counts twice.
    package var pendingChanges: Int {
        layers.values.reduce(birds.changeCount) { $0 + $1.tree.changeCount }
    }
}
