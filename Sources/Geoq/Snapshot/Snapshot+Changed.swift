package import GeoqIndex

extension Snapshot {
    /// The features of a layer that are new since an earlier snapshot, and
    /// those whose place, name or days differ from it.
    ///
    /// Features that were removed are not among them, and neither are those
    /// that were written again unchanged. A snapshot holds no uncertainties: one
    /// that differs in nothing else is not among them.
    ///
    /// - Parameter earlier: of the same store.
    /// - Returns: their positions in this snapshot.
    /// - Throws: `IndexError.damaged` when bytes of an index are damaged.
    /// - Complexity: O(*changes* since the index was built), and a nanosecond or
    ///   two a feature when there are any, as long as both lie over one index;
    ///   else O(*n*), with a table of a million features at a time.
    package func changedPositions(since earlier: Snapshot, in layer: Layer) throws(IndexError) -> PositionSet {
        try changedPositions(since: earlier, in: layer, sliceSize: 1 << 20)
    }

    /// The same; it looks up `limit` features of the earlier layer at a time.
    package func changedPositions(
        since earlier: Snapshot, in layer: Layer, sliceSize: Int
    ) throws(IndexError) -> PositionSet {
        var comparison = LayerComparison(earlier.layer(layer), self.layer(layer), sliceSize)
        return try comparison.changedPositions()
    }
}

/// Compares the features of a layer at two times.
private struct LayerComparison {
    private let earlier: SnapshotLayer
    private let current: SnapshotLayer
    private var changed: PositionSet
    /// By part and species code, in both snapshots: whether the names are the
    /// same.
    private var isSameSpecies: [SpeciesPair: Bool] = [:]

    private struct SpeciesPair: Hashable {
        let (earlierPart, earlierCode): (Int, UInt32)
        let (part, code): (Int, UInt32)
    }

    private let sliceSize: Int

    init(_ earlier: SnapshotLayer, _ current: SnapshotLayer, _ sliceSize: Int) {
        (self.earlier, self.current, self.sliceSize) = (earlier, current, sliceSize)
        changed = PositionSet(capacity: current.tree.positionCount)
    }

    mutating func changedPositions() throws(IndexError) -> PositionSet {
        if earlier.base.tree.isIdentical(to: current.base.tree) {
            try compareOverlays()
        } else {
            try compareAll()
        }
        return changed
    }

    /// Both snapshots share one index: only the columns laid over it can
    /// differ.
    private mutating func compareOverlays() throws(IndexError) {
        let (then, now) = (earlier.tree, current.tree)
        if then.added.isIdentical(to: now.added), then.removedPositions.count == now.removedPositions.count { return }
        var positions = Array(now.base.count..<now.positionCount)
        for position in then.removedPositions where now.contains(Int(position)) { positions.append(Int(position)) }
        var places: [ItemKey: Int] = [:]
        var keys: [ItemKey] = []
        for position in positions { keys.append(try now.key(at: position)) }
        for position in try then.base.positions(of: keys) where then.contains(Int(position)) {
            places[try then.key(at: Int(position))] = Int(position)
        }
        for position in then.base.count..<then.positionCount { places[try then.key(at: position)] = position }
        for (position, key) in zip(positions, keys) { try compare(position, with: places[key]) }
    }

    private mutating func compareAll() throws(IndexError) {
        let slices = UInt64(earlier.tree.count / sliceSize + 1)
        for slice in 0..<slices {
            var places: [ItemKey: Int] = [:]
            for position in 0..<earlier.tree.positionCount where earlier.tree.contains(position) {
                let key = try earlier.tree.key(at: position)
                if Self.slice(of: key, slices) == slice { places[key] = position }
            }
            for position in 0..<current.tree.positionCount where current.tree.contains(position) {
                let key = try current.tree.key(at: position)
                if Self.slice(of: key, slices) == slice { try compare(position, with: places[key]) }
            }
        }
    }

    /// Spreads keys of any kind, by the multiplier of Fibonacci hashing.
    private static func slice(of key: ItemKey, _ count: UInt64) -> UInt64 {
        if count == 1 { return 0 }
        return ((key.high ^ key.low) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: count).high
    }

    private mutating func compare(_ position: Int, with place: Int?) throws(IndexError) {
        if let place, try isSame(place, position) { return }
        changed.insert(position)
    }

    private mutating func isSame(_ place: Int, _ position: Int) throws(IndexError) -> Bool {
        let (old, oldPosition) = earlier.columns(at: place)
        let (new, newPosition) = current.columns(at: position)
        guard try old.tree.coordinate(at: oldPosition) == new.tree.coordinate(at: newPosition),
            try old.firstDays?.value(at: oldPosition) == new.firstDays?.value(at: newPosition),
            try old.lastDay(at: oldPosition) == new.lastDay(at: newPosition)
        else { return false }
        guard let oldSpecies = old.species, let newSpecies = new.species else {
            let names = (try old.names.value(at: oldPosition), try new.names.value(at: newPosition))
            return try old.texts.text(Int(names.0)) == new.texts.text(Int(names.1))
        }
        let pair = SpeciesPair(
            earlierPart: place < earlier.base.tree.count ? 0 : 1,
            earlierCode: try oldSpecies.categories.value(at: oldPosition),
            part: position < current.base.tree.count ? 0 : 1,
            code: try newSpecies.categories.value(at: newPosition))
        if let known = isSameSpecies[pair] { return known }
        let isSame = try old.species(Int(pair.earlierCode)) == new.species(Int(pair.code))
        isSameSpecies[pair] = isSame
        return isSame
    }
}

extension LayerColumns {
    /// The last day that an item can have been seen, as the column has it.
    fileprivate func lastDay(at position: Int) throws(IndexError) -> Int32? {
        if let lastDays { return try lastDays.value(at: position) }
        return try firstDays?.value(at: position)
    }

    /// A species' names and id, counted from 1; nil for none.
    fileprivate func species(_ code: Int) throws(IndexError) -> [String]? {
        if code == 0 { return nil }
        let names = try speciesName(code)
        return [names.scientific, names.common, try bird(code)?.description ?? ""]
    }
}
