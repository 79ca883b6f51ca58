public import GeoqIndex

/// What the store held at one moment, ready to be asked: places, ids, names and
/// the columns that filters need.
///
/// An immutable value: take one and ask it anything, from any thread. It never
/// changes; take another when the store's version has moved.
public struct Snapshot: Sendable {
    /// Whose rows, and of which version.
    public let stamp: IndexStamp
    private let layers: [Layer: LayerColumns]

    /// The store's version that the rows are of.
    public var version: Int64 { stamp.version }

    /// A snapshot in memory.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(_ builder: consuming SnapshotBuilder, stamp: IndexStamp) {
        do {
            try self.init(sections: builder.sections(), stamp: stamp)
        } catch {
            preconditionFailure("Sections that were just made are whole: \(error)")
        }
    }

    /// A snapshot over an index file, which stays mapped.
    ///
    /// - Throws: `IndexError` when sections are missing or do not fit together.
    /// - Complexity: O(1): rows are verified when a question touches them.
    public init(_ file: IndexFile) throws(IndexError) {
        try self.init(sections: file.sections, stamp: file.stamp)
    }

    /// A snapshot over sections in memory.
    ///
    /// - Throws: `IndexError` when sections are missing or do not fit together.
    public init(sections: [Section], stamp: IndexStamp) throws(IndexError) {
        try self.init(
            sections: Dictionary(sections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }), stamp: stamp)
    }

    private init(sections: [SectionID: Section], stamp: IndexStamp) throws(IndexError) {
        self.stamp = stamp
        var layers: [Layer: LayerColumns] = [:]
        for layer in Layer.allCases {
            layers[layer] = try LayerColumns(sections, group: layer.sectionGroup)
        }
        self.layers = layers
    }

    /// How many features with a place a layer has.
    public func count(of layer: Layer) -> Int {
        columns(layer).tree.count
    }

    /// The tree of a layer, for questions of one's own.
    public func tree(of layer: Layer) -> PackedTree {
        columns(layer).tree
    }

    func columns(_ layer: Layer) -> LayerColumns {
        guard let columns = layers[layer] else { preconditionFailure("A snapshot has every layer.") }
        return columns
    }

    /// The position of each of some features.
    ///
    /// - Complexity: O(*n*).
    public func positions(of ids: Set<FeatureID>, in layer: Layer) throws(IndexError) -> PositionSet {
        let tree = columns(layer).tree
        var positions = PositionSet(capacity: tree.count)
        if ids.isEmpty { return positions }
        for position in 0..<tree.count where ids.contains(FeatureID(key: try tree.key(at: position))) {
            positions.insert(position)
        }
        return positions
    }
}
