package import GeoqIndex

/// What the store held at one moment, ready to be asked: places, ids, names and
/// the columns that filters need.
///
/// An immutable value: take one and ask it anything, from any thread. It never
/// changes; take another when the store's version has moved.
public struct Snapshot: Sendable {
    /// Which store's rows these are, and of which version.
    package let stamp: IndexStamp
    let layers: [Layer: SnapshotLayer]
    /// What the store's birds are called.
    package let birds: BirdNames

    /// The version of the store that had these rows; 0 when they are of no store.
    public var version: Int64 { stamp.version }

    /// A snapshot in memory, of no store.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(_ builder: consuming SnapshotBuilder) {
        self.init(builder, stamp: IndexStamp(store: ItemKey(high: 0, low: 0), version: 0))
    }

    /// A snapshot in memory, of a store's rows.
    ///
    /// - Complexity: O(*n* log *n*).
    package init(_ builder: consuming SnapshotBuilder, stamp: IndexStamp) {
        var builder = builder
        do {
            try self.init(sections: try builder.sections(), stamp: stamp)
        } catch {
            preconditionFailure("Sections that were just made are whole: \(error)")
        }
    }

    /// A snapshot over an index file, which stays mapped.
    ///
    /// - Throws: `IndexError` when sections are missing or do not fit together.
    /// - Complexity: O(1): rows are verified when a question touches them.
    package init(_ file: IndexFile) throws(IndexError) {
        try self.init(sections: file.sections, stamp: file.stamp)
    }

    /// A snapshot over sections in memory.
    ///
    /// - Throws: `IndexError` when sections are missing or do not fit together.
    package init(sections: [Section], stamp: IndexStamp) throws(IndexError) {
        try self.init(
            sections: Dictionary(sections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }), stamp: stamp)
    }

    private init(sections: [SectionID: Section], stamp: IndexStamp) throws(IndexError) {
        self.stamp = stamp
        var layers: [Layer: SnapshotLayer] = [:]
        for layer in Layer.allCases {
            layers[layer] = SnapshotLayer(try LayerColumns(sections, group: layer.sectionGroup))
        }
        self.layers = layers
        birds = BirdNames(try BirdColumns(sections))
    }

    init(layers: [Layer: SnapshotLayer], birds: BirdNames, stamp: IndexStamp) {
        (self.layers, self.birds, self.stamp) = (layers, birds, stamp)
    }

    /// Whether all bytes of its index have been verified, so that questions
    /// need not verify them again.
    package var isVerified: Bool { layers.values.allSatisfy { $0.base.tree.isVerified } }

    /// How many features with a place a layer has.
    public func count(of layer: Layer) -> Int {
        self.layer(layer).tree.count
    }

    /// The tree of a layer, for questions that `Query` cannot express.
    package func tree(of layer: Layer) -> LayeredTree {
        self.layer(layer).tree
    }

    func layer(_ layer: Layer) -> SnapshotLayer {
        guard let found = layers[layer] else { preconditionFailure("A snapshot has every layer.") }
        return found
    }

    /// The position of each of some features.
    ///
    /// - Complexity: O(*n*), a nanosecond or two a feature of the layer.
    package func positions(of ids: Set<FeatureID>, in layer: Layer) throws(IndexError) -> PositionSet {
        let tree = tree(of: layer)
        var positions = PositionSet(capacity: tree.positionCount)
        let keys = ids.map(\.key)
        for position in try tree.base.positions(of: keys) where tree.contains(Int(position)) {
            positions.insert(Int(position))
        }
        for position in try tree.added.positions(of: keys) { positions.insert(tree.base.count + Int(position)) }
        return positions
    }
}
