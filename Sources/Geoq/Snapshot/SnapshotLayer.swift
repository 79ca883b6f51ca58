package import GeoqIndex

/// One layer of a snapshot: the columns that the index was built with, and
/// small columns of the rows added later, whose positions follow.
///
/// A class, because it has dozens of columns, and every question retains it.
final class SnapshotLayer: Sendable {
    let base: LayerColumns
    /// nil when no row was added since.
    let added: LayerColumns?
    let tree: LayeredTree

    /// A layer as it was built.
    init(_ base: LayerColumns) {
        (self.base, added, tree) = (base, nil, LayeredTree(base.tree))
    }

    private init(_ base: LayerColumns, removing: [UInt32], added: LayerColumns) throws(IndexError) {
        (self.base, self.added) = (base, added)
        tree = try LayeredTree(base.tree, removing: removing, added: added.tree)
    }

    /// The base columns, and the added ones if there are any.
    var parts: [LayerColumns] { added.map { [base, $0] } ?? [base] }

    /// The columns in which an item is, and its position there.
    func columns(at position: Int) -> (columns: LayerColumns, position: Int) {
        guard position >= base.tree.count, let added else { return (base, position) }
        return (added, position - base.tree.count)
    }

    /// The layer with some rows replaced, added or gone.
    ///
    /// - Parameter rows: by key; nil for a removed row.
    /// - Complexity: O(*n*) at a nanosecond or two a row to find them, and
    ///   O(*m* log *m*) for all changes since the index was built.
    func applying(_ rows: [ItemKey: LayerRow?], _ layer: Layer) throws(IndexError) -> SnapshotLayer {
        var removed = tree.removedPositions
        for position in try base.tree.positions(of: rows.keys) where tree.contains(Int(position)) {
            removed.append(position)
        }
        var builder = LayerBuilder(layer)
        if let added {
            for position in 0..<added.tree.count {
                let key = try added.tree.key(at: position)
                if rows[key] == nil { builder.add(key, try added.row(at: position)) }
            }
        }
        // In ascending order: the same changes give the same columns.
        for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
            if let row { builder.add(key, row) }
        }
        let sections = Dictionary(uniqueKeysWithValues: try builder.sections().map { ($0.id, $0) })
        let added = try LayerColumns(sections, group: layer.sectionGroup)
        if removed.isEmpty && added.tree.count == 0 { return SnapshotLayer(base) }
        return try SnapshotLayer(base, removing: removed, added: added)
    }
}

extension Snapshot {
    /// What a snapshot knows of the feature at a position of a layer's tree.
    ///
    /// - Precondition: the position is an item's.
    package func row(at position: Int, in layer: Layer) throws(IndexError) -> LayerRow {
        let (columns, position) = self.layer(layer).columns(at: position)
        return try columns.row(at: position)
    }
}

extension LayerColumns {
    /// A row, as it was given.
    fileprivate func row(at position: Int) throws(IndexError) -> LayerRow {
        var row = LayerRow(coordinate: try tree.coordinate(at: position))
        guard let species else {
            row.name = try texts.text(Int(try names.value(at: position)))
            return row
        }
        let code = Int(try species.categories.value(at: position))
        if code > 0 {
            let names = try speciesName(code)
            (row.scientificName, row.commonName) = (names.scientific, names.common)
            row.bird = try bird(code)
        }
        let first = try firstDays?.value(at: position) ?? Self.undated
        let last = try lastDays?.value(at: position) ?? first
        row.first = first == Self.undated ? nil : Day(number: first)
        row.last = last == Self.undated ? nil : Day(number: last)
        return row
    }
}
