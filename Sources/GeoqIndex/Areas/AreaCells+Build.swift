extension AreaCells {
    /// The cells of polygons.
    ///
    /// - Parameter owners: by polygon, its area.
    /// - Complexity: O(*vertices* · the times that the cells are cut), about 1 µs for
    ///   each vertex. At most four times as many edges are kept as there are.
    init(_ trees: [EdgeTree], _ owners: [UInt32]) {
        var builder = AreaCellsBuilder(trees, owners)
        self = builder.build()
    }
}

/// Cuts the earth into cells.
private struct AreaCellsBuilder {
    private let owners: [UInt32]
    /// By polygon, where its vertices begin; nil when its tree is to be asked.
    private var firstVertices: [Int?] = []
    private var narrowed: NarrowedEdges
    private var cells = AreaCells()
    /// Edges and areas that may still be written before no cell is cut any more.
    ///
    /// Edges that lie on each other, or that meet in one vertex, stay together
    /// however small the cells are.
    private var room: Int

    /// A cell with at most this many edges is not cut.
    private static let fewEdges = 32

    init(_ trees: [EdgeTree], _ owners: [UInt32]) {
        self.owners = owners
        narrowed = NarrowedEdges(trees)
        room = 4096
        for tree in trees {
            room += 4 * tree.vertices.count
            let isPlain = tree.courses == nil && !tree.kinds.contains(.wrapped)
            guard isPlain, cells.vertices.count + tree.vertices.count < Int(UInt32.max) else {
                firstVertices.append(nil)
                continue
            }
            firstVertices.append(cells.vertices.count)
            cells.vertices += tree.vertices
        }
    }

    mutating func build() -> AreaCells {
        var holders: [Int] = []
        let part = narrowed.narrowEach(to: box(columns: 0...0, rows: 0...0, level: 0), from: nil) {
            holders.append($0)
        }
        cells.root = cell(part, holders, x: 0, y: 0, level: 0)
        return cells
    }

    /// The box of some cells of a level, without the poles and ±180°.
    private func box(columns: ClosedRange<Int>, rows: ClosedRange<Int>, level: Int) -> FlatBox {
        let count = Double(1 << (2 * level))
        let size = SIMD2(360 / count, 180 / count)
        let low = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound)) * size - SIMD2(180, 90)
        let high = SIMD2(Double(columns.upperBound + 1), Double(rows.upperBound + 1)) * size - SIMD2(180, 90)
        return FlatBox(
            low: pointwiseMax(low - AreaCells.slack, SIMD2((-180.0).nextUp, (-90.0).nextUp)),
            high: pointwiseMin(high + AreaCells.slack, SIMD2(180.0.nextDown, 90.0.nextDown)))
    }

    /// A cell's word.
    ///
    /// - Parameters:
    ///   - part: the edges in it.
    ///   - holders: the polygons that hold all of it, and not all of the cell around it.
    private mutating func cell(
        _ part: NarrowedEdges.Part, _ holders: [Int], x: Int, y: Int, level: Int
    ) -> UInt32 {
        let edgeCount = narrowed.edgeCount(of: part)
        if edgeCount <= Self.fewEdges || level == AreaCells.depth || room < edgeCount {
            return record(part, holders)
        }
        let node = cells.nodes.count / 17
        cells.nodes.append(holders.isEmpty ? 0 : record(nil, holders))
        cells.nodes.append(contentsOf: repeatElement(AreaCells.nothing, count: 16))
        for row in 0..<4 {
            var inRow: [Int] = []
            let rowBox = box(columns: 4 * x...4 * x + 3, rows: 4 * y + row...4 * y + row, level: level + 1)
            let rowPart = narrowed.narrowEach(to: rowBox, from: part) { inRow.append($0) }
            for column in 0..<4 {
                var inCell = inRow
                let (x, y) = (4 * x + column, 4 * y + row)
                let found = narrowed.narrowEach(to: box(columns: x...x, rows: y...y, level: level + 1), from: rowPart) {
                    inCell.append($0)
                }
                cells.nodes[17 * node + 1 + 4 * row + column] = cell(found, inCell, x: x, y: y, level: level + 1)
                narrowed.leave(found)
            }
            narrowed.leave(rowPart)
        }
        return UInt32(node) | AreaCells.cut
    }

    /// Writes what an uncut cell has; or, without a part, what holds one that is cut.
    private mutating func record(_ part: NarrowedEdges.Part?, _ holders: [Int]) -> UInt32 {
        let place = cells.records.count
        room -= holders.count
        cells.records.append(UInt32(holders.count))
        for tree in holders { cells.records.append(owners[tree]) }
        let count = cells.records.count
        cells.records.append(0)
        guard let part else { return UInt32(place) }
        narrowed.forEachPolygon(of: part) { kept in
            cells.records[count] += 1
            let first = firstVertices[kept.tree]
            AreaCells.PartHead(
                area: owners[kept.tree], tree: UInt32(kept.tree), turns: UInt32(kept.turns.count),
                chains: UInt32(kept.chains.count), isOdd: kept.isOdd, asksTree: first == nil
            ).append(to: &cells.records)
            for turn in kept.turns {
                let bits = turn.bitPattern
                cells.records += [UInt32(truncatingIfNeeded: bits), UInt32(bits >> 32)]
            }
            for chain in kept.chains {
                room -= chain.count
                cells.records += [UInt32((first ?? 0) + chain.lowerBound), UInt32(chain.count)]
            }
        }
        guard cells.records.count > place + 2 else {
            cells.records.removeLast(2)
            return AreaCells.nothing
        }
        return UInt32(place)
    }
}
