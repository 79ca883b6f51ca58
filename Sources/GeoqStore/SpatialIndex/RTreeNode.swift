/// A box of 32-bit numbers that holds the box of 64-bit numbers it was made of.
struct RTreeBox: Hashable {
    var minX: Float
    var maxX: Float
    var minY: Float
    var maxY: Float

    /// Rounds outwards, by the same steps as SQLite (`rtreeValueDown` and
    /// `rtreeValueUp` in rtree.c), so that no query tells the difference.
    ///
    /// - Returns: nil for an empty box: an end is NaN, or the ends are in the
    ///   wrong order.
    init?(minX: Double, maxX: Double, minY: Double, maxY: Double) {
        guard minX <= maxX, minY <= maxY else { return nil }
        (self.minX, self.maxX) = (Self.down(minX), Self.up(maxX))
        (self.minY, self.maxY) = (Self.down(minY), Self.up(maxY))
    }

    /// The smallest box around both.
    func union(_ other: RTreeBox) -> RTreeBox {
        var box = self
        (box.minX, box.maxX) = (min(minX, other.minX), max(maxX, other.maxX))
        (box.minY, box.maxY) = (min(minY, other.minY), max(maxY, other.maxY))
        return box
    }

    private static let towards = 1 - 1.0 / 8_388_608
    private static let away = 1 + 1.0 / 8_388_608

    private static func down(_ value: Double) -> Float {
        let rounded = Float(value)
        return Double(rounded) > value ? Float(value * (value < 0 ? away : towards)) : rounded
    }

    private static func up(_ value: Double) -> Float {
        let rounded = Float(value)
        return Double(rounded) < value ? Float(value * (value < 0 ? towards : away)) : rounded
    }
}

/// One entry of a node: a row, or a node below.
struct RTreeCell: Hashable {
    /// The row's number in a leaf, the node's number above.
    var number: Int64
    var box: RTreeBox

    /// Twice the center.
    var centre: (x: Float, y: Float) { (box.minX + box.maxX, box.minY + box.maxY) }
}

/// A node of an R*Tree as SQLite stores it in `…_node`, big-endian: the height
/// of the tree (2 bytes, only used in the root), the number of cells (2), then
/// each cell's number (8) and min x, max x, min y, max y (4 each); zeros up to
/// the node's size. <https://www.sqlite.org/rtree.html#shadow_tables>, rtree.c.
enum RTreeNode {
    static let root: Int64 = 1
    private static let cellBytes = 24

    /// How many cells fit in a node of this size.
    static func capacity(bytes: Int) -> Int { (bytes - 4) / cellBytes }

    /// - Parameter height: of the tree, for its root; otherwise 0.
    static func bytes(_ cells: some Collection<RTreeCell>, height: Int, size: Int) -> [UInt8] {
        precondition(cells.count <= capacity(bytes: size), "The cells must fit in the node.")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        bytes.append(bigEndian: UInt16(height))
        bytes.append(bigEndian: UInt16(cells.count))
        for cell in cells {
            bytes.append(bigEndian: cell.number)
            for value in [cell.box.minX, cell.box.maxX, cell.box.minY, cell.box.maxY] {
                bytes.append(bigEndian: value.bitPattern)
            }
        }
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
        return bytes
    }
}
