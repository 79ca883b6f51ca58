/// Which cells share a node: Sort-Tile-Recursive (Leutenegger, López and
/// Edgington 1997). The plane is cut into upright strips of equal count, each
/// strip into tiles of equal count, so that tiles are about square and full.
struct RTreeTiling {
    /// The most cells of a node.
    let capacity: Int

    /// How many cells make a strip.
    ///
    /// - Parameter count: how many cells there are, about.
    func stripLength(of count: Int) -> Int {
        let tiles = max(1, (count + capacity - 1) / capacity)
        let strips = max(1, Int(Double(tiles).squareRoot().rounded(.up)))
        return (tiles + strips - 1) / strips * capacity
    }

    /// The tiles of one strip, from south to north; each is at least half full,
    /// unless it is the only one.
    func tiles(ofStrip strip: inout [RTreeCell]) -> [ArraySlice<RTreeCell>] {
        strip.sort { ($0.centre.y, $0.number) < ($1.centre.y, $1.number) }
        let amount = (strip.count + capacity - 1) / capacity
        return (0..<amount).map { strip[(strip.count * $0 / amount)..<(strip.count * ($0 + 1) / amount)] }
    }

    /// Cells, by index, from west to east.
    ///
    /// - Complexity: O(*n* log *n*), 8 bytes a cell.
    static func order(of cells: [RTreeCell]) -> [UInt32] {
        // Numbers that order as the centers do, with the indexes in the lower
        // bits: one comparison sorts both.
        var keys = cells.indices.map { index in
            let bits = cells[index].centre.x.bitPattern
            return UInt64(bits >> 31 == 0 ? bits | 1 << 31 : ~bits) << 32 | UInt64(index)
        }
        keys.sort()
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// The tiles of all cells.
    func tiles(of cells: [RTreeCell]) -> [ArraySlice<RTreeCell>] {
        let sorted = cells.sorted { ($0.centre.x, $0.number) < ($1.centre.x, $1.number) }
        let length = stripLength(of: cells.count)
        return stride(from: 0, to: sorted.count, by: length).flatMap { start in
            var strip = Array(sorted[start..<min(start + length, sorted.count)])
            return tiles(ofStrip: &strip)
        }
    }
}
