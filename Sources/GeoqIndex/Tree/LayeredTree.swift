/// A packed tree with changes laid over it: some of its items were removed, and
/// others were added in a small second tree. An item that moved is both.
///
/// It answers as one packed tree over the present items would, with positions
/// of its own: first those of the base, 0..<base.count, some of which belong to
/// removed items, then those of the added tree. A filter is about columns by
/// position, so each question takes two filters: one for each tree.
///
/// An immutable value, as the trees are. Besides the trees it costs one bit for
/// each item of the base, and a tree of the removed items.
package struct LayeredTree: Sendable {
    package let base: PackedTree
    /// The items that were added; at positions from `base.count` on.
    package let added: PackedTree
    /// The base's items that were not removed; nil when none was.
    let kept: PositionSet?
    /// The positions of the base's removed items, ascending.
    package let removedPositions: [UInt32]
    /// The removed items as a tree, so that those in an area can be counted as
    /// fast as the base's.
    let removed: PackedTree

    /// A tree as it is.
    package init(_ base: PackedTree) {
        let nothing = PackedTree.build(coordinates: [], keys: []).tree
        (self.base, added, kept, removedPositions, removed) = (base, nothing, nil, [], nothing)
    }

    /// A tree with changes.
    ///
    /// - Parameters:
    ///   - removedPositions: items of the base to leave out, each once.
    ///   - added: items to add. Their keys differ from those of the items that
    ///     stay.
    /// - Complexity: O(*items of the base* / 64 + *changes* log *changes*).
    package init(_ base: PackedTree, removing removedPositions: [UInt32], added: PackedTree) throws(IndexError) {
        let removedPositions = removedPositions.sorted()
        var kept = PositionSet(all: base.count)
        var (coordinates, keys): ([Coordinate], [ItemKey]) = ([], [])
        for position in removedPositions {
            kept.remove(Int(position))
            coordinates.append(try base.coordinate(at: Int(position)))
            keys.append(try base.key(at: Int(position)))
        }
        self.init(
            base: base, added: added, kept: removedPositions.isEmpty ? nil : kept, removedPositions: removedPositions,
            removed: PackedTree.build(coordinates: coordinates, keys: keys).tree)
    }

    private init(
        base: PackedTree, added: PackedTree, kept: PositionSet?, removedPositions: [UInt32], removed: PackedTree
    ) {
        (self.base, self.added, self.kept) = (base, added, kept)
        (self.removedPositions, self.removed) = (removedPositions, removed)
    }

    /// How many items there are.
    package var count: Int { base.count - removedPositions.count + added.count }

    /// Positions are smaller than this.
    package var positionCount: Int { base.count + added.count }

    /// How many items were removed or added.
    package var changeCount: Int { removedPositions.count + added.count }

    /// Whether an item has this position now.
    package func contains(_ position: Int) -> Bool {
        position >= base.count ? position < positionCount : position >= 0 && kept?.contains(position) ?? true
    }

    /// The coordinate of an item.
    ///
    /// - Precondition: `position` lies in 0..<positionCount.
    package func coordinate(at position: Int) throws(IndexError) -> Coordinate {
        position < base.count
            ? try base.coordinate(at: position) : try added.coordinate(at: position - base.count)
    }

    /// The key of an item.
    ///
    /// - Precondition: `position` lies in 0..<positionCount.
    package func key(at position: Int) throws(IndexError) -> ItemKey {
        position < base.count ? try base.key(at: position) : try added.key(at: position - base.count)
    }

    /// Checks everything that a search relies on.
    ///
    /// - Throws: `IndexError.damaged`, naming where.
    /// - Complexity: O(*n*).
    package func checkInvariants() throws(IndexError) {
        try base.checkInvariants()
        try added.checkInvariants()
        try removed.checkInvariants()
    }
}
